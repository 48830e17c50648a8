use std::sync::Arc;

use portolan_documents::{Document, Passage};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use uuid::Uuid;

use super::{ToolError, ToolOutcome, ToolState, read_arguments};
use crate::{SourceDocument, ToolDefinition};

/// The maximum length of one call's result.
const HITS: usize = 6;
const KEY_PASSAGES: usize = 6;
const FIGURES: usize = 16;
const EVENTS: usize = 40;
const SECTION_BYTES: usize = 10_000;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ReadDocumentArguments {
    source_id: Uuid,
    part: DocumentPart,
    query: Option<String>,
    heading: Option<String>,
    #[serde(default)]
    from: usize,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum DocumentPart {
    Outline,
    Search,
    Section,
    KeyPassages,
    Figures,
    Dates,
    Chapters,
}

pub(super) fn define_read_document() -> ToolDefinition {
    ToolDefinition {
        name: "read_document",
        description: "Reads a text source: its outline, the passages that a search finds, a section, or its key passages, figures, dates and chapters. Everything comes word for word, with its place.",
        parameters: Arc::new(json!({
            "type": "object",
            "properties": {
                "sourceId": {"type": "string", "description": "As list_sources gives it."},
                "part": {"enum": ["outline", "search", "section", "key_passages", "figures", "dates", "chapters"]},
                "query": {"type": "string", "description": "For search: the words to look for."},
                "heading": {"type": "string", "description": "For section: its heading; the whole text where it is left out."},
                "from": {"type": "integer", "minimum": 0, "description": "For section: the passage to go on from, as `next` said."},
            },
            "required": ["sourceId", "part"],
            "additionalProperties": false,
        })),
    }
}

pub(super) fn run_read_document(
    state: &ToolState,
    arguments: Map<String, Value>,
) -> Result<ToolOutcome, ToolError> {
    let arguments: ReadDocumentArguments = read_arguments(arguments)?;
    let source = find_document(state, arguments.source_id)?;
    let document = source.document().ok_or_else(|| {
        ToolError::new("this text cannot be read at the moment; say so, and answer without it")
    })?;
    let told = match arguments.part {
        DocumentPart::Outline => json!({
            "outline": document.outline(),
            "wordCount": document.word_count,
            "durationMs": document.duration_ms,
        }),
        DocumentPart::Search => search_document(document, arguments.query.as_deref())?,
        DocumentPart::Section => {
            read_section(document, arguments.heading.as_deref(), arguments.from)?
        }
        DocumentPart::KeyPassages => json!({"passages": key_passages(document)}),
        DocumentPart::Figures => json!({"figures": document.figures(FIGURES)}),
        DocumentPart::Dates => json!({"events": document.events(EVENTS)}),
        DocumentPart::Chapters => json!({"chapters": document.chapters()}),
    };
    Ok(ToolOutcome::from_content(&told))
}

fn find_document(state: &ToolState, source_id: Uuid) -> Result<&SourceDocument, ToolError> {
    let known = state
        .documents
        .iter()
        .find(|document| document.source_id == source_id);
    known.ok_or_else(|| {
        let is_table = state
            .tables
            .iter()
            .any(|table| table.source_id == source_id);
        ToolError::new(if is_table {
            "this source is a table: use profile and query"
        } else {
            "there is no such text; take its sourceId from the documents that list_sources gives"
        })
    })
}

fn search_document(document: &Document, query: Option<&str>) -> Result<Value, ToolError> {
    let query = query.filter(|query| !query.trim().is_empty());
    let query = query.ok_or_else(|| {
        ToolError::new("search needs `query`: the words to look for; call the tool again with it")
    })?;
    let found = document.search(query, HITS);
    let hits: Vec<Value> = found
        .hits
        .iter()
        .map(|hit| {
            json!({
                "quote": hit.quote,
                "coverage": (hit.coverage * 100.0).round() / 100.0,
                "score": (hit.score * 100.0).round() / 100.0,
                "headings": document.headings_of(hit.quote.passage),
            })
        })
        .collect();
    Ok(json!({"hits": hits, "missing": found.missing}))
}

/// The key passages, each with the headings that it stands under.
fn key_passages(document: &Document) -> Vec<Value> {
    let quotes = document.key_passages(KEY_PASSAGES).into_iter();
    quotes
        .map(|quote| {
            let mut told = json!(quote);
            told["headings"] = json!(document.headings_of(quote.passage));
            told
        })
        .collect()
}

/// A section's passages from `from` on, as many as fit.
fn read_section(
    document: &Document,
    heading: Option<&str>,
    from: usize,
) -> Result<Value, ToolError> {
    let passages = match heading.filter(|heading| !heading.trim().is_empty()) {
        None => 0..document.passages.len(),
        Some(heading) => document
            .section(heading)
            .map(|section| section.passages.clone())
            .ok_or_else(|| {
                ToolError::new(format!(
                    "there is no section `{heading}`; take a heading from the outline, or leave it out"
                ))
            })?,
    };
    let start = from.max(passages.start);
    let mut bytes = 0;
    let rest = document
        .passages
        .get(start..passages.end)
        .unwrap_or_default();
    let fits = |passage: &&Passage| {
        bytes += passage.text.len();
        bytes <= SECTION_BYTES
    };
    let shown: Vec<Value> = rest
        .iter()
        .take_while(fits)
        .map(|passage| json!({"text": passage.text, "line": passage.line, "page": passage.page, "startMs": passage.start_ms}))
        .collect();
    let next = start + shown.len();
    let mut told = json!({"passages": shown});
    if next < passages.end {
        told["next"] = json!(next);
    }
    Ok(told)
}
