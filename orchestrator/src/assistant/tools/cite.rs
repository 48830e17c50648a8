use portolan_blocks::{BlockContent, Locator};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use uuid::Uuid;

use super::{ToolError, ToolOutcome, ToolState, read};
use crate::assistant::ToolDefinition;

const TITLE_CHARACTERS: usize = 200;
const QUOTE_CHARACTERS: usize = 1_000;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Arguments {
    source_id: Uuid,
    title: Option<String>,
    #[serde(default)]
    locator: Locator,
}

pub(super) fn definition() -> ToolDefinition {
    ToolDefinition {
        name: "cite",
        description: "Adds a reference to a source and gives its number, to be written as [^1] in the text.",
        parameters: json!({
            "type": "object",
            "properties": {
                "sourceId": {"type": "string", "description": "As list_sources gives it."},
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
        }),
    }
}

pub(super) fn run(
    state: &mut ToolState,
    arguments: Map<String, Value>,
) -> Result<ToolOutcome, ToolError> {
    let arguments: Arguments = read(arguments)?;
    let Some(table) = state
        .tables
        .iter()
        .find(|table| table.source_id == arguments.source_id)
    else {
        return Err(ToolError::new(
            "there is no such source; take its sourceId from list_sources",
        ));
    };
    let mut locator = arguments.locator;
    if let Some(quote) = &mut locator.quote {
        *quote = quote.chars().take(QUOTE_CHARACTERS).collect();
    }
    let title = arguments
        .title
        .filter(|title| !title.trim().is_empty())
        .unwrap_or_else(|| table.title.clone());
    let url = table.url.clone();
    let place = (arguments.source_id, locator.clone());
    if let Some(position) = state.references.iter().position(|known| *known == place) {
        return Ok(told(position + 1));
    }
    state.references.push(place);
    let index = state.references.len();
    let mut outcome = told(index);
    outcome.blocks.push(BlockContent::Reference {
        index: u32::try_from(index).unwrap_or(u32::MAX),
        source_id: arguments.source_id,
        title: title.chars().take(TITLE_CHARACTERS).collect(),
        url,
        locator,
    });
    Ok(outcome)
}

fn told(index: usize) -> ToolOutcome {
    ToolOutcome::told(&json!({"index": index, "write": format!("[^{index}]")}))
}
