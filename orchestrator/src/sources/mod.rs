//! What people bring: files and pasted tables, read by a worker and kept as Parquet.

mod objects;
mod reader;
mod samples;

pub use objects::{ObjectError, Objects};
pub use reader::{ReadError, SourceReader};
pub use samples::{Sample, all as samples};
