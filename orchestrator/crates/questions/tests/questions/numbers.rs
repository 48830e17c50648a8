//! Every number that the findings give comes from the rows: each is computed a second time here.

use std::collections::BTreeMap;

use portolan_query::{ColumnType, QueryResult, ResultColumn};
use portolan_questions::findings;
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::support::{best, orders};

/// A number as it is written: its value, its decimals, and whether it is a percentage.
fn written(text: &str) -> Vec<(f64, usize, bool)> {
    let letters: Vec<char> = text.chars().collect();
    let mut found = Vec::new();
    let mut at = 0;
    while at < letters.len() {
        if !letters[at].is_ascii_digit() {
            at += 1;
            continue;
        }
        let negative = at > 0 && matches!(letters[at - 1], '−' | '-');
        let mut digits = String::new();
        while at < letters.len() {
            let next = letters.get(at + 1).is_some_and(char::is_ascii_digit);
            match letters[at] {
                digit if digit.is_ascii_digit() => digits.push(digit),
                ',' if next => {}
                '.' if next => digits.push('.'),
                _ => break,
            }
            at += 1;
        }
        let decimals = digits.split_once('.').map_or(0, |(_, rest)| rest.len());
        let value: f64 = digits.parse().unwrap();
        let percent = letters[at..].iter().take(2).collect::<String>() == " %";
        found.push((if negative { -value } else { value }, decimals, percent));
    }
    found
}

/// What may be said of a list of numbers: themselves, their number, sum, shares, changes and ratios.
fn derived(values: &[f64]) -> (Vec<f64>, Vec<f64>) {
    let sum: f64 = values.iter().sum();
    let mut sorted = values.to_vec();
    sorted.sort_by(|a, b| b.total_cmp(a));
    let mut plain: Vec<f64> = values.to_vec();
    plain.push(sum);
    plain.push(values.len() as f64);
    plain.extend(
        sorted
            .first()
            .zip(sorted.last())
            .map(|(high, low)| high / low),
    );
    let equal = |value: f64| values.iter().filter(|v| **v == value).count() as f64;
    plain.extend(sorted.first().map(|high| equal(*high) - 2.0));
    let mut shares: Vec<f64> = values.iter().map(|v| 100.0 * v / sum).collect();
    shares.push(100.0 * sorted.iter().take(3).sum::<f64>() / sum);
    if let (Some(first), Some(last)) = (values.first(), values.last()) {
        shares.push((100.0 * (last - first) / first).abs());
    }
    (plain, shares)
}

fn fits(number: (f64, usize, bool), plain: &[f64], shares: &[f64]) -> bool {
    let (value, decimals, percent) = number;
    let step = 0.5 * 10f64.powi(-i32::try_from(decimals).unwrap());
    let candidates = if percent { shares } else { plain };
    candidates.iter().any(|known| {
        (known - value).abs() <= step * 1.000_001 + known.abs() * 1e-9
            || (value.abs() < 1e-9 && known.abs() < step)
    })
}

const LABELS: [&str; 8] = [
    "Alba", "Berg", "Corvo", "Dorn", "Elba", "Faro", "Gozo", "Hiva",
];

fn result(columns: &[(&str, ColumnType)], rows: Vec<Vec<Value>>) -> QueryResult {
    QueryResult {
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
        took_ms: 0,
    }
}

/// Looks at every number of the title and the prose; `known` are further numbers that may be named.
fn check(question: &str, result: &QueryResult, values: &[f64], known: &[f64]) {
    let tables = [orders()];
    let reading = best(&tables, question);
    let found = findings(&reading, &tables, result);
    let (mut plain, shares) = derived(values);
    plain.extend(known);
    for text in [&found.title, &found.prose, &found.description] {
        // What the question itself says is no finding.
        let text = text
            .replace(&reading.label, "")
            .replace(&capitalized(&reading.label), "");
        for number in written(&text) {
            assert!(
                fits(number, &plain, &shares),
                "{number:?} of “{text}” comes from none of {values:?}"
            );
        }
    }
}

fn capitalized(text: &str) -> String {
    text[..1].to_uppercase() + &text[1..]
}

fn amounts() -> impl Strategy<Value = Vec<f64>> {
    let amount = prop_oneof![
        (1..5_000i32).prop_map(f64::from),
        (-400..90_000i32).prop_map(|n| f64::from(n) / 16.0),
        Just(12.0),
    ];
    proptest::collection::vec(amount, 1..8)
}

/// The table's rows, and those that have no value in a column.
fn rows_of_the_table() -> Vec<f64> {
    let table = orders();
    let nulls = table.columns.iter().map(|column| column.nulls as f64);
    nulls.chain([table.row_count as f64]).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn numbers_about_a_ranking_come_from_its_rows(values in amounts()) {
        let rows: Vec<Vec<Value>> = values.iter().zip(LABELS).map(|(v, l)| vec![json!(l), json!(v)]).collect();
        for (question, measure) in [
            ("total quantity by customer name", "total_quantity"),
            ("average discount rate by customer name", "average_discount_rate"),
            ("top 5 customer names by total quantity", "total_quantity"),
            ("customer names with more than 2 orders", "count"),
        ] {
            let columns = [("customer_name", ColumnType::String), (measure, ColumnType::Number)];
            check(question, &result(&columns, rows.clone()), &values, &rows_of_the_table());
        }
    }

    #[test]
    fn numbers_about_a_time_line_come_from_its_rows(values in amounts()) {
        let columns = [("order_date", ColumnType::Date), ("total_quantity", ColumnType::Number)];
        let rows = values.iter().enumerate();
        let rows = rows.map(|(at, v)| vec![json!(format!("{}-01-01", 2001 + at)), json!(v)]);
        let years: Vec<f64> = (0..values.len()).map(|at| 2001.0 + at as f64).collect();
        let known: Vec<f64> = years.into_iter().chain(rows_of_the_table()).collect();
        check("total quantity per year as a line", &result(&columns, rows.collect()), &values, &known);
    }

    #[test]
    fn numbers_about_two_divisions_come_from_their_rows(values in amounts()) {
        let columns = [("region", ColumnType::String), ("product_category", ColumnType::String), ("total_quantity", ColumnType::Number)];
        let mut sums: BTreeMap<&str, f64> = BTreeMap::new();
        let mut rows = Vec::new();
        for (at, value) in values.iter().enumerate() {
            *sums.entry(LABELS[at / 2]).or_default() += value;
            rows.push(vec![json!(LABELS[at / 2]), json!(LABELS[7 - at % 2]), json!(value)]);
        }
        let sums: Vec<f64> = sums.into_values().collect();
        let known: Vec<f64> = values.iter().copied().chain(rows_of_the_table()).collect();
        check("total quantity by region and product category", &result(&columns, rows), &sums, &known);
    }

    #[test]
    fn numbers_about_points_come_from_their_rows(values in amounts()) {
        let columns = [("quantity", ColumnType::Number), ("unit_price", ColumnType::Number)];
        let rows: Vec<Vec<Value>> = values.windows(2).map(|w| vec![json!(w[0]), json!(w[1])]).collect();
        let points: Vec<(f64, f64)> = values.windows(2).map(|w| (w[0], w[1])).collect();
        // Pearson's correlation by sums of products.
        let n = points.len() as f64;
        let (sx, sy) = points.iter().fold((0.0, 0.0), |s, p| (s.0 + p.0, s.1 + p.1));
        let cross: f64 = points.iter().map(|p| p.0 * p.1).sum::<f64>() * n - sx * sy;
        let xx = points.iter().map(|p| p.0 * p.0).sum::<f64>() * n - sx * sx;
        let yy = points.iter().map(|p| p.1 * p.1).sum::<f64>() * n - sy * sy;
        let mut known = rows_of_the_table();
        known.extend([n, cross / (xx * yy).sqrt()]);
        if !rows.is_empty() {
            check("relationship between quantity and unit price", &result(&columns, rows), &[], &known);
        }
    }
}
