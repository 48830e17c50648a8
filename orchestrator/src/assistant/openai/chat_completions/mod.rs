//! Chat completions, the way to speak to a model that nearly every endpoint knows.

mod request;
mod wire;

pub(super) use request::request;
pub(super) use wire::Chunk;

use serde_json::Value;
use wire::{Delta, ToolCallDelta};

use super::call::{Call, TOOL_CALLS, protocol, reported_error};
use crate::assistant::{FinishReason, ModelError, ModelEvent, ToolCall};

impl Call {
    pub(super) fn take_chunk(&mut self, chunk: Chunk) -> Result<(), ModelError> {
        if let Some(error) = chunk.error.filter(|error| !error.is_null()) {
            return Err(reported_error(&error));
        }
        if let Some(usage) = chunk.usage.filter(Value::is_object) {
            self.usage = Some(usage);
        }
        let choices = chunk.choices.unwrap_or_default();
        for choice in choices.into_iter().filter(|choice| choice.index == 0) {
            if let Some(delta) = choice.delta {
                self.take_delta(delta)?;
            }
            if let Some(reason) = choice.finish_reason.filter(|reason| !reason.is_empty()) {
                self.finish = Some(match reason.as_str() {
                    "length" => FinishReason::Length,
                    "content_filter" => FinishReason::ContentFilter,
                    _ => FinishReason::Stop,
                });
            }
        }
        Ok(())
    }

    fn take_delta(&mut self, delta: Delta) -> Result<(), ModelError> {
        let some = |text: Option<String>| text.filter(|text| !text.is_empty());
        if let Some(text) = some(delta.reasoning_content).or(some(delta.reasoning)) {
            let text = self.admit(text);
            self.ready.push_back(ModelEvent::Thinking(text));
        }
        for text in [delta.content, delta.refusal].into_iter().filter_map(some) {
            let text = self.admit(text);
            self.ready.push_back(ModelEvent::Text(text));
        }
        for call in delta.tool_calls.unwrap_or_default() {
            self.take_tool_call(call)?;
        }
        Ok(())
    }

    /// Puts a piece of a tool call where its index says; without one, a new id begins a new call.
    fn take_tool_call(&mut self, delta: ToolCallDelta) -> Result<(), ModelError> {
        let id = delta.id.filter(|id| !id.is_empty());
        let index = delta.index.unwrap_or_else(|| {
            let is_new = id
                .as_ref()
                .is_some_and(|id| self.calls.last().is_none_or(|last| last.id != *id));
            self.calls.len() - usize::from(!is_new && !self.calls.is_empty())
        });
        if index >= TOOL_CALLS {
            return Err(protocol("more tool calls than an answer may hold"));
        }
        while self.calls.len() <= index {
            self.calls.push(ToolCall {
                id: String::new(),
                name: String::new(),
                arguments: String::new(),
            });
        }
        let function = delta.function.unwrap_or_default();
        let name = self.admit(function.name.unwrap_or_default());
        let arguments = self.admit(function.arguments.unwrap_or_default());
        let call = &mut self.calls[index];
        if let Some(id) = id {
            call.id = id;
        }
        call.name.push_str(&name);
        call.arguments.push_str(&arguments);
        Ok(())
    }
}
