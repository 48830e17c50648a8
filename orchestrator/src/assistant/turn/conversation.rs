//! What a model is told: who it is, what was said, what its tools answered.

use std::sync::Arc;

use portolan_blocks::{Block, BlockContent, ChartBlock};
use portolan_charts::KINDS;
use portolan_chat::{JournaledStep, StepPart};
use serde_json::{Value, json};

use super::{PastTurn, SourceTable, TurnRequest};
use crate::assistant::{
    LanguageModel, Message, ModelError, ModelErrorCode, ModelRequest, ToolCall, prompts::Prompt,
    tokens::MESSAGE_TOKENS, tools,
};

/// Columns and values that the prompt describes; `profile` tells the rest.
const DESCRIBED_TABLES: usize = 20;
const DESCRIBED_COLUMNS: usize = 40;
const DESCRIBED_VALUES: usize = 5;
const VALUE_CHARACTERS: usize = 40;

/// What may be said in one call.
pub(super) struct Conversation<'a> {
    pub request: &'a TurnRequest,
    pub journal: &'a [JournaledStep],
    /// What the cut call before this one had closed.
    pub kept: &'a [Block],
    /// No tools any more: the model must answer.
    pub is_last: bool,
}

impl Conversation<'_> {
    /// Within the model's context: as much of the history as fits, the newest turns first.
    pub fn model_request(&self, model: &dyn LanguageModel) -> Result<ModelRequest, ModelError> {
        let tools = if self.is_last {
            Vec::new()
        } else {
            tools::definitions()
        };
        let system = Message::System {
            text: render(Prompt::Assistant, prompt_context(&self.request.tables))?,
        };
        let mut now = vec![Message::User {
            text: self.request.message.text.clone(),
        }];
        for step in self.journal {
            now.extend(step_messages(step));
        }
        if !self.kept.is_empty() {
            now.push(Message::Assistant {
                text: written(self.kept),
                calls: Vec::new(),
            });
            now.push(Message::System {
                text: render(Prompt::Continue, json!({}))?,
            });
        }
        if self.is_last {
            now.push(Message::System {
                text: render(Prompt::LastStep, json!({}))?,
            });
        }
        let card = model.card();
        let max_output_tokens = card.output_tokens;
        let mut room = card.context_tokens.saturating_sub(max_output_tokens);
        let tools_tokens: u64 = tools
            .iter()
            .map(|tool| model.count_tokens(&tool.parameters.to_string()) + MESSAGE_TOKENS)
            .sum();
        let fixed = tools_tokens
            + message_tokens(model, &system)
            + now
                .iter()
                .map(|message| message_tokens(model, message))
                .sum::<u64>();
        room = room.checked_sub(fixed).ok_or_else(|| {
            ModelError::new(
                ModelErrorCode::ContextTooLong,
                format!("{fixed} tokens without any history"),
            )
        })?;
        let mut messages = vec![system];
        messages.extend(history(model, &self.request.history, room));
        messages.append(&mut now);
        Ok(ModelRequest {
            messages,
            tools,
            max_output_tokens,
        })
    }
}

/// Tokens that `request` takes to read.
pub(super) fn input_tokens(model: &dyn LanguageModel, request: &ModelRequest) -> u64 {
    let tools: u64 = request
        .tools
        .iter()
        .map(|tool| model.count_tokens(&tool.parameters.to_string()) + MESSAGE_TOKENS)
        .sum();
    let messages: u64 = request
        .messages
        .iter()
        .map(|message| message_tokens(model, message))
        .sum();
    tools + messages
}

/// What a model wrote to make these blocks.
pub(super) fn written(blocks: &[Block]) -> String {
    let parts: Vec<String> = blocks.iter().filter_map(written_block).collect();
    parts.join("\n\n")
}

fn message_tokens(model: &dyn LanguageModel, message: &Message) -> u64 {
    MESSAGE_TOKENS
        + match message {
            Message::System { text } | Message::User { text } => model.count_tokens(text),
            Message::Assistant { text, calls } => {
                let calls = calls.iter().map(|call| model.count_tokens(&call.arguments));
                model.count_tokens(text) + calls.sum::<u64>()
            }
            Message::Tool { content, .. } => model.count_tokens(content),
        }
}

fn history(model: &dyn LanguageModel, turns: &[PastTurn], mut room: u64) -> Vec<Message> {
    let mut kept = Vec::new();
    for turn in turns.iter().rev() {
        let messages = [
            Message::User {
                text: turn.message.text.clone(),
            },
            Message::Assistant {
                text: written(&turn.blocks),
                calls: Vec::new(),
            },
        ];
        let tokens: u64 = messages
            .iter()
            .map(|message| message_tokens(model, message))
            .sum();
        let Some(left) = room.checked_sub(tokens) else {
            break;
        };
        room = left;
        kept.push(messages);
    }
    kept.into_iter().rev().flatten().collect()
}

fn step_messages(step: &JournaledStep) -> Vec<Message> {
    let mut said = String::new();
    let mut calls = Vec::new();
    let mut results = Vec::new();
    for part in &step.parts {
        match part {
            StepPart::Text { text } => said.push_str(text),
            StepPart::ToolCall {
                call_id,
                name,
                arguments,
            } => calls.push(ToolCall {
                id: call_id.clone(),
                name: name.clone(),
                arguments: sendable(arguments),
            }),
            StepPart::ToolResult {
                call_id,
                content,
                kept,
            } => results.push(Message::Tool {
                call_id: call_id.clone(),
                content: content.clone(),
                kept: kept.clone().map(Arc::new),
            }),
        }
    }
    let mut messages = vec![Message::Assistant { text: said, calls }];
    messages.append(&mut results);
    messages
}

/// Endpoints refuse a conversation in which earlier arguments are no JSON.
fn sendable(arguments: &str) -> String {
    match serde_json::from_str::<Value>(arguments) {
        Ok(Value::Object(_)) => arguments.to_owned(),
        _ => "{}".to_owned(),
    }
}

fn written_block(block: &Block) -> Option<String> {
    match &block.content {
        BlockContent::Text { markdown } => Some(markdown.clone()),
        BlockContent::Chart(chart) => Some(chart_directive(chart)),
        BlockContent::Reference { index, title, .. } => Some(format!("[^{index}]: {title}")),
        BlockContent::Error { message, .. } => Some(format!("({message})")),
        BlockContent::Thinking { .. }
        | BlockContent::Suggestion { .. }
        | BlockContent::Timestamp { .. } => None,
    }
}

/// A chart without its rows.
fn chart_directive(chart: &ChartBlock) -> String {
    let mut spec = chart.spec.clone();
    if let Value::Object(spec) = &mut spec {
        for key in ["$schema", "data", "autosize"] {
            spec.shift_remove(key);
        }
    }
    let body = json!({
        "kind": chart.kind,
        "title": chart.title,
        "sql": chart.query.as_ref().map(|query| &query.sql),
        "spec": spec,
    });
    format!(":::chart\n{body}\n:::")
}

fn prompt_context(tables: &[SourceTable]) -> Value {
    let kinds: Vec<Value> = KINDS
        .iter()
        .map(|kind| json!({"name": kind.name, "spec": kind.spec}))
        .collect();
    let tables: Vec<Value> = tables
        .iter()
        .take(DESCRIBED_TABLES)
        .map(described)
        .collect();
    json!({"kinds": kinds, "tables": tables})
}

fn described(table: &SourceTable) -> Value {
    let columns: Vec<Value> = table
        .profile
        .columns
        .iter()
        .take(DESCRIBED_COLUMNS)
        .map(|column| {
            let values: Vec<String> = column
                .values
                .iter()
                .take(DESCRIBED_VALUES)
                .map(|known| match &known.value {
                    Value::String(text) => text.chars().take(VALUE_CHARACTERS).collect(),
                    other => other.to_string(),
                })
                .collect();
            json!({"name": column.name, "type": column.column_type, "values": values})
        })
        .collect();
    json!({
        "name": table.profile.name,
        "title": table.title,
        "sourceId": table.source_id,
        "rowCount": table.profile.row_count,
        "columns": columns,
    })
}

fn render(prompt: Prompt, context: Value) -> Result<String, ModelError> {
    prompt
        .render(context)
        .map_err(|error| ModelError::new(ModelErrorCode::Protocol, error.to_string()))
}
