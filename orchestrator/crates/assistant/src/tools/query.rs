use std::sync::Arc;

use portolan_query::{QueryResult, TableFile, WorkerFailure, has_mention};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::{KeptQuery, ToolError, ToolOutcome, ToolState, read_arguments};
use crate::{SourceTable, ToolDefinition};

/// Bytes of rows that a query keeps; a chart of them is stored and sent to every viewer.
pub const KEPT_BYTES: usize = 2 << 20;
/// The maximum size of rows sent to the model.
const TOLD_BYTES: usize = 12_000;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct QueryArguments {
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

pub(super) fn define_query() -> ToolDefinition {
    ToolDefinition {
        name: "query",
        description: "Runs one SELECT (DataFusion SQL, like PostgreSQL's) and keeps its rows under a query id for draw_chart. Tells the first rows.",
        parameters: Arc::new(json!({
            "type": "object",
            "properties": {
                "sql": {
                    "type": "string",
                    "description": "One SELECT over the listed tables; every identifier in double quotes. Aggregate here and name the result columns for people.",
                },
            },
            "required": ["sql"],
            "additionalProperties": false,
        })),
    }
}

pub(super) fn begin_query(
    state: &mut ToolState,
    arguments: Map<String, Value>,
) -> Result<QueryTicket, ToolError> {
    let arguments: QueryArguments = read_arguments(arguments)?;
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
    let row_count = tables_named(state, &arguments.sql)
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
    /// Stores the rows and returns a summary to the model.
    pub fn finish(
        self,
        state: &mut ToolState,
        result: Result<QueryResult, WorkerFailure>,
    ) -> Result<ToolOutcome, ToolError> {
        let mut result = result.map_err(|failure| {
            ToolError::new(format!(
                "{}; correct the query and run it again",
                failure.message.trim_end_matches('.')
            ))
        })?;
        result.cut(state.limits.chart_rows, KEPT_BYTES);
        let told = describe_result(&self.query_id, &result, state.limits.shown_rows);
        let source_ids = tables_named(state, &self.sql)
            .map(|table| table.source_id)
            .collect();
        let query = KeptQuery {
            query_id: self.query_id,
            sql: self.sql,
            source_ids,
            result,
        };
        let mut outcome = ToolOutcome::from_content(&told);
        outcome.kept = serde_json::to_value(&query).ok();
        state.keep_query(Arc::new(query));
        Ok(outcome)
    }
}

/// The tables that `sql` mentions.
fn tables_named<'a>(state: &'a ToolState, sql: &'a str) -> impl Iterator<Item = &'a SourceTable> {
    state
        .tables
        .iter()
        .filter(move |table| has_mention(sql, &table.profile.name))
}

fn describe_result(query_id: &str, result: &QueryResult, most_rows: usize) -> Value {
    let shown = result.count_fitting(most_rows, TOLD_BYTES);
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
