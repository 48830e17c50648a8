//! Partitioned Parquet files in S3-compatible storage as sources.
//!
//! A query worker plans and runs the query, but has no network and no credentials: it asks the server for lists and
//! ranges of bytes, and the server answers only for objects below the source's prefix.

mod access;
mod session;
mod store;

use portolan_query::{LakeLayout, TableProfile, WorkerFailure};
use serde::{Deserialize, Serialize};

use super::seal::SealedAccess;

pub use access::LakeLogin;
pub(super) use {
    access::LakeAccess,
    session::{LakeSession, OpenedLake},
};

/// The end of their objects' keys.
pub const LAKE_ENDING: &str = ".lake.json";
/// The kind of the sources that are such tables.
pub const LAKE_KIND: &str = "s3";

/// Describes a table whose files stay in their bucket.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RemoteLake {
    pub access: SealedAccess,
    pub layout: LakeLayout,
}

/// A table of files with what is known of it.
#[derive(Clone, Debug, PartialEq)]
pub struct DescribedLake {
    pub title: String,
    /// The content of its object.
    pub object: Vec<u8>,
    pub profile: TableProfile,
    pub notes: Vec<String>,
}

pub(super) fn parse_object(object: &[u8]) -> Result<RemoteLake, WorkerFailure> {
    serde_json::from_slice(object).map_err(|_| {
        super::failure::failure(
            portolan_query::FailureCode::SourceUnreadable,
            super::queries::UNKNOWN_TABLE,
        )
    })
}
