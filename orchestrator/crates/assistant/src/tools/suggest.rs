use std::sync::Arc;

use portolan_blocks::BlockContent;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::{ToolError, ToolOutcome, read_arguments};
use crate::ToolDefinition;

const MOST: usize = 4;
const LABEL_CHARACTERS: usize = 80;
const PROMPT_CHARACTERS: usize = 1_000;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SuggestArguments {
    suggestions: Vec<Suggestion>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Suggestion {
    label: String,
    prompt: String,
}

pub(super) fn define_suggest() -> ToolDefinition {
    ToolDefinition {
        name: "suggest",
        description: "Offers next questions, shown below the answer; a click sends the prompt.",
        parameters: Arc::new(json!({
            "type": "object",
            "properties": {
                "suggestions": {
                    "type": "array", "minItems": 1, "maxItems": MOST,
                    "items": {
                        "type": "object",
                        "properties": {
                            "label": {"type": "string", "description": "A few words."},
                            "prompt": {"type": "string", "description": "The whole question."},
                        },
                        "required": ["label", "prompt"],
                        "additionalProperties": false,
                    },
                },
            },
            "required": ["suggestions"],
            "additionalProperties": false,
        })),
    }
}

pub(super) fn run_suggest(arguments: Map<String, Value>) -> Result<ToolOutcome, ToolError> {
    suggestion_blocks(read_arguments::<SuggestArguments>(arguments)?.suggestions)
}

pub(super) fn run_one(body: Map<String, Value>) -> Result<ToolOutcome, ToolError> {
    suggestion_blocks(vec![read_arguments(body)?])
}

fn suggestion_blocks(suggestions: Vec<Suggestion>) -> Result<ToolOutcome, ToolError> {
    let fits = |suggestion: &Suggestion| {
        let length = |text: &str| text.trim().chars().count();
        (1..=LABEL_CHARACTERS).contains(&length(&suggestion.label))
            && (1..=PROMPT_CHARACTERS).contains(&length(&suggestion.prompt))
    };
    if suggestions.is_empty() || suggestions.len() > MOST || !suggestions.iter().all(fits) {
        return Err(ToolError::new(format!(
            "give 1 to {MOST} suggestions, each with a label of at most {LABEL_CHARACTERS} characters and a prompt"
        )));
    }
    let mut outcome = ToolOutcome::from_content(&json!({"shown": suggestions.len()}));
    outcome.blocks = suggestions
        .into_iter()
        .map(|suggestion| BlockContent::Suggestion {
            label: suggestion.label.trim().into(),
            prompt: suggestion.prompt.trim().into(),
        })
        .collect();
    Ok(outcome)
}
