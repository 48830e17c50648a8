//! Tools of the model: one file each.

mod cite;
mod contradictions;
mod draw_chart;
mod list_sources;
mod profile;
mod query;
mod read_document;
mod read_page;
mod state;
mod suggest;

use std::sync::LazyLock;

use portolan_blocks::BlockContent;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use super::{SourceDocument, ToolCall, ToolDefinition};

pub use draw_chart::chart_data;
pub(crate) use list_sources::{describe_document, described_unread};
pub use query::KEPT_BYTES;
pub(crate) use query::QueryTicket;
pub(crate) use read_page::{page_to_read, page_was_read};
pub(crate) use state::{KeptQuery, ToolState};

/// Every tool, as the model is told of it; the one that reads texts if there are any, the one that reads
/// pages where that may be, and those that describe sources where the prompt does not describe them all.
pub(crate) fn tool_definitions(
    documents: &[SourceDocument],
    may_read_pages: bool,
    may_look: bool,
) -> Vec<ToolDefinition> {
    let is_offered = |name: &str| match name {
        "list_sources" | "profile" => may_look,
        "read_document" => !documents.is_empty(),
        "read_page" => may_read_pages,
        _ => true,
    };
    let offered = DEFINITIONS.iter().filter(|tool| is_offered(tool.name));
    offered.cloned().collect()
}

/// All tools. Their schemas are built once: each call of a model sends and counts them.
static DEFINITIONS: LazyLock<[ToolDefinition; 8]> = LazyLock::new(|| {
    [
        query::define_query(),
        draw_chart::define_draw_chart(),
        cite::define_cite(),
        suggest::define_suggest(),
        list_sources::define_list_sources(),
        profile::define_profile(),
        read_document::define_read_document(),
        read_page::define_read_page(),
    ]
});

/// Returns the tool's own name, whatever a model calls: for labels of metrics, of which there must be few.
pub(crate) fn known_tool_name(name: &str) -> &'static str {
    const NAMES: [&str; 8] = [
        "query",
        "draw_chart",
        "cite",
        "suggest",
        "list_sources",
        "profile",
        "read_document",
        "read_page",
    ];
    let known = NAMES.into_iter().find(|known| *known == name);
    known.unwrap_or("unknown")
}

/// Returns whether a tool reads texts, which must be loaded before.
pub(crate) fn reads_documents(name: &str) -> bool {
    matches!(name, "read_document" | "cite")
}

/// The outcome of a tool call.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct ToolOutcome {
    /// The text for the model.
    pub content: String,
    /// The structured result for later steps and for models in this process.
    pub kept: Option<Value>,
    /// The blocks that the user sees.
    pub blocks: Vec<BlockContent>,
    pub is_error: bool,
}

impl ToolOutcome {
    pub fn from_content(content: &Value) -> Self {
        Self {
            content: content.to_string(),
            ..Self::default()
        }
    }
}

/// An error of a tool call, with advice for the model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ToolError(String);

impl ToolError {
    pub fn new(message: impl Into<String>) -> Self {
        Self(message.into())
    }
}

impl From<ToolError> for ToolOutcome {
    fn from(error: ToolError) -> Self {
        Self {
            content: json!({"error": error.0}).to_string(),
            is_error: true,
            ..Self::default()
        }
    }
}

/// Runs every tool but `query`, which has its own way because it takes time.
pub(crate) fn run_tool(state: &mut ToolState, call: &ToolCall) -> Result<ToolOutcome, ToolError> {
    let arguments = parse_arguments(&call.arguments)?;
    match call.name.as_str() {
        "list_sources" => list_sources::run_list_sources(state, arguments),
        "profile" => profile::run_profile(state, arguments),
        "draw_chart" => Ok(draw_chart::run_draw_chart(state, arguments)),
        "cite" => cite::run_cite(state, arguments),
        "read_document" => read_document::run_read_document(state, arguments),
        "suggest" => suggest::run_suggest(arguments),
        name => Err(ToolError::new(format!(
            "there is no tool `{name}`; the tools are: {}",
            tool_definitions(&state.documents, state.may_read_pages, true)
                .iter()
                .map(|tool| tool.name)
                .collect::<Vec<_>>()
                .join(", ")
        ))),
    }
}

/// Checks a call of `query` and names its query; the caller runs it.
pub(crate) fn begin_query(
    state: &mut ToolState,
    call: &ToolCall,
) -> Result<QueryTicket, ToolError> {
    query::begin_query(state, parse_arguments(&call.arguments)?)
}

/// A chart directive: the same as the tool.
pub(crate) fn draw_directive(state: &mut ToolState, body: Map<String, Value>) -> ToolOutcome {
    draw_chart::run_draw_chart(state, body)
}

/// A reference directive.
pub(crate) fn cite_directive(
    state: &mut ToolState,
    body: Map<String, Value>,
) -> Result<ToolOutcome, ToolError> {
    cite::run_cite(state, body)
}

/// A suggestion directive, which holds one suggestion.
pub(crate) fn suggest_one(body: Map<String, Value>) -> Result<ToolOutcome, ToolError> {
    suggest::run_one(body)
}

/// Models send nothing at all where a tool takes nothing.
fn parse_arguments(text: &str) -> Result<Map<String, Value>, ToolError> {
    if text.trim().is_empty() {
        return Ok(Map::new());
    }
    match serde_json::from_str(text) {
        Ok(Value::Object(arguments)) => Ok(arguments),
        Ok(_) => Err(ToolError::new(
            "the arguments must be one JSON object; call the tool again with one",
        )),
        Err(error) => Err(ToolError::new(format!(
            "the arguments are not valid JSON ({error}); call the tool again with one JSON object"
        ))),
    }
}

/// Reads arguments strictly; the error names the field.
fn read_arguments<T: DeserializeOwned>(arguments: Map<String, Value>) -> Result<T, ToolError> {
    serde_json::from_value(Value::Object(arguments)).map_err(|error| {
        ToolError::new(format!(
            "the arguments do not fit the tool ({error}); correct them and call it again"
        ))
    })
}
