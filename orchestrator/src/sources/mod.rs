//! What people bring: tables, kept as Parquet, and texts, kept as UTF-8. What a library must take
//! apart (workbooks, pages, papers, feeds) a worker reads.

mod copies;
pub mod fetch;
mod keep;
mod objects;
mod readable;
mod reader;
mod renew;
mod samples;
mod step;
mod texts;
mod typed;
mod web;

pub use copies::LocalCopies;
pub use keep::ReadSources;
pub use objects::{ObjectError, Objects, S3Access};
pub use reader::{ReadError, SourceReader};
pub use renew::RenewError;
pub use samples::{Sample, all as samples};
pub use step::{ReadStep, Tell};
pub use web::{NewSource, Seen, WebError, WebReader};
