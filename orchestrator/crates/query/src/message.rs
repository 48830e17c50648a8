use std::{error::Error, io};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{
    ColumnEdit, ColumnType, LakeDescription, LakeTable, ObjectCall, TableProfile,
    reading::SourceContent,
};

/// A request to a worker: one JSON object a line on its standard input.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(
    tag = "request",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum WorkerRequest {
    /// Reads a file that a user uploaded and writes each table in it as Parquet into `folder`.
    Convert {
        path: String,
        /// The name under which it was uploaded: its ending is a hint, its content decides.
        file_name: String,
        folder: String,
        limits: WorkerLimits,
    },
    /// Writes the table in a Parquet file of an earlier conversion with changed columns into `folder`.
    Edit {
        path: String,
        /// The table's name in SQL.
        name: String,
        edits: Vec<ColumnEdit>,
        folder: String,
    },
    /// Writes rows that a database returned as Parquet, in the types of their columns.
    WriteRows {
        /// The JSON of a [`QueryResult`].
        rows: String,
        path: String,
    },
    /// Extracts the content of a page, paper or feed.
    Read(ReadRequest),
    /// Runs one guarded SELECT over exactly these tables.
    Query {
        sql: String,
        tables: Vec<TableFile>,
        /// Further tables, of files that are read through the server.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        lakes: Vec<LakeTable>,
        limits: WorkerLimits,
    },
    /// Describes Parquet files that are read through the server.
    DescribeLake {
        /// The table's name in SQL.
        name: String,
        /// For the sample of rows.
        folder: String,
        limits: WorkerLimits,
    },
}

/// The bytes to read and their known metadata.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ReadRequest {
    pub path: String,
    /// As the server named it, with its parameters.
    pub content_type: Option<String>,
    /// The address of the bytes; for a file, its original name.
    pub url: Option<String>,
    /// Milliseconds after which no further page is started; the pages read so far are the answer.
    pub patience_ms: u64,
    /// Bytes of address space that the reading may take on top of the worker's own.
    pub memory_bytes: u64,
}

/// A Parquet file that a query may read, under its name in SQL.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TableFile {
    pub name: String,
    pub path: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct WorkerLimits {
    /// The maximum number of rows in an answer; further rows are only counted.
    pub max_rows: u64,
    /// Bytes that an answer's JSON may take.
    pub max_answer_bytes: u64,
    /// Bytes of the engine's memory pool.
    pub memory_bytes: u64,
    /// Columns that a table may have.
    pub max_columns: u64,
}

impl Default for WorkerLimits {
    fn default() -> Self {
        Self {
            max_rows: 10_000,
            max_answer_bytes: 16 << 20,
            memory_bytes: 256 << 20,
            max_columns: 2_000,
        }
    }
}

/// A message of a worker: one JSON object a line on its standard output, one per request; before it
/// may come lines of progress.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(
    tag = "response",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum WorkerResponse {
    /// Progress in a long file: the page, counted from 1, and the number of pages.
    Progress {
        page: u32,
        pages: u32,
    },
    Converted {
        tables: Vec<ConvertedTable>,
    },
    Written,
    Read {
        reading: Box<SourceContent>,
    },
    Result(QueryResult),
    Described(Box<LakeDescription>),
    /// Asks the server for objects; the request goes on.
    Call(ObjectCall),
    Failed(WorkerFailure),
}

/// One table that was found in a file: a CSV has one, a workbook one a sheet.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ConvertedTable {
    /// The title: the sheet's name, or the file's name without its extension.
    pub title: String,
    /// The Parquet file that was written.
    pub path: String,
    pub bytes: u64,
    pub profile: TableProfile,
    /// The Parquet file of the table before its repairs; none if nothing was repaired.
    #[serde(default)]
    pub original: Option<String>,
    /// The repairs.
    #[serde(default)]
    pub edits: Vec<ColumnEdit>,
    /// Notes on the conversion, a sentence each: rows that were padded, headers that were renamed.
    #[serde(default)]
    pub notes: Vec<String>,
}

/// Rows in the order of `columns`. Integers beyond 2^53 are strings; dates are `YYYY-MM-DD`,
/// date-times `YYYY-MM-DDTHH:MM:SS[.fff]`; what is not a number (NaN, infinities) is null.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "SourceRows")]
#[serde(rename_all = "camelCase")]
pub struct QueryResult {
    pub columns: Vec<ResultColumn>,
    #[schemars(extend("items" = {
        "type": "array",
        "items": { "type": ["string", "number", "boolean", "null"] },
    }))]
    pub rows: Vec<Vec<Value>>,
    /// How many rows the query gave, also those left out.
    pub row_count: u64,
    pub truncated: bool,
    pub took_ms: u64,
}

impl QueryResult {
    /// Leaves out the rows beyond so many, and beyond so many bytes.
    pub fn cut(&mut self, most_rows: usize, most_bytes: usize) {
        let kept = self.count_fitting(most_rows, most_bytes);
        if kept < self.rows.len() {
            self.rows.truncate(kept);
            self.truncated = true;
        }
    }

    /// How many of the first rows stay within both limits.
    pub fn count_fitting(&self, most_rows: usize, most_bytes: usize) -> usize {
        let mut bytes = 0;
        self.rows
            .iter()
            .take(most_rows)
            .take_while(|row| {
                bytes += row.iter().map(cell_bytes).sum::<usize>();
                bytes <= most_bytes
            })
            .count()
    }
}

fn cell_bytes(value: &Value) -> usize {
    match value {
        Value::String(text) => text.len() + 3,
        _ => 12,
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ResultColumn {
    pub name: String,
    #[serde(rename = "type")]
    pub column_type: ColumnType,
}

/// Why a request failed; `message` contains advice.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WorkerFailure {
    pub code: FailureCode,
    pub message: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FailureCode {
    /// Nothing in the file.
    SourceEmpty,
    /// Not a table of a kind that is read.
    SourceUnreadable,
    /// More columns or cells than the limits allow.
    SourceTooLarge,
    /// The SQL does not parse, or names what is not there.
    QueryInvalid,
    /// The guard does not let it through.
    QueryRefused,
    /// Over the memory or size limit.
    QueryTooLarge,
    /// Timed out; the caller killed the worker.
    QueryTimeout,
    /// The worker died.
    WorkerLost,
    /// The disk has no room for what is to be written.
    StorageFull,
}

/// Returns whether an error, or what caused it, is a disk, a quota or a limit of file sizes without room.
pub fn is_out_of_room(error: &(dyn Error + 'static)) -> bool {
    let mut cause = Some(error);
    while let Some(error) = cause {
        let kind = error.downcast_ref::<io::Error>().map(io::Error::kind);
        if matches!(
            kind,
            Some(
                io::ErrorKind::StorageFull
                    | io::ErrorKind::QuotaExceeded
                    | io::ErrorKind::FileTooLarge
            )
        ) {
            return true;
        }
        cause = error.source();
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn result_rows_are_limited_by_count_and_size() {
        let result = QueryResult {
            columns: Vec::new(),
            rows: vec![vec![Value::from("x".repeat(97))]; 10],
            row_count: 10,
            truncated: false,
            took_ms: 0,
        };
        assert_eq!(result.count_fitting(4, 10_000), 4);
        let mut cut = result.clone();
        cut.cut(10, 350);
        assert_eq!((cut.rows.len(), cut.truncated), (3, true));
        let mut whole = result;
        whole.cut(10, 10_000);
        assert_eq!((whole.rows.len(), whole.truncated), (10, false));
    }
}
