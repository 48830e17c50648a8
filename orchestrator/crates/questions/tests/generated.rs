//! Generated questions: plans hold every column and value that the question was made of, and no other.
//!
//! `sets/generate.py` writes the questions; `sets/README.md` tells how the whole set is scored.

#![expect(clippy::unwrap_used, reason = "a broken fixture fails the test")]

#[path = "support/profile.rs"]
mod profile;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use portolan_query::TableProfile;
use portolan_questions::plan::Shape;
use portolan_questions::{Answer, Question, answer};
use serde_json::Value;

/// The least share of plans, in percent, that hold what their question says.
const LEAST_COMPLETE: usize = 60;

/// A question and what its plan must hold.
struct GeneratedCase {
    question: String,
    table: String,
    columns: BTreeSet<String>,
    literals: BTreeSet<String>,
}

fn texts(line: &Value, field: &str) -> BTreeSet<String> {
    let all = line[field].as_array().unwrap();
    all.iter()
        .map(|text| text.as_str().unwrap().to_owned())
        .collect()
}

fn cases(sets: &Path) -> Vec<GeneratedCase> {
    let lines = std::fs::read_to_string(sets.join("generated.jsonl")).unwrap();
    let read = |line: &str| {
        let line: Value = serde_json::from_str(line).unwrap();
        GeneratedCase {
            question: line["question"].as_str().unwrap().to_owned(),
            table: line["table"].as_str().unwrap().to_owned(),
            columns: texts(&line, "columns"),
            literals: texts(&line, "literals"),
        }
    };
    lines.lines().map(read).collect()
}

/// Collects the columns and literals of a plan.
fn collect(value: &Value, columns: &mut BTreeSet<String>, literals: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            for (key, field) in fields {
                match (key.as_str(), field) {
                    ("column", Value::String(name)) => {
                        columns.insert(name.clone());
                    }
                    ("text" | "date", Value::String(text)) => literals.push(text.clone()),
                    ("number", number) => literals.push(number.to_string()),
                    _ => collect(field, columns, literals),
                }
            }
        }
        Value::Array(items) => items
            .iter()
            .for_each(|item| collect(item, columns, literals)),
        _ => {}
    }
}

/// Tells whether the first reading of a question holds all of it and nothing else.
fn is_complete(case: &GeneratedCase, table: &TableProfile) -> bool {
    let answered = answer(&Question {
        text: &case.question,
        tables: std::slice::from_ref(table),
        earlier: None,
        schema: None,
    });
    let Answer::Plans { readings } = answered else {
        return false;
    };
    let mut columns = BTreeSet::new();
    let mut literals = Vec::new();
    let plan = serde_json::to_value(&readings[0].plan).unwrap();
    collect(&plan, &mut columns, &mut literals);
    let is_said = |expected: &String| {
        let number = expected.parse::<f64>().ok();
        literals.iter().any(|literal| {
            // A year is part of a date: 2024 of 2024-01-01.
            literal.eq_ignore_ascii_case(expected)
                || literal.starts_with(&format!("{expected}-"))
                || number.is_some() && literal.parse().ok() == number
        })
    };
    // A list of rows shows what they are called, too.
    let is_exact = columns == case.columns
        || readings[0].plan.shape == Shape::Rows && columns.is_superset(&case.columns);
    is_exact && case.literals.iter().all(is_said)
}

#[test]
fn plans_hold_all_that_generated_questions_say() {
    let sets = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sets");
    let cases = cases(&sets);
    let tables: BTreeMap<&str, TableProfile> = cases
        .iter()
        .map(|case| case.table.as_str())
        .collect::<BTreeSet<_>>()
        .into_iter()
        .map(|name| {
            let path = sets.join(format!("practised/tables/{name}.csv"));
            let csv = std::fs::read_to_string(path).unwrap();
            (name, profile::profile(name, &csv))
        })
        .collect();
    let threads = std::thread::available_parallelism().map_or(2, usize::from);
    let complete: usize = std::thread::scope(|scope| {
        let parts: Vec<_> = cases
            .chunks(cases.len().div_ceil(threads))
            .map(|part| {
                let tables = &tables;
                scope.spawn(move || {
                    part.iter()
                        .filter(|case| is_complete(case, &tables[case.table.as_str()]))
                        .count()
                })
            })
            .collect();
        parts.into_iter().map(|part| part.join().unwrap()).sum()
    });
    let percent = 100 * complete / cases.len();
    println!("{complete} of {} plans are complete.", cases.len());
    assert!(percent >= LEAST_COMPLETE, "fell to {percent} %");
}
