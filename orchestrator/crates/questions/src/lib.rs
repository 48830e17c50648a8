//! From a question and profiled tables to a query and a chart, without a model.
//!
//! Pure: the same question over the same profiles gives the same answer.

mod absences;
mod answer;
mod choices;
mod comparisons;
mod cues;
mod dates;
mod draft;
mod filters;
mod findings;
mod first_of_each;
mod follow_up;
mod groups;
mod joins;
mod layout;
mod lexicon;
mod matching;
mod measures;
mod named_values;
mod order;
pub mod plan;
mod planning;
mod preference;
mod recovered;
mod recovered_filters;
mod rest;
mod schema;
mod seasons;
mod sequence;
mod spec;
mod spelling;
mod sql;
mod texts;
mod time;
mod tokens;
mod understanding;
mod units;
mod values;
mod whole_groups;
mod wording;

pub use choices::{Alternative, Choice, choices};
use portolan_query::{QueryResult, TableProfile};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What is asked, and what is known.
pub struct Question<'a> {
    pub text: &'a str,
    /// The tables that may be asked, the likeliest first.
    pub tables: &'a [TableProfile],
    /// The reading behind the chart that the conversation is about, if there is one.
    pub so_far: Option<&'a Reading>,
}

/// One way to understand a question: a query, and the chart that shows its rows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Reading {
    /// One SELECT, every identifier quoted with `"`.
    pub sql: String,
    /// The tables in `sql`.
    pub tables: Vec<String>,
    /// A Vega-Lite 6 specification over the query's result columns; `data` is `{"name": "rows"}`.
    pub spec: Value,
    /// The choices that were made, one short sentence each.
    pub encoding_notes: Vec<String>,
    /// Words that may name other columns too.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unsure: Vec<Unsure>,
    /// From 0 to 1.
    pub confidence: f64,
    /// What the reading says in plain words: "average horsepower by origin".
    pub label: String,
    /// The query as data, from which follow-ups go on; None where somebody else wrote the SQL.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plan: Option<plan::Plan>,
}

/// A word that was taken for a column, and the other columns that it may name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Unsure {
    /// One of the reading's `encoding_notes`.
    pub note: String,
    pub column: plan::ColumnRef,
    pub others: Vec<plan::ColumnRef>,
}

/// What comes of a question.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// The readings, best first; never empty.
    Readings(Vec<Reading>),
    /// Neither of two readings is likely: ask. The choices are prompts.
    AskBack {
        question: String,
        choices: Vec<String>,
    },
    /// Nothing in the tables answers this; `message` says what would be needed.
    Unanswerable {
        message: String,
        suggestions: Vec<String>,
    },
}

/// What the rows say.
#[derive(Clone, Debug, PartialEq)]
pub struct Findings {
    /// States the finding, for the head of the chart.
    pub title: String,
    /// The measure, its groups and the conditions, where the title does not say them.
    pub subtitle: Option<String>,
    /// Describes the chart for those who cannot see it.
    pub description: String,
    /// One or two sentences of Markdown with exact numbers, each from the rows.
    pub prose: String,
    /// Next questions that lead somewhere: label and prompt.
    pub suggestions: Vec<(String, String)>,
}

impl Findings {
    /// The specification of a plot, with the subtitle over it.
    pub fn entitled(&self, mut spec: Value) -> Value {
        if let (Some(subtitle), Some(spec)) = (&self.subtitle, spec.as_object_mut()) {
            // Vega-Lite wants a text beside it; the chart's own title stands there.
            let title = serde_json::json!({"text": "", "subtitle": subtitle});
            spec.insert("title".to_owned(), title);
        }
        spec
    }
}

/// Understands a question.
pub fn answer(question: &Question<'_>) -> Answer {
    answer::answer(question)
}

/// Says what the rows of `reading`'s query show.
pub fn findings(reading: &Reading, tables: &[TableProfile], result: &QueryResult) -> Findings {
    findings::findings(reading, tables, result)
}

/// The reading behind a query and its chart, for follow-ups to go on from, whoever wrote them; None
/// where they do what questions cannot ask for.
pub fn reading_behind(sql: &str, spec: &Value, tables: &[TableProfile]) -> Option<Reading> {
    recovered::reading(sql, spec, tables)
}
