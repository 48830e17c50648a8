use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{document::Document, format::Format, language::Language};

/// The stored profile of a document, beside its text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DocumentProfile {
    pub format: Format,
    pub title: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<Language>,
    pub word_count: u64,
    pub passage_count: u64,
    pub section_count: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub duration_ms: Option<u64>,
    /// In reading order; of a document with very many the first.
    pub sections: Vec<SectionProfile>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SectionProfile {
    pub heading: String,
    pub level: u8,
    /// From 1.
    pub line: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start_ms: Option<u64>,
}

/// Sections that a profile names.
const SECTIONS: usize = 200;
const HEADING_CHARACTERS: usize = 200;
const TITLE_CHARACTERS: usize = 200;

impl From<&Document> for DocumentProfile {
    fn from(document: &Document) -> Self {
        let sections = document.all_sections();
        Self {
            format: document.format,
            title: document.title.chars().take(TITLE_CHARACTERS).collect(),
            language: document.language,
            word_count: document.word_count,
            passage_count: document.passages.len() as u64,
            section_count: sections.len() as u64,
            duration_ms: document.duration_ms,
            sections: sections
                .into_iter()
                .take(SECTIONS)
                .map(|section| SectionProfile {
                    heading: section.heading.chars().take(HEADING_CHARACTERS).collect(),
                    level: section.level,
                    line: section.line as u64,
                    start_ms: section.start_ms,
                })
                .collect(),
        }
    }
}
