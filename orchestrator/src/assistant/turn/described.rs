//! The prompt's description of the sources: `profile` and `read_document` tell the rest.

use portolan_charts::KINDS;
use serde_json::{Value, json};

use super::{SourceTable, TurnRequest};
use crate::assistant::tools;

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

pub(super) fn prompt_context(request: &TurnRequest, detail: Detail) -> Value {
    let kinds: Vec<Value> = KINDS
        .iter()
        .map(|kind| json!({"name": kind.name, "spec": kind.spec}))
        .collect();
    let tables: Vec<Value> = request
        .tables
        .iter()
        .take(detail.tables)
        .map(|table| described(table, detail))
        .collect();
    let documents: Vec<Value> = request
        .documents
        .iter()
        .take(DOCUMENTS)
        .map(tools::described_document)
        .collect();
    let unread: Vec<Value> = request
        .unread
        .iter()
        .take(DOCUMENTS)
        .map(tools::described_unread)
        .collect();
    json!({"kinds": kinds, "tables": tables, "documents": documents, "unread": unread})
}

fn described(table: &SourceTable, detail: Detail) -> Value {
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
            json!({"name": column.name, "type": column.column_type, "values": values})
        })
        .collect();
    json!({
        "name": table.profile.name,
        "title": table.title,
        "sourceId": table.source_id,
        "rowCount": table.profile.row_count,
        "columns": columns,
    })
}
