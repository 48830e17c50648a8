use std::sync::Arc;

use portolan_blocks::{BlockContent, Locator};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use uuid::Uuid;

use super::{ToolError, ToolOutcome, ToolState, read_arguments};
use crate::ToolDefinition;

const TITLE_CHARACTERS: usize = 200;
const QUOTE_CHARACTERS: usize = 1_000;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct CiteArguments {
    source_id: Uuid,
    title: Option<String>,
    #[serde(default)]
    locator: Locator,
}

pub(super) fn define_cite() -> ToolDefinition {
    ToolDefinition {
        name: "cite",
        description: "Adds a reference to a source and gives its number, to be written as [^1] in the text.",
        parameters: Arc::new(json!({
            "type": "object",
            "properties": {
                "sourceId": {"type": "string", "description": "The source's sourceId."},
                "title": {"type": "string", "description": "What is referred to; the source's title where it is left out."},
                "locator": {
                    "type": "object",
                    "description": "The place in the source; empty for the whole.",
                    "properties": {
                        "page": {"type": "integer", "minimum": 1},
                        "rowRange": {
                            "type": "object",
                            "properties": {"start": {"type": "integer"}, "end": {"type": "integer"}},
                            "required": ["start", "end"],
                        },
                        "startMs": {"type": "integer", "minimum": 0},
                        "quote": {"type": "string"},
                    },
                },
            },
            "required": ["sourceId"],
            "additionalProperties": false,
        })),
    }
}

pub(super) fn run_cite(
    state: &mut ToolState,
    arguments: Map<String, Value>,
) -> Result<ToolOutcome, ToolError> {
    let arguments: CiteArguments = read_arguments(arguments)?;
    let Some((source_title, url)) = state.find_source(arguments.source_id) else {
        return Err(ToolError::new(
            "there is no such source; take its sourceId from list_sources",
        ));
    };
    let mut locator = arguments.locator;
    if let Some(quote) = &mut locator.quote {
        *quote = quote.chars().take(QUOTE_CHARACTERS).collect();
        if !stands_there(state, arguments.source_id, quote) {
            return Err(ToolError::new(
                "this quote does not stand in the text; quote word for word what read_document gave, or leave the quote out",
            ));
        }
    }
    let title = arguments
        .title
        .filter(|title| !title.trim().is_empty())
        .unwrap_or_else(|| source_title.to_owned());
    let url = url.map(str::to_owned);
    let place = (arguments.source_id, locator.clone());
    if let Some(position) = state.references.iter().position(|known| *known == place) {
        return Ok(cited_outcome(position + 1));
    }
    state.references.push(place);
    let index = state.references.len();
    let mut outcome = cited_outcome(index);
    outcome.blocks.push(BlockContent::Reference {
        index: u32::try_from(index).unwrap_or(u32::MAX),
        source_id: arguments.source_id,
        title: title.chars().take(TITLE_CHARACTERS).collect(),
        url,
        locator,
    });
    Ok(outcome)
}

/// Returns whether a text has the quote, blanks aside; nothing is said of a text that was not read.
fn stands_there(state: &ToolState, source_id: Uuid, quote: &str) -> bool {
    let mut documents = state.documents.iter();
    let source = documents.find(|document| document.source_id == source_id);
    source
        .and_then(|source| source.document())
        .is_none_or(|document| document.has_quote(quote))
}

fn cited_outcome(index: usize) -> ToolOutcome {
    ToolOutcome::from_content(&json!({"index": index, "write": format!("[^{index}]")}))
}
