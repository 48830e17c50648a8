//! Queries that the guard accepts and queries that it refuses.

use portolan_query::{FailureCode, guard_query};

const TABLES: &[&str] = &["cars", "origins"];

fn listed_lines(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.lines()
}

fn expect_refusal(sql: &str) -> portolan_query::WorkerFailure {
    match guard_query(sql, TABLES) {
        Ok(_) => panic!("was let through: {}", &sql[..sql.len().min(200)]),
        Err(failure) => failure,
    }
}

#[test]
fn analytical_queries_are_allowed() {
    let queries: Vec<&str> = listed_lines(include_str!("../fixtures/good.sql")).collect();
    assert!(queries.len() >= 80);
    for sql in queries {
        if let Err(failure) = guard_query(sql, TABLES) {
            panic!("{sql}: {}", failure.message);
        }
    }
}

#[test]
fn malicious_queries_are_rejected_with_reason() {
    let queries: Vec<&str> = listed_lines(include_str!("../fixtures/hostile.sql")).collect();
    assert!(queries.len() >= 120);
    for sql in queries {
        // A closing semicolon and a remark are no second statement.
        if sql == "SELECT 1; --" {
            assert!(guard_query(sql, TABLES).is_ok());
            continue;
        }
        let failure = expect_refusal(sql);
        assert!(
            matches!(
                failure.code,
                FailureCode::QueryRefused | FailureCode::QueryInvalid
            ),
            "{sql}"
        );
        assert!(
            (15..700).contains(&failure.message.len()),
            "{sql}: {}",
            failure.message
        );
        assert!(failure.message.ends_with('.'), "{sql}: {}", failure.message);
    }
}

#[test]
fn unknown_tables_are_rejected_everywhere_and_available_ones_are_listed() {
    let names: Vec<&str> = listed_lines(include_str!("../fixtures/foreign.txt")).collect();
    assert!(names.len() >= 30);
    for name in names {
        for sql in [
            format!("SELECT * FROM {name}"),
            format!("SELECT * FROM cars JOIN {name} ON true"),
            format!("SELECT (SELECT max(x) FROM {name}) FROM cars"),
            format!("WITH t AS (SELECT * FROM {name}) SELECT 1"),
            format!("SELECT 1 UNION ALL SELECT 1 FROM {name}"),
            format!("SELECT 1 FROM cars WHERE EXISTS (SELECT 1 FROM {name})"),
            format!("SELECT count(*) FILTER (WHERE 1 IN (SELECT 1 FROM {name})) FROM cars"),
            format!("SELECT 1 FROM cars ORDER BY (SELECT 1 FROM {name})"),
        ] {
            expect_refusal(&sql);
        }
    }
    let message = expect_refusal("SELECT * FROM car").message;
    assert_eq!(
        message,
        "There is no table \"car\". Did you mean \"cars\"? The tables are: cars, origins."
    );
}

#[test]
fn oversized_queries_are_rejected_before_parsing() {
    let nested = |depth| format!("SELECT {}1{}", "(".repeat(depth), ")".repeat(depth));
    let with: Vec<String> = (1..20)
        .map(|n| {
            format!(
                "t{n} AS (SELECT a.Name FROM t{} a JOIN t{} b ON a.Name = b.Name)",
                n - 1,
                n - 1
            )
        })
        .collect();
    for sql in [
        format!(
            "SELECT * FROM cars WHERE {}",
            vec!["Price > 1"; 14_000].join(" AND ")
        ),
        format!(
            "SELECT * FROM cars WHERE {}",
            vec!["Price > 1"; 300].join(" AND ")
        ),
        format!(
            "SELECT * FROM cars WHERE {}",
            vec!["Price = 1"; 200].join(" OR ")
        ),
        format!("SELECT {} FROM cars", vec!["Price"; 1000].join("+")),
        format!("SELECT {} FROM cars", vec!["Price"; 100].join("*")),
        format!("SELECT {} FROM cars", vec!["Name"; 100].join("||")),
        format!("SELECT {}1", "- ".repeat(100)),
        format!("SELECT {}true", "NOT ".repeat(100)),
        format!("SELECT 1{}", "::INT".repeat(500)),
        format!("SELECT 1 {}", "IS NULL ".repeat(100)),
        nested(30),
        nested(5000),
        "(".repeat(15_000),
        "[".repeat(15_000),
        "CASE ".repeat(3000),
        format!(
            "SELECT {}1{}",
            "CASE WHEN true THEN ".repeat(60),
            " END".repeat(60)
        ),
        format!("SELECT {}1{}", "abs(".repeat(60), ")".repeat(60)),
        format!(
            "SELECT * FROM {}cars{}",
            "(SELECT * FROM ".repeat(40),
            ")".repeat(40)
        ),
        vec!["SELECT 1"; 60].join(" UNION ALL "),
        format!("SELECT * FROM cars {}", "CROSS JOIN origins ".repeat(20)),
        format!("SELECT * FROM cars{}", ", origins".repeat(20)),
        format!(
            "SELECT * FROM cars WHERE Price IN ({})",
            vec!["1"; 5000].join(",")
        ),
        format!("SELECT concat({}) FROM cars", vec!["Name"; 80].join(", ")),
        format!("SELECT Name AS \"{}\" FROM cars", "x".repeat(600)),
        format!(
            "WITH t0 AS (SELECT * FROM cars), {} SELECT count(*) FROM t19",
            with.join(", ")
        ),
        "x".repeat(1 << 20),
    ] {
        expect_refusal(&sql);
    }
}

#[test]
fn guard_returns_the_tables_that_a_query_reads() {
    let used = |sql| guard_query(sql, TABLES).map(|guarded| guarded.tables_used);
    assert_eq!(used("SELECT 1"), Ok(vec![]));
    assert_eq!(
        used("SELECT * FROM Cars a, cars b"),
        Ok(vec!["cars".to_owned()])
    );
    assert_eq!(
        used("WITH cars AS (SELECT * FROM cars) SELECT * FROM cars, origins"),
        Ok(vec!["cars".to_owned(), "origins".to_owned()])
    );
    let guarded = guard_query(" SELECT 1 ; ", TABLES).map(|guarded| guarded.sql);
    assert_eq!(guarded, Ok("SELECT 1".to_owned()));
}

#[test]
fn functions_of_other_dialects_are_translated_in_the_message() {
    for (sql, part) in [
        ("SELECT YEAR(Sold) FROM cars", "date_part('year', column)"),
        ("SELECT group_concat(Name) FROM cars", "string_agg"),
        ("SELECT meadian(Price) FROM cars", "Did you mean median?"),
        ("SELECT TOP 5 Name FROM cars", "LIMIT"),
    ] {
        let message = expect_refusal(sql).message;
        assert!(message.contains(part), "{sql}: {message}");
    }
}
