//! Whatever is asked, there is an answer, and never a panic.

use crate::support::{ferries, islands, orders};
use portolan_query::{ColumnType, QueryResult, ResultColumn};
use portolan_questions::{Answer, Question, answer, findings};
use proptest::prelude::*;
use serde_json::Value;

const WORDS: &[&str] = &[
    "how", "many", "number", "of", "average", "total", "by", "each", "per", "over", "time", "top",
    "5", "between", "and", "2020", "not", "region", "North", "price", "quantity", "island",
    "seats", "year", "month", "bin", "weekday", "sort", "desc", "x", "y", "axis", "pie", "bar",
    "scatter", "line", "than", "more", "less", ",", ".", "\"", "'", ">", "=", "-", "(", "ferries",
    "orders", "highest", "which", "share", "vs", "same", "only", "instead",
];

fn ask(text: &str) {
    let tables = [orders(), ferries(), islands()];
    match answer(&Question {
        text,
        tables: &tables,
        so_far: None,
    }) {
        Answer::Readings(readings) => {
            assert!(!readings.is_empty());
            for reading in &readings {
                assert!(reading.sql.starts_with("SELECT "));
                assert!((0.0..=1.0).contains(&reading.confidence));
                let empty = QueryResult {
                    columns: vec![ResultColumn {
                        name: "count".into(),
                        column_type: ColumnType::Integer,
                    }],
                    rows: vec![vec![Value::Null]],
                    row_count: 1,
                    truncated: false,
                    took_ms: 0,
                };
                assert!(!findings(reading, &tables, &empty).prose.is_empty());
            }
        }
        Answer::AskBack { question, choices } => {
            assert!(!question.is_empty() && choices.len() >= 2)
        }
        Answer::Unanswerable { message, .. } => assert!(!message.is_empty()),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn any_text_has_an_answer(text in ".{0,200}") {
        ask(&text);
    }

    #[test]
    fn any_mixture_of_words_has_an_answer(words in proptest::collection::vec(proptest::sample::select(WORDS), 0..25)) {
        ask(&words.join(" "));
    }
}

#[test]
fn a_column_that_does_not_exist_names_those_that_do() {
    let tables = [islands()];
    let Answer::Unanswerable {
        message,
        suggestions,
    } = answer(&Question {
        text: "zzgy qwrt",
        tables: &tables,
        so_far: None,
    })
    else {
        panic!("expected no reading");
    };
    assert!(message.contains("inhabitants"), "{message}");
    assert!(!suggestions.is_empty());
}
