use std::sync::Arc;

use portolan_blocks::{BlockContent, ChartBlock, ChartData, ChartQuery, DataColumn};
use portolan_charts::{ChartRequest, KINDS, Kind, check_chart};
use portolan_query::{ColumnType, QueryResult};
use serde_json::{Map, Value, json};

use super::{
    KeptQuery, ToolError, ToolOutcome, ToolState,
    contradictions::{self, Contradictions},
    read_arguments,
    state::CHART_FAILED,
};
use crate::ToolDefinition;

/// Charts that may fail their check in a turn before it is given up.
const FAILURES: u32 = 3;

pub(super) fn define_draw_chart() -> ToolDefinition {
    let kinds: Vec<String> = KINDS
        .iter()
        .map(|kind| {
            let rows = if kind.draws_rows { "" } else { "no query; " };
            format!(
                "{} ({rows}use it to {}): {}",
                kind.name, kind.purpose, kind.spec
            )
        })
        .collect();
    let names: Vec<&str> = KINDS.iter().map(|kind| kind.name.as_str()).collect();
    ToolDefinition {
        name: "draw_chart",
        description: "Shows a chart of a query's rows, or of steps, events or an outline, to the person.",
        parameters: Arc::new(json!({
            "type": "object",
            "properties": {
                "queryId": {"type": "string", "description": "The query whose rows are drawn, for example q1; left out for kinds without a query."},
                "kind": {"enum": names},
                "title": {"type": "string", "description": "States the finding in one line."},
                "description": {"type": "string", "description": "Tells what the chart shows to those who cannot see it."},
                "spec": {"type": "object", "description": format!("By kind. {}", kinds.join("; "))},
                "encodingNotes": {
                    "type": "array", "items": {"type": "string"},
                    "description": "The choices that you made, one short sentence each.",
                },
                "choices": {
                    "type": "array",
                    "description": "Those of the notes that the person may want to change, at most six alternatives each.",
                    "items": {
                        "type": "object",
                        "properties": {
                            "note": {"type": "string", "description": "One of encodingNotes, word for word."},
                            "alternatives": {
                                "type": "array",
                                "items": {
                                    "type": "object",
                                    "properties": {
                                        "label": {"type": "string", "description": "A word or three: by month."},
                                        "prompt": {"type": "string", "description": "The message to you that makes this change."},
                                    },
                                    "required": ["label", "prompt"],
                                    "additionalProperties": false,
                                },
                            },
                        },
                        "required": ["note", "alternatives"],
                        "additionalProperties": false,
                    },
                },
            },
            "required": ["kind", "title", "description", "spec"],
            "additionalProperties": false,
        })),
    }
}

pub(super) fn run_draw_chart(state: &mut ToolState, arguments: Map<String, Value>) -> ToolOutcome {
    if state.chart_failures >= FAILURES {
        return ToolError::new("no more charts in this turn: too many failed; answer in words now")
            .into();
    }
    match build_chart(state, arguments) {
        Ok(chart) => {
            let rows = chart.data.as_ref().map_or(0, |data| data.rows.len());
            let mut outcome = ToolOutcome::from_content(
                &json!({"drawn": true, "chartId": chart.chart_id, "rows": rows}),
            );
            outcome.blocks.push(BlockContent::Chart(Box::new(chart)));
            outcome
        }
        Err(ChartRefusal::Invalid(message)) => fail_drawing(state, &message),
        Err(ChartRefusal::Contradicts(found)) => found.into_outcome(state),
    }
}

/// Why a chart is not drawn.
enum ChartRefusal {
    Invalid(String),
    /// A chart that doesn't answer the question.
    Contradicts(Contradictions),
}

impl From<String> for ChartRefusal {
    fn from(message: String) -> Self {
        Self::Invalid(message)
    }
}

fn build_chart(
    state: &ToolState,
    mut arguments: Map<String, Value>,
) -> Result<ChartBlock, ChartRefusal> {
    let query_id = arguments.remove("queryId");
    // The tool's schema has no plan: only the built-in model states one, and only where the query was derived from it.
    let plan = arguments
        .remove("plan")
        .filter(|_| state.is_built_in_model());
    let request: ChartRequest = read_arguments(arguments).map_err(|error| error.0)?;
    let draws_rows = Kind::of(request.kind).is_some_and(|kind| kind.draws_rows);
    let query = draws_rows
        .then(|| kept_query(state, query_id))
        .transpose()?;
    let data = query.as_deref().map(|query| chart_data(&query.result));
    let columns = data.as_ref().map(|data| data.columns.as_slice());
    let chart =
        check_chart(&request, columns.unwrap_or_default()).map_err(|errors| errors.to_string())?;
    if let Some(query) = query
        .as_deref()
        .filter(|query| query.result.rows.is_empty())
    {
        return Err(ChartRefusal::Invalid(format!(
            "/queryId: {} gave no rows; change its conditions and query again, or say that there are none",
            query.query_id
        )));
    }
    let mut encoding_notes = chart.encoding_notes;
    if let Some(query) = query.as_deref() {
        let notes = contradictions::check_contradictions(state, &query.sql, &request);
        encoding_notes.extend(notes.map_err(ChartRefusal::Contradicts)?);
    }
    Ok(ChartBlock {
        chart_id: state.ids.id(),
        version: 1,
        kind: chart.kind,
        title: chart.title,
        description: chart.description,
        spec: chart.spec,
        data,
        query: query.as_deref().map(|query| ChartQuery {
            sql: query.sql.clone(),
            source_ids: query.source_ids.clone(),
            row_count: query.result.row_count,
            took_ms: query.result.took_ms,
        }),
        encoding_notes,
        choices: chart.choices,
        plan,
    })
}

fn kept_query(state: &ToolState, query_id: Option<Value>) -> Result<Arc<KeptQuery>, String> {
    let known = || {
        let ids: Vec<&str> = state.queries.keys().map(String::as_str).collect();
        if ids.is_empty() {
            "run `query` first".to_owned()
        } else {
            format!("use one of: {}", ids.join(", "))
        }
    };
    match query_id {
        Some(Value::String(id)) => state
            .queries
            .get(&id)
            .cloned()
            .ok_or_else(|| format!("/queryId: there is no query `{id}`; {}", known())),
        _ => Err(format!("/queryId: is missing; {}", known())),
    }
}

/// Returns the error to the model, which has two more tries; then the user sees it.
fn fail_drawing(state: &mut ToolState, message: &str) -> ToolOutcome {
    state.chart_failures += 1;
    let left = FAILURES - state.chart_failures;
    let advice = match left {
        0 => "do not try again; answer in words",
        1 => "correct it; this is the last try",
        _ => "correct it and call draw_chart again",
    };
    let error = ToolError::new(format!("the chart was not drawn; {advice}\n{message}"));
    let mut outcome = ToolOutcome::from(error);
    outcome.kept = Some(json!({CHART_FAILED: state.chart_failures}));
    if left == 0 {
        outcome.blocks.push(BlockContent::Error {
            code: "chart_invalid".into(),
            message: "The model did not manage to describe a chart that can be drawn. Try again, or put the question differently.".into(),
            retryable: true,
        });
    }
    outcome
}

/// A query's rows as charts hold them.
pub fn chart_data(result: &QueryResult) -> ChartData {
    let columns = result.columns.iter();
    ChartData {
        columns: columns
            .map(|column| DataColumn {
                name: column.name.clone(),
                column_type: type_name(column.column_type).into(),
            })
            .collect(),
        rows: result.rows.clone(),
        truncated: result.truncated,
    }
}

fn type_name(column_type: ColumnType) -> &'static str {
    match column_type {
        ColumnType::String => "string",
        ColumnType::Integer => "integer",
        ColumnType::Number => "number",
        ColumnType::Boolean => "boolean",
        ColumnType::Date => "date",
        ColumnType::Datetime => "datetime",
    }
}
