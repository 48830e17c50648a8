//! The events of a streamed response that are read; all others are passed over.

use serde::Deserialize;
use serde_json::Value;

#[derive(Debug, Deserialize)]
#[serde(tag = "type")]
pub(in super::super) enum ResponseEvent {
    #[serde(
        rename = "response.output_text.delta",
        alias = "response.refusal.delta"
    )]
    Text {
        #[serde(default)]
        delta: String,
    },
    #[serde(
        rename = "response.reasoning_summary_text.delta",
        alias = "response.reasoning_text.delta"
    )]
    Thinking {
        #[serde(default)]
        delta: String,
    },
    /// A summary has several parts: paragraphs.
    #[serde(rename = "response.reasoning_summary_part.added")]
    ThinkingPart {
        #[serde(default)]
        summary_index: u64,
    },
    #[serde(rename = "response.output_item.done")]
    ItemDone { item: OutputItem },
    #[serde(rename = "response.completed")]
    Completed { response: Response },
    #[serde(rename = "response.incomplete")]
    Incomplete { response: Response },
    #[serde(rename = "response.failed")]
    Failed { response: Response },
    /// Its fields are in the event itself or in a nested object.
    #[serde(rename = "error")]
    Error {
        code: Option<Value>,
        message: Option<Value>,
        error: Option<Value>,
    },
    #[serde(other)]
    Other,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(in super::super) struct OutputItem {
    #[serde(rename = "type")]
    pub kind: String,
    pub id: Option<String>,
    pub call_id: Option<String>,
    pub name: Option<String>,
    pub arguments: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(in super::super) struct Response {
    pub usage: Option<Value>,
    pub error: Option<Value>,
    pub incomplete_details: Option<IncompleteDetails>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(in super::super) struct IncompleteDetails {
    pub reason: Option<String>,
}
