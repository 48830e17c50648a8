use std::sync::Arc;

use portolan_domain::find_links;
use serde::Deserialize;
use serde_json::{Value, json};
use url::Url;

use super::{ToolError, ToolOutcome, ToolState, list_sources, read_arguments};
use crate::{ReadPage, ToolCall, ToolDefinition};

/// Pages that one turn may read.
const MOST_PAGES: usize = 8;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ReadPageArguments {
    url: String,
}

pub(super) fn define_read_page() -> ToolDefinition {
    ToolDefinition {
        name: "read_page",
        description: "Reads a page, a paper or a file of the web and makes it a source. Only addresses that the person wrote or that stand in a source; never one of your own.",
        parameters: Arc::new(json!({
            "type": "object",
            "properties": {
                "url": {"type": "string", "description": "As it was written, with https:// or http://."},
            },
            "required": ["url"],
            "additionalProperties": false,
        })),
    }
}

/// The address that a call asks for, where this turn may read it.
pub(crate) async fn page_to_read(state: &mut ToolState, call: &ToolCall) -> Result<Url, ToolError> {
    let ReadPageArguments { url } = read_arguments(super::parse_arguments(&call.arguments)?)?;
    let url = find_links(&url).into_iter().next().ok_or_else(|| {
        ToolError::new(
            "this is no address of a page; give one that begins with https:// or http://",
        )
    })?;
    if let Some(title) = known_title(state, &url) {
        return Err(ToolError::new(format!(
            "this page is a source already: “{title}”; list_sources names it"
        )));
    }
    if !is_given(state, &url).await {
        return Err(ToolError::new(
            "neither the person nor a source gave this address, so it may not be read; ask the person for it",
        ));
    }
    if state.pages_read == MOST_PAGES {
        return Err(ToolError::new(format!(
            "one answer reads at most {MOST_PAGES} pages; answer from those that were read"
        )));
    }
    state.pages_read += 1;
    Ok(url)
}

/// Returns the result for the model about a page that is now a source.
pub(crate) fn page_was_read(page: &ReadPage) -> ToolOutcome {
    let tables: Vec<Value> = page
        .tables
        .iter()
        .map(|table| {
            json!({
                "name": table.profile.name,
                "title": table.title,
                "sourceId": table.source_id,
                "rowCount": table.profile.row_count,
            })
        })
        .collect();
    let documents = page.documents.iter().map(list_sources::describe_document);
    let mut told = json!({"tables": tables, "documents": documents.collect::<Vec<_>>()});
    if !page.unread.is_empty() {
        told["unread"] = page
            .unread
            .iter()
            .map(list_sources::described_unread)
            .collect();
    }
    if let Some(detail) = &page.detail {
        told["note"] = json!(detail);
    }
    ToolOutcome::from_content(&told)
}

/// The title of the source that this page is.
fn known_title(state: &ToolState, url: &Url) -> Option<String> {
    let address = Some(url.as_str());
    let tables = state.tables.iter().map(|table| (&table.url, &table.title));
    let documents = state.documents.iter();
    let documents = documents.map(|document| (&document.url, &document.title));
    let mut all = tables.chain(documents);
    all.find(|(known, _)| known.as_deref() == address)
        .map(|(_, title)| title.clone())
}

/// Returns whether the user wrote the address, or a text has it. The rows of a query prove nothing: the model
/// wrote the query.
async fn is_given(state: &ToolState, url: &Url) -> bool {
    if state.given.contains(url) {
        return true;
    }
    for document in &state.documents {
        if document.has_link(url).await {
            return true;
        }
    }
    false
}
