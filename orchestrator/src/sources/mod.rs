//! What people bring: tables, read by a worker and kept as Parquet, and texts, kept as UTF-8.

mod objects;
mod reader;
mod samples;
mod texts;

pub use objects::{ObjectError, Objects};
pub use reader::{ReadError, SourceReader};
pub use samples::{Sample, all as samples};
pub use texts::{Text, read as read_text};
