//! One call: from the provider's chunks to the events of the trait.

use std::{
    collections::VecDeque,
    sync::{
        Arc, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use async_openai::{Client, error::OpenAIError, types::stream::StreamResponse};
use futures_util::{FutureExt, StreamExt};
use portolan_chat::Usage;
use serde_json::{Map, Value};

use super::{
    Endpoint,
    adjustments::Adjustments,
    assembly::{Assembly, repair_arguments},
    chat_completions::{Chunk, RequestForm, returned_state},
    responses::{self, ResponseEvent},
    service::{Transport, silent_error, transport_error},
    usage::Reported,
    written::WrittenCalls,
};
use crate::{
    FinishReason, Message, ModelError, ModelErrorCode, ModelEvent, ModelRequest, ToolCall,
    ToolSupport, Wire,
    tokens::{MESSAGE_TOKENS, TokenCounter},
};

/// The most tool calls that one answer may hold.
pub(super) const TOOL_CALLS: usize = 32;
/// Bytes that a token may represent: endpoints that write more than they were asked for are cut.
const TOKEN_BYTES: u64 = 8;
/// Refused requests that are adjusted and sent again.
const ADJUSTED: u32 = 8;
/// A wait that is long enough to show to viewers.
const TOLD_WAIT: Duration = Duration::from_secs(3);

pub(super) struct Call {
    endpoint: Arc<Endpoint>,
    model: String,
    request: ModelRequest,
    state: CallState,
    attempt: u32,
    adjusted: u32,
    /// Becomes true at the mark of the stream's end.
    is_done: Arc<AtomicBool>,
    pub(super) ready: VecDeque<ModelEvent>,
    /// Pieces of thinking and text so far.
    pieces: u64,
    pub(super) calls: Assembly,
    written_calls: WrittenCalls,
    pub(super) finish: Option<FinishReason>,
    /// As the provider reports it.
    pub(super) usage: Option<Value>,
    /// The model's reasoning, for providers that want it back.
    reasoning: String,
    pub(super) reasoning_details: Vec<Value>,
    /// The whole answer, to count its tokens where the provider does not.
    pub(super) written: String,
    /// Bytes that this call may write: what earlier calls of the answer left.
    most_bytes: usize,
    /// Whether more came than may be written.
    is_full: bool,
}

enum CallState {
    New,
    /// The endpoint is asked again after this.
    Waiting(Duration),
    Open(Upstream),
    /// The call ends with this.
    Failed(ModelError),
    Over,
}

/// The provider's stream, in either of its languages.
enum Upstream {
    ChatCompletions(StreamResponse<Chunk>),
    Responses(StreamResponse<ResponseEvent>),
}

enum StreamPiece {
    Chunk(Chunk),
    Event(ResponseEvent),
}

impl Upstream {
    async fn next(&mut self) -> Option<Result<StreamPiece, OpenAIError>> {
        match self {
            Self::ChatCompletions(stream) => Some(stream.next().await?.map(StreamPiece::Chunk)),
            Self::Responses(stream) => Some(stream.next().await?.map(StreamPiece::Event)),
        }
    }
}

impl Call {
    pub fn new(endpoint: Arc<Endpoint>, model: String, request: ModelRequest) -> Self {
        let asked_for = usize::try_from(request.max_output_tokens.saturating_mul(TOKEN_BYTES));
        let least = endpoint.settings.answer_bytes;
        Self {
            most_bytes: asked_for
                .unwrap_or(usize::MAX)
                .max(least)
                .saturating_sub(request.written_bytes),
            is_full: false,
            pieces: 0,
            endpoint,
            model,
            written_calls: WrittenCalls::of(&request.tools),
            request,
            state: CallState::New,
            attempt: 1,
            adjusted: 0,
            is_done: Arc::default(),
            ready: VecDeque::new(),
            calls: Assembly::default(),
            finish: None,
            usage: None,
            reasoning: String::new(),
            reasoning_details: Vec::new(),
            written: String::new(),
        }
    }

    pub async fn next(&mut self) -> Option<Result<ModelEvent, ModelError>> {
        let idle = self.endpoint.settings.idle_timeout;
        loop {
            if let Some(event) = self.ready.pop_front() {
                return Some(Ok(event));
            }
            let step = match &mut self.state {
                CallState::New => self.open_stream().await,
                CallState::Waiting(wait) => {
                    tokio::time::sleep(*wait).await;
                    self.state = CallState::New;
                    continue;
                }
                CallState::Open(upstream) => {
                    match tokio::time::timeout(idle, upstream.next()).await {
                        Ok(piece) => self.take_pieces(piece),
                        Err(_) => self.end_stream(Some(silent_error(idle))),
                    }
                }
                CallState::Over => return None,
                // What came before the error has been told by now.
                CallState::Failed(_) => {
                    return match std::mem::replace(&mut self.state, CallState::Over) {
                        CallState::Failed(error) => Some(Err(error)),
                        _ => None,
                    };
                }
            };
            // The rest is not read: the answer ends here, without the calls that were cut.
            let step = match step {
                Ok(()) if self.is_full && matches!(self.state, CallState::Open(_)) => {
                    self.finish = Some(FinishReason::Length);
                    self.calls = Assembly::default();
                    self.end_stream(None)
                }
                step => step,
            };
            if let Err(error) = step {
                self.state = CallState::Failed(error);
            }
        }
    }

    /// Takes a piece, and those that came with it: their text becomes one event.
    fn take_pieces(
        &mut self,
        first: Option<Result<StreamPiece, OpenAIError>>,
    ) -> Result<(), ModelError> {
        let mut next = Some(first);
        while let Some(piece) = next {
            match piece {
                Some(Ok(StreamPiece::Chunk(chunk))) => self.take_chunk(chunk)?,
                Some(Ok(StreamPiece::Event(event))) => self.take_response_event(event)?,
                Some(Err(error)) => return self.end_stream(Some(stream_error(error))),
                None => return self.end_stream(None),
            }
            next = match &mut self.state {
                CallState::Open(upstream) if !self.is_full => upstream.next().now_or_never(),
                _ => None,
            };
        }
        Ok(())
    }

    /// Sends the request. What the endpoint refuses of its form is left out the next time; what may pass is
    /// tried again after a wait.
    async fn open_stream(&mut self) -> Result<(), ModelError> {
        let mut error = match self.send_request().await {
            Ok(upstream) => {
                self.state = CallState::Open(upstream);
                return Ok(());
            }
            Err(error) => stream_error(error),
        };
        if self.adjusted < ADJUSTED && self.learn_from(&error) {
            tracing::info!(model.id = self.model, model.error = %error, "model request adjusted after refusal");
            self.adjusted += 1;
            return Ok(());
        }
        let settings = &self.endpoint.settings;
        let back_off = settings
            .back_off
            .saturating_mul(1 << (self.attempt - 1).min(16));
        let wait = error.retry_after.unwrap_or(back_off);
        let is_last = self.attempt >= settings.attempts;
        if is_last || !error.code.passes_soon() || wait > settings.longest_wait {
            error.is_final = true;
            return Err(error);
        }
        tracing::info!(
            model.attempt = self.attempt,
            model.error = %error,
            model.wait_ms = wait.as_millis(),
            "retrying a model call"
        );
        if wait >= TOLD_WAIT {
            self.ready.push_back(ModelEvent::Waiting(wait));
        }
        self.attempt += 1;
        self.state = CallState::Waiting(wait);
        Ok(())
    }

    async fn send_request(&mut self) -> Result<Upstream, OpenAIError> {
        let endpoint = &self.endpoint;
        let transport = Transport {
            http: endpoint.http.clone(),
            idle_timeout: endpoint.settings.idle_timeout,
            most_bytes: self.most_bytes.saturating_mul(2),
            is_done: Arc::clone(&self.is_done),
        };
        let client = Client::build(endpoint.http.clone(), endpoint.address.clone())
            .with_http_service(transport);
        match endpoint.settings.wire {
            Wire::ChatCompletions => {
                let form = RequestForm {
                    model: &self.model,
                    profile: endpoint.profile,
                    tuning: &endpoint.settings.tuning,
                    adjustments: self.adjustments(),
                };
                let body = form.request(&self.request);
                let stream = client.chat().create_stream_byot(body).await;
                stream.map(Upstream::ChatCompletions)
            }
            Wire::Responses { summarises } => {
                let tuning = &endpoint.settings.tuning;
                let body =
                    responses::response_request(&self.model, &self.request, summarises, tuning);
                let stream = client.responses().create_stream_byot(body).await;
                stream.map(Upstream::Responses)
            }
        }
    }

    /// Returns the endpoint's learned adjustments and the configured options.
    fn adjustments(&self) -> Adjustments {
        let learned = self.endpoint.adjustments.lock();
        let mut adjustments = *learned.unwrap_or_else(PoisonError::into_inner);
        adjustments.text_tools |= self.endpoint.settings.tuning.tools == ToolSupport::Text;
        adjustments
    }

    fn learn_from(&self, error: &ModelError) -> bool {
        let is_form = matches!(
            error.code,
            ModelErrorCode::Rejected | ModelErrorCode::ToolsUnsupported
        );
        let may_write_calls = self.endpoint.settings.tuning.tools != ToolSupport::Native;
        let learned = self.endpoint.adjustments.lock();
        is_form
            && self.endpoint.settings.wire == Wire::ChatCompletions
            && learned
                .unwrap_or_else(PoisonError::into_inner)
                .learn_from(error, may_write_calls)
    }

    /// Appends the model's text up to the size limit and returns the appended part.
    pub(super) fn admit_text(&mut self, mut text: String) -> String {
        let room = self.most_bytes.saturating_sub(self.written.len());
        if text.len() > room {
            self.is_full = true;
            text.truncate(text.floor_char_boundary(room));
        }
        self.written.push_str(&text);
        text
    }

    pub(super) fn say_text(&mut self, text: String) {
        let text = self.admit_text(text);
        let (said, calls) = self.written_calls.push(&text);
        self.take_written(said, calls);
    }

    pub(super) fn think_text(&mut self, text: String) {
        let text = self.admit_text(text);
        self.reasoning.push_str(&text);
        if !text.is_empty() {
            self.queue_piece(ModelEvent::Thinking(text));
        }
    }

    /// Adds a piece to the one that came before it in the same read. The first piece stays by itself: a test of the model
    /// tells by a second one that the answer was streamed.
    fn queue_piece(&mut self, piece: ModelEvent) {
        self.pieces += 1;
        match (self.ready.back_mut(), &piece) {
            (Some(ModelEvent::Thinking(waiting)), ModelEvent::Thinking(text))
            | (Some(ModelEvent::Text(waiting)), ModelEvent::Text(text))
                if self.pieces > 2 =>
            {
                waiting.push_str(text);
            }
            _ => self.ready.push_back(piece),
        }
    }

    fn take_written(&mut self, said: String, calls: Vec<(String, Value)>) {
        if !said.is_empty() {
            self.queue_piece(ModelEvent::Text(said));
        }
        for (name, arguments) in calls {
            self.calls.add_written(name, arguments.to_string());
        }
    }

    /// After its finish reason, or the mark of its end, a stream may end as it likes; before, any end is an
    /// error.
    fn end_stream(&mut self, error: Option<ModelError>) -> Result<(), ModelError> {
        let (said, calls) = self.written_calls.finish();
        self.take_written(said, calls);
        let is_done = self.is_done.load(Ordering::Relaxed)
            && self.endpoint.settings.wire == Wire::ChatCompletions
            && error.is_none();
        let finish = match self.finish {
            Some(finish) => finish,
            None if is_done && !self.written.is_empty() => FinishReason::Stop,
            None => {
                return Err(
                    error.unwrap_or_else(|| protocol_error("the stream ended before its answer"))
                );
            }
        };
        self.state = CallState::Over;
        let calls = self.finished_calls();
        let has_calls = !calls.is_empty();
        self.ready.extend(calls);
        self.ready.push_back(ModelEvent::Usage(self.usage_so_far()));
        self.ready.push_back(ModelEvent::Finished(match finish {
            FinishReason::Stop if has_calls => FinishReason::ToolCalls,
            finish => finish,
        }));
        Ok(())
    }

    /// Returns the calls, preceded by the provider's opaque data.
    fn finished_calls(&mut self) -> Vec<ModelEvent> {
        let mut extras = Map::new();
        let mut events = Vec::new();
        let calls = std::mem::take(&mut self.calls).calls;
        for (index, call) in calls.into_iter().enumerate() {
            let id = if call.id.is_empty() {
                format!("call_{index}")
            } else {
                call.id
            };
            if let Some(extra) = call.extra {
                extras.insert(id.clone(), extra);
            }
            let tool = self
                .request
                .tools
                .iter()
                .find(|tool| tool.name == call.name);
            events.push(ModelEvent::ToolCall(ToolCall {
                id,
                arguments: repair_arguments(call.arguments, tool),
                name: call.name,
            }));
        }
        if !events.is_empty()
            && let Some(state) = returned_state(&self.reasoning, &self.reasoning_details, extras)
        {
            events.insert(0, ModelEvent::State(state));
        }
        events
    }

    /// Returns the provider's usage if complete, otherwise an estimate.
    fn usage_so_far(&self) -> Usage {
        let reported = self.usage.as_ref();
        let reported = reported.and_then(|usage| Reported::read(usage, !self.written.is_empty()));
        let discount = self.endpoint.cached_discount(&self.model);
        reported.map_or_else(
            || Usage {
                input_tokens: input_tokens(&self.request),
                output_tokens: TokenCounter.count(&self.written),
                estimated: true,
                ..Usage::default()
            },
            |reported| reported.usage(discount),
        )
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
        .all_tools()
        .map(|tool| TokenCounter.count(&tool.parameters.to_string()));
    messages.chain(tools).sum()
}

pub(super) fn protocol_error(detail: impl Into<String>) -> ModelError {
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
            protocol_error(detail)
        }
    }
}
