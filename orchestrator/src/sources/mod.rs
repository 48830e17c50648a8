//! What people bring: tables, read by a worker and kept as Parquet, and texts, kept as UTF-8.

pub mod fetch;
mod objects;
mod reader;
mod samples;
mod texts;
mod web;

pub use objects::{ObjectError, Objects, S3Access};
pub use reader::{ReadError, SourceReader};
pub use samples::{Sample, all as samples};
pub use texts::{Text, read as read_text};
pub use web::{NewSource, ReadSources, Seen, WebError, WebReader};
