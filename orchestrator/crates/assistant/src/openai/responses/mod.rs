//! The Responses API, the second of the two ways to speak to a model.

mod request;
mod wire;

pub(super) use request::response_request;
pub(super) use wire::ResponseEvent;

use wire::OutputItem;

use super::{
    assembly::TooManyCalls,
    call::{Call, protocol_error},
    chat_completions::ToolCallPiece,
    refusal::reported_error,
};
use crate::{FinishReason, ModelError};

impl Call {
    pub(super) fn take_response_event(&mut self, event: ResponseEvent) -> Result<(), ModelError> {
        match event {
            ResponseEvent::Text { delta } => self.say_text(delta),
            ResponseEvent::Thinking { delta } => self.think_text(delta),
            ResponseEvent::ThinkingPart { summary_index: 0 } => {}
            ResponseEvent::ThinkingPart { .. } => self.think_text("\n\n".into()),
            ResponseEvent::ItemDone { item } => self.take_item(item)?,
            ResponseEvent::Completed { response } => {
                self.usage = response.usage.filter(serde_json::Value::is_object);
                self.finish = Some(FinishReason::Stop);
            }
            ResponseEvent::Incomplete { response } => {
                let reason = response
                    .incomplete_details
                    .and_then(|details| details.reason);
                self.usage = response.usage.filter(serde_json::Value::is_object);
                self.finish = Some(match reason.as_deref() {
                    Some("content_filter") => FinishReason::ContentFilter,
                    _ => FinishReason::Length,
                });
            }
            ResponseEvent::Failed { response } => {
                return Err(reported_error(&response.error.unwrap_or_default()));
            }
            ResponseEvent::Error {
                code,
                message,
                error,
            } => {
                let error = error.filter(|error| error.is_object());
                let flat = serde_json::json!({"code": code, "message": message});
                return Err(reported_error(&error.unwrap_or(flat)));
            }
            ResponseEvent::Other => {}
        }
        Ok(())
    }

    /// A whole call; the pieces of its arguments that came before are not needed.
    fn take_item(&mut self, item: OutputItem) -> Result<(), ModelError> {
        if item.kind != "function_call" {
            return Ok(());
        }
        let piece = ToolCallPiece {
            index: None,
            id: item.call_id.or(item.id).unwrap_or_default(),
            name: self.admit_text(item.name.unwrap_or_default()),
            arguments: self.admit_text(item.arguments.unwrap_or_default()),
            extra: None,
        };
        self.calls
            .push_piece(piece)
            .map_err(|TooManyCalls| protocol_error("more tool calls than an answer may hold"))
    }
}
