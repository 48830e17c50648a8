//! The lines that `portolan ask` writes.

use serde::Deserialize;
use serde_json::{Value, json};

use crate::{
    drawn::{View, chart_views},
    table::Table,
};

/// How a question ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    Answered,
    Asked,
    Declined,
}

/// An answer, or the answers to the turns of a dialogue. All but the id may be missing.
#[derive(Debug, Default, Deserialize)]
pub struct Answer {
    #[serde(default)]
    pub id: String,
    pub vega_lite_spec: Option<Value>,
    #[serde(default)]
    pub alternatives: Vec<Value>,
    pub error: Option<String>,
    pub outcome: Option<Outcome>,
    pub message: Option<String>,
    /// The choices offered to the user.
    #[serde(default)]
    pub readings: Vec<Offer>,
    pub columns: Option<Value>,
    pub rows: Option<Value>,
    pub turns: Option<Vec<Answer>>,
}

/// A reading that is offered to the user, with its rows if they were queried.
#[derive(Debug, Default, Deserialize)]
pub struct Offer {
    #[serde(default)]
    pub label: String,
    pub columns: Option<Value>,
    pub rows: Option<Value>,
}

/// Words by which an answer says, beside its chart, that the data do not hold what was asked for.
const REFUSALS: [&str; 16] = [
    "cannot",
    "can't",
    "can not",
    "couldn't",
    "no column",
    "there is no",
    "there's no",
    "not in the data",
    "not in this table",
    "not in the table",
    "does not contain",
    "doesn't contain",
    "doesn't say",
    "has no",
    "nothing about",
    "forecast",
];

impl Answer {
    /// Returns what the answer shows; nothing if it asked back or declined.
    pub fn views(&self) -> Vec<View> {
        if !self.is_answered() {
            return Vec::new();
        }
        let rows = read_table(self.columns.as_ref(), self.rows.as_ref());
        match (&self.vega_lite_spec, rows) {
            (Some(spec), rows) if spec.is_object() => {
                let shown = chart_views(spec);
                match rows {
                    Some(table) if shown.is_empty() => with_rows(spec, &table, self.rows.as_ref()),
                    _ => shown,
                }
            }
            (_, Some(table)) => vec![View::of_table(table)],
            _ => Vec::new(),
        }
    }

    /// Returns what the alternatives and the offered readings show.
    pub fn offers(&self) -> Vec<Vec<View>> {
        let offered = self
            .readings
            .iter()
            .filter_map(|r| read_table(r.columns.as_ref(), r.rows.as_ref()));
        let alternatives = self.alternatives.iter().map(chart_views);
        alternatives
            .chain(offered.map(|table| vec![View::of_table(table)]))
            .collect()
    }

    /// Returns whether the user sees a chart, which may be empty.
    pub fn has_chart(&self) -> bool {
        let drawn = self.vega_lite_spec.as_ref().is_some_and(Value::is_object);
        self.is_answered() && (drawn || self.rows.is_some())
    }

    fn is_answered(&self) -> bool {
        self.outcome
            .is_none_or(|outcome| outcome == Outcome::Answered)
    }

    pub fn has_asked(&self) -> bool {
        self.outcome == Some(Outcome::Asked)
    }

    /// Returns whether the words beside the chart refuse the question.
    pub fn refuses(&self) -> bool {
        let said = self
            .message
            .as_deref()
            .unwrap_or_default()
            .to_lowercase()
            .replace('’', "'");
        REFUSALS.iter().any(|words| said.contains(words))
    }

    pub fn reason(&self) -> &str {
        self.message
            .as_deref()
            .or(self.error.as_deref())
            .unwrap_or("no answer")
    }
}

fn read_table(columns: Option<&Value>, rows: Option<&Value>) -> Option<Table> {
    let table = Table::from_json(&json!({"columns": columns?, "rows": rows?}))?;
    (!table.rows.is_empty()).then_some(table)
}

/// Returns the views of a specification that leaves its rows to the answer.
fn with_rows(spec: &Value, table: &Table, rows: Option<&Value>) -> Vec<View> {
    let row = |cells: &Value| -> Value {
        let cells = cells.as_array().into_iter().flatten().cloned();
        Value::Object(table.names.iter().cloned().zip(cells).collect())
    };
    let values: Vec<Value> = rows
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .map(row)
        .collect();
    let mut spec = spec.clone();
    spec["data"] = json!({"values": values});
    chart_views(&spec)
}
