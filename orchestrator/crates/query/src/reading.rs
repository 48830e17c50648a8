//! The content of a page, a PDF or a feed: the types that the server and the readers share.

use portolan_documents::Format;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The content read from the bytes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SourceContent {
    pub kind: ContentKind,
    pub status: Status,
    /// The missing parts or the conversion, in a sentence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    pub metadata: Metadata,
    /// The text and how it is written; None if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<ReadText>,
    /// Tables of a page or a paper, in its order.
    pub tables: Vec<Grid>,
    /// Captions that a video's page offers, the best first.
    pub tracks: Vec<CaptionTrack>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReadText {
    pub text: String,
    pub format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ContentKind {
    Page,
    Video,
    Pdf,
    Feed,
    Document,
    Transcript,
    /// A file of rows; it is read as an upload is.
    Table,
}

/// How much of it could be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    Whole,
    Part,
    Blocked,
    Empty,
}

/// The metadata in the bytes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Metadata {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub author: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub site: Option<String>,
    /// As the page writes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub published: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub duration_ms: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pages: Option<u32>,
}

/// Captions that are at an address of their own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CaptionTrack {
    pub url: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// Written by a machine that listened.
    pub is_automatic: bool,
}

impl SourceContent {
    /// One of which all was had, and which holds nothing yet.
    pub fn of(kind: ContentKind) -> Self {
        Self {
            kind,
            status: Status::Whole,
            detail: None,
            metadata: Metadata::default(),
            text: None,
            tables: Vec::new(),
            tracks: Vec::new(),
        }
    }

    /// The same with another status, and the reason for it.
    pub fn is(mut self, status: Status, detail: impl Into<String>) -> Self {
        self.status = status;
        self.detail = Some(detail.into());
        self
    }
}

/// A table of a page: texts in rows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Grid {
    /// Its caption, or the heading above it.
    pub title: String,
    /// All equally long; the first names the columns.
    pub rows: Vec<Vec<String>>,
}

impl Grid {
    /// As a file of RFC 4180.
    pub fn to_csv(&self) -> String {
        let mut csv = String::new();
        for row in &self.rows {
            for (index, cell) in row.iter().enumerate() {
                if index > 0 {
                    csv.push(',');
                }
                csv.push('"');
                csv.push_str(&cell.replace('"', "\"\""));
                csv.push('"');
            }
            csv.push_str("\r\n");
        }
        csv
    }
}
