//! The conversation sent to a model: instructions, messages and tool results.

use std::sync::Arc;

use portolan_blocks::Block;
use portolan_chat::{JournaledStep, StepPart};
use serde_json::{Value, json};

use super::{
    TurnLimits, TurnRequest,
    described::{DETAILS, has_more, prompt_context},
    history,
    history::model_output,
    samples::Samples,
};
use crate::{
    LanguageModel, Message, ModelError, ModelErrorCode, ModelRequest, ProviderState, ToolCall,
    prompts::{Prompt, PromptError},
    tokens::MESSAGE_TOKENS,
    tools,
};

/// Steps whose results a model is always told whole: what it asked for last.
const WHOLE_STEPS: usize = 2;

/// The token limits of one call.
pub(super) struct Conversation<'a> {
    pub request: &'a TurnRequest,
    pub limits: &'a TurnLimits,
    pub journal: &'a [JournaledStep],
    /// The first rows of the tables.
    pub samples: &'a Samples,
    /// The blocks that the interrupted call before this one had closed.
    pub kept: &'a [Block],
    /// No tools any more: the model must answer.
    pub is_last: bool,
}

impl Conversation<'_> {
    /// Within the model's context. Where there is little room the tables are described in less
    /// detail, then what older steps gave is told in short; earlier turns get what is left. A call
    /// and its result are told together, or neither is.
    pub fn model_request(&self, model: &dyn LanguageModel) -> Result<ModelRequest, ModelError> {
        let has_more = has_more(self.request, DETAILS[0]);
        let all_tools = tools::tool_definitions(
            &self.request.documents,
            self.request.may_read_pages,
            has_more || self.request.tables.is_empty(),
        );
        let (tools, closed_tools) = if self.is_last {
            (Vec::new(), all_tools)
        } else {
            (all_tools, Vec::new())
        };
        let tools_tokens: u64 = tools
            .iter()
            .chain(&closed_tools)
            .map(|tool| model.count_tokens(&tool.parameters.to_string()) + MESSAGE_TOKENS)
            .sum();
        let card = model.card();
        let max_output_tokens = card.output_tokens;
        let room = card
            .context_tokens
            .saturating_sub(max_output_tokens + tools_tokens);
        let most_shortened = self.journal.len().saturating_sub(WHOLE_STEPS);
        let details = DETAILS.iter().map(|detail| (*detail, 0));
        let least = DETAILS[DETAILS.len() - 1];
        let shortened = (1..=most_shortened).map(|steps| (least, steps));
        let mut fixed = 0;
        for (detail, shortened) in details.chain(shortened) {
            let tables = prompt_context(self.request, self.samples, detail);
            let system = Message::System {
                text: self.instructions(tables)?,
            };
            let mut now = self.present_turn(shortened)?;
            fixed = message_tokens(model, &system)
                + now
                    .iter()
                    .map(|message| message_tokens(model, message))
                    .sum::<u64>();
            let Some(left) = room.checked_sub(fixed) else {
                continue;
            };
            let left = left.min(self.limits.history_tokens);
            let history = history::history_messages(model, &self.request.history, left);
            let history_tokens: u64 = history
                .iter()
                .map(|message| message_tokens(model, message))
                .sum();
            let mut messages = vec![system];
            messages.extend(history);
            messages.append(&mut now);
            return Ok(ModelRequest {
                messages,
                tools,
                closed_tools,
                max_output_tokens,
                input_tokens: tools_tokens + fixed + history_tokens,
                written_bytes: 0,
            });
        }
        Err(ModelError::new(
            ModelErrorCode::ContextTooLong,
            format!("{fixed} tokens without any history"),
        ))
    }

    /// The assistant's prompt, which a replay may exchange.
    fn instructions(&self, context: Value) -> Result<String, ModelError> {
        let record = self.request.record.as_ref();
        match record.and_then(|record| record.prompt.as_ref()) {
            Some(prompt) => prompt.render(context).map_err(prompt_failure),
            None => render_prompt(Prompt::Assistant, context),
        }
    }

    /// The present turn; of its first `shortened` steps only that they gave something.
    fn present_turn(&self, shortened: usize) -> Result<Vec<Message>, ModelError> {
        let mut now = vec![Message::User {
            text: self.request.message.text.clone(),
        }];
        for (index, step) in self.journal.iter().enumerate() {
            let mut messages = step_messages(step);
            if index < shortened {
                messages.iter_mut().for_each(shorten_message);
            }
            now.append(&mut messages);
        }
        if !self.kept.is_empty() {
            now.push(Message::Assistant {
                text: model_output(self.kept),
                calls: Vec::new(),
                state: None,
                chart: None,
            });
            now.push(Message::System {
                text: render_prompt(Prompt::Continue, json!({}))?,
            });
        }
        if self.is_last {
            now.push(Message::System {
                text: render_prompt(Prompt::LastStep, json!({}))?,
            });
        }
        Ok(now)
    }
}

/// A result's place is kept, since its call needs one; a query can still be drawn by its id.
fn shorten_message(message: &mut Message) {
    let Message::Tool { content, .. } = message else {
        return;
    };
    let told: Value = serde_json::from_str(content).unwrap_or_default();
    let mut short =
        json!({"note": "The rest is left out to save room; ask again for what you need."});
    for key in ["queryId", "rowCount", "error"] {
        if let Some(value) = told.get(key) {
            short[key] = value.clone();
        }
    }
    let short = short.to_string();
    if short.len() < content.len() {
        *content = short;
    }
}

pub(super) fn message_tokens(model: &dyn LanguageModel, message: &Message) -> u64 {
    MESSAGE_TOKENS
        + match message {
            Message::System { text } | Message::User { text } => model.count_tokens(text),
            Message::Assistant { text, calls, .. } => {
                let calls = calls.iter().map(|call| model.count_tokens(&call.arguments));
                model.count_tokens(text) + calls.sum::<u64>()
            }
            Message::Tool { content, .. } => model.count_tokens(content),
        }
}

fn step_messages(step: &JournaledStep) -> Vec<Message> {
    let mut said = String::new();
    let mut calls = Vec::new();
    let mut results = Vec::new();
    let mut returned = None;
    for part in &step.parts {
        match part {
            StepPart::Text { text } => said.push_str(text),
            StepPart::ProviderState { model, state } => {
                returned = Some(Arc::new(ProviderState {
                    model: model.clone(),
                    value: state.clone(),
                }));
            }
            StepPart::ToolCall {
                call_id,
                name,
                arguments,
            } => calls.push(ToolCall {
                id: call_id.clone(),
                name: name.clone(),
                arguments: sendable_arguments(arguments),
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
    let mut messages = vec![Message::Assistant {
        text: said,
        calls,
        state: returned,
        chart: None,
    }];
    messages.append(&mut results);
    messages
}

/// Endpoints refuse a conversation in which earlier arguments are no JSON.
fn sendable_arguments(arguments: &str) -> String {
    match serde_json::from_str::<Value>(arguments) {
        Ok(Value::Object(_)) => arguments.to_owned(),
        _ => "{}".to_owned(),
    }
}

fn render_prompt(prompt: Prompt, context: Value) -> Result<String, ModelError> {
    prompt.render(context).map_err(prompt_failure)
}

fn prompt_failure(error: PromptError) -> ModelError {
    ModelError::new(ModelErrorCode::Protocol, error.to_string())
}
