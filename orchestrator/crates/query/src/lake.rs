//! Parquet files in an object store that a worker reads through the server.
//!
//! Workers have no network. For such a table a worker writes [`ObjectCall`]s on its standard output while a request
//! runs, and the server answers each on the worker's standard input: one line with an [`ObjectReply`], then that many
//! bytes. Paths are relative to the table's prefix; the server knows the bucket and the credentials.

use serde::{Deserialize, Serialize};

use crate::{ColumnType, TableProfile, WorkerFailure};

/// Bytes that one call may read. Longer ranges are read in parts.
pub const MOST_CALL_BYTES: u64 = 8 << 20;

/// A table of Parquet files, under its name in SQL.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LakeTable {
    pub name: String,
    pub layout: LakeLayout,
}

/// The columns of a table of files, fixed when it becomes a source.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LakeLayout {
    /// The columns of the files: an Arrow IPC stream without batches, in hexadecimal digits.
    pub schema: String,
    /// The columns whose values are in the folders' names, from the outermost folder.
    pub partitions: Vec<PartitionColumn>,
}

/// A Hive partition column: `name=value/` in a path.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PartitionColumn {
    pub name: String,
    /// Integer, date or string.
    pub column_type: ColumnType,
}

/// A description of a table of files, from their footers and a sample of their rows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LakeDescription {
    pub layout: LakeLayout,
    pub profile: TableProfile,
    /// Notes on the parts that were read, a sentence each.
    pub notes: Vec<String>,
}

/// A worker's call for objects of one table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ObjectCall {
    pub id: u64,
    /// The table's place among those of the request.
    pub table: usize,
    pub operation: ObjectOperation,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum ObjectOperation {
    /// Answered with the JSON of a list of [`ObjectEntry`].
    List { prefix: String },
    /// Reads the bytes from `start` to before `end`, at most [`MOST_CALL_BYTES`], of a listed object.
    Read { path: String, start: u64, end: u64 },
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ObjectEntry {
    pub path: String,
    pub bytes: u64,
}

/// The line before the bytes of an answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ObjectReply {
    /// The call that is answered.
    pub object_call: u64,
    /// Bytes that follow the line.
    pub bytes: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<WorkerFailure>,
}

impl ObjectReply {
    /// How the line of every reply begins; no request begins so.
    pub const BEGINNING: &'static str = "{\"objectCall\":";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reply_lines_begin_as_no_request_does() {
        let reply = ObjectReply {
            object_call: 7,
            bytes: 0,
            failure: None,
        };
        let line = serde_json::to_string(&reply).unwrap();
        assert!(line.starts_with(ObjectReply::BEGINNING));
    }
}
