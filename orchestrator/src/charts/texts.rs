use portolan_assistant::KnownNumbers;
use portolan_blocks::{ChartBlock, ChartData};
use portolan_query::{ColumnType, QueryResult, ResultColumn};
use portolan_questions::{Prepared, from_stored, prepare, reading_back::read_back};

use super::QueriedRows;

const STALE: &str = "was written for earlier data. Its numbers may be out of date.";

/// A chart's texts over newer rows.
pub(super) struct Texts {
    pub title: String,
    pub description: String,
    pub notes: Vec<String>,
}

/// Rewrites the generated texts for the current rows. A text that a user wrote stays as it is; if
/// its numbers no longer match the rows, a note says so.
pub(super) fn renew_texts(before: &ChartBlock, data: &ChartData, rows: &QueriedRows) -> Texts {
    let mut texts = Texts {
        title: before.title.clone(),
        description: before.description.clone(),
        notes: before.encoding_notes.clone(),
    };
    let sql = &rows.query.sql;
    if let Some(prepared) = prepared_for(before, sql, rows) {
        let old = prepared.findings(&rows.tables, &as_query_result(data));
        let new = prepared.findings(&rows.tables, &rows.result);
        if texts.title == old.title {
            texts.title = new.title;
        }
        if texts.description == old.description {
            texts.description = new.description;
        }
    }
    texts.notes.retain(|note| !is_stale_note(note));
    for (name, text) in [("title", &texts.title), ("description", &texts.description)] {
        if agrees_with_rows(text, data, sql) && !agrees_with_rows(text, &rows.data, sql) {
            texts.notes.push(format!("The {name} {STALE}"));
        }
    }
    texts
}

/// Returns the chart's plan, where its columns are those of the rows.
fn prepared_for(chart: &ChartBlock, sql: &str, rows: &QueriedRows) -> Option<Prepared> {
    let plan = match &chart.plan {
        Some(plan) => from_stored(plan, &rows.tables)?,
        None => read_back(sql, &chart.spec, &rows.tables)?,
    };
    let prepared = prepare(&plan, &rows.tables).ok()?;
    let frame = &prepared.frame;
    let groups = frame.groups.iter().map(|group| &group.name);
    let mut names = groups.chain(frame.measures.iter().map(|measure| &measure.name));
    let has = |name: &String| {
        let mut columns = rows.data.columns.iter();
        columns.any(|column| column.name == *name)
    };
    names.all(has).then_some(prepared)
}

/// Returns whether a note says that a text was written for earlier data.
pub fn is_stale_note(note: &str) -> bool {
    note.ends_with(STALE)
}

/// Returns whether the rows explain every number of the text.
fn agrees_with_rows(text: &str, data: &ChartData, sql: &str) -> bool {
    let mut known = KnownNumbers::default();
    known.learn_text(sql);
    known.learn_chart(data);
    known.find_unverified(text).is_empty()
}

/// Stored rows as the query gave them.
fn as_query_result(data: &ChartData) -> QueryResult {
    let columns = data.columns.iter().map(|column| ResultColumn {
        name: column.name.clone(),
        column_type: serde_json::from_value(column.column_type.as_str().into())
            .unwrap_or(ColumnType::String),
    });
    QueryResult {
        columns: columns.collect(),
        rows: data.rows.clone(),
        row_count: data.rows.len() as u64,
        truncated: data.truncated,
        took_ms: 0,
    }
}
