//! The parts of a streamed chunk that are read; providers differ in all others.

use serde::Deserialize;
use serde_json::Value;

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(in super::super) struct Chunk {
    pub choices: Option<Vec<StreamChoice>>,
    pub usage: Option<Value>,
    /// Groq's place for usage.
    pub x_groq: Option<Value>,
    /// Some providers report a failure in the middle of a stream.
    pub error: Option<Value>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(in super::super) struct StreamChoice {
    pub index: u64,
    pub delta: Option<Delta>,
    /// The whole answer, if it is not streamed.
    pub message: Option<Delta>,
    pub finish_reason: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(in super::super) struct Delta {
    /// Text, or a list of parts.
    pub content: Value,
    pub reasoning_content: Option<String>,
    pub reasoning: Option<String>,
    pub reasoning_details: Option<Vec<Value>>,
    pub refusal: Option<String>,
    pub tool_calls: Option<Vec<ToolCallDelta>>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(in super::super) struct ToolCallDelta {
    pub index: Option<Value>,
    pub id: Option<String>,
    pub function: Option<FunctionDelta>,
    pub extra_content: Option<Value>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(in super::super) struct FunctionDelta {
    pub name: Option<String>,
    /// Text, or the object itself.
    pub arguments: Value,
}

/// A piece of a tool call, its variants distinguished.
#[derive(Debug, Default)]
pub(in super::super) struct ToolCallPiece {
    pub index: Option<u64>,
    /// Empty if it is left out.
    pub id: String,
    pub name: String,
    pub arguments: String,
    pub extra: Option<Value>,
}

impl ToolCallPiece {
    pub fn of(delta: ToolCallDelta) -> Self {
        let function = delta.function.unwrap_or_default();
        Self {
            index: delta.index.as_ref().and_then(Value::as_u64),
            id: delta.id.unwrap_or_default(),
            name: function.name.unwrap_or_default(),
            arguments: match function.arguments {
                Value::String(text) => text,
                Value::Null => String::new(),
                object => object.to_string(),
            },
            extra: delta.extra_content.filter(|extra| !extra.is_null()),
        }
    }
}

impl Delta {
    /// Returns what is thought and what is said, of text or of parts.
    pub fn texts(&self) -> (String, String) {
        let mut thought = self
            .reasoning_content
            .clone()
            .filter(|text| !text.is_empty())
            .or_else(|| self.reasoning.clone())
            .unwrap_or_default();
        let mut said = String::new();
        match &self.content {
            Value::String(text) => said.push_str(text),
            Value::Array(parts) => {
                for part in parts {
                    let is_thought = part["type"] == "thinking" || part["type"] == "reasoning";
                    push_text(part, if is_thought { &mut thought } else { &mut said });
                }
            }
            _ => {}
        }
        said.push_str(self.refusal.as_deref().unwrap_or_default());
        (thought, said)
    }
}

/// Adds the text of a part, which may hold parts of its own.
fn push_text(part: &Value, text: &mut String) {
    match part {
        Value::String(said) => text.push_str(said),
        Value::Array(parts) => parts.iter().for_each(|part| push_text(part, text)),
        Value::Object(fields) => {
            for key in ["text", "thinking", "reasoning"] {
                if let Some(inner) = fields.get(key) {
                    push_text(inner, text);
                }
            }
        }
        _ => {}
    }
}
