use std::sync::Arc;

use portolan_query::TableProfile;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::{ToolError, ToolOutcome, ToolState, read_arguments};
use crate::{SourceTable, ToolDefinition, turn::schema_of};

const DEFAULT_VALUES: usize = 8;
const MOST_VALUES: usize = 200;
/// The maximum number of tables profiled by default.
const TABLES: usize = 8;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ProfileArguments {
    table: Option<String>,
    values: Option<usize>,
}

pub(super) fn define_profile() -> ToolDefinition {
    ToolDefinition {
        name: "profile",
        description: "Tells of each column of a table: its type, nulls, distinct values, range, quartiles and most frequent values.",
        parameters: Arc::new(json!({
            "type": "object",
            "properties": {
                "table": {"type": "string", "description": "The table's name; all tables where it is left out."},
                "values": {
                    "type": "integer", "minimum": 0, "maximum": MOST_VALUES,
                    "description": format!("How many frequent values of each column; {DEFAULT_VALUES} where it is left out."),
                },
            },
            "additionalProperties": false,
        })),
    }
}

pub(super) fn run_profile(
    state: &ToolState,
    arguments: Map<String, Value>,
) -> Result<ToolOutcome, ToolError> {
    let arguments: ProfileArguments = read_arguments(arguments)?;
    let values = arguments.values.unwrap_or(DEFAULT_VALUES).min(MOST_VALUES);
    let profiled: Vec<&SourceTable> = match &arguments.table {
        Some(name) => match state.find_table(name) {
            Some(table) => vec![table],
            None => {
                return Err(ToolError::new(format!(
                    "there is no table `{name}`; the tables are: {}",
                    state.table_names()
                )));
            }
        },
        None => state.tables.iter().take(TABLES).collect(),
    };
    let tables: Vec<TableProfile> = profiled
        .iter()
        .map(|table| shorten_profile(&table.profile, values))
        .collect();
    let mut told = json!({"tables": tables});
    if state.is_built_in_model() {
        told["words"] = json!(schema_of(profiled.into_iter()));
    }
    Ok(ToolOutcome::from_content(&told))
}

fn shorten_profile(profile: &TableProfile, values: usize) -> TableProfile {
    let mut profile = profile.clone();
    for column in &mut profile.columns {
        column.values.truncate(values);
    }
    profile
}
