//! The Responses API: the same plans in its words.

use serde_json::{Value, json};

use crate::{
    AnswerPlan, ScriptedReply, UsageReporting,
    chunks::{arguments_text, call_id, count_tokens, split_pieces},
    request::ChatRequest,
};

/// A request of the Responses API as the chat completion that asks for the same.
pub(crate) fn as_chat(body: &Value) -> Value {
    let mut messages: Vec<Value> = Vec::new();
    for item in body["input"].as_array().into_iter().flatten() {
        match item["type"].as_str() {
            Some("function_call") => {
                let call = json!({
                    "id": item["call_id"], "type": "function",
                    "function": {"name": item["name"], "arguments": item["arguments"]},
                });
                match messages.last_mut() {
                    Some(last) if last["role"] == "assistant" => {
                        if let Some(calls) = last["tool_calls"].as_array_mut() {
                            calls.push(call);
                        } else {
                            last["tool_calls"] = json!([call]);
                        }
                    }
                    _ => messages
                        .push(json!({"role": "assistant", "content": "", "tool_calls": [call]})),
                }
            }
            Some("function_call_output") => messages.push(json!({
                "role": "tool", "tool_call_id": item["call_id"], "content": item["output"],
            })),
            _ => messages.push(json!({"role": item["role"], "content": item["content"]})),
        }
    }
    json!({
        "model": body["model"],
        "messages": messages,
        "stream": body["stream"],
        "stream_options": {"include_usage": true},
    })
}

/// The data lines of a whole streamed response.
pub(crate) fn response_events(
    request: &ChatRequest,
    plan: &AnswerPlan,
    reply: &ScriptedReply,
) -> Vec<String> {
    let mut lines = vec![
        json!({"type": "response.created", "response": {"id": "resp_mock", "status": "in_progress"}}),
        json!({"type": "response.something_new", "of": "a later version"}),
    ];
    if !reply.reasoning.is_empty() {
        lines.push(json!({
            "type": "response.reasoning_summary_part.added", "output_index": 0, "summary_index": 0,
        }));
    }
    lines.extend(split_pieces(&reply.reasoning).map(|word| {
        json!({"type": "response.reasoning_summary_text.delta", "output_index": 0, "delta": word})
    }));
    lines.extend(split_pieces(&reply.text).map(
        |word| json!({"type": "response.output_text.delta", "output_index": 1, "delta": word}),
    ));
    for (index, call) in reply.calls.iter().enumerate() {
        let whole = arguments_text(&call.arguments);
        let item = |arguments: &str| {
            json!({
                "type": "function_call", "id": format!("fc_{index}"),
                "call_id": call_id(request, index), "name": call.name, "arguments": arguments,
            })
        };
        lines.push(json!({"type": "response.output_item.added", "item": item("")}));
        lines.extend(split_pieces(&whole).map(
            |piece| json!({"type": "response.function_call_arguments.delta", "delta": piece}),
        ));
        lines.push(json!({"type": "response.output_item.done", "item": item(&whole)}));
    }
    lines.push(end_event(request, plan, reply));
    lines.iter().map(Value::to_string).collect()
}

fn end_event(request: &ChatRequest, plan: &AnswerPlan, reply: &ScriptedReply) -> Value {
    let (input, output) = count_tokens(request, reply);
    let usage = match plan.usage {
        UsageReporting::Reported => json!({
            "input_tokens": input, "output_tokens": output, "total_tokens": input + output,
        }),
        UsageReporting::Missing => Value::Null,
        UsageReporting::Contradictory => {
            json!({"input_tokens": 1, "output_tokens": 2, "total_tokens": 900})
        }
    };
    match reply.finish.as_deref() {
        Some("length") => json!({"type": "response.incomplete", "response": {
            "status": "incomplete", "incomplete_details": {"reason": "max_output_tokens"}, "usage": usage,
        }}),
        Some("content_filter") => json!({"type": "response.incomplete", "response": {
            "status": "incomplete", "incomplete_details": {"reason": "content_filter"}, "usage": usage,
        }}),
        _ => {
            json!({"type": "response.completed", "response": {"status": "completed", "usage": usage}})
        }
    }
}
