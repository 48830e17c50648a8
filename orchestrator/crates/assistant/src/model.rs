use std::{pin::Pin, sync::Arc, time::Duration};

use futures_util::Stream;
use portolan_blocks::UnderstoodWord;
use portolan_chat::{Price, Usage};
use serde_json::Value;

use super::{ModelError, RemoteSettings};

/// Writes answers; the built-in model and every remote one.
pub trait LanguageModel: Send + Sync {
    fn card(&self) -> &ModelCard;

    /// Begins one call. Nothing happens before the stream is polled; dropping it ends the call.
    ///
    /// A stream ends with [`ModelEvent::Finished`] or with one error, never silently.
    fn stream(&self, request: ModelRequest) -> ModelStream;

    /// Estimates the tokens of `text` for this model, rather too high than too low.
    fn count_tokens(&self, text: &str) -> u64;

    /// The settings of a model of a remote endpoint.
    fn remote(&self) -> Option<&RemoteSettings> {
        None
    }
}

pub type ModelStream = Pin<Box<dyn Stream<Item = Result<ModelEvent, ModelError>> + Send>>;

/// The properties of a model, known before it is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelCard {
    pub id: String,
    /// The display name.
    pub title: String,
    pub price: Price,
    /// Tokens that one call may read and write together.
    pub context_tokens: u64,
    /// Tokens that one call may write.
    pub output_tokens: u64,
}

#[derive(Clone, Debug, Default)]
pub struct ModelRequest {
    pub messages: Vec<Message>,
    /// Empty if the model must answer without tools.
    pub tools: Vec<ToolDefinition>,
    /// Tools that earlier messages called and that may not be called any more.
    pub closed_tools: Vec<ToolDefinition>,
    pub max_output_tokens: u64,
    /// Tokens that the messages and all tools take to read.
    pub input_tokens: u64,
    /// Bytes that earlier calls of the same answer wrote.
    pub written_bytes: usize,
}

impl ModelRequest {
    /// The tools declared to the model, whether it may call them or not.
    pub fn all_tools(&self) -> impl Iterator<Item = &ToolDefinition> {
        self.tools.iter().chain(&self.closed_tools)
    }
}

/// Opaque data, such as reasoning or signatures, that a provider expects back with its model's answer within
/// the turn.
#[derive(Clone, Debug, PartialEq)]
pub struct ProviderState {
    /// The id of the model; others know nothing of it.
    pub model: String,
    pub value: Value,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Message {
    System {
        text: String,
    },
    User {
        text: String,
    },
    Assistant {
        text: String,
        calls: Vec<ToolCall>,
        state: Option<Arc<ProviderState>>,
        /// The last chart of an earlier answer; only a model inside this process sees it.
        chart: Option<Arc<EarlierChart>>,
    },
    Tool {
        call_id: String,
        /// The text for the model.
        content: String,
        /// The whole result; only a model inside this process sees it.
        kept: Option<Arc<Value>>,
    },
}

/// A chart of an earlier answer: a follow-up changes it.
#[derive(Clone, Debug, PartialEq)]
pub struct EarlierChart {
    /// As the chart's block holds it.
    pub plan: Option<Value>,
    pub sql: String,
    pub spec: Value,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolCall {
    pub id: String,
    pub name: String,
    /// JSON, as the model wrote it: it may be broken.
    pub arguments: String,
}

/// A tool definition for a model.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolDefinition {
    pub name: &'static str,
    pub description: &'static str,
    /// The JSON schema of its arguments; the calls of all turns share it.
    pub parameters: Arc<Value>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum ModelEvent {
    /// A piece of the model's reasoning.
    Thinking(String),
    /// More of the answer.
    Text(String),
    /// The words of the message with their meanings; before any thinking or text.
    Understood(Vec<UnderstoodWord>),
    /// A whole call: its arguments are complete.
    ToolCall(ToolCall),
    /// Data that the provider wants back with this answer.
    State(Value),
    /// The provider is busy; it is asked again after this.
    Waiting(Duration),
    /// At most once, before the end.
    Usage(Usage),
    Finished(FinishReason),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FinishReason {
    /// The model ended its answer.
    Stop,
    ToolCalls,
    /// The answer was cut at its length limit.
    Length,
    /// The provider withheld the answer.
    ContentFilter,
}
