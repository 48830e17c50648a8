use serde_json::{Value, json};

use crate::{AnswerPlan, ScriptedReply, UsageReporting, request::ChatRequest};

/// The data lines of a whole streamed answer, without the one that ends it.
pub(crate) fn answer_chunks(
    request: &ChatRequest,
    plan: &AnswerPlan,
    reply: &ScriptedReply,
) -> Vec<String> {
    let mut lines = Vec::new();
    let mut push = |delta: Value, finish: Value| {
        lines.push(
            json!({
                "id": "chatcmpl-mock",
                "object": "chat.completion.chunk",
                "created": 0,
                "model": request.model,
                "choices": [{"index": 0, "delta": delta, "finish_reason": finish}],
            })
            .to_string(),
        );
    };
    push(json!({"role": "assistant", "content": ""}), Value::Null);
    for word in split_pieces(&reply.reasoning) {
        push(json!({"reasoning_content": word}), Value::Null);
    }
    for word in split_pieces(&reply.text) {
        push(json!({"content": word}), Value::Null);
    }
    for (index, call) in reply.calls.iter().enumerate() {
        push(
            json!({"tool_calls": [{
                "index": index,
                "id": call_id(request, index),
                "type": "function",
                "function": {"name": call.name, "arguments": ""},
            }]}),
            Value::Null,
        );
        for piece in split_pieces(&arguments_text(&call.arguments)) {
            push(
                json!({"tool_calls": [{"index": index, "function": {"arguments": piece}}]}),
                Value::Null,
            );
        }
    }
    push(json!({}), Value::from(finish_reason(reply)));
    if request.stream_options.include_usage {
        lines.extend(usage_lines(request, plan, reply));
    }
    lines
}

/// The answer to a request that does not stream.
pub(crate) fn whole_answer(
    request: &ChatRequest,
    plan: &AnswerPlan,
    reply: &ScriptedReply,
) -> Value {
    let calls: Vec<Value> = reply
        .calls
        .iter()
        .enumerate()
        .map(|(index, call)| {
            json!({
                "id": call_id(request, index),
                "type": "function",
                "function": {"name": call.name, "arguments": arguments_text(&call.arguments)},
            })
        })
        .collect();
    let mut answer = json!({
        "id": "chatcmpl-mock",
        "object": "chat.completion",
        "created": 0,
        "model": request.model,
        "choices": [{
            "index": 0,
            "message": {"role": "assistant", "content": reply.text},
            "finish_reason": finish_reason(reply),
        }],
    });
    if !calls.is_empty() {
        answer["choices"][0]["message"]["tool_calls"] = Value::from(calls);
    }
    if plan.usage != UsageReporting::Missing {
        answer["usage"] = usage_json(request, reply);
    }
    answer
}

/// Splits after blanks, so that nothing is lost and every piece is about a token.
pub(crate) fn split_pieces(text: &str) -> impl Iterator<Item = &str> {
    text.split_inclusive([' ', '\n'])
}

pub(crate) fn call_id(request: &ChatRequest, index: usize) -> String {
    format!("call_{}_{index}", request.step())
}

pub(crate) fn arguments_text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

fn finish_reason(reply: &ScriptedReply) -> &str {
    match &reply.finish {
        Some(finish) => finish,
        None if reply.calls.is_empty() => "stop",
        None => "tool_calls",
    }
}

/// Tokens that were read and written: words, and one more for each call.
pub(crate) fn count_tokens(request: &ChatRequest, reply: &ScriptedReply) -> (u64, u64) {
    let calls = reply
        .calls
        .iter()
        .map(|call| split_pieces(&arguments_text(&call.arguments)).count() + 1)
        .sum::<usize>();
    let output = split_pieces(&reply.reasoning).count() + split_pieces(&reply.text).count() + calls;
    (request.words(), output as u64)
}

fn usage_json(request: &ChatRequest, reply: &ScriptedReply) -> Value {
    let (input, output) = count_tokens(request, reply);
    json!({
        "prompt_tokens": input,
        "completion_tokens": output,
        "total_tokens": input + output,
    })
}

fn usage_lines(request: &ChatRequest, plan: &AnswerPlan, reply: &ScriptedReply) -> Vec<String> {
    let line = |usage: Value| {
        json!({
            "id": "chatcmpl-mock",
            "object": "chat.completion.chunk",
            "created": 0,
            "model": request.model,
            "choices": [],
            "usage": usage,
        })
        .to_string()
    };
    match plan.usage {
        UsageReporting::Reported => vec![line(usage_json(request, reply))],
        UsageReporting::Missing => Vec::new(),
        UsageReporting::Contradictory => vec![
            line(json!({"prompt_tokens": 1, "completion_tokens": 2, "total_tokens": 900})),
            line(json!({"prompt_tokens": 7, "completion_tokens": 0, "total_tokens": -3})),
        ],
    }
}
