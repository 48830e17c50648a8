//! Chat completions, the way to speak to a model that nearly every endpoint knows.

mod request;
mod wire;

pub(super) use request::{RequestForm, returned_state};
#[cfg(test)]
pub(super) use wire::ToolCallDelta;
pub(super) use wire::{Chunk, ToolCallPiece};

use wire::Delta;

use super::{
    assembly::TooManyCalls,
    call::{Call, protocol_error},
    refusal::reported_error,
};
use crate::{FinishReason, ModelError};

impl Call {
    pub(super) fn take_chunk(&mut self, chunk: Chunk) -> Result<(), ModelError> {
        if let Some(error) = chunk.error.filter(|error| !error.is_null()) {
            return Err(reported_error(&error));
        }
        let of_groq = chunk.x_groq.map(|mut fields| fields["usage"].take());
        let mut usage = [chunk.usage, of_groq].into_iter().flatten();
        if let Some(usage) = usage.find(|usage| usage.is_object()) {
            self.usage = Some(usage);
        }
        let choices = chunk.choices.unwrap_or_default();
        for choice in choices.into_iter().filter(|choice| choice.index == 0) {
            for delta in [choice.delta, choice.message].into_iter().flatten() {
                self.take_delta(delta)?;
            }
            if let Some(reason) = choice.finish_reason.filter(|reason| !reason.is_empty()) {
                self.finish = Some(match reason.as_str() {
                    "length" | "max_tokens" | "model_length" => FinishReason::Length,
                    "content_filter" | "safety" => FinishReason::ContentFilter,
                    "error" => {
                        return Err(protocol_error(
                            "the provider ended the answer with an error",
                        ));
                    }
                    _ => FinishReason::Stop,
                });
            }
        }
        Ok(())
    }

    fn take_delta(&mut self, delta: Delta) -> Result<(), ModelError> {
        let (thought, said) = delta.texts();
        if !thought.is_empty() {
            self.think_text(thought);
        }
        self.reasoning_details
            .extend(delta.reasoning_details.unwrap_or_default());
        if !said.is_empty() {
            self.say_text(said);
        }
        for call in delta.tool_calls.unwrap_or_default() {
            let mut piece = ToolCallPiece::of(call);
            piece.name = self.admit_text(piece.name);
            piece.arguments = self.admit_text(piece.arguments);
            self.calls.push_piece(piece).map_err(|TooManyCalls| {
                protocol_error("more tool calls than an answer may hold")
            })?;
        }
        Ok(())
    }
}
