//! Tables out of files: uploads become Parquet, and Parquet is described.
//!
//! Apart from the query engine: these loops run over every value and are worth optimising, also
//! where the rest is built quickly.

mod convert;
pub mod failure;
mod profile;
pub mod value;

pub use convert::{convert_file, edit_table, profile_batches, read_former_names, write_rows};
