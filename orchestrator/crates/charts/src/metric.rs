//! Metrics: one number of a query's rows, and how it came there.

use portolan_blocks::{ChartKind, DataColumn};
use serde_json::{Value, json};

use crate::{ChartErrors, kinds::limit_of, reader::ChartReader};

pub(crate) fn check_metric(spec: &Value, columns: &[DataColumn]) -> Result<Value, ChartErrors> {
    let spec = Value::Object(ChartReader::object(
        spec,
        "an object with `value`, a column of numbers",
    )?);
    let mut reader = ChartReader::new();
    let mut checked = json!({});
    let numbers = ["number", "integer"];
    if let Some(value) = find_column(&mut reader, &spec, "value", columns, &numbers) {
        checked["value"] = Value::from(value);
    } else if spec.get("value").is_none() {
        reader.refuse(
            "/spec/value",
            format!(
                "is missing: name one of {}",
                list_columns(columns, &numbers)
            ),
        );
    }
    let dates = ["date", "datetime", "integer"];
    if let Some(time) = find_column(&mut reader, &spec, "time", columns, &dates) {
        checked["time"] = Value::from(time);
    }
    for key in ["label", "unit"] {
        let most = limit_of(ChartKind::Metric, key);
        if let Some(text) = reader.optional_text(&spec, key, "/spec", most) {
            checked[key] = Value::from(text);
        }
    }
    if let Some(word) = reader.word(&spec, "compareTo", &["previous", "first", "none"]) {
        checked["compareTo"] = Value::from(word);
    }
    if let Some(word) = reader.word(&spec, "better", &["higher", "lower"]) {
        checked["better"] = Value::from(word);
    }
    reader.finish(checked)
}

/// The column that `key` names, whatever the case, where its type fits.
fn find_column(
    reader: &mut ChartReader,
    spec: &Value,
    key: &str,
    columns: &[DataColumn],
    types: &[&str],
) -> Option<String> {
    let name = reader.optional_text(spec, key, "/spec", usize::MAX)?;
    let found = columns
        .iter()
        .find(|column| column.name == name)
        .or_else(|| {
            let lower = name.to_lowercase();
            columns
                .iter()
                .find(|column| column.name.to_lowercase() == lower)
        });
    let path = format!("/spec/{key}");
    match found {
        Some(column) if types.contains(&column.column_type.as_str()) => Some(column.name.clone()),
        Some(column) => {
            reader.refuse(
                path,
                format!(
                    "`{name}` holds the type {}: use one of {}, or cast it in SQL",
                    column.column_type,
                    list_columns(columns, types)
                ),
            );
            None
        }
        None => {
            reader.refuse(
                path,
                format!(
                    "the query's result has no column `{name}`: use one of {}",
                    list_columns(columns, types)
                ),
            );
            None
        }
    }
}

fn list_columns(columns: &[DataColumn], types: &[&str]) -> String {
    let names: Vec<String> = columns
        .iter()
        .filter(|column| types.contains(&column.column_type.as_str()))
        .take(40)
        .map(|column| format!("`{}`", column.name))
        .collect();
    if names.is_empty() {
        return "a column that another query gives".into();
    }
    names.join(", ")
}
