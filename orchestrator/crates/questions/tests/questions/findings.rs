//! What is said about the rows: exact numbers, caveats, and suggestions that lead somewhere.

use portolan_query::{ColumnType, QueryResult, ResultColumn};
use portolan_questions::{Answer, Findings, Question, answer, findings};
use serde_json::{Value, json};

use crate::support::{best, ferries, islands, orders};

/// The findings of a question, given its rows.
fn found(text: &str, columns: &[(&str, ColumnType)], rows: Value) -> Findings {
    let tables = [orders(), islands()];
    let reading = best(&tables, text);
    let rows: Vec<Vec<Value>> = serde_json::from_value(rows).unwrap();
    let result = QueryResult {
        columns: columns
            .iter()
            .map(|(name, column_type)| ResultColumn {
                name: (*name).to_owned(),
                column_type: *column_type,
            })
            .collect(),
        row_count: rows.len() as u64,
        rows,
        truncated: false,
        took_ms: 1,
    };
    findings(&reading, &tables, &result)
}

#[test]
fn a_ranking_names_its_ends_and_its_share() {
    let columns = [
        ("region", ColumnType::String),
        ("total_quantity", ColumnType::Integer),
    ];
    let rows = json!([
        ["North", 1500],
        ["South", 500],
        ["East", 1000],
        ["West", 1000]
    ]);
    let findings = found("total quantity by region", &columns, rows);
    assert_eq!(
        findings.title,
        "North has the highest total quantity: 1,500"
    );
    assert_eq!(
        findings.subtitle.as_deref(),
        Some("Total quantity by region")
    );
    let entitled = findings.entitled(json!({"mark": "bar"}));
    assert_eq!(entitled["title"]["subtitle"], "Total quantity by region");
    assert_eq!(
        findings.prose,
        "The total quantity is highest for North (**1,500**) and lowest for South (**500**). North alone makes up 38 % of the **4,000**."
    );
    assert!(
        findings
            .description
            .starts_with("Bar chart of total quantity by region.")
    );
}

#[test]
fn a_timeline_tells_the_change() {
    let columns = [
        ("order_date", ColumnType::Datetime),
        ("total_quantity", ColumnType::Integer),
    ];
    let rows = json!([
        ["2022-01-01T00:00:00", 200],
        ["2023-01-01T00:00:00", 320],
        ["2024-01-01T00:00:00", 250]
    ]);
    let findings = found("total quantity per year as a line", &columns, rows);
    assert_eq!(
        findings.title,
        "Total quantity rose from 200 in 2022 to 250 in 2024"
    );
    assert!(findings.prose.contains("by 25 %"), "{}", findings.prose);
    assert!(
        findings.prose.contains("highest in 2023 (**320**)"),
        "{}",
        findings.prose
    );
}

#[test]
fn missing_values_are_told() {
    let columns = [
        ("region", ColumnType::String),
        ("average_discount_rate", ColumnType::Number),
    ];
    let findings = found(
        "average discount rate by region",
        &columns,
        json!([["North", 0.05], ["South", 0.04]]),
    );
    assert!(
        findings.prose.contains("of 120 rows have no discount rate"),
        "{}",
        findings.prose
    );
}

#[test]
fn no_rows_are_said_to_be_none() {
    let columns = [
        ("region", ColumnType::String),
        ("count", ColumnType::Integer),
    ];
    let findings = found("number of orders by region", &columns, json!([]));
    assert!(findings.title.starts_with("No rows"), "{}", findings.title);
}

#[test]
fn every_suggestion_is_understood() {
    let tables = [orders(), islands(), ferries()];
    let questions = [
        "total quantity by region",
        "average unit price over time",
        "distribution of unit price",
        "how many orders by product category",
        "relationship between area and inhabitants",
        "number of ferries for each archipelago",
    ];
    for text in questions {
        let reading = best(&tables, text);
        let empty = QueryResult {
            columns: Vec::new(),
            rows: Vec::new(),
            row_count: 0,
            truncated: false,
            took_ms: 0,
        };
        let suggestions = findings(&reading, &tables, &empty).suggestions;
        assert!(
            (2..=4).contains(&suggestions.len()),
            "{text}: {suggestions:?}"
        );
        for (_, prompt) in suggestions {
            let question = Question {
                text: &prompt,
                tables: &tables,
                so_far: Some(&reading),
            };
            let Answer::Readings(readings) = answer(&question) else {
                panic!("{text}: {prompt}");
            };
            assert_ne!(
                readings[0].label, reading.label,
                "{prompt} shows the same again"
            );
        }
    }
}

#[test]
fn of_the_first_few_no_share_is_told() {
    let columns = [
        ("customer_name", ColumnType::String),
        ("total_quantity", ColumnType::Integer),
    ];
    let rows = json!([["Ben Okafor", 90], ["Jon Berg", 60], ["Ada Lund", 50]]);
    let findings = found("top 3 customer names by total quantity", &columns, rows);
    assert!(
        findings.prose.starts_with(
            "Of the 3 highest, Ben Okafor comes first with **90** and Ada Lund last with **50**."
        ),
        "{}",
        findings.prose
    );
    assert!(!findings.prose.contains('%'), "{}", findings.prose);
}

#[test]
fn months_are_told_as_people_say_them() {
    let columns = [
        ("order_date", ColumnType::Date),
        ("region", ColumnType::String),
        ("total_quantity", ColumnType::Integer),
    ];
    let rows = json!([["2025-06-01", "North", 7], ["2025-07-01", "South", 12]]);
    let findings = found("monthly total quantity by region", &columns, rows);
    assert!(
        findings
            .prose
            .contains("highest in July 2025 with region South: **12**"),
        "{}",
        findings.prose
    );
}
