//! The prompt's description of the sources: `profile` and `read_document` tell the rest.

use chrono::DateTime;
use portolan_blocks::UnderstoodWord;
use portolan_query::ColumnType;
use serde_json::{Value, json};

use super::{SourceTable, TurnRequest, samples::Samples, schema_of};
use crate::{builtin::read_words, tools};

const DOCUMENTS: usize = 10;
const VALUE_CHARACTERS: usize = 40;

/// How much of the tables is described.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Detail {
    tables: usize,
    columns: usize,
    values: usize,
}

/// From the most on; the next is taken where the one before leaves no room for the answer.
pub(super) const DETAILS: [Detail; 3] = [
    Detail {
        tables: 20,
        columns: 40,
        values: 5,
    },
    Detail {
        tables: 20,
        columns: 15,
        values: 0,
    },
    Detail {
        tables: 10,
        columns: 4,
        values: 0,
    },
];

/// Returns whether the prompt leaves out tables or columns.
pub(super) fn has_more(request: &TurnRequest, detail: Detail) -> bool {
    let wide = |table: &SourceTable| table.profile.columns.len() > detail.columns;
    request.tables.len() > detail.tables || request.tables.iter().any(wide)
}

/// Returns what the prompt is rendered with.
pub(super) fn prompt_context(request: &TurnRequest, samples: &Samples, detail: Detail) -> Value {
    let tables: Vec<Value> = request
        .tables
        .iter()
        .take(detail.tables)
        .map(|table| describe_table(table, samples.get(&table.profile.name), detail))
        .collect();
    let documents: Vec<Value> = request
        .documents
        .iter()
        .take(DOCUMENTS)
        .map(tools::describe_document)
        .collect();
    let unread: Vec<Value> = request
        .unread
        .iter()
        .take(DOCUMENTS)
        .map(tools::described_unread)
        .collect();
    json!({
        "tables": tables,
        "documents": documents,
        "unread": unread,
        "has_more": has_more(request, detail),
        "may_read_pages": request.may_read_pages,
        "today": day_of_turn(request),
    })
}

/// Returns the words of the question that a remote model's charts are held against; None in a turn
/// that is resumed.
pub(super) fn echo_question(request: &TurnRequest) -> Option<Vec<UnderstoodWord>> {
    if !request.journal.is_empty() || !request.kept.is_empty() {
        return None;
    }
    let tables = request.tables.iter().map(|table| table.profile.clone());
    let tables: Vec<_> = tables.collect();
    let words = schema_of(request.tables.iter());
    let source_of = |name: &str| {
        let mut tables = request.tables.iter();
        let table = tables.find(|table| table.profile.name == name);
        table.map(|table| table.source_id)
    };
    read_words(&request.message.text, &tables, &words, &source_of)
}

/// Returns the day on which a turn began, as its id tells it; a replayed turn is told its original's.
fn day_of_turn(request: &TurnRequest) -> Option<String> {
    let day = match &request.record {
        Some(record) => record.day?,
        None => {
            let (seconds, _) = request.turn_id.get_timestamp()?.to_unix();
            DateTime::from_timestamp(i64::try_from(seconds).ok()?, 0)?.date_naive()
        }
    };
    Some(day.format("%A, %Y-%m-%d").to_string())
}

fn describe_table(table: &SourceTable, sample: Option<&Vec<Value>>, detail: Detail) -> Value {
    let columns: Vec<Value> = table
        .profile
        .columns
        .iter()
        .take(detail.columns)
        .map(|column| {
            let values: Vec<String> = column
                .values
                .iter()
                .take(detail.values)
                .map(|known| match &known.value {
                    Value::String(text) => text.chars().take(VALUE_CHARACTERS).collect(),
                    other => other.to_string(),
                })
                .collect();
            let mut told = json!({"name": column.name, "type": column.column_type});
            if column.column_type == ColumnType::String || column.column_type == ColumnType::Boolean
            {
                told["values"] = values.into();
            } else if let (Some(min), Some(max)) = (&column.min, &column.max) {
                told["range"] = json!([min, max]);
            }
            told
        })
        .collect();
    let mut told = json!({
        "name": table.profile.name,
        "title": table.title,
        "sourceId": table.source_id,
        "rowCount": table.profile.row_count,
        "columns": columns,
    });
    let taught = table.words.taught().to_schema(&table.profile).sentences();
    if !taught.is_empty() && detail.values > 0 {
        told["words"] = json!(taught);
    }
    if let Some(rows) = sample.filter(|_| detail.values > 0) {
        told["firstRows"] = json!(rows);
    }
    told
}
