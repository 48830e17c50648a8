//! Arithmetic beyond the width of its type is an error or exact, never another number.

use crate::{
    overflows::{EDGES, OVERFLOWS, ROWS},
    support::EngineSetup,
};
use portolan_query::{ColumnType, FailureCode};
use serde_json::{Value, json};

#[tokio::test]
async fn overflow_is_an_error_in_every_kind_of_expression() {
    let desk = EngineSetup::new();
    let table = desk.table("rows_of_file.csv", ROWS).await;
    let mut wrong = Vec::new();
    for sql in OVERFLOWS {
        match desk.query(&format!("{EDGES}{sql}"), &[&table]).await {
            Err(failure) if failure.code == FailureCode::QueryInvalid => {
                println!("{sql}\n    {}", failure.message);
            }
            other => wrong.push(format!("{sql}\n    {other:?}")),
        }
    }
    assert!(OVERFLOWS.len() >= 50);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[tokio::test]
async fn unrepresentable_times_are_reported_in_the_error() {
    let desk = EngineSetup::new();
    let table = desk.table("rows_of_file.csv", ROWS).await;
    for sql in [
        "SELECT to_timestamp_seconds(9000000000000)",
        "SELECT to_timestamp_seconds(-9000000000000)",
        "SELECT CAST(200000000 AS DATE)",
        "SELECT to_timestamp_seconds(90000000000000)",
    ] {
        let failure = desk.query(sql, &[&table]).await.unwrap_err();
        assert_eq!(
            failure.code,
            FailureCode::QueryInvalid,
            "{sql}: {failure:?}"
        );
        println!("{sql}\n    {}", failure.message);
    }
}

#[tokio::test]
async fn results_that_fit_are_exact() {
    let desk = EngineSetup::new();
    let table = desk.table("rows_of_file.csv", ROWS).await;
    for (sql, expected) in [
        ("SELECT sum(big) FROM edges", json!(-1)),
        ("SELECT sum(big - step) FROM edges", json!(-1)),
        (
            "SELECT sum(CAST(big AS DECIMAL(38, 0))) FROM edges, (VALUES (1), (2)) AS twice(n) WHERE id = 1",
            json!("18446744073709551614"),
        ),
        (
            "SELECT CAST(big AS DECIMAL(38, 0)) * 10 FROM edges WHERE id = 1",
            json!("92233720368547758070"),
        ),
        (
            "SELECT big + step - 1 FROM edges WHERE id = 1 AND false",
            Value::Null,
        ),
        ("SELECT sum(DISTINCT step) FROM edges", json!(0)),
        (
            "SELECT sum(big) OVER (ORDER BY id) FROM edges ORDER BY id DESC LIMIT 1",
            json!(-1),
        ),
        ("SELECT avg(step) FROM edges", json!(0.0)),
        (
            "SELECT sum(CAST(price AS DECIMAL(20, 2))) FROM edges WHERE id = 2",
            json!(0.25),
        ),
        (
            "SELECT CAST('9007199254740993.25' AS DECIMAL(20, 2))",
            json!("9007199254740993.25"),
        ),
        (
            "SELECT avg(CAST(step AS DECIMAL(38, 0))) FROM edges WHERE id = 1",
            json!(1.0),
        ),
        (
            "SELECT day + INTERVAL '1 month' FROM edges WHERE id = 1",
            json!("2020-02-29"),
        ),
        ("SELECT DATE '2020-03-01' - DATE '2020-02-01'", json!(29)),
        (
            "SELECT date_part('day', avg(time - TIMESTAMP '1970-01-01')) FROM edges WHERE id = 1",
            json!(18292),
        ),
        ("SELECT -step FROM edges WHERE id = 2", json!(1)),
        ("SELECT 7 / 2", json!(3)),
        ("SELECT 1.5 * step FROM edges WHERE id = 1", json!(1.5)),
    ] {
        let result = desk.query(&format!("{EDGES}{sql}"), &[&table]).await;
        let found = result.map(|result| {
            let cell = result.rows.first().and_then(|row| row.first());
            cell.cloned().unwrap_or_default()
        });
        assert_eq!(
            found.map_err(|failure| failure.message),
            Ok(expected),
            "{sql}"
        );
    }
}

#[tokio::test]
async fn sum_beyond_64_bits_does_not_wrap_around() {
    let desk = EngineSetup::new();
    let rows = "9007199254740991\n".repeat(1_100);
    let table = desk.table("large.csv", format!("n\n{rows}")).await;
    let failure = desk.query("SELECT sum(n) FROM large", &[&table]).await;
    let failure = failure.expect_err("the sum exceeds 64 bits");
    assert!(failure.message.contains("too large"), "{}", failure.message);
    let sql = "SELECT sum(CAST(n AS DECIMAL(38, 0))) AS total FROM large";
    let result = desk.query(sql, &[&table]).await.unwrap();
    assert_eq!(result.rows, [[json!("9907919180215090100")]]);
    assert_eq!(result.columns[0].column_type, ColumnType::Integer);
}

#[tokio::test]
async fn checked_operators_keep_the_names_of_columns() {
    let desk = EngineSetup::new();
    let table = desk.table("rows_of_file.csv", ROWS).await;
    let sql = "SELECT step + 1, sum(step * 2), -step FROM edges GROUP BY step, step + 1 ORDER BY step + 1";
    let result = desk
        .query(&format!("{EDGES}{sql}"), &[&table])
        .await
        .unwrap();
    assert_eq!(json!(result.rows), json!([[0, -2, 1], [2, 2, -1]]));
    for column in &result.columns {
        assert!(!column.name.contains("checked"), "{}", column.name);
    }
}
