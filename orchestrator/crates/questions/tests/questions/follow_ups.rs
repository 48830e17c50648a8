//! Questions that go on from a chart.

use portolan_query::TableProfile;
use portolan_questions::{Answer, Question, Reading, answer};

use crate::support::{best, orders};

fn then(tables: &[TableProfile], so_far: &Reading, text: &str) -> Reading {
    match answer(&Question {
        text,
        tables,
        so_far: Some(so_far),
    }) {
        Answer::Readings(readings) => readings.into_iter().next().expect("at least one"),
        other => panic!("{text}: {other:?}"),
    }
}

/// Each text changes the chart of the first one; the result's label and mark are expected.
fn check(first: &str, cases: &[(&str, &str, &str)]) {
    let tables = [orders()];
    let so_far = best(&tables, first);
    let mut others = Vec::new();
    for (text, mark, label) in cases {
        let changed = then(&tables, &so_far, text);
        let drawn = changed.spec["mark"]["type"].as_str();
        if (changed.label.as_str(), drawn) != (*label, Some(*mark)) {
            others.push(format!("{text}: {} as {drawn:?}", changed.label));
        }
    }
    assert!(others.is_empty(), "{others:#?}");
}

#[test]
fn one_thing_changes_and_the_rest_stays() {
    check(
        "total quantity by region",
        &[
            (
                "only 2023",
                "bar",
                "total quantity by region, for order date is 2023",
            ),
            ("as a pie chart", "arc", "total quantity by region"),
            (
                "by product category instead",
                "bar",
                "total quantity by product category",
            ),
            ("sort it", "bar", "total quantity by region"),
            ("same for unit price", "bar", "total unit price by region"),
            ("the average instead", "bar", "average quantity by region"),
            (
                "without the North",
                "bar",
                "total quantity by region, for region is not North",
            ),
            (
                "only Tea and Coffee",
                "bar",
                "total quantity by region, for product category is Tea or Coffee",
            ),
            ("top 2", "bar", "total quantity by region, the 2 highest"),
            (
                "split by product category",
                "bar",
                "total quantity by region and product category",
            ),
            ("over time", "line", "total quantity by month of order date"),
            (
                "what about the number of orders?",
                "bar",
                "number of orders by region",
            ),
        ],
    );
}

#[test]
fn follow_ups_build_on_each_other() {
    let tables = [orders()];
    let mut reading = best(&tables, "total quantity by region");
    for text in ["only 2023", "by product category instead", "as a pie chart"] {
        reading = then(&tables, &reading, text);
    }
    assert_eq!(
        reading.label,
        "total quantity by product category, for order date is 2023"
    );
    assert_eq!(reading.spec["mark"]["type"], "arc");
}

#[test]
fn outliers_are_left_out_by_the_quartiles() {
    let tables = [orders()];
    let changed = then(
        &tables,
        &best(&tables, "distribution of unit price"),
        "drop the outliers",
    );
    assert!(
        changed.sql.contains("\"unit_price\" BETWEEN"),
        "{}",
        changed.sql
    );
}

#[test]
fn a_question_of_its_own_starts_anew() {
    let tables = [orders()];
    let so_far = best(&tables, "total quantity by region");
    let fresh = then(&tables, &so_far, "average unit price by product category");
    assert_eq!(fresh.label, "average unit price by product category");
}

#[test]
fn corrections_change_what_was_meant() {
    check(
        "total quantity by region",
        &[
            (
                "no, I meant the average",
                "bar",
                "average quantity by region",
            ),
            ("I meant unit price", "bar", "total unit price by region"),
            (
                "no, by product category",
                "bar",
                "total quantity by product category",
            ),
            (
                "without 2023",
                "bar",
                "total quantity by region, for order date is not 2023",
            ),
            (
                "and for the South?",
                "bar",
                "total quantity by region, for region is South",
            ),
            (
                "what about Tea?",
                "bar",
                "total quantity by region, for product category is Tea",
            ),
            (
                "how about only returned orders",
                "bar",
                "total quantity by region, for returned is yes",
            ),
            (
                "per month please",
                "line",
                "total quantity by month of order date",
            ),
            ("as percentages", "arc", "total quantity by region"),
            (
                "make it a line chart over time",
                "line",
                "total quantity by month of order date",
            ),
            (
                "can you show that as a pie?",
                "arc",
                "total quantity by region",
            ),
            ("smallest first", "bar", "total quantity by region"),
            (
                "in summer",
                "bar",
                "total quantity by region, for order date is in June, July or August",
            ),
        ],
    );
}

#[test]
fn numbers_that_are_drawn_are_compared() {
    check(
        "total quantity by region",
        &[
            (
                "only those with more than 100",
                "bar",
                "total quantity by region, where the total quantity is above 100",
            ),
            (
                "only the ones above 100",
                "bar",
                "total quantity by region, where the total quantity is above 100",
            ),
            (
                "just those with at least 20",
                "bar",
                "total quantity by region, where the total quantity is at least 20",
            ),
            (
                "only between 10 and 200",
                "bar",
                "total quantity by region, where the total quantity is at least 10, where the total quantity is at most 200",
            ),
        ],
    );
}

#[test]
fn conditions_limits_and_colours_are_taken_back() {
    let tables = [orders()];
    let mut reading = best(&tables, "top 3 regions by total quantity in 2023");
    reading = then(&tables, &reading, "remove the limit");
    assert_eq!(
        reading.label,
        "total quantity by region, for order date is 2023"
    );
    reading = then(&tables, &reading, "without the conditions");
    assert_eq!(reading.label, "total quantity by region");
    reading = then(&tables, &reading, "split by product category");
    assert_eq!(
        reading.label,
        "total quantity by region and product category"
    );
    let faceted = then(&tables, &reading, "as small multiples");
    assert!(faceted.spec["encoding"]["facet"].is_object() || faceted.spec["facet"].is_object());
    reading = then(&tables, &reading, "without the colours");
    assert_eq!(reading.label, "total quantity by region");
}

#[test]
fn a_conversation_goes_on_for_several_turns() {
    let tables = [orders()];
    let turns = [
        (
            "total quantity by product category",
            "total quantity by product category",
        ),
        (
            "only the North",
            "total quantity by product category, for region is North",
        ),
        (
            "no, the South",
            "total quantity by product category, for region is South",
        ),
        (
            "without Tea",
            "total quantity by product category, for region is South and product category is not Tea",
        ),
        (
            "the average instead",
            "average quantity by product category, for region is South and product category is not Tea",
        ),
        ("remove the filters", "average quantity by product category"),
        (
            "top 2",
            "average quantity by product category, the 2 highest",
        ),
    ];
    let mut so_far: Option<Reading> = None;
    for (text, label) in turns {
        let reading = match &so_far {
            None => best(&tables, text),
            Some(reading) => then(&tables, reading, text),
        };
        assert_eq!(reading.label, label, "{text}");
        so_far = Some(reading);
    }
}
