use portolan_blocks::BlockContent;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use uuid::Uuid;

use super::SourceTable;
use crate::assistant::tools::{ToolError, ToolOutcome};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Body {
    source_id: Uuid,
    url: String,
    start_ms: u64,
    end_ms: Option<u64>,
    label: String,
}

/// A link into a video: only into one that is a source, and only to its own address.
pub(super) fn timestamp(
    tables: &[SourceTable],
    body: Map<String, Value>,
) -> Result<ToolOutcome, ToolError> {
    let body: Body = serde_json::from_value(Value::Object(body))
        .map_err(|error| ToolError::new(error.to_string()))?;
    let is_known = tables.iter().any(|table| {
        table.source_id == body.source_id && table.url.as_deref() == Some(body.url.as_str())
    });
    if !is_known {
        return Err(ToolError::new("there is no such video among the sources"));
    }
    let mut outcome = ToolOutcome::told(&json!({"shown": true}));
    outcome.blocks.push(BlockContent::Timestamp {
        source_id: body.source_id,
        url: body.url,
        start_ms: body.start_ms,
        end_ms: body.end_ms,
        label: body.label,
    });
    Ok(outcome)
}
