use serde::Serialize;
use serde_json::{Value, json};

use crate::assistant::{Message, ModelRequest, ToolCall, ToolDefinition};

/// A request of the Responses API, as far as it is used. Nothing is kept at the provider: every
/// request brings the whole conversation.
#[derive(Debug, Serialize)]
pub(in super::super) struct CreateResponse {
    model: String,
    input: Vec<Value>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tools: Vec<Value>,
    max_output_tokens: u64,
    stream: bool,
    store: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    reasoning: Option<Value>,
}

/// `summarises` asks for what the model thinks, in short; models that do not think refuse that.
pub(in super::super) fn request(
    model: &str,
    request: &ModelRequest,
    summarises: bool,
) -> CreateResponse {
    CreateResponse {
        model: model.into(),
        input: request.messages.iter().flat_map(items).collect(),
        tools: request.tools.iter().map(tool).collect(),
        max_output_tokens: request.max_output_tokens,
        stream: true,
        store: false,
        reasoning: summarises.then(|| json!({"summary": "auto"})),
    }
}

/// A call is an item of its own, and so is its result.
fn items(message: &Message) -> Vec<Value> {
    let said = |role: &str, text: &str| json!({"role": role, "content": text});
    match message {
        Message::System { text } => vec![said("system", text)],
        Message::User { text } => vec![said("user", text)],
        Message::Assistant { text, calls, .. } => {
            let text = (!text.is_empty()).then(|| said("assistant", text));
            text.into_iter().chain(calls.iter().map(call)).collect()
        }
        Message::Tool {
            call_id, content, ..
        } => vec![json!({
            "type": "function_call_output",
            "call_id": call_id,
            "output": content,
        })],
    }
}

fn call(call: &ToolCall) -> Value {
    json!({
        "type": "function_call",
        "call_id": call.id,
        "name": call.name,
        "arguments": call.arguments,
    })
}

fn tool(definition: &ToolDefinition) -> Value {
    json!({
        "type": "function",
        "name": definition.name,
        "description": definition.description,
        "parameters": definition.parameters,
        "strict": false,
    })
}
