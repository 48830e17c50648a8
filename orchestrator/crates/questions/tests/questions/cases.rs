//! Cases of other people, where a folder with them is named.
//!
//! `PORTOLAN_NL2VIS_CASES` names a folder with `*.questions.jsonl` files: a line is `{"id",
//! "question", "tables": [{"name", "csv"}]}`. Every question about a table has to be answered
//! with a chart, and quickly.

use std::fs;
use std::path::Path;
use std::time::Duration;

use portolan_query::TableProfile;
use portolan_questions::{Answer, Question, answer};
use serde_json::Value;

use crate::support::profile::profile;

#[test]
fn every_case_is_answered_with_a_chart() {
    let Ok(folder) = std::env::var("PORTOLAN_NL2VIS_CASES") else {
        println!("PORTOLAN_NL2VIS_CASES names no folder: there are no further cases to answer.");
        return;
    };
    let mut answered = 0;
    let mut longest = Duration::ZERO;
    for file in fs::read_dir(&folder)
        .unwrap()
        .flatten()
        .map(|entry| entry.path())
    {
        if !file.to_string_lossy().ends_with(".questions.jsonl") {
            continue;
        }
        for line in fs::read_to_string(&file).unwrap().lines() {
            let case: Value = serde_json::from_str(line).unwrap();
            let tables = tables(Path::new(&folder), &case);
            let text = case["question"].as_str().unwrap();
            #[expect(clippy::disallowed_methods, reason = "a test may look at the clock")]
            let started = std::time::Instant::now();
            let answer = answer(&Question {
                text,
                tables: &tables,
                so_far: None,
            });
            longest = longest.max(started.elapsed());
            assert!(
                matches!(answer, Answer::Readings(_)),
                "{}: {answer:?}",
                case["id"]
            );
            answered += 1;
        }
    }
    println!("{answered} cases are answered; the slowest took {longest:?}.");
    assert!(
        longest < Duration::from_secs(1),
        "the slowest took {longest:?}"
    );
}

fn tables(folder: &Path, case: &Value) -> Vec<TableProfile> {
    let tables = case["tables"].as_array().unwrap();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let read = |table: &Value| fs::read_to_string(folder.join(text(&table["csv"]))).unwrap();
    tables
        .iter()
        .map(|table| profile(&text(&table["name"]), &read(table)))
        .collect()
}
