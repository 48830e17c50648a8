//! The reading behind a query: what questions wrote is read back, what others wrote where it says as much.

use portolan_questions::{Answer, Question, Reading, answer, reading_behind};
use serde_json::json;

use crate::support::{best, orders};

const QUESTIONS: [&str; 18] = [
    "total quantity by region",
    "average unit price by product category",
    "number of orders by region",
    "total quantity over time",
    "average unit price per month",
    "total quantity by region and product category",
    "distribution of unit price",
    "unit price against quantity",
    "total quantity by region as a pie chart",
    "top 3 product categories by quantity",
    "total quantity by region in 2023",
    "total quantity by weekday",
    "median unit price by region",
    "number of orders with a unit price above 20 by region",
    "total quantity by year",
    "average unit price by quarter",
    "how many different customers are there by region",
    "highest unit price by product category",
];

#[test]
fn what_questions_wrote_is_read_back() {
    let tables = [orders()];
    let mut lost = Vec::new();
    for question in QUESTIONS {
        let known = best(&tables, question);
        match reading_behind(&known.sql, &known.spec, &tables) {
            Some(read) if read.sql == known.sql && read.spec == known.spec => {}
            Some(read) => lost.push(format!(
                "{question}: {} / {}\n{} / {}",
                known.sql, read.sql, known.spec, read.spec
            )),
            None => lost.push(format!("{question}: {} {}", known.sql, known.spec)),
        }
    }
    assert!(lost.is_empty(), "{lost:#?}");
}

fn behind(sql: &str, mark: &str) -> Option<Reading> {
    let spec = json!({
        "data": {"name": "rows"},
        "mark": mark,
        "encoding": {
            "x": {"field": "Region", "type": "nominal"},
            "y": {"field": "Sold", "type": "quantitative"},
        },
    });
    reading_behind(sql, &spec, &[orders()])
}

#[test]
fn a_query_by_hand_is_read_where_it_says_what_questions_can() {
    let sql = "select region AS \"Region\", sum(quantity) AS \"Sold\" from orders group by region order by 1";
    assert!(
        behind(sql, "bar").is_none(),
        "an order by place is not a plan's"
    );
    let sql = "SELECT \"region\" AS \"Region\", SUM(\"quantity\") AS \"Sold\" FROM \"orders\" GROUP BY \"region\" ORDER BY \"Sold\" DESC";
    let read = behind(sql, "bar").unwrap();
    assert_eq!(read.label, "total quantity by region");
    let tables = [orders()];
    let next = answer(&Question {
        text: "as a line",
        tables: &tables,
        so_far: Some(&read),
    });
    let Answer::Readings(readings) = next else {
        panic!("{next:?}");
    };
    assert_eq!(readings[0].spec["mark"]["type"], "line");
}

#[test]
fn a_query_that_says_more_is_left_alone() {
    for sql in [
        "SELECT \"region\" AS \"Region\", SUM(\"quantity\") * 2 AS \"Sold\" FROM \"orders\" GROUP BY \"region\"",
        "WITH x AS (SELECT 1) SELECT \"region\" AS \"Region\" FROM \"orders\"",
        "SELECT DISTINCT \"region\" AS \"Region\" FROM \"orders\"",
        "SELECT \"region\" AS \"Region\", SUM(\"quantity\") AS \"Sold\" FROM \"orders\" WHERE random() > 0.5 GROUP BY \"region\"",
        "SELECT 1; SELECT 2",
        "not sql at all",
        "",
    ] {
        assert!(behind(sql, "bar").is_none(), "{sql}");
    }
}
