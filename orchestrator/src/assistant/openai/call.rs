//! One call: from the provider's chunks to the events of the trait.

use std::{collections::VecDeque, sync::Arc, time::Duration};

use async_openai::{Client, config::OpenAIConfig, error::OpenAIError};
use futures_util::StreamExt;
use portolan_chat::Usage;
use serde_json::Value;

use super::{
    request::request,
    service::{silent, transport_error},
    wire::{Chunk, Delta, ToolCallDelta},
};
use crate::assistant::{
    FinishReason, Message, ModelError, ModelErrorCode, ModelEvent, ModelRequest, ToolCall,
    tokens::{MESSAGE_TOKENS, TokenCounter},
};

type Upstream = async_openai::types::stream::StreamResponse<Chunk>;

/// The most tool calls that one answer may hold.
const TOOL_CALLS: usize = 32;

pub(super) struct Call {
    client: Arc<Client<OpenAIConfig>>,
    model: String,
    request: ModelRequest,
    idle_timeout: Duration,
    state: State,
    ready: VecDeque<ModelEvent>,
    calls: Vec<ToolCall>,
    finish: Option<FinishReason>,
    usage: Option<Value>,
    /// All that was written, to count its tokens where the provider does not.
    written: String,
}

enum State {
    New,
    Open(Upstream),
    Over,
}

impl Call {
    pub fn new(
        client: Arc<Client<OpenAIConfig>>,
        model: String,
        request: ModelRequest,
        idle_timeout: Duration,
    ) -> Self {
        Self {
            client,
            model,
            request,
            idle_timeout,
            state: State::New,
            ready: VecDeque::new(),
            calls: Vec::new(),
            finish: None,
            usage: None,
            written: String::new(),
        }
    }

    pub async fn next(&mut self) -> Option<Result<ModelEvent, ModelError>> {
        loop {
            if let Some(event) = self.ready.pop_front() {
                return Some(Ok(event));
            }
            let step = match &mut self.state {
                State::New => self.open().await,
                State::Open(upstream) => {
                    match tokio::time::timeout(self.idle_timeout, upstream.next()).await {
                        Ok(Some(Ok(chunk))) => self.take(chunk),
                        Ok(Some(Err(error))) => self.end(Some(stream_error(error))),
                        Ok(None) => self.end(None),
                        Err(_) => self.end(Some(silent(self.idle_timeout))),
                    }
                }
                State::Over => return None,
            };
            if let Err(error) = step {
                self.state = State::Over;
                return Some(Err(error));
            }
        }
    }

    async fn open(&mut self) -> Result<(), ModelError> {
        let body = request(&self.model, &self.request);
        let upstream = self.client.chat().create_stream_byot(body).await;
        self.state = State::Open(upstream.map_err(stream_error)?);
        Ok(())
    }

    fn take(&mut self, chunk: Chunk) -> Result<(), ModelError> {
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
            self.written.push_str(&text);
            self.ready.push_back(ModelEvent::Thinking(text));
        }
        for text in [delta.content, delta.refusal].into_iter().filter_map(some) {
            self.written.push_str(&text);
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
        let call = &mut self.calls[index];
        if let Some(id) = id {
            call.id = id;
        }
        let function = delta.function.unwrap_or_default();
        for (part, target) in [
            (function.name, &mut call.name),
            (function.arguments, &mut call.arguments),
        ] {
            if let Some(part) = part {
                self.written.push_str(&part);
                target.push_str(&part);
            }
        }
        Ok(())
    }

    /// After its finish reason a stream may end as it likes; before, any end is an error.
    fn end(&mut self, error: Option<ModelError>) -> Result<(), ModelError> {
        let Some(finish) = self.finish else {
            return Err(error.unwrap_or_else(|| protocol("the stream ended before its answer")));
        };
        self.state = State::Over;
        let calls = std::mem::take(&mut self.calls);
        let has_calls = !calls.is_empty();
        for (index, mut call) in calls.into_iter().enumerate() {
            if call.id.is_empty() {
                call.id = format!("call_{index}");
            }
            self.ready.push_back(ModelEvent::ToolCall(call));
        }
        self.ready.push_back(ModelEvent::Usage(self.usage()));
        self.ready.push_back(ModelEvent::Finished(match finish {
            FinishReason::Stop if has_calls => FinishReason::ToolCalls,
            finish => finish,
        }));
        Ok(())
    }

    /// What the provider reports where it makes sense, else what is counted here.
    fn usage(&self) -> Usage {
        let reported = self.usage.as_ref().and_then(|usage| {
            let number = |name: &str| usage.get(name)?.as_u64();
            let input_tokens = number("prompt_tokens")?;
            let output_tokens = number("completion_tokens")?;
            let total = usage.get("total_tokens").filter(|total| !total.is_null());
            let adds_up =
                total.is_none_or(|total| total.as_u64() == input_tokens.checked_add(output_tokens));
            let is_whole = input_tokens > 0 && (output_tokens > 0 || self.written.is_empty());
            (adds_up && is_whole).then_some(Usage {
                input_tokens,
                output_tokens,
                estimated: false,
            })
        });
        reported.unwrap_or_else(|| Usage {
            input_tokens: input_tokens(&self.request),
            output_tokens: TokenCounter.count(&self.written),
            estimated: true,
        })
    }
}

fn input_tokens(request: &ModelRequest) -> u64 {
    let messages = request.messages.iter().map(|message| {
        MESSAGE_TOKENS
            + match message {
                Message::System { text } | Message::User { text } => TokenCounter.count(text),
                Message::Assistant { text, calls } => {
                    let calls = calls.iter().map(|call| TokenCounter.count(&call.arguments));
                    TokenCounter.count(text) + calls.sum::<u64>()
                }
                Message::Tool { content, .. } => TokenCounter.count(content),
            }
    });
    let tools = request
        .tools
        .iter()
        .map(|tool| TokenCounter.count(&tool.parameters.to_string()));
    messages.chain(tools).sum()
}

fn protocol(detail: impl Into<String>) -> ModelError {
    ModelError::new(ModelErrorCode::Protocol, detail)
}

fn stream_error(error: OpenAIError) -> ModelError {
    match error {
        OpenAIError::Boxed(inner) => match inner.downcast::<ModelError>() {
            Ok(error) => *error,
            Err(other) => ModelError::new(ModelErrorCode::Unavailable, other.to_string()),
        },
        OpenAIError::Reqwest(error) => transport_error(&error),
        OpenAIError::StreamError(error) => {
            let detail = error.to_string();
            let code = if detail.contains("Transport") {
                ModelErrorCode::Unavailable
            } else {
                ModelErrorCode::Protocol
            };
            ModelError::new(code, detail)
        }
        other => {
            let detail: String = other.to_string().chars().take(500).collect();
            protocol(detail)
        }
    }
}

/// An error object inside the stream.
fn reported_error(error: &Value) -> ModelError {
    let code = error["code"].as_str().unwrap_or_default();
    let kind = error["type"].as_str().unwrap_or_default();
    let number = error["code"].as_u64().unwrap_or_default();
    let code = if number == 429 || code.contains("rate_limit") || kind.contains("rate_limit") {
        ModelErrorCode::RateLimited
    } else if code.contains("context_length") {
        ModelErrorCode::ContextTooLong
    } else {
        ModelErrorCode::Unavailable
    };
    let detail: String = error.to_string().chars().take(500).collect();
    ModelError::new(code, detail)
}
