//! The query contract: what a table looks like, what a worker is told, and what it answers.
//!
//! Pure: the server and the worker both build on it, neither sees the other's engine.

mod message;
mod profile;

pub use message::{
    ConvertedTable, Failure, FailureCode, Limits, QueryResult, Request, Response, ResultColumn, TableFile,
};
pub use profile::{ColumnProfile, ColumnType, TableProfile, ValueCount};
