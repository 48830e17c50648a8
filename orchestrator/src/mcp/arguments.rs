//! The arguments of the tools; their comments are what models read.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use uuid::Uuid;

/// Give exactly one of `url`, `text` and `sample`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AddSource {
    /// Address of a page, paper, feed, captioned video, or data file
    pub url: Option<String>,
    /// A table as CSV, TSV or JSON, or a text
    pub text: Option<String>,
    /// File name of the text, such as sales.csv or notes.md; its extension names the format
    pub name: Option<String>,
    /// Name of a built-in sample
    pub sample: Option<String>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ProfileSource {
    pub source_id: Uuid,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AskCall {
    /// The question, in plain words
    pub question: String,
    /// Sources to ask about
    #[serde(default)]
    pub source_ids: Vec<Uuid>,
    /// The chat to continue, from an earlier answer; without it a new chat is opened
    pub chat_id: Option<Uuid>,
    /// ID of a model; without it the default one
    pub model: Option<String>,
}

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Query {
    /// One SELECT statement; profile_source gives the names of tables and columns
    pub sql: String,
    /// The sources whose tables the statement reads
    pub source_ids: Vec<Uuid>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DrawChart {
    pub kind: ChartKind,
    pub title: String,
    /// plot: a Vega-Lite specification without data, whose fields are the query's columns; table: {};
    /// metric: {"value": column, "time"?, "label"?, "unit"?}; mindmap: {"outline": Markdown};
    /// flow: {"nodes": [{"id", "label"}], "edges": [{"source", "target"}]};
    /// timeline: {"events": [{"date", "label"}]}
    pub spec: Map<String, Value>,
    /// The rows of a plot, table or metric
    pub query: Option<Query>,
    #[serde(default)]
    pub description: String,
}

#[derive(Clone, Copy, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ChartKind {
    Plot,
    Table,
    Metric,
    Mindmap,
    Flow,
    Timeline,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ExportChartCall {
    pub chart_id: Uuid,
    pub format: ExportFormat,
}

#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ExportFormat {
    Svg,
    Png,
    Pdf,
    Csv,
    Json,
    /// A Vega-Lite specification with its rows
    #[serde(rename = "vl.json")]
    VegaLite,
    /// A Vega specification with its rows
    #[serde(rename = "vg.json")]
    Vega,
    /// A Python program that draws the chart with Altair
    #[serde(rename = "py")]
    Python,
    /// An R program that draws the chart with vega-embed
    #[serde(rename = "R")]
    R,
}

impl ExportFormat {
    pub fn extension(self) -> &'static str {
        match self {
            Self::Svg => "svg",
            Self::Png => "png",
            Self::Pdf => "pdf",
            Self::Csv => "csv",
            Self::Json => "json",
            Self::VegaLite => "vl.json",
            Self::Vega => "vg.json",
            Self::Python => "py",
            Self::R => "R",
        }
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CreateBoardCall {
    pub title: Option<String>,
    /// Sources whose cards lie on the board
    #[serde(default)]
    pub source_ids: Vec<Uuid>,
    /// Charts that lie on the board
    #[serde(default)]
    pub chart_ids: Vec<Uuid>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ReadBoard {
    pub board_id: Uuid,
}
