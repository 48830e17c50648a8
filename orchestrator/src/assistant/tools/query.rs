use std::sync::Arc;

use portolan_query::{Failure, QueryResult, TableFile};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::{KeptQuery, ToolError, ToolOutcome, ToolState, read};
use crate::assistant::{SourceTable, ToolDefinition};

/// Bytes of rows that a query keeps; a chart of them is stored and sent to every viewer.
const KEPT_BYTES: usize = 2 << 20;
/// Bytes of rows that the model is told.
const TOLD_BYTES: usize = 12_000;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Arguments {
    sql: String,
}

/// A query that may run: its id, its text, and the tables that it may see.
#[derive(Clone, Debug)]
pub(crate) struct QueryTicket {
    pub query_id: String,
    pub sql: String,
    pub tables: Vec<TableFile>,
    /// Rows of the tables that it names.
    pub row_count: u64,
}

pub(super) fn definition() -> ToolDefinition {
    ToolDefinition {
        name: "query",
        description: "Runs one SELECT (DataFusion SQL, like PostgreSQL's) and keeps its rows under a query id for draw_chart. Tells the first rows.",
        parameters: json!({
            "type": "object",
            "properties": {
                "sql": {
                    "type": "string",
                    "description": "One SELECT over the listed tables; every identifier in double quotes. Aggregate here and name the result columns for people.",
                },
            },
            "required": ["sql"],
            "additionalProperties": false,
        }),
    }
}

pub(super) fn begin(
    state: &mut ToolState,
    arguments: Map<String, Value>,
) -> Result<QueryTicket, ToolError> {
    let arguments: Arguments = read(arguments)?;
    if state.tables.is_empty() {
        return Err(ToolError::new(
            "there are no tables; ask the person to add a file or to paste their data as a source",
        ));
    }
    let tables = state
        .tables
        .iter()
        .map(|table| TableFile {
            name: table.profile.name.clone(),
            path: table.path.to_string_lossy().into_owned(),
        })
        .collect();
    let row_count = named(state, &arguments.sql)
        .map(|table| table.profile.row_count)
        .sum();
    Ok(QueryTicket {
        query_id: state.next_query_id(),
        sql: arguments.sql,
        tables,
        row_count,
    })
}

impl QueryTicket {
    /// Keeps the rows and tells the model of them.
    pub fn finish(
        self,
        state: &mut ToolState,
        result: Result<QueryResult, Failure>,
    ) -> Result<ToolOutcome, ToolError> {
        let result = result.map_err(|failure| {
            ToolError::new(format!(
                "{}; correct the query and run it again",
                failure.message.trim_end_matches('.')
            ))
        })?;
        let result = shortened(result, state.limits.chart_rows);
        let told = told(&self.query_id, &result, state.limits.told_rows);
        let source_ids = named(state, &self.sql)
            .map(|table| table.source_id)
            .collect();
        let query = KeptQuery {
            query_id: self.query_id,
            sql: self.sql,
            source_ids,
            result,
        };
        let mut outcome = ToolOutcome::told(&told);
        outcome.kept = serde_json::to_value(&query).ok();
        state.keep(Arc::new(query));
        Ok(outcome)
    }
}

/// The tables that `sql` mentions.
fn named<'a>(state: &'a ToolState, sql: &str) -> impl Iterator<Item = &'a SourceTable> {
    let lower = sql.to_lowercase();
    state
        .tables
        .iter()
        .filter(move |table| mentions(&lower, &table.profile.name))
}

/// Whether `name` stands in `sql` as a word of its own.
fn mentions(sql: &str, name: &str) -> bool {
    let is_word = |character: char| character.is_alphanumeric() || character == '_';
    sql.match_indices(name).any(|(start, found)| {
        let before = sql[..start].chars().next_back();
        let after = sql[start + found.len()..].chars().next();
        !before.is_some_and(is_word) && !after.is_some_and(is_word)
    })
}

fn shortened(mut result: QueryResult, most_rows: usize) -> QueryResult {
    let kept = fitting(&result.rows, most_rows, KEPT_BYTES);
    if kept < result.rows.len() {
        result.rows.truncate(kept);
        result.truncated = true;
    }
    result
}

fn told(query_id: &str, result: &QueryResult, most_rows: usize) -> Value {
    let shown = fitting(&result.rows, most_rows, TOLD_BYTES);
    let mut told = json!({
        "queryId": query_id,
        "rowCount": result.row_count,
        "columns": result.columns,
        "rows": &result.rows[..shown],
    });
    if shown < result.rows.len() {
        told["note"] = json!(format!(
            "These are the first {shown} rows; draw_chart draws {}.",
            result.rows.len()
        ));
    } else if result.rows.is_empty() {
        told["note"] = json!("No rows: check the conditions before you draw.");
    }
    told
}

/// How many of the first rows stay within both limits.
fn fitting(rows: &[Vec<Value>], most_rows: usize, most_bytes: usize) -> usize {
    let mut bytes = 0;
    rows.iter()
        .take(most_rows)
        .take_while(|row| {
            bytes += row.iter().map(cell_bytes).sum::<usize>();
            bytes <= most_bytes
        })
        .count()
}

fn cell_bytes(value: &Value) -> usize {
    match value {
        Value::String(text) => text.len() + 3,
        _ => 12,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_mentioned_only_as_a_whole_word() {
        assert!(mentions(r#"select * from "cars""#, "cars"));
        assert!(mentions("select a from cars, trucks", "cars"));
        assert!(!mentions("select * from cars_2", "cars"));
        assert!(!mentions("select oscars from t", "cars"));
    }

    #[test]
    fn rows_are_cut_by_number_and_by_size() {
        let rows = vec![vec![Value::from("x".repeat(97))]; 10];
        assert_eq!(fitting(&rows, 4, 10_000), 4);
        assert_eq!(fitting(&rows, 10, 350), 3);
    }
}
