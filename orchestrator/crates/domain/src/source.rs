use chrono::{DateTime, Utc};
use portolan_documents::DocumentProfile;
use portolan_query::{TableProfile, reading::Metadata};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{SourceWords, TableOriginal};

/// Something that questions are asked about: a table, a page, a document.
#[derive(Clone, Debug, PartialEq)]
pub struct Source {
    pub id: Uuid,
    pub user_id: Uuid,
    pub name: String,
    /// The original format: `csv`, `json`, `parquet`, `xlsx` …; a text is a `document` or a `transcript`.
    pub kind: String,
    pub status: SourceStatus,
    /// Why the source is incomplete, or how it was read.
    pub detail: Option<String>,
    /// The table's name in SQL; empty if there is none.
    pub sql_name: String,
    /// The key of its Parquet file or its UTF-8 text in the object store.
    pub object_path: Option<String>,
    pub bytes: u64,
    pub row_count: Option<u64>,
    /// Of a table.
    pub profile: Option<TableProfile>,
    /// Words that mean the table's columns; None for texts, and for tables of before words were kept.
    pub words: Option<SourceWords>,
    /// The table before its edits; None if it has none.
    pub original: Option<TableOriginal>,
    /// Of a text.
    pub document: Option<DocumentProfile>,
    /// The metadata of a page or a PDF.
    pub metadata: Option<Metadata>,
    /// SHA-256 of the uploaded file, in hexadecimal.
    pub content_hash: String,
    pub url: Option<String>,
    pub created_at: DateTime<Utc>,
}

/// How much of it could be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum SourceStatus {
    /// An address that a turn will read.
    Reading,
    Whole,
    Part,
    Blocked,
    Empty,
}

impl Source {
    /// Returns the keys of its files in the object store.
    pub fn object_paths(&self) -> Vec<&str> {
        let original = self.original.as_ref().map(|original| &original.object_path);
        let paths = self.object_path.iter().chain(original);
        paths.map(String::as_str).collect()
    }
}
