//! Bars of very many groups: the largest, and the others added up.

use std::fmt::Write;

use portolan_query::{ColumnType, QueryResult, ResultColumn, TableProfile};
use portolan_questions::{Answer, Question, answer, findings, reading_behind};
use serde_json::json;

use crate::support::{best, profile::profile};

fn towns(count: usize) -> TableProfile {
    let mut csv = "town,sold\n".to_owned();
    for at in 0..count {
        let _ = writeln!(csv, "town {at},{}\ntown {at},{}", at + 1, 2 * at + 1);
    }
    profile("towns", &csv)
}

#[test]
fn the_largest_are_shown_and_the_others_added_up() {
    let tables = [towns(60)];
    for question in ["total sold by town", "number of towns by town"] {
        let reading = best(&tables, question);
        assert!(reading.sql.contains("'Other'"), "{}", reading.sql);
        let notes = reading.encoding_notes.join(" ");
        assert!(notes.contains("The 20 largest are shown"), "{notes}");
        // It is read back, so that a follow-up goes on from it.
        let read = reading_behind(&reading.sql, &reading.spec, &tables).expect("a reading");
        assert_eq!(read.sql, reading.sql);
        let next = Question {
            text: "only the top 5",
            tables: &tables,
            so_far: Some(&read),
        };
        let Answer::Readings(readings) = answer(&next) else {
            panic!("{question} cannot be followed");
        };
        assert!(!readings[0].sql.contains("'Other'"), "{}", readings[0].sql);
    }
}

#[test]
fn what_does_not_add_up_or_is_asked_for_whole_stays_whole() {
    let tables = [towns(60)];
    for question in [
        "average sold by town",
        "highest sold by town",
        "total sold for every town",
        "top 50 towns by total sold",
        "total sold by town as a pie chart",
    ] {
        let reading = best(&tables, question);
        assert!(
            !reading.sql.contains("'Other'"),
            "{question}: {}",
            reading.sql
        );
    }
    let few = [towns(40)];
    assert!(!best(&few, "total sold by town").sql.contains("'Other'"));
}

#[test]
fn the_others_are_no_group_that_leads() {
    let tables = [towns(60)];
    let reading = best(&tables, "total sold by town");
    let column = |name: &str, column_type| ResultColumn {
        name: name.to_owned(),
        column_type,
    };
    let mut rows: Vec<_> = (0..20)
        .map(|at| vec![json!(format!("town {at}")), json!(100 - at)])
        .collect();
    rows.push(vec![json!("Other"), json!(999)]);
    let result = QueryResult {
        columns: vec![
            column("town", ColumnType::String),
            column("total_sold", ColumnType::Integer),
        ],
        row_count: rows.len() as u64,
        rows,
        truncated: false,
        took_ms: 0,
    };
    let found = findings(&reading, &tables, &result);
    assert!(
        found.title.starts_with("Town 0") || found.title.starts_with("town 0"),
        "{}",
        found.title
    );
    assert!(
        found.prose.contains("All others together come to **999**"),
        "{}",
        found.prose
    );
    assert!(
        !found.description.contains("Other ("),
        "{}",
        found.description
    );
    assert!(
        !found.prose.contains('%'),
        "no share of the whole: {}",
        found.prose
    );
}
