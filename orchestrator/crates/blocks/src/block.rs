use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;

/// One finished piece of an answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Block {
    pub id: Uuid,
    #[serde(flatten)]
    pub content: BlockContent,
}

/// The content of a block; `type` on the wire distinguishes the variants.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(
    tag = "type",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum BlockContent {
    /// GitHub-flavoured Markdown; `[^1]` points at the reference with that index.
    Text {
        markdown: String,
        /// Numbers in it that no query of the turn explains.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        unverified_numbers: Vec<TextRange>,
    },
    /// The model's reasoning before its answer.
    Thinking {
        markdown: String,
        duration_ms: u64,
    },
    Chart(Box<ChartBlock>),
    Reference {
        /// Counts from 1 within the turn.
        index: u32,
        source_id: Uuid,
        title: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        url: Option<String>,
        locator: Locator,
    },
    /// A next question: a click sends `prompt`.
    Suggestion {
        label: String,
        prompt: String,
    },
    /// A link into a video.
    Timestamp {
        source_id: Uuid,
        url: String,
        start_ms: u64,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        end_ms: Option<u64>,
        label: String,
    },
    Error {
        /// Stable, in snake_case.
        code: String,
        message: String,
        retryable: bool,
    },
}

impl BlockContent {
    /// A text whose numbers no one has checked, or all of whose numbers are explained.
    pub fn text(markdown: impl Into<String>) -> Self {
        Self::Text {
            markdown: markdown.into(),
            unverified_numbers: Vec::new(),
        }
    }

    pub fn block_type(&self) -> BlockType {
        match self {
            Self::Text { .. } => BlockType::Text,
            Self::Thinking { .. } => BlockType::Thinking,
            Self::Chart(_) => BlockType::Chart,
            Self::Reference { .. } => BlockType::Reference,
            Self::Suggestion { .. } => BlockType::Suggestion,
            Self::Timestamp { .. } => BlockType::Timestamp,
            Self::Error { .. } => BlockType::Error,
        }
    }
}

/// `start..end` in UTF-16 units of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TextRange {
    pub start: u64,
    pub end: u64,
}

/// The `type` of a block, known when it opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum BlockType {
    Text,
    Thinking,
    Chart,
    Reference,
    Suggestion,
    Timestamp,
    Error,
}

/// A chart with the rows that it draws and the query that they came from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "DrawnChart")]
#[serde(rename_all = "camelCase")]
pub struct ChartBlock {
    pub chart_id: Uuid,
    /// Counts from 1.
    pub version: u32,
    pub kind: ChartKind,
    /// States the finding.
    pub title: String,
    /// For those who cannot see the chart.
    pub description: String,
    /// For `plot` a Vega-Lite specification whose data is named `rows`; for kinds without rows
    /// the outline, the nodes and edges, or the events.
    pub spec: Value,
    pub data: Option<ChartData>,
    pub query: Option<ChartQuery>,
    /// The choices that were made, one short sentence each.
    #[serde(default)]
    pub encoding_notes: Vec<String>,
    /// The choices that the user can change by a message.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<Choice>,
    /// The query plan that the query and the chart were derived from, with its version; None if the SQL was
    /// written in another way.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plan: Option<Value>,
}

/// A choice that was made, and what it could be changed to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Choice {
    /// One of the chart's `encodingNotes`, word for word.
    pub note: String,
    pub alternatives: Vec<Alternative>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Alternative {
    /// A word or three: "by month".
    pub label: String,
    /// The message that makes this change.
    pub prompt: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum ChartKind {
    Plot,
    Mindmap,
    Flow,
    Timeline,
    Table,
    Metric,
}

/// Rows in the order of `columns`; integers beyond 2^53 are strings, dates ISO 8601 text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ChartData {
    pub columns: Vec<DataColumn>,
    #[schemars(with = "Vec<Vec<Cell>>")]
    pub rows: Vec<Vec<Value>>,
    /// True if the query gave more rows than the block holds.
    pub truncated: bool,
}

/// A value of a row. Integers beyond 2^53 are text, dates ISO 8601 text.
#[derive(JsonSchema)]
#[schemars(extend("type" = ["string", "number", "boolean", "null"]))]
pub struct Cell;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DataColumn {
    pub name: String,
    /// `string`, `number`, `integer`, `boolean`, `date` or `datetime`.
    #[serde(rename = "type")]
    #[schemars(extend("enum" = ["string", "integer", "number", "boolean", "date", "datetime"]))]
    pub column_type: String,
}

/// The source of a chart's rows; running `sql` again over the same sources gives them again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChartQuery {
    pub sql: String,
    pub source_ids: Vec<Uuid>,
    pub row_count: u64,
    pub took_ms: u64,
}

/// The place in a source that a reference points at; empty for the source as a whole.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Locator {
    /// Counts from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub page: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub row_range: Option<RowRange>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start_ms: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quote: Option<String>,
}

/// Rows `start..=end`, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RowRange {
    pub start: u64,
    pub end: u64,
}
