//! Answers a message: a language model in a loop of model call, tool calls and results.
//!
//! [`run_turn`] is the entry point. It knows neither the store nor HTTP: what a turn needs is handed in with
//! its [`TurnRequest`], and what it makes leaves as `TurnOutput`s.

mod builtin;
mod documents;
mod error;
mod judge;
mod model;
mod models;
mod numbers;
mod openai;
mod pages;
mod probe;
mod prompts;
mod recorded;
mod tokens;
mod tools;
mod turn;

pub use documents::SourceDocument;
pub use error::{ModelError, ModelErrorCode};
pub use judge::{JudgeError, Judgement, judge_answer};
pub use model::{
    EarlierChart, FinishReason, LanguageModel, Message, ModelCard, ModelEvent, ModelRequest,
    ModelStream, ProviderState, ToolCall, ToolDefinition,
};
pub use models::{
    BUILT_IN_MODEL, ModelItem, ModelTuning, Models, ModelsError, RemoteSettings, ToolSupport,
    UnknownModel, Wire,
};
pub use numbers::{KnownNumbers, drop_unread_rows, numbers_in};
pub use openai::{OfferedModel, offered_models};
pub use pages::{PageReader, Pages, ReadPage};
pub use probe::{ModelReport, test_model};
pub use prompts::{AssistantPrompt, RenderedPrompt, render_samples};
pub use recorded::{RecordedCall, RecordedPage, TurnRecord};
pub use tokens::TokenCounter;
pub use tools::{KEPT_BYTES, chart_data};
pub use turn::{
    CutCall, PastTurn, Services, SourceTable, TurnLimits, TurnRequest, UnreadSource, cut_call,
    first_hold, run_turn,
};
