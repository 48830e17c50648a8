//! Decides when a turn has its answer.

use portolan_blocks::{Block, BlockContent, TurnError};
use portolan_chat::{JournaledStep, StepPart};
use serde_json::Value;

/// Tools that show something beside the answer. The model needs nothing of their results; those of
/// all other tools it has yet to use.
const SHOWING_TOOLS: [&str; 3] = ["draw_chart", "cite", "suggest"];

/// Returns whether the model has said all: it calls nothing, or it ends its text with suggestions and all
/// that it showed beside them was shown.
pub(super) fn is_final(parts: &[StepPart]) -> bool {
    if tool_calls(parts).next().is_none() {
        return true;
    }
    has_text(parts)
        && tool_calls(parts).any(|name| name == "suggest")
        && !awaits_results(parts)
        && !has_failed(parts)
}

/// Returns whether a tool reported an error, which the model has to answer.
fn has_failed(parts: &[StepPart]) -> bool {
    parts.iter().any(|part| match part {
        StepPart::ToolResult { content, .. } => {
            let told: Value = serde_json::from_str(content).unwrap_or_default();
            told.get("error").is_some()
        }
        _ => false,
    })
}

/// Returns whether a step calls a tool whose result the model has yet to use: text beside such a
/// call announces work, and is no answer.
pub(super) fn awaits_results(parts: &[StepPart]) -> bool {
    tool_calls(parts).any(|name| !SHOWING_TOOLS.contains(&name))
}

/// Returns whether blocks hold something that answers: text or a chart.
pub(super) fn shows_answer(blocks: &[Block]) -> bool {
    blocks.iter().any(|block| {
        matches!(
            block.content,
            BlockContent::Text { .. } | BlockContent::Chart(_)
        )
    })
}

/// Returns whether a turn that is resumed has its answer already. `closed` are the blocks of the
/// journal's steps.
pub(super) fn is_answered(journal: &[JournaledStep], closed: &[Block], is_over: bool) -> bool {
    match journal.last() {
        None => false,
        Some(last) if awaits_results(&last.parts) => is_over && has_text(&last.parts),
        Some(_) => shows_answer(closed),
    }
}

/// Returns the error of a turn that ends without an answer.
pub(super) fn report_missing_answer() -> TurnError {
    TurnError {
        code: "no_answer".into(),
        message: "The model ended without writing an answer. Try again, or choose another model."
            .into(),
        retryable: true,
    }
}

fn tool_calls(parts: &[StepPart]) -> impl Iterator<Item = &str> {
    parts.iter().filter_map(|part| match part {
        StepPart::ToolCall { name, .. } => Some(name.as_str()),
        StepPart::Text { .. } | StepPart::ToolResult { .. } | StepPart::ProviderState { .. } => {
            None
        }
    })
}

fn has_text(parts: &[StepPart]) -> bool {
    parts
        .iter()
        .any(|part| matches!(part, StepPart::Text { text } if !text.trim().is_empty()))
}
