use serde_json::{Value, json};

use super::super::schema;
use crate::{Message, ModelRequest, ModelTuning, ToolCall, ToolDefinition};

/// Returns a request of the Responses API. Nothing is kept at the provider: every request brings the whole
/// conversation. `summarises` asks for what the model thinks, in short; models that do not think refuse that.
pub(in super::super) fn response_request(
    model: &str,
    request: &ModelRequest,
    summarises: bool,
    tuning: &ModelTuning,
) -> Value {
    let input: Vec<Value> = request.messages.iter().flat_map(message_items).collect();
    let mut body = json!({
        "model": model,
        "input": input,
        "max_output_tokens": request.max_output_tokens,
        "stream": true,
        "store": false,
    });
    let tools: Vec<Value> = request.all_tools().map(tool_item).collect();
    if !tools.is_empty() {
        body["tools"] = tools.into();
        if request.tools.is_empty() {
            body["tool_choice"] = json!("none");
        }
    }
    if summarises {
        body["reasoning"]["summary"] = json!("auto");
    }
    if let Some(effort) = &tuning.reasoning_effort {
        body["reasoning"]["effort"] = json!(effort);
    }
    if let Some(temperature) = tuning.temperature {
        body["temperature"] = json!(temperature);
    }
    for (key, value) in &tuning.body {
        body[key] = value.clone();
    }
    body
}

/// A call is an item of its own, and so is its result.
fn message_items(message: &Message) -> Vec<Value> {
    let said = |role: &str, text: &str| json!({"role": role, "content": text});
    match message {
        Message::System { text } => vec![said("system", text)],
        Message::User { text } => vec![said("user", text)],
        Message::Assistant { text, calls, .. } => {
            let text = (!text.is_empty()).then(|| said("assistant", text));
            text.into_iter()
                .chain(calls.iter().map(call_item))
                .collect()
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

fn call_item(call: &ToolCall) -> Value {
    json!({
        "type": "function_call",
        "call_id": call.id,
        "name": call.name,
        "arguments": call.arguments,
    })
}

fn tool_item(definition: &ToolDefinition) -> Value {
    json!({
        "type": "function",
        "name": definition.name,
        "description": definition.description,
        "parameters": schema::full_schema(&definition.parameters),
        "strict": false,
    })
}
