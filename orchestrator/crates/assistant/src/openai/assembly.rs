//! Assembles tool calls from the pieces that providers stream, whichever way they mark them.

use serde_json::{Map, Value};

use super::{call::TOOL_CALLS, chat_completions::ToolCallPiece};
use crate::ToolDefinition;

/// Calls under way, in the order in which they began.
#[derive(Debug, Default)]
pub(super) struct Assembly {
    pub calls: Vec<PartialCall>,
}

#[derive(Debug, Default)]
pub(super) struct PartialCall {
    pub id: String,
    pub name: String,
    pub arguments: String,
    index: Option<u64>,
    /// Opaque data that the provider expects back with the call, such as a reasoning signature.
    pub extra: Option<Value>,
}

/// More calls began than one answer may hold.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct TooManyCalls;

impl Assembly {
    /// Adds a piece to the call that it belongs to, or begins one.
    pub fn push_piece(&mut self, piece: ToolCallPiece) -> Result<(), TooManyCalls> {
        let position = match self.position_of(&piece) {
            Some(position) => position,
            None if self.calls.len() >= TOOL_CALLS => return Err(TooManyCalls),
            None => {
                self.calls.push(PartialCall {
                    index: piece.index,
                    ..PartialCall::default()
                });
                self.calls.len() - 1
            }
        };
        let call = &mut self.calls[position];
        if call.id.is_empty() {
            call.id = piece.id;
        }
        // Some repeat the name in every piece, some stream it in pieces.
        if call.name != piece.name {
            call.name.push_str(&piece.name);
        }
        call.arguments.push_str(&piece.arguments);
        call.extra = piece.extra.or(call.extra.take());
        Ok(())
    }

    /// Adds a whole call that was written as text.
    pub fn add_written(&mut self, name: String, arguments: String) {
        if self.calls.len() < TOOL_CALLS {
            self.calls.push(PartialCall {
                name,
                arguments,
                ..PartialCall::default()
            });
        }
    }

    /// Returns the call that a piece continues. Matched by id, then by index unless all calls share it, then
    /// by order.
    fn position_of(&self, piece: &ToolCallPiece) -> Option<usize> {
        if !piece.id.is_empty()
            && let Some(known) = self.calls.iter().rposition(|call| call.id == piece.id)
        {
            return Some(known);
        }
        let last = match piece.index {
            Some(_) => self
                .calls
                .iter()
                .rposition(|call| call.index == piece.index)?,
            None => self.calls.len().checked_sub(1)?,
        };
        let call = &self.calls[last];
        let has_other_id = !piece.id.is_empty() && !call.id.is_empty();
        let begins_anew = !piece.name.is_empty()
            && !call.name.is_empty()
            && is_object(&call.arguments)
            && (!piece.arguments.is_empty() || piece.name != call.name);
        (!has_other_id && !begins_anew).then_some(last)
    }
}

fn is_object(arguments: &str) -> bool {
    matches!(serde_json::from_str(arguments), Ok(Value::Object(_)))
}

/// Returns arguments as tools read them: an object that came as text, and fields whose schema is an
/// object or a list but that were written as text, are parsed. Anything else stays as it was written.
pub(super) fn repair_arguments(arguments: String, tool: Option<&ToolDefinition>) -> String {
    let object = match serde_json::from_str(&arguments) {
        Ok(Value::Object(object)) => object,
        Ok(Value::String(text)) => match serde_json::from_str(&text) {
            Ok(Value::Object(object)) => object,
            _ => return arguments,
        },
        _ => return arguments,
    };
    let fields = tool.map(|tool| &tool.parameters["properties"]);
    let repaired: Map<String, Value> = object
        .into_iter()
        .map(|(name, value)| {
            let kind = fields.and_then(|fields| fields[&name]["type"].as_str());
            let value = match (kind, value) {
                (Some(kind @ ("object" | "array")), Value::String(text)) => {
                    parse_as(kind, &text).unwrap_or(Value::String(text))
                }
                (_, value) => value,
            };
            (name, value)
        })
        .collect();
    Value::Object(repaired).to_string()
}

fn parse_as(kind: &str, text: &str) -> Option<Value> {
    let value: Value = serde_json::from_str(text).ok()?;
    let fits = if kind == "object" {
        value.is_object()
    } else {
        value.is_array()
    };
    fits.then_some(value)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{super::chat_completions::ToolCallDelta, *};

    fn assemble_calls(pieces: &[Value]) -> Vec<(String, String, String)> {
        let mut assembly = Assembly::default();
        for piece in pieces {
            let piece: ToolCallDelta = serde_json::from_value(piece.clone()).unwrap();
            assembly.push_piece(ToolCallPiece::of(piece)).unwrap();
        }
        let calls = assembly.calls.into_iter();
        calls
            .map(|call| (call.id, call.name, call.arguments))
            .collect()
    }

    fn piece_of(index: Value, id: &str, name: &str, arguments: Value) -> Value {
        json!({"index": index, "id": id, "function": {"name": name, "arguments": arguments}})
    }

    fn call_of(id: &str, name: &str, arguments: &str) -> (String, String, String) {
        (id.into(), name.into(), arguments.into())
    }

    #[test]
    fn tool_call_pieces_are_joined_by_index_id_and_order() {
        let two = [
            call_of("a", "query", r#"{"x":1}"#),
            call_of("b", "query", r#"{"x":2}"#),
        ];
        let by_index = [
            piece_of(json!(0), "a", "query", json!("")),
            piece_of(json!(1), "b", "query", json!("")),
            piece_of(json!(0), "", "", json!(r#"{"x":1}"#)),
            piece_of(json!(1), "", "", json!(r#"{"x":2}"#)),
        ];
        assert_eq!(assemble_calls(&by_index), two);
        let by_id = [
            piece_of(Value::Null, "a", "query", json!("{\"x\"")),
            piece_of(Value::Null, "b", "query", json!("{\"x\":2}")),
            piece_of(Value::Null, "a", "", json!(":1}")),
        ];
        assert_eq!(assemble_calls(&by_id), two);
        let same_index = [
            piece_of(json!(0), "a", "query", json!(r#"{"x":1}"#)),
            piece_of(json!(0), "b", "query", json!(r#"{"x":2}"#)),
        ];
        assert_eq!(assemble_calls(&same_index), two);
        let no_ids = [
            piece_of(json!(0), "", "query", json!(r#"{"x":1}"#)),
            piece_of(json!(0), "", "query", json!(r#"{"x":2}"#)),
        ];
        assert_eq!(assemble_calls(&no_ids).len(), 2);
    }

    #[test]
    fn repeated_or_streamed_tool_name_is_assembled_once() {
        let repeated = [
            piece_of(json!(0), "a", "query", json!("{\"x\"")),
            piece_of(json!(0), "a", "query", json!(":1}")),
        ];
        assert_eq!(
            assemble_calls(&repeated),
            [call_of("a", "query", r#"{"x":1}"#)]
        );
        let without_ids = [
            piece_of(json!(0), "", "query", json!("{\"x\"")),
            piece_of(json!(0), "", "query", json!(":1}")),
            piece_of(json!(0), "", "query", json!("")),
        ];
        assert_eq!(
            assemble_calls(&without_ids),
            [call_of("", "query", r#"{"x":1}"#)]
        );
        let streamed = [
            piece_of(json!(0), "a", "que", json!("")),
            piece_of(json!(0), "", "ry", json!("{}")),
        ];
        assert_eq!(assemble_calls(&streamed), [call_of("a", "query", "{}")]);
    }

    #[test]
    fn tool_arguments_are_accepted_as_object_or_encoded_string() {
        let object = [piece_of(json!(0), "a", "query", json!({"x": 1}))];
        assert_eq!(
            assemble_calls(&object),
            [call_of("a", "query", r#"{"x":1}"#)]
        );
        let tool = ToolDefinition {
            name: "draw_chart",
            description: "",
            parameters: std::sync::Arc::new(
                json!({"properties": {"spec": {"type": "object"}, "title": {"type": "string"}}}),
            ),
        };
        let repaired = |text: &str| repair_arguments(text.into(), Some(&tool));
        assert_eq!(
            repaired(r#"{"spec": "{\"mark\":\"bar\"}", "title": "{}"}"#),
            r#"{"spec":{"mark":"bar"},"title":"{}"}"#
        );
        assert_eq!(repaired(r#""{\"title\":\"x\"}""#), r#"{"title":"x"}"#);
        assert_eq!(repaired(r#"{"broken"#), r#"{"broken"#);
    }
}
