use portolan_blocks::BlockContent;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use uuid::Uuid;

use crate::tools::{ToolError, ToolOutcome, ToolState};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Body {
    source_id: Uuid,
    /// The source's own where it is left out.
    url: Option<String>,
    start_ms: u64,
    end_ms: Option<u64>,
    label: String,
}

/// A place in a video: only in one that is a source, and with no address but its own. A transcript
/// that came without one has an empty address.
pub(super) fn check_timestamp(
    state: &ToolState,
    body: Map<String, Value>,
) -> Result<ToolOutcome, ToolError> {
    let body: Body = serde_json::from_value(Value::Object(body))
        .map_err(|error| ToolError::new(error.to_string()))?;
    let known = state.find_source(body.source_id).map(|(_, url)| url);
    let own = known.filter(|own| body.url.is_none() || *own == body.url.as_deref());
    let Some(own) = own else {
        return Err(ToolError::new("there is no such video among the sources"));
    };
    let mut outcome = ToolOutcome::from_content(&json!({"shown": true}));
    outcome.blocks.push(BlockContent::Timestamp {
        source_id: body.source_id,
        url: own.unwrap_or_default().to_owned(),
        start_ms: body.start_ms,
        end_ms: body.end_ms,
        label: body.label,
    });
    Ok(outcome)
}
