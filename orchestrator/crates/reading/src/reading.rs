use std::collections::BTreeMap;

use portolan_documents::Format;
use serde::{Deserialize, Serialize};

use crate::Grid;

/// Bytes, and what is known of them.
#[derive(Clone, Copy, Debug)]
pub struct Input<'a> {
    pub bytes: &'a [u8],
    /// As the server named it, with its parameters.
    pub content_type: Option<&'a str>,
    /// Where the bytes were found, after all redirects.
    pub url: Option<&'a str>,
}

/// What was had from the bytes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Reading {
    pub kind: Kind,
    pub status: Status,
    /// What is missing, or what was done, in a sentence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    pub metadata: Metadata,
    /// The text and how it is written; None where there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<Text>,
    /// Tables of a page, in its order.
    pub tables: Vec<Grid>,
    /// Captions that a video's page offers, the best first.
    pub tracks: Vec<Track>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Text {
    pub text: String,
    pub format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
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

/// What the bytes say of themselves.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
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
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub other: BTreeMap<String, String>,
}

/// Captions that are at an address of their own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Track {
    pub url: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// Written by a machine that listened.
    pub is_automatic: bool,
}

/// Why there is nothing to read, in a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable(pub String);

impl Unreadable {
    pub fn new(message: impl Into<String>) -> Self {
        Self(message.into())
    }
}

impl Reading {
    pub(crate) fn of(kind: Kind) -> Self {
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

    pub(crate) fn is(mut self, status: Status, detail: impl Into<String>) -> Self {
        self.status = status;
        self.detail = Some(detail.into());
        self
    }
}

/// A text that is shown in lists: one line, not too long.
pub(crate) fn line(text: &str) -> Option<String> {
    const CHARACTERS: usize = 300;
    let line: String = text
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
        .chars()
        .take(CHARACTERS)
        .collect();
    (!line.is_empty()).then_some(line)
}
