//! Sources: tables, stored as Parquet, and texts, stored as UTF-8. Formats that need a parser
//! library (workbooks, pages, PDFs, feeds) are read by a worker.

mod copies;
mod database;
mod edit;
pub mod fetch;
mod keep;
mod objects;
mod pending;
mod readable;
mod reader;
mod renew;
mod samples;
mod step;
mod texts;
mod typed;
mod web;

pub use copies::LocalCopies;
pub use edit::original_of;
pub use keep::ReadSources;
pub use objects::{ObjectError, Objects, S3Access};
pub use pending::PendingUpload;
pub use reader::{ReadError, SourceReader};
pub use renew::RenewError;
pub use samples::{Sample, all_samples as samples};
pub use step::{OnReadStep, ReadStep};
pub use web::{BrowserCapture, NewSource, WebError, WebReader};
