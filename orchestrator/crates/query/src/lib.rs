//! The contract with query workers: table profiles, extracted pages, requests and responses.
//!
//! Pure: the server and the worker both build on it, neither sees the other's engine.

mod edit;
mod guard;
mod lake;
mod message;
mod names;
mod profile;
pub mod reading;

pub use edit::ColumnEdit;
pub use guard::{GuardedQuery, guard_query, guarded_statement};
pub use lake::{
    LakeDescription, LakeLayout, LakeTable, MOST_CALL_BYTES, ObjectCall, ObjectEntry,
    ObjectOperation, ObjectReply, PartitionColumn,
};
pub use message::{
    ConvertedTable, FailureCode, QueryResult, ReadRequest, ResultColumn, TableFile, WorkerFailure,
    WorkerLimits, WorkerRequest, WorkerResponse, is_out_of_room,
};
pub use names::{AllowedTable, MatchedQuery, has_mention, match_names, nearest_name};
pub use profile::{ColumnProfile, ColumnType, TableProfile, ValueCount};
