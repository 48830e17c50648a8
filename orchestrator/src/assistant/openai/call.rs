//! One call: from the provider's chunks to the events of the trait.

use std::{collections::VecDeque, sync::Arc, time::Duration};

use async_openai::{
    Client, config::OpenAIConfig, error::OpenAIError, types::stream::StreamResponse,
};
use futures_util::StreamExt;
use portolan_chat::Usage;
use serde_json::Value;

use super::{
    chat_completions::{self, Chunk},
    responses::{self, ResponseEvent},
    service::{silent, transport_error},
};
use crate::assistant::{
    FinishReason, Message, ModelError, ModelErrorCode, ModelEvent, ModelRequest, ToolCall, Wire,
    tokens::{MESSAGE_TOKENS, TokenCounter},
};

/// The most tool calls that one answer may hold.
pub(super) const TOOL_CALLS: usize = 32;
/// Bytes that a token may stand for: endpoints that write more than they were asked for are cut.
const TOKEN_BYTES: u64 = 8;

pub(super) struct Call {
    client: Arc<Client<OpenAIConfig>>,
    model: String,
    wire: Wire,
    request: ModelRequest,
    idle_timeout: Duration,
    state: State,
    pub(super) ready: VecDeque<ModelEvent>,
    pub(super) calls: Vec<ToolCall>,
    pub(super) finish: Option<FinishReason>,
    /// As the provider reports it.
    pub(super) usage: Option<Value>,
    /// All that was written, to count its tokens where the provider does not.
    pub(super) written: String,
    /// Bytes of all that may be written.
    most_bytes: usize,
    /// Whether more came than may be written.
    is_full: bool,
}

enum State {
    New,
    Open(Upstream),
    Over,
}

/// An event of the provider, in either of its protocols.
enum Upstream {
    ChatCompletions(StreamResponse<Chunk>),
    Responses(StreamResponse<ResponseEvent>),
}

enum Piece {
    Chunk(Chunk),
    Event(ResponseEvent),
}

impl Upstream {
    async fn next(&mut self) -> Option<Result<Piece, OpenAIError>> {
        match self {
            Self::ChatCompletions(stream) => Some(stream.next().await?.map(Piece::Chunk)),
            Self::Responses(stream) => Some(stream.next().await?.map(Piece::Event)),
        }
    }
}

impl Call {
    pub fn new(
        client: Arc<Client<OpenAIConfig>>,
        model: String,
        wire: Wire,
        request: ModelRequest,
        idle_timeout: Duration,
        answer_bytes: usize,
    ) -> Self {
        let asked_for = usize::try_from(request.max_output_tokens.saturating_mul(TOKEN_BYTES));
        Self {
            most_bytes: asked_for.unwrap_or(usize::MAX).max(answer_bytes),
            is_full: false,
            client,
            model,
            wire,
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
                        Ok(Some(Ok(Piece::Chunk(chunk)))) => self.take_chunk(chunk),
                        Ok(Some(Ok(Piece::Event(event)))) => self.take_response_event(event),
                        Ok(Some(Err(error))) => self.end(Some(stream_error(error))),
                        Ok(None) => self.end(None),
                        Err(_) => self.end(Some(silent(self.idle_timeout))),
                    }
                }
                State::Over => return None,
            };
            // The rest is not read: the answer ends here, without the calls that were cut.
            let step = match step {
                Ok(()) if self.is_full && !matches!(self.state, State::Over) => {
                    self.finish = Some(FinishReason::Length);
                    self.calls.clear();
                    self.end(None)
                }
                step => step,
            };
            if let Err(error) = step {
                self.state = State::Over;
                return Some(Err(error));
            }
        }
    }

    async fn open(&mut self) -> Result<(), ModelError> {
        let upstream = match self.wire {
            Wire::ChatCompletions => {
                let body = chat_completions::request(&self.model, &self.request);
                let stream = self.client.chat().create_stream_byot(body).await;
                stream.map(Upstream::ChatCompletions)
            }
            Wire::Responses { summarises } => {
                let body = responses::request(&self.model, &self.request, summarises);
                let stream = self.client.responses().create_stream_byot(body).await;
                stream.map(Upstream::Responses)
            }
        };
        self.state = State::Open(upstream.map_err(stream_error)?);
        Ok(())
    }

    /// Notes what the model wrote, as far as its answer may hold it, and returns that.
    pub(super) fn admit(&mut self, mut text: String) -> String {
        let room = self.most_bytes.saturating_sub(self.written.len());
        if text.len() > room {
            self.is_full = true;
            text.truncate(text.floor_char_boundary(room));
        }
        self.written.push_str(&text);
        text
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

    /// Returns the provider's reported usage if it is plausible, else our own count.
    fn usage(&self) -> Usage {
        let reported = self.usage.as_ref().and_then(|usage| {
            let number = |name: &str| usage.get(name)?.as_u64();
            let (input, output) = match self.wire {
                Wire::ChatCompletions => ("prompt_tokens", "completion_tokens"),
                Wire::Responses { .. } => ("input_tokens", "output_tokens"),
            };
            let input_tokens = number(input)?;
            let output_tokens = number(output)?;
            let total = usage.get("total_tokens").filter(|total| !total.is_null());
            let adds_up =
                total.is_none_or(|total| total.as_u64() == input_tokens.checked_add(output_tokens));
            let is_whole = input_tokens > 0 && (output_tokens > 0 || self.written.is_empty());
            (adds_up && is_whole).then_some(Usage {
                input_tokens,
                output_tokens,
                estimated: false,
                ..Usage::default()
            })
        });
        reported.unwrap_or_else(|| Usage {
            input_tokens: input_tokens(&self.request),
            output_tokens: TokenCounter.count(&self.written),
            estimated: true,
            ..Usage::default()
        })
    }
}

fn input_tokens(request: &ModelRequest) -> u64 {
    let messages = request.messages.iter().map(|message| {
        MESSAGE_TOKENS
            + match message {
                Message::System { text } | Message::User { text } => TokenCounter.count(text),
                Message::Assistant { text, calls, .. } => {
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

pub(super) fn protocol(detail: impl Into<String>) -> ModelError {
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
pub(super) fn reported_error(error: &Value) -> ModelError {
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
