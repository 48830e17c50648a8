use std::sync::Arc;

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::{ToolError, ToolOutcome, ToolState, read_arguments};
use crate::{SourceDocument, ToolDefinition, UnreadSource};

/// Columns that are named of each table; `profile` has them all.
const COLUMNS: usize = 60;
/// Headings that are named of each text; `read_document` has the outline.
const HEADINGS: usize = 20;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ListSourcesArguments {}

pub(super) fn define_list_sources() -> ToolDefinition {
    ToolDefinition {
        name: "list_sources",
        description: "Lists the tables that may be queried, with their columns and how many rows they have, and the texts that may be read.",
        parameters: Arc::new(
            json!({"type": "object", "properties": {}, "additionalProperties": false}),
        ),
    }
}

pub(super) fn run_list_sources(
    state: &ToolState,
    arguments: Map<String, Value>,
) -> Result<ToolOutcome, ToolError> {
    read_arguments::<ListSourcesArguments>(arguments)?;
    let tables: Vec<Value> = state
        .tables
        .iter()
        .map(|table| {
            let columns: Vec<Value> = table
                .profile
                .columns
                .iter()
                .take(COLUMNS)
                .map(|column| json!({"name": column.name, "type": column.column_type}))
                .collect();
            json!({
                "name": table.profile.name,
                "title": table.title,
                "sourceId": table.source_id,
                "rowCount": table.profile.row_count,
                "columnCount": table.profile.columns.len(),
                "columns": columns,
            })
        })
        .collect();
    let documents: Vec<Value> = state.documents.iter().map(describe_document).collect();
    let mut told = json!({"tables": tables, "documents": documents});
    if !state.unread.is_empty() {
        let unread = state.unread.iter().map(described_unread);
        told["unread"] = unread.collect();
    }
    Ok(ToolOutcome::from_content(&told))
}

/// Describes a source that couldn't be read, with the reason.
pub(crate) fn described_unread(source: &UnreadSource) -> Value {
    json!({"title": source.title, "url": source.url, "why": source.detail})
}

/// Describes a text for models, here and in their prompt.
pub(crate) fn describe_document(document: &SourceDocument) -> Value {
    let profile = &document.profile;
    let headings: Vec<&str> = profile
        .sections
        .iter()
        .take(HEADINGS)
        .map(|section| section.heading.as_str())
        .collect();
    json!({
        "sourceId": document.source_id,
        "title": document.title,
        "heading": profile.title,
        "kind": if profile.format.is_transcript() { "transcript" } else { "document" },
        "language": profile.language,
        "wordCount": profile.word_count,
        "durationMs": profile.duration_ms,
        "url": document.url,
        "headings": headings,
    })
}
