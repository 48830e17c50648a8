//! Charts proposed by other models, checked against the question's plain words.

use portolan_query::TableProfile;
use portolan_questions::reading_back::{Proposed, contradictions};
use serde_json::{Value, json};

use crate::support::{ferries, islands, orders};

fn messages(
    tables: &[TableProfile],
    text: &str,
    kind: &str,
    sql: &str,
    spec: &Value,
) -> Vec<String> {
    contradictions(text, tables, &Proposed { sql, kind, spec })
        .into_iter()
        .map(|found| found.message)
        .collect()
}

/// Question, mark, SQL, and a part of the message.
const CONTRADICTORY: &[(&str, &str, &str, &str)] = &[
    // The aggregate.
    (
        "average unit price by product category",
        "bar",
        "SELECT product_category, SUM(unit_price) AS price FROM orders GROUP BY product_category",
        "takes its total",
    ),
    (
        "total quantity per region",
        "bar",
        "SELECT region, AVG(quantity) AS q FROM orders GROUP BY region",
        "takes its average",
    ),
    (
        "median quantity by region",
        "bar",
        "SELECT region, AVG(\"quantity\") FROM orders GROUP BY 1",
        "the median of `quantity`",
    ),
    (
        "mean discount rate for each region",
        "bar",
        "SELECT region, MAX(discount_rate) AS m FROM orders GROUP BY region",
        "takes its maximum",
    ),
    (
        "maximum unit price by region",
        "bar",
        "SELECT region, MIN(unit_price) FROM orders GROUP BY region",
        "takes its minimum",
    ),
    (
        "the sum of quantity by product category",
        "bar",
        "WITH t AS (SELECT product_category, AVG(quantity) AS q FROM orders GROUP BY product_category) SELECT * FROM t",
        "takes its average",
    ),
    (
        "average quantity by region",
        "bar",
        "SELECT region, quantity FROM orders",
        "one by one",
    ),
    (
        "How many orders are there for each region?",
        "bar",
        "SELECT region, AVG(unit_price) AS n FROM orders GROUP BY region",
        "counts nothing",
    ),
    (
        "number of orders by product category",
        "bar",
        "SELECT product_category, MAX(quantity) FROM orders GROUP BY product_category",
        "counts nothing",
    ),
    // The column.
    (
        "average unit price by region",
        "bar",
        "SELECT region, AVG(quantity) AS a FROM orders GROUP BY region",
        "measures `quantity`",
    ),
    (
        "total quantity by product category",
        "bar",
        "SELECT region, SUM(quantity) AS s FROM orders GROUP BY region",
        "divides by `region`",
    ),
    (
        "average discount rate by product category",
        "bar",
        "SELECT product_category, AVG(unit_price) FROM orders GROUP BY 1",
        "`discount_rate`",
    ),
    (
        "number of orders by region",
        "bar",
        "SELECT product_category, COUNT(*) FROM orders GROUP BY product_category",
        "divides by `product_category`",
    ),
    // The condition.
    (
        "number of orders in the North by product category",
        "bar",
        "SELECT product_category, COUNT(*) FROM orders GROUP BY product_category",
        "“North”",
    ),
    (
        "average unit price of Tea by region",
        "bar",
        "SELECT region, AVG(unit_price) FROM orders GROUP BY region",
        "“Tea”",
    ),
    (
        "how many orders with a quantity of at least 20 for each region",
        "bar",
        "SELECT region, COUNT(*) FROM orders GROUP BY region",
        "`quantity`: 20",
    ),
    (
        "number of orders where the unit price is greater than 5 by region",
        "bar",
        "SELECT region, COUNT(*) FROM orders WHERE quantity > 3 GROUP BY region",
        "`unit_price`",
    ),
    (
        "total quantity by region for Spices",
        "bar",
        "SELECT region, SUM(quantity) FROM orders WHERE product_category = 'Tea' GROUP BY region",
        "“Spices”",
    ),
    // The limit and the mark.
    (
        "top 3 customers by total quantity",
        "bar",
        "SELECT customer_name, SUM(quantity) AS q FROM orders GROUP BY customer_name ORDER BY q DESC",
        "the top 3 only",
    ),
    (
        "number of orders by region as a pie chart",
        "bar",
        "SELECT region, COUNT(*) AS n FROM orders GROUP BY region",
        "a pie chart by name",
    ),
    (
        "line chart of total quantity over order date",
        "bar",
        "SELECT order_date, SUM(quantity) AS q FROM orders GROUP BY order_date",
        "a line chart by name",
    ),
    (
        "scatter plot of quantity against unit price",
        "line",
        "SELECT quantity, unit_price FROM orders",
        "a scatter plot by name",
    ),
    (
        "bar chart of average quantity by region",
        "arc",
        "SELECT region, AVG(quantity) FROM orders GROUP BY region",
        "a bar chart by name",
    ),
];

/// Question, mark, SQL: each says what the question says, or may.
const FAITHFUL: &[(&str, &str, &str)] = &[
    (
        "average unit price by product category",
        "bar",
        "SELECT product_category AS \"Category\", AVG(unit_price) AS \"Average price\" FROM orders GROUP BY product_category",
    ),
    (
        "average unit price by product category",
        "bar",
        "SELECT product_category, SUM(unit_price) / COUNT(*) AS price FROM orders GROUP BY product_category",
    ),
    (
        "average unit price by product category",
        "bar",
        "SELECT c, mean FROM (SELECT product_category AS c, AVG(o.unit_price) AS mean FROM orders o GROUP BY 1) t ORDER BY mean DESC",
    ),
    (
        "median quantity by region",
        "bar",
        "SELECT region, approx_percentile_cont(quantity, 0.5) FROM orders GROUP BY region",
    ),
    (
        "average and maximum unit price by region",
        "bar",
        "SELECT region, AVG(unit_price) AS a, MAX(unit_price) AS m FROM orders GROUP BY region",
    ),
    (
        "How many orders are there for each region?",
        "bar",
        "SELECT region, COUNT(order_id) AS n FROM orders GROUP BY region",
    ),
    (
        "How many customers are there per region?",
        "bar",
        "SELECT region, COUNT(DISTINCT customer_name) AS n FROM orders GROUP BY region",
    ),
    (
        "number of orders in the North by product category",
        "bar",
        "SELECT product_category, COUNT(*) FROM orders WHERE region = 'North' GROUP BY product_category",
    ),
    (
        "number of orders in the North by product category",
        "bar",
        "SELECT product_category, COUNT(*) FILTER (WHERE lower(region) LIKE '%north%') FROM orders GROUP BY product_category",
    ),
    (
        "number of orders in the North by product category",
        "bar",
        "SELECT product_category, SUM(CASE WHEN region = 'North' THEN 1 ELSE 0 END) AS n FROM orders GROUP BY 1",
    ),
    (
        "how many orders with a quantity of at least 20 for each region",
        "bar",
        "SELECT region, COUNT(*) FROM orders WHERE quantity > 19 GROUP BY region",
    ),
    (
        "orders in 2023 by region",
        "bar",
        "SELECT region, COUNT(*) FROM orders WHERE order_date >= DATE '2023-01-01' AND order_date < DATE '2024-01-01' GROUP BY region",
    ),
    (
        "orders in 2023 by region",
        "bar",
        "SELECT region, COUNT(*) FROM orders WHERE date_part('year', order_date) = 2023 GROUP BY region",
    ),
    (
        "top 3 customers by total quantity",
        "bar",
        "SELECT customer_name, SUM(quantity) AS q FROM orders GROUP BY customer_name ORDER BY q DESC LIMIT 3",
    ),
    (
        "top 3 customers by total quantity",
        "bar",
        "SELECT * FROM (SELECT customer_name, SUM(quantity) AS q, rank() OVER (ORDER BY SUM(quantity) DESC) AS r FROM orders GROUP BY 1) t WHERE r <= 3",
    ),
    (
        "number of orders by region as a pie chart",
        "arc",
        "SELECT region, COUNT(*) AS n FROM orders GROUP BY region",
    ),
    (
        "not a pie chart: number of orders by region",
        "bar",
        "SELECT region, COUNT(*) AS n FROM orders GROUP BY region",
    ),
    (
        "quantity by region",
        "bar",
        "SELECT region, AVG(quantity) FROM orders GROUP BY region",
    ),
    (
        "quantity by region",
        "bar",
        "SELECT region, SUM(quantity) FROM orders GROUP BY region",
    ),
    (
        "which region has the highest average unit price",
        "bar",
        "SELECT region, AVG(unit_price) AS a FROM orders GROUP BY region ORDER BY a DESC",
    ),
    (
        "compare Tea and Spices by average unit price",
        "bar",
        "SELECT product_category, AVG(unit_price) FROM orders GROUP BY product_category",
    ),
    (
        "distribution of quantity",
        "bar",
        "SELECT floor(quantity / 5) * 5 AS bin, COUNT(*) AS n FROM orders GROUP BY 1",
    ),
    (
        "how did sales develop?",
        "line",
        "SELECT date_trunc('month', order_date) AS m, SUM(quantity * unit_price) AS s FROM orders GROUP BY 1",
    ),
    (
        "total revenue by region",
        "bar",
        "SELECT region, SUM(quantity * unit_price) AS revenue FROM orders GROUP BY region",
    ),
    (
        "share of orders by region",
        "bar",
        "SELECT region, COUNT(*) * 100.0 / SUM(COUNT(*)) OVER () AS share FROM orders GROUP BY region",
    ),
    (
        "average quantity per month",
        "line",
        "SELECT date_trunc('month', order_date) AS month, AVG(quantity) FROM orders GROUP BY 1",
    ),
    (
        "relationship between quantity and unit price",
        "point",
        "SELECT quantity, unit_price FROM orders",
    ),
    (
        "what do you make of this table?",
        "bar",
        "SELECT region, COUNT(*) FROM orders GROUP BY region",
    ),
    (
        "hello",
        "bar",
        "SELECT region, AVG(unit_price) FROM orders GROUP BY region",
    ),
    ("average unit price by region", "bar", "this is no SQL"),
];

#[test]
fn different_charts_are_named() {
    let mut wrong = Vec::new();
    for (text, mark, sql, part) in CONTRADICTORY {
        let found = messages(&[orders()], text, "plot", sql, &json!({"mark": mark}));
        if !found.iter().any(|message| message.contains(part)) {
            wrong.push(format!("{text} · {sql}: {found:?} lacks {part:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn charts_that_answer_the_question_are_let_through() {
    let mut wrong = Vec::new();
    for (text, mark, sql) in FAITHFUL {
        let found = messages(
            &[orders()],
            text,
            "plot",
            sql,
            &json!({"mark": {"type": mark}}),
        );
        if !found.is_empty() {
            wrong.push(format!("{text} · {sql}: {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn aggregates_and_filters_of_the_chart_count() {
    let tables = [orders()];
    let sql = "SELECT region, quantity, product_category FROM orders";
    let spec = json!({
        "transform": [{"filter": {"field": "product_category", "equal": "Tea"}}],
        "layer": [
            {"mark": "bar", "encoding": {"y": {"field": "quantity", "aggregate": "mean"}}},
            {"mark": "rule"},
        ],
    });
    let text = "bar chart of the average quantity of Tea by region";
    assert_eq!(
        messages(&tables, text, "plot", sql, &spec),
        Vec::<String>::new()
    );
    let spec = json!({"mark": "bar", "encoding": {"y": {"field": "quantity"}}});
    assert_eq!(messages(&tables, text, "plot", sql, &spec).len(), 2);
    let shown = messages(&tables, text, "table", sql, &json!({}));
    assert!(
        shown
            .iter()
            .any(|message| message.contains("draws a table")),
        "{shown:?}"
    );
}

#[test]
fn several_tables_are_told_apart_by_their_columns() {
    let tables = [islands(), ferries()];
    let spec = json!({"mark": "bar"});
    let sql = "SELECT archipelago, AVG(inhabitants) FROM islands GROUP BY archipelago";
    let text = "average seats of ferries by archipelago";
    let found = messages(&tables, text, "plot", sql, &spec);
    assert!(
        found.iter().any(|message| message.contains("`seats`")),
        "{found:?}"
    );
    let sql = "SELECT i.archipelago, AVG(f.seats) FROM ferries f JOIN islands i ON i.island_id = f.island_id GROUP BY 1";
    assert_eq!(
        messages(&tables, text, "plot", sql, &spec),
        Vec::<String>::new()
    );
}

#[test]
fn any_text_and_any_sql_are_survived() {
    let tables = [orders()];
    for text in [
        "",
        "\u{0}",
        "average of of of",
        "top 99999999999999999999",
        "'; DROP TABLE orders; --",
    ] {
        for sql in [
            "",
            "SELECT",
            "SELECT 1; SELECT 2",
            "((((((((((",
            "SELECT \"\u{0}\" FROM x",
        ] {
            for spec in [
                json!(null),
                json!([]),
                json!({"mark": 7, "layer": "x", "encoding": []}),
            ] {
                messages(&tables, text, "plot", sql, &spec);
            }
        }
    }
}
