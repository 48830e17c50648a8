//! Whatever is asked, there is an answer, and never a panic.

use crate::support::{ferries, islands, orders, profile::profile};
use portolan_query::{ColumnType, QueryResult, ResultColumn, TableProfile};
use portolan_questions::{Answer, Question, Reading, answer, findings};
use proptest::prelude::*;
use serde_json::Value;

const WORDS: &[&str] = &[
    "how",
    "many",
    "number",
    "of",
    "average",
    "total",
    "by",
    "each",
    "per",
    "over",
    "time",
    "top",
    "5",
    "between",
    "and",
    "2020",
    "not",
    "region",
    "North",
    "price",
    "quantity",
    "island",
    "seats",
    "year",
    "month",
    "bin",
    "weekday",
    "sort",
    "desc",
    "x",
    "y",
    "axis",
    "pie",
    "bar",
    "scatter",
    "line",
    "than",
    "more",
    "less",
    ",",
    ".",
    "\"",
    "'",
    ">",
    "=",
    "-",
    "(",
    "ferries",
    "orders",
    "highest",
    "which",
    "share",
    "vs",
    "same",
    "only",
    "instead",
    "never",
    "without",
    "no",
    "longest",
    "two",
    "and a half",
    "hours",
    "km",
    "in summer",
    "first quarter",
    "on average",
    "at least",
    "with",
    "their",
    "names",
    "cheapest",
    "first",
    "from",
    "to",
    "whose",
    "largest",
];

fn any_table() -> impl Strategy<Value = (String, Vec<String>, Vec<Vec<String>>)> {
    let head = prop_oneof![
        proptest::sample::select(WORDS).prop_map(str::to_owned),
        "[a-z]{1,8}_(id|name|date|code|total)",
        "\\PC{1,12}",
    ];
    let cell = prop_oneof![
        Just(String::new()),
        "-?[0-9]{1,12}",
        "-?[0-9]{1,4}\\.[0-9]{1,3}",
        "(19|20)[0-9]{2}-0[1-9]-1[0-9]",
        "[A-Za-z ]{1,12}",
        "\\PC{0,10}",
    ];
    (1..6usize).prop_flat_map(move |width| {
        (
            "[a-z_]{1,12}",
            proptest::collection::vec(head.clone(), width),
            proptest::collection::vec(proptest::collection::vec(cell.clone(), width), 0..12),
        )
    })
}

fn csv(heads: &[String], rows: &[Vec<String>]) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(heads).unwrap();
    for row in rows {
        writer.write_record(row).unwrap();
    }
    String::from_utf8(writer.into_inner().unwrap()).unwrap()
}

fn ask(text: &str) {
    ask_of(text, &[orders(), ferries(), islands()], None);
}

/// Asks, and looks at all that comes of it; the best reading, if there is one.
fn ask_of(text: &str, tables: &[TableProfile], so_far: Option<&Reading>) -> Option<Reading> {
    match answer(&Question {
        text,
        tables,
        so_far,
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
                assert!(!findings(reading, tables, &empty).prose.is_empty());
                assert!(!reading.label.is_empty());
            }
            readings.into_iter().next()
        }
        Answer::AskBack { question, choices } => {
            assert!(!question.is_empty() && choices.len() >= 2);
            None
        }
        Answer::Unanswerable { message, .. } => {
            assert!(!message.is_empty());
            None
        }
    }
}

proptest! {
    // PROPTEST_CASES asks for more.
    #![proptest_config(ProptestConfig::default())]

    #[test]
    fn any_words_over_any_table_have_an_answer(
        words in proptest::collection::vec(proptest::sample::select(WORDS), 0..14),
        odd in "\\PC{0,8}",
        (name, heads, rows) in any_table(),
        place in 0..14usize,
    ) {
        let table = profile(&name, &csv(&heads, &rows));
        let mut words: Vec<&str> = words;
        // The table's own words, and something odd, among the others.
        for (at, head) in heads.iter().enumerate() {
            words.insert((place * (at + 1)) % (words.len() + 1), head);
        }
        words.insert(place.min(words.len()), &odd);
        let tables = [table, islands()];
        let text = words.join(" ");
        let first = ask_of(&text, &tables, None);
        // The chart may be asked on, too.
        if let Some(reading) = first {
            ask_of("only the top 3, without 2020, as a line by month", &tables, Some(&reading));
            ask_of(&odd, &tables, Some(&reading));
        }
    }

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
