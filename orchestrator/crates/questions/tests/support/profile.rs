//! A small profiler for tests: reads a CSV and says of each column what the query worker would say.

#![expect(clippy::unwrap_used, reason = "only tests use it")]

use std::collections::BTreeMap;

use portolan_query::{ColumnProfile, ColumnType, TableProfile, ValueCount};
use serde_json::Value;

/// Profiles a CSV text with a header.
pub fn profile(name: &str, csv_text: &str) -> TableProfile {
    let mut reader = csv::ReaderBuilder::new()
        .flexible(true)
        .from_reader(csv_text.as_bytes());
    let headers: Vec<String> = reader
        .headers()
        .unwrap()
        .iter()
        .map(str::to_owned)
        .collect();
    let records: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    let columns = headers
        .iter()
        .enumerate()
        .map(|(at, header)| {
            column(
                header,
                &records
                    .iter()
                    .map(|record| record.get(at).unwrap_or(""))
                    .collect::<Vec<_>>(),
            )
        })
        .collect();
    TableProfile {
        name: name.to_lowercase(),
        row_count: records.len() as u64,
        columns,
    }
}

fn column(name: &str, cells: &[&str]) -> ColumnProfile {
    let known: Vec<&str> = cells
        .iter()
        .copied()
        .filter(|cell| !cell.is_empty())
        .collect();
    let column_type = type_of(&known);
    let mut counts: BTreeMap<String, (Value, u64)> = BTreeMap::new();
    for cell in &known {
        let value = value(cell, column_type);
        let key = match &value {
            Value::Number(number) => format!("{:+030.6}", number.as_f64().unwrap()),
            other => other.to_string(),
        };
        counts.entry(key).or_insert((value, 0)).1 += 1;
    }
    let mut numbers: Vec<f64> = known.iter().filter_map(|cell| cell.parse().ok()).collect();
    numbers.sort_by(f64::total_cmp);
    let numeric =
        matches!(column_type, ColumnType::Integer | ColumnType::Number) && !numbers.is_empty();
    let quantile = |part: f64| numbers[((numbers.len() - 1) as f64 * part) as usize];
    let ends = |number: f64, text: Option<&&str>| {
        if numeric {
            Some(value(&number.to_string(), column_type))
        } else {
            text.map(|text| value(text, column_type))
        }
    };
    let distinct = counts.len() as u64;
    let mut values: Vec<ValueCount> = counts
        .into_values()
        .map(|(value, count)| ValueCount { value, count })
        .collect();
    values.sort_by_key(|value| std::cmp::Reverse(value.count));
    if values.len() > 200 {
        values.truncate(50);
    }
    ColumnProfile {
        name: name.to_owned(),
        column_type,
        nulls: (cells.len() - known.len()) as u64,
        distinct,
        min: ends(
            numbers.first().copied().unwrap_or_default(),
            known.iter().min(),
        ),
        max: ends(
            numbers.last().copied().unwrap_or_default(),
            known.iter().max(),
        ),
        mean: numeric.then(|| numbers.iter().sum::<f64>() / numbers.len() as f64),
        quartiles: numeric.then(|| [quantile(0.25), quantile(0.5), quantile(0.75)]),
        values,
    }
}

fn type_of(cells: &[&str]) -> ColumnType {
    let all =
        |test: &dyn Fn(&str) -> bool| !cells.is_empty() && cells.iter().all(|cell| test(cell));
    let date = |cell: &str| {
        cell.len() >= 10
            && cell.as_bytes()[4] == b'-'
            && cell.as_bytes()[7] == b'-'
            && cell[..4].parse::<u32>().is_ok()
    };
    if all(&|cell| cell.parse::<i64>().is_ok()) {
        ColumnType::Integer
    } else if all(&|cell| cell.parse::<f64>().is_ok_and(f64::is_finite)) {
        ColumnType::Number
    } else if all(&|cell| matches!(cell, "true" | "false")) {
        ColumnType::Boolean
    } else if all(&|cell| date(cell) && cell.len() == 10) {
        ColumnType::Date
    } else if all(&date) {
        ColumnType::Datetime
    } else {
        ColumnType::String
    }
}

fn value(cell: &str, column_type: ColumnType) -> Value {
    match column_type {
        ColumnType::Integer => Value::from(cell.parse::<i64>().unwrap()),
        ColumnType::Number => Value::from(cell.parse::<f64>().unwrap()),
        ColumnType::Boolean => Value::from(cell == "true"),
        ColumnType::Datetime => Value::from(cell.replace(' ', "T")),
        _ => Value::from(cell),
    }
}
