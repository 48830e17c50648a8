use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::{ToolError, ToolOutcome, ToolState, read};
use crate::assistant::ToolDefinition;

/// Columns that are named of each table; `profile` has them all.
const COLUMNS: usize = 60;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Arguments {}

pub(super) fn definition() -> ToolDefinition {
    ToolDefinition {
        name: "list_sources",
        description: "Lists the tables that may be queried, with their columns and how many rows they have.",
        parameters: json!({"type": "object", "properties": {}, "additionalProperties": false}),
    }
}

pub(super) fn run(
    state: &ToolState,
    arguments: Map<String, Value>,
) -> Result<ToolOutcome, ToolError> {
    read::<Arguments>(arguments)?;
    let tables: Vec<Value> = state
        .tables
        .iter()
        .map(|table| {
            let columns: Vec<Value> = table
                .profile
                .columns
                .iter()
                .take(COLUMNS)
                .map(|column| json!({"name": column.name, "type": column.column_type}))
                .collect();
            json!({
                "name": table.profile.name,
                "title": table.title,
                "sourceId": table.source_id,
                "rowCount": table.profile.row_count,
                "columnCount": table.profile.columns.len(),
                "columns": columns,
            })
        })
        .collect();
    Ok(ToolOutcome::told(&json!({"tables": tables})))
}
