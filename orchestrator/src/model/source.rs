use chrono::{DateTime, Utc};
use portolan_query::TableProfile;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Something that questions are asked about: a table, a page, a document.
#[derive(Clone, Debug, PartialEq)]
pub struct Source {
    pub id: Uuid,
    pub user_id: Uuid,
    pub name: String,
    /// What it was: `csv`, `json`, `parquet`, `xlsx`, `text`, `page` …
    pub kind: String,
    pub status: SourceStatus,
    /// Why it is not whole, or what was done to read it.
    pub detail: Option<String>,
    /// The table's name in SQL.
    pub sql_name: String,
    /// Where its Parquet file lies in the object store; None for sources without rows.
    pub object_path: Option<String>,
    pub bytes: u64,
    pub row_count: Option<u64>,
    pub profile: Option<TableProfile>,
    /// Of what was uploaded: SHA-256 in hexadecimal.
    pub content_hash: String,
    pub url: Option<String>,
    pub created_at: DateTime<Utc>,
}

/// How much of it could be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SourceStatus {
    Whole,
    Part,
    Blocked,
    Empty,
}
