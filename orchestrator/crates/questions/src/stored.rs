//! The stored form of a plan: JSON with a version.

use portolan_query::TableProfile;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::plan::QueryPlan;
use crate::prepare;

/// Raised when a stored plan can no longer be read as it was meant.
const VERSION: u32 = 1;

#[derive(Serialize)]
struct Stored<'a> {
    version: u32,
    #[serde(flatten)]
    plan: &'a QueryPlan,
}

#[derive(Deserialize)]
struct Restored {
    version: u32,
    #[serde(flatten)]
    plan: QueryPlan,
}

/// Returns the stored form of a plan.
pub fn to_stored(plan: &QueryPlan) -> Value {
    let stored = Stored {
        version: VERSION,
        plan,
    };
    serde_json::to_value(stored).unwrap_or(Value::Null)
}

/// Reads a stored plan; None where it has another version or names a column that the tables do not have.
pub fn from_stored(stored: &Value, tables: &[TableProfile]) -> Option<QueryPlan> {
    let restored = Restored::deserialize(stored).ok()?;
    (restored.version == VERSION && has_all_columns(stored, &restored.plan, tables))
        .then_some(restored.plan)
}

/// Reads the plan that a statement was derived from; None where the plan does not give this statement.
pub fn from_stored_for(stored: &Value, sql: &str, tables: &[TableProfile]) -> Option<QueryPlan> {
    let plan = from_stored(stored, tables)?;
    let prepared = prepare(&plan, tables).ok()?;
    // A statement that was edited by hand no longer says what the plan says.
    (prepared.sql == sql).then_some(plan)
}

fn has_all_columns(value: &Value, plan: &QueryPlan, tables: &[TableProfile]) -> bool {
    let is_known = |table: &str, column: Option<&str>| {
        let Some(known) = tables.iter().find(|known| known.name == table) else {
            return false;
        };
        // An unpivoted plan also reads the two columns that it makes itself.
        let made = plan.unpivot.iter().filter(|_| table == plan.table);
        let mut made = made.flat_map(|part| [&part.value.name_column, &part.value.value_column]);
        column.is_none_or(|column| {
            known.columns.iter().any(|each| each.name == column) || made.any(|name| name == column)
        })
    };
    match value {
        Value::Object(fields) => {
            // Whatever the part, each object with a table refers to it, and mostly to a column of it.
            let is_here = fields
                .get("table")
                .and_then(Value::as_str)
                .is_none_or(|table| is_known(table, fields.get("column").and_then(Value::as_str)));
            is_here
                && fields
                    .values()
                    .all(|field| has_all_columns(field, plan, tables))
        }
        Value::Array(items) => items.iter().all(|item| has_all_columns(item, plan, tables)),
        _ => true,
    }
}
