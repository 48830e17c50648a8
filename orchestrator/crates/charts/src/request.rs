use portolan_blocks::{ChartKind, Choice};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// A chart as a model asks for it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ChartRequest {
    #[serde(default = "default_kind")]
    pub kind: ChartKind,
    /// States the finding.
    pub title: String,
    /// For those who cannot see the chart.
    #[serde(default)]
    pub description: String,
    #[serde(default = "empty_spec")]
    pub spec: Value,
    #[serde(default)]
    pub encoding_notes: Vec<String>,
    /// The notes that the user can change by a message.
    #[serde(default)]
    pub choices: Vec<Choice>,
}

/// A chart that may be drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct CheckedChart {
    pub kind: ChartKind,
    pub title: String,
    pub description: String,
    pub spec: Value,
    pub encoding_notes: Vec<String>,
    pub choices: Vec<Choice>,
}

fn default_kind() -> ChartKind {
    ChartKind::Plot
}

fn empty_spec() -> Value {
    json!({})
}
