//! Answers a file of questions: `batch QUESTIONS.jsonl OUT.jsonl`.
//!
//! A line of the input is `{"id", "question", "tables": [{"name", "csv"}]}`, paths relative to the file.
//! A line of the output is `{"id", "sql", "vega_lite_spec", "dialect", "alternatives", "label", "types"}`.

#![expect(
    clippy::unwrap_used,
    reason = "a tool for developers: it stops where something is wrong"
)]

use std::fs;
use std::io::Write;
use std::path::Path;

use portolan_questions::{Answer, Question, answer};
use serde_json::{Value, json};

#[path = "../tests/questions/support/profile.rs"]
mod profile;

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, input, output] = arguments.as_slice() else {
        panic!("usage: batch QUESTIONS.jsonl OUT.jsonl");
    };
    let folder = Path::new(input).parent().unwrap();
    let mut out = fs::File::create(output).unwrap();
    for line in fs::read_to_string(input).unwrap().lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        let tables: Vec<_> = case["tables"]
            .as_array()
            .unwrap()
            .iter()
            .map(|table| {
                profile::profile(
                    table["name"].as_str().unwrap(),
                    &fs::read_to_string(folder.join(table["csv"].as_str().unwrap())).unwrap(),
                )
            })
            .collect();
        let question = Question {
            text: case["question"].as_str().unwrap(),
            tables: &tables,
            so_far: None,
        };
        let answered = answer(&question);
        let types: Value = tables
            .iter()
            .map(|t| {
                (
                    t.name.clone(),
                    t.columns
                        .iter()
                        .map(|c| json!([c.name, c.column_type]))
                        .collect::<Value>(),
                )
            })
            .collect::<serde_json::Map<_, _>>()
            .into();
        let written = match answered {
            Answer::Readings(readings) => json!({
                "id": case["id"], "question": case["question"], "sql": readings[0].sql, "vega_lite_spec": readings[0].spec, "dialect": "postgres",
                "alternatives": readings[1..].iter().map(|r| json!({"sql": r.sql, "spec": r.spec})).collect::<Value>(),
                "label": readings[0].label, "confidence": readings[0].confidence, "notes": readings[0].encoding_notes, "types": types,
            }),
            other => {
                json!({"id": case["id"], "question": case["question"], "vega_lite_spec": null, "label": format!("{other:?}"), "types": types})
            }
        };
        writeln!(out, "{written}").unwrap();
    }
}
