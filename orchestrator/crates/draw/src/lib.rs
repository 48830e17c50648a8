//! Draws charts to SVG with the client's own bundle, to PNG and to PDF.
//!
//! The bundle of `web/app/charts` runs in an embedded JavaScript engine that knows no network, no
//! files and no clock of its own, within limits of memory and time; so a chart looks the same in a
//! link preview or an export as on the page.

mod drawer;
mod engine;
mod error;
mod fonts;
mod pdf;
mod png;
mod request;

pub use drawer::{Drawer, DrawingLimits};
pub use error::DrawError;
pub use fonts::use_fonts_of_the_machine;
pub use pdf::print_pdf;
pub use png::{paint_card, paint_png};
pub use request::{DrawRequest, Theme};
