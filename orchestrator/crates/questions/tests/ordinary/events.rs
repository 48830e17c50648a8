//! A log of events: quantities that add up over periods, shares of what was answered, times of the day, and what is said around a
//! question.

use portolan_query::{ColumnProfile, ColumnType, TableProfile};
use portolan_questions::{Answer, Question, answer};

use super::tables::{column, table};
use super::{date, expect, number, statement, text, whole};

/// Rides of a cyclist, who has noted for some of them whether a puncture happened.
fn rides() -> Vec<TableProfile> {
    vec![table(
        "rides",
        400,
        vec![
            ColumnProfile {
                column_type: ColumnType::Datetime,
                ..date(
                    "Started",
                    396,
                    ("2021-03-02T07:40:00", "2024-10-30T18:05:00"),
                )
            },
            text("Bike", 3, &["gravel", "road", "folding"]),
            text("Reason", 4, &["commute", "errand", "tour"]),
            number("Distance (km)", 350, (0.4, 180.0)),
            number("Wait (minutes)", 40, (0.0, 30.0)),
            ColumnProfile {
                nulls: 120,
                ..column("Punctured", ColumnType::Boolean, 2)
            },
        ],
    )]
}

/// Trays of a nursery, which are not events.
fn trays() -> Vec<TableProfile> {
    vec![table(
        "trays",
        300,
        vec![
            text("Species", 12, &["kale", "leek", "beet"]),
            whole("Seeds sown", 90, (10, 400)),
            number("Length (cm)", 120, (20.0, 80.0)),
        ],
    )]
}

#[test]
fn distances_of_a_log_add_up_over_periods() {
    expect(&rides(), "distance per month", &["SUM(\"Distance (km)\")"]);
    expect(
        &rides(),
        "wait per month",
        &["AVG(\"Wait (minutes)\")", "!SUM("],
    );
}

#[test]
fn unit_names_the_one_quantity_that_has_it() {
    expect(
        &rides(),
        "how many km did I ride altogether",
        &["SUM(\"Distance (km)\")"],
    );
    expect(
        &rides(),
        "rides of more than 30 km",
        &["\"Distance (km)\" > 30", "!SUM("],
    );
}

#[test]
fn whole_numbers_that_are_asked_for_by_their_count_add_up() {
    expect(
        &trays(),
        "how many seeds were sown of each species",
        &["SUM(\"Seeds sown\")", "GROUP BY \"Species\""],
    );
    expect(
        &trays(),
        "average seeds sown by species",
        &["AVG(\"Seeds sown\")"],
    );
}

#[test]
fn rows_without_an_answer_are_no_part_of_a_share() {
    expect(
        &rides(),
        "share of rides with a puncture by bike",
        &["\"Punctured\" IS NOT NULL", "GROUP BY \"Bike\""],
    );
}

#[test]
fn share_behind_a_question_is_that_of_its_condition() {
    expect(
        &rides(),
        "Who takes the gravel bike? Share of rides for each reason",
        &[
            "FILTER (WHERE \"Bike\" = 'gravel')",
            "GROUP BY \"Reason\"",
            "!OVER ()",
        ],
    );
}

#[test]
fn hour_beside_weekday_is_one_of_the_day() {
    expect(
        &rides(),
        "number of rides by weekday and hour",
        &["date_part('hour'", "date_part('dow'", "!date_trunc('hour'"],
    );
}

#[test]
fn words_around_a_question_change_nothing() {
    let plain = statement(&rides(), "average distance by bike");
    for question in [
        "average distance by bike, because I think the folding one is slow",
        "We quarrel at home: can you show average distance by bike",
    ] {
        assert_eq!(statement(&rides(), question), plain, "{question}");
    }
    assert_eq!(
        statement(
            &rides(),
            "My sister wants to know how many rides were on the road bike"
        ),
        statement(&rides(), "how many rides were on the road bike")
    );
}

#[test]
fn reasons_and_periods_that_say_something_of_the_rows_are_kept() {
    let answered = answer(&Question {
        text: "number of rides since we moved in 2023",
        tables: &rides(),
        earlier: None,
        schema: None,
    });
    assert!(!matches!(answered, Answer::Plans { .. }), "{answered:?}");
    expect(
        &rides(),
        "how many rides because of an errand",
        &["\"Reason\" = 'errand'"],
    );
}
