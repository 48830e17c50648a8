//! Results of queries.

use crate::support::{EngineSetup, pool_options, table_file};
use portolan_query::{ColumnType, ConvertedTable, FailureCode, WorkerLimits};
use portolan_query_pool::PoolOptions;
use serde_json::{Value, json};

const CARS: &str = "\
Name,Origin,Model Year,Miles_per_Gallon,Sold,Electric
chevelle,USA,1970,18,2020-01-02T03:04:05.250,false
skylark,USA,1970,15.5,2020-02-02T00:00:00,false
fiat,Europe,1971,NA,2021-01-01T12:00:00,true
";

async fn cars_table(desk: &EngineSetup) -> ConvertedTable {
    desk.table("cars.csv", CARS).await
}

async fn rows_of(sql: &str) -> Vec<Vec<Value>> {
    let desk = EngineSetup::new();
    let table = cars_table(&desk).await;
    desk.query(sql, &[&table])
        .await
        .expect("the query runs")
        .rows
}

#[tokio::test]
async fn query_values_are_encoded_as_specified() {
    let found = rows_of(
        "SELECT 9007199254740993 AS big, 9007199254740992 AS exact, CAST(1.5 AS DECIMAL(10, 2)) AS tenth, CAST('NaN' AS DOUBLE) AS nothing, CAST('Infinity' AS DOUBLE) AS much, true AS yes, DATE '2020-02-29' AS day, TIMESTAMP '2020-02-29 01:02:03' AS time, NULL AS none, 'a' AS text",
    )
    .await;
    let expected = json!([
        "9007199254740993",
        9_007_199_254_740_992_i64,
        1.5,
        null,
        null,
        true,
        "2020-02-29",
        "2020-02-29T01:02:03",
        null,
        "a"
    ]);
    assert_eq!(json!(found[0]), expected);
    let found = rows_of("SELECT sold FROM cars ORDER BY sold LIMIT 1").await;
    assert_eq!(found, [[json!("2020-01-02T03:04:05.250")]]);
}

#[tokio::test]
async fn result_columns_have_types_and_requested_names() {
    let desk = EngineSetup::new();
    let table = cars_table(&desk).await;
    let sql = "SELECT origin, \"Model Year\" AS YEAR, count(*) AS Total, avg(miles_per_gallon) AS mpg, max(sold) AS sold, bool_or(electric) AS electric, CAST('2020-01-01' AS DATE) AS day FROM Cars c GROUP BY C.Origin, year ORDER BY total DESC, YEAR";
    let result = desk.query(sql, &[&table]).await.unwrap();
    let columns: Vec<(&str, ColumnType)> = result
        .columns
        .iter()
        .map(|column| (column.name.as_str(), column.column_type))
        .collect();
    assert_eq!(
        columns,
        [
            ("Origin", ColumnType::String),
            ("YEAR", ColumnType::Integer),
            ("Total", ColumnType::Integer),
            ("mpg", ColumnType::Number),
            ("sold", ColumnType::Datetime),
            ("electric", ColumnType::Boolean),
            ("day", ColumnType::Date),
        ]
    );
    assert_eq!(json!(result.rows[0][..4]), json!(["USA", 1970, 2, 16.75]));
}

#[tokio::test]
async fn column_names_match_case_insensitively_if_unambiguous() {
    for sql in [
        "SELECT ORIGIN FROM cars WHERE name = 'fiat'",
        "SELECT \"origin\" FROM \"Cars\" WHERE NAME = 'fiat'",
        "SELECT c.oRIGIN FROM CARS AS C WHERE c.\"Name\" = 'fiat'",
        "WITH T AS (SELECT origin, Name FROM cars) SELECT t.Origin FROM t WHERE NAME = 'fiat'",
        "SELECT origin FROM (SELECT Origin, NAME FROM cars) AS Inside WHERE inside.name = 'fiat'",
        "SELECT a.origin FROM cars a JOIN cars b USING (NAME) WHERE b.name = 'fiat'",
        "SELECT first_value(origin) OVER W AS o FROM cars WHERE name = 'fiat' WINDOW w AS (ORDER BY NAME)",
    ] {
        assert_eq!(rows_of(sql).await, [[json!("Europe")]], "{sql}");
    }
    let found = rows_of("SELECT upper(\"Origin\") AS \"origin\", count(*) FROM cars GROUP BY \"origin\" ORDER BY \"origin\"").await;
    assert_eq!(json!(found), json!([["EUROPE", 1], ["USA", 2]]));
}

#[tokio::test]
async fn results_over_limits_are_truncated_and_counted() {
    let desk = EngineSetup::with(PoolOptions {
        limits: WorkerLimits {
            max_rows: 10,
            max_answer_bytes: 200,
            ..WorkerLimits::default()
        },
        ..pool_options()
    });
    let rows: Vec<String> = (0..3000)
        .map(|n| format!("{n},{}", "x".repeat(20)))
        .collect();
    let table = desk
        .table("long.csv", format!("n,t\n{}\n", rows.join("\n")))
        .await;
    let result = desk
        .query("SELECT n FROM long ORDER BY n", &[&table])
        .await
        .unwrap();
    assert_eq!(
        (result.rows.len(), result.row_count, result.truncated),
        (10, 3000, true)
    );
    let result = desk
        .query("SELECT n, t FROM long ORDER BY n", &[&table])
        .await
        .unwrap();
    assert_eq!(
        (result.rows.len(), result.row_count, result.truncated),
        (5, 3000, true)
    );
    let result = desk
        .query("SELECT n FROM long WHERE n < 3", &[&table])
        .await
        .unwrap();
    assert_eq!(
        (result.rows.len(), result.row_count, result.truncated),
        (3, 3, false)
    );
}

#[tokio::test]
async fn query_errors_list_available_names() {
    let desk = EngineSetup::new();
    let table = cars_table(&desk).await;
    for (sql, part) in [
        ("SELECT orgin FROM cars", "Did you mean \"Origin\"?"),
        ("SELECT x FROM cars", "\"Model Year\""),
        ("SELECT Origin, Name FROM cars GROUP BY Origin", "Name"),
        (
            "SELECT a.name FROM cars a JOIN cars b ON a.name = b.name WHERE origin = 'x'",
            "more than one table",
        ),
        ("SELECT CAST(Name AS BIGINT) FROM cars", "chevelle"),
        ("SELECT Origin, FROM cars WHERE (", "does not parse"),
    ] {
        let failure = desk.query(sql, &[&table]).await.unwrap_err();
        assert_eq!(
            failure.code,
            FailureCode::QueryInvalid,
            "{sql}: {}",
            failure.message
        );
        assert!(failure.message.contains(part), "{sql}: {}", failure.message);
        assert!(failure.message.len() < 700, "{sql}: {}", failure.message);
    }
}

#[tokio::test]
async fn query_sees_only_given_tables() {
    let desk = EngineSetup::new();
    let cars = cars_table(&desk).await;
    let secret = desk.table("secret.csv", "word\nhidden\n").await;
    let both = desk
        .query("SELECT word FROM secret, cars LIMIT 1", &[&cars, &secret])
        .await;
    assert_eq!(both.unwrap().rows, [[json!("hidden")]]);
    let failure = desk
        .query("SELECT word FROM secret", &[&cars])
        .await
        .unwrap_err();
    assert_eq!(failure.code, FailureCode::QueryRefused);
    assert!(failure.message.contains("The tables are: cars"));
}

#[tokio::test]
async fn table_path_with_wildcards_is_read_literally() {
    let desk = EngineSetup::new();
    let table = cars_table(&desk).await;
    let odd = desk.folder.path().join("a *?[b] %20 'c'.parquet");
    std::fs::rename(&table.path, &odd).unwrap();
    let mut moved = table_file(&table);
    moved.path = odd.to_string_lossy().into_owned();
    let result = desk
        .pool
        .query("SELECT count(*) FROM cars", &[moved])
        .await
        .unwrap();
    assert_eq!(result.rows, [[json!(3)]]);
}

#[tokio::test]
async fn every_query_accepted_by_guard_runs() {
    let desk = EngineSetup::new();
    let cars = desk
        .table(
            "cars.csv",
            "Name,Origin,Model Year,Miles_per_Gallon,Sold,Electric,Price\nchevelle,USA,1970,18,2020-01-02T03:04:05.250,false,1200.5\nskylark,USA,1970,15.5,2020-02-02T00:00:00,false,900\nfiat,Europe,1971,NA,2021-01-01T12:00:00,true,3000\n",
        )
        .await;
    let origins = desk
        .table(
            "origins.csv",
            "Origin,Country,Founded\nUSA,United States,1776\nEurope,Italy,1946\n",
        )
        .await;
    let mut failed = Vec::new();
    for sql in include_str!("../../../query/fixtures/good.sql").lines() {
        if let Err(failure) = desk.query(sql, &[&cars, &origins]).await {
            failed.push(format!("{sql}: {}", failure.message));
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

/// The largest queries that the guard lets through.
#[tokio::test]
async fn queries_at_the_guard_limits_finish_in_time() {
    let desk = EngineSetup::new();
    let table = cars_table(&desk).await;
    for sql in [
        format!("SELECT {} FROM cars", ["\"Model Year\""; 60].join("+")),
        format!(
            "SELECT count(*) FROM cars WHERE {}",
            ["\"Model Year\" > 1"; 30].join(" AND ")
        ),
        format!("SELECT {} FROM cars", ["name"; 60].join("||")),
        format!("SELECT {}1{} FROM cars", "abs(".repeat(20), ")".repeat(20)),
        format!(
            "SELECT {} FROM cars",
            (0..5)
                .map(|n| format!("{} AS c{n}", ["\"Model Year\""; 50].join("+")))
                .collect::<Vec<_>>()
                .join(", ")
        ),
        ["SELECT name FROM cars"; 20].join(" UNION ALL "),
        format!(
            "SELECT count(*) FROM cars WHERE name IN ({})",
            vec!["'x'"; 1500].join(",")
        ),
    ] {
        let started = tokio::time::Instant::now();
        let answer = desk.query(&sql, &[&table]).await;
        assert!(answer.is_ok(), "{}: {answer:?}", &sql[..80]);
        assert!(started.elapsed().as_secs() < 5, "{}", &sql[..80]);
    }
}
