use std::borrow::Cow;

use serde_json::{Map, Value, json};

use super::super::{
    adjustments::Adjustments,
    profile::{
        CallIds, EffortField, EmptyContent, LastStep, OutputLimit, ProviderProfile,
        ReturnedReasoning, SchemaSupport, SystemMessages,
    },
    schema, written,
};
use crate::{Message, ModelRequest, ModelTuning, ToolCall, ToolDefinition};

/// The form of the requests of one model: its family's profile, its settings, and what its endpoint has
/// refused before.
pub(in super::super) struct RequestForm<'a> {
    pub model: &'a str,
    pub profile: &'a ProviderProfile,
    pub tuning: &'a ModelTuning,
    pub adjustments: Adjustments,
}

impl RequestForm<'_> {
    /// The request as the endpoint takes it.
    pub fn request(&self, request: &ModelRequest) -> Value {
        let has_text_tools = self.adjustments.text_tools;
        let messages: Cow<'_, [Message]> = if has_text_tools {
            Cow::Owned(written::with_text_tools(request))
        } else {
            Cow::Borrowed(&request.messages)
        };
        let mut body = json!({
            "model": self.model,
            "messages": self.message_list(&messages),
            "stream": true,
        });
        body[self.output_limit()] = request.max_output_tokens.into();
        if self.profile.asks_for_usage && !self.adjustments.without_usage {
            body["stream_options"] = json!({"include_usage": true});
        }
        if !has_text_tools {
            self.add_tools(&mut body, request);
        }
        self.add_tuning(&mut body);
        body
    }

    fn output_limit(&self) -> &'static str {
        let is_newer = self.profile.output_limit == OutputLimit::MaxCompletionTokens;
        if is_newer != self.adjustments.other_output_limit {
            "max_completion_tokens"
        } else {
            "max_tokens"
        }
    }

    fn add_tools(&self, body: &mut Value, request: &ModelRequest) {
        let keeps_tools = self.profile.last_step == LastStep::ToolChoiceNone
            && !self.adjustments.without_tool_choice;
        let tools = match (request.tools.as_slice(), request.closed_tools.as_slice()) {
            ([], closed) if keeps_tools => closed,
            (tools, _) => tools,
        };
        if tools.is_empty() {
            return;
        }
        body["tools"] = tools.iter().map(|tool| self.tool_json(tool)).collect();
        if request.tools.is_empty() {
            body["tool_choice"] = json!("none");
        }
    }

    fn tool_json(&self, tool: &ToolDefinition) -> Value {
        let is_simple =
            self.profile.schemas == SchemaSupport::Simple || self.adjustments.simple_schemas;
        let parameters = if is_simple {
            schema::simple_schema(&tool.parameters)
        } else {
            schema::full_schema(&tool.parameters)
        };
        let mut function = json!({"name": tool.name, "description": tool.description});
        // Some take no parameters at all for a tool without any, none takes less than an object.
        if !is_simple || parameters.get("properties").is_some() {
            function["parameters"] = parameters;
        }
        json!({"type": "function", "function": function})
    }

    fn add_tuning(&self, body: &mut Value) {
        let tuning = self.tuning;
        if let Some(temperature) = tuning
            .temperature
            .filter(|_| !self.adjustments.without_temperature)
        {
            body["temperature"] = json!(temperature);
        }
        if let Some(effort) = tuning
            .reasoning_effort
            .as_ref()
            .filter(|_| !self.adjustments.without_effort)
        {
            match self.profile.reasoning_effort {
                EffortField::ReasoningEffort => body["reasoning_effort"] = json!(effort),
                EffortField::ReasoningObject => body["reasoning"] = json!({"effort": effort}),
            }
        }
        for (key, value) in &tuning.body {
            body[key] = value.clone();
        }
    }

    fn message_list(&self, messages: &[Message]) -> Vec<Value> {
        let is_anywhere = self.profile.system_messages == SystemMessages::Anywhere
            && !self.adjustments.one_system_message;
        let mut told: Vec<Value> = Vec::new();
        for message in messages {
            match message {
                Message::System { text } if told.is_empty() => told.push(self.first_message(text)),
                Message::System { text } if is_anywhere => {
                    told.push(json!({"role": "system", "content": text}));
                }
                Message::System { text } => add_note(&mut told, text),
                Message::User { text } => told.push(json!({"role": "user", "content": text})),
                Message::Assistant {
                    text, calls, state, ..
                } => {
                    let state = state.as_ref().filter(|state| state.model == self.model);
                    told.push(self.assistant_message(text, calls, state.map(|state| &state.value)));
                }
                Message::Tool {
                    call_id, content, ..
                } => told.push(json!({
                    "role": "tool", "tool_call_id": self.call_id(call_id), "content": content,
                })),
            }
        }
        told
    }

    /// The system message; it is the same for every call of a turn, so it is marked for providers that cache
    /// only marked content.
    fn first_message(&self, text: &str) -> Value {
        let marks_cache = self
            .profile
            .marks_cache_for
            .iter()
            .any(|part| self.model.contains(part.as_str()));
        let content = if marks_cache {
            json!([{"type": "text", "text": text, "cache_control": {"type": "ephemeral"}}])
        } else {
            json!(text)
        };
        json!({"role": "system", "content": content})
    }

    fn assistant_message(&self, text: &str, calls: &[ToolCall], state: Option<&Value>) -> Value {
        let mut message = json!({"role": "assistant", "content": text});
        if text.is_empty() && !calls.is_empty() && self.profile.empty_content == EmptyContent::Null
        {
            message["content"] = Value::Null;
        }
        if !calls.is_empty() {
            let extra = |call: &ToolCall| state?["calls"].get(&call.id).cloned();
            message["tool_calls"] = calls
                .iter()
                .map(|call| self.tool_call(call, extra(call)))
                .collect();
        }
        let field = match self.profile.returned_reasoning {
            ReturnedReasoning::None => return message,
            ReturnedReasoning::ReasoningContent => "reasoning_content",
            ReturnedReasoning::ReasoningDetails => "reasoning_details",
        };
        if let Some(reasoning) = state.and_then(|state| state.get(field)) {
            message[field] = reasoning.clone();
        }
        message
    }

    fn tool_call(&self, call: &ToolCall, extra: Option<Value>) -> Value {
        let mut told = json!({
            "id": self.call_id(&call.id),
            "type": "function",
            "function": {"name": call.name, "arguments": call.arguments},
        });
        if let Some(extra) = extra {
            told["extra_content"] = extra;
        }
        told
    }

    fn call_id<'b>(&self, id: &'b str) -> Cow<'b, str> {
        match self.profile.call_ids {
            CallIds::Any => Cow::Borrowed(id),
            CallIds::NineLetters => Cow::Owned(nine_letters(id)),
        }
    }
}

/// Adds an instruction within a conversation whose endpoint takes system messages at its beginning only: to
/// a tool's result, because some refuse a user's message after one, otherwise as a user's message.
fn add_note(told: &mut Vec<Value>, note: &str) {
    match told.last_mut() {
        Some(last) if last["role"] == "tool" || last["role"] == "system" => {
            match &mut last["content"] {
                Value::Array(parts) => parts.push(json!({"type": "text", "text": note})),
                content => {
                    let text = content.as_str().unwrap_or_default();
                    *content = json!(format!("{text}\n\n{note}"));
                }
            }
        }
        _ => told.push(json!({"role": "user", "content": note})),
    }
}

/// Returns an id of nine letters and digits; one that is such an id already stays.
fn nine_letters(id: &str) -> String {
    const LETTERS: &[u8; 36] = b"0123456789abcdefghijklmnopqrstuvwxyz";
    const LENGTH: usize = 9;
    if id.len() == LENGTH && id.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return id.to_owned();
    }
    // FNV-1a: the same id gives the same letters in every request.
    let mut hash = id.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    let mut letters = String::with_capacity(LENGTH);
    for _ in 0..LENGTH {
        letters.push(char::from(LETTERS[(hash % 36) as usize]));
        hash /= 36;
    }
    letters
}

/// Returns the data that a provider wants back with its own answer within the turn; None if it wants none.
pub(in super::super) fn returned_state(
    reasoning: &str,
    details: &[Value],
    calls: Map<String, Value>,
) -> Option<Value> {
    let mut state = Map::new();
    if !reasoning.is_empty() {
        state.insert("reasoning_content".into(), reasoning.into());
    }
    if !details.is_empty() {
        state.insert("reasoning_details".into(), details.into());
    }
    if !calls.is_empty() {
        state.insert("calls".into(), Value::Object(calls));
    }
    (!state.is_empty()).then_some(Value::Object(state))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tool_call_ids_are_mapped_to_stable_nine_letter_ids() {
        let id = nine_letters("call_1_0");
        assert_eq!(id.len(), 9);
        assert_eq!(id, nine_letters("call_1_0"));
        assert_ne!(id, nine_letters("call_1_1"));
        assert_eq!(nine_letters("AbC123xyz"), "AbC123xyz");
    }
}
