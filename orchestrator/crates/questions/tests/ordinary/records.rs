//! Ordinary questions over administrative records: intervals that are listed, abbreviations, values that share a word, the
//! people behind the rows.

use portolan_query::{ColumnType, TableProfile};
use portolan_questions::{Answer, Question, answer};

use super::tables::{column, table};
use super::{date, expect, number, statement, text, whole};

/// Stays in the wards of a clinic.
fn stays() -> Vec<TableProfile> {
    vec![table(
        "clinic_stays",
        600,
        vec![
            whole("stay_id", 600, (1, 600)),
            date("arrival_date", 400, ("2021-01-04", "2023-12-30")),
            text("ward", 4, &["North", "South", "Hill", "Garden"]),
            text("patient_name", 560, &["Ann Lee", "Bo Fry", "Cy Dow"]),
            text("verdict", 4, &["Good", "Very good", "Poor", "Very poor"]),
            number("los_hours", 300, (1.5, 200.5)),
            whole("age", 78, (18, 95)),
            text("transport", 3, &["ebike", "car", "taxi"]),
            text("weather", 3, &["rain", "sun", "snow"]),
            column("insured", ColumnType::Boolean, 2),
        ],
    )]
}

#[test]
fn first_letters_of_several_words_name_an_abbreviated_column() {
    expect(
        &stays(),
        "average length of stay by ward",
        &["AVG(\"los_hours\")", "GROUP BY \"ward\""],
    );
}

#[test]
fn values_that_share_a_word_are_told_apart_by_or() {
    expect(
        &stays(),
        "how many stays were good or very good",
        &["'Good'", "'Very good'"],
    );
}

#[test]
fn values_are_found_however_their_words_are_joined_or_derived() {
    expect(
        &stays(),
        "e-bike stays per ward",
        &["\"transport\" = 'ebike'"],
    );
    expect(
        &stays(),
        "number of stays with rainy weather by ward",
        &["\"weather\" = 'rain'", "GROUP BY \"ward\""],
    );
}

#[test]
fn listed_intervals_divide_the_quantity_before_them() {
    expect(
        &stays(),
        "stays by age: under 30, 30 to 59, 60 and over",
        &["\"age\" < 30", "\"age\" < 60", "COUNT(*)"],
    );
}

#[test]
fn name_of_the_rows_stands_for_them_in_a_number() {
    expect(
        &stays(),
        "wards with more than 50 patients",
        &["HAVING COUNT(*) > 50", "GROUP BY \"ward\""],
    );
}

#[test]
fn share_in_a_place_divides_by_the_rows_of_that_place() {
    expect(
        &stays(),
        "share of insured stays in the North ward",
        &["WHERE \"ward\" = 'North'", "\"insured\""],
    );
}

/// Books that are lent, whose return is missing until it happens.
fn lendings() -> Vec<TableProfile> {
    let mut returned = date("returned_on", 300, ("2023-01-09", "2024-12-20"));
    returned.nulls = 120;
    vec![table(
        "library",
        600,
        vec![
            text("loan_id", 600, &["L-1", "L-2", "L-3"]),
            date("lent_on", 400, ("2023-01-02", "2024-12-30")),
            returned,
            text("branch", 3, &["Canal", "Hill", "Market"]),
        ],
    )]
}

#[test]
fn verb_of_a_date_with_gaps_is_a_condition() {
    for question in [
        "how many loans were returned per branch?",
        "number of loans that were returned by branch",
    ] {
        expect(
            &lendings(),
            question,
            &[
                "\"returned_on\" IS NOT NULL",
                "COUNT(*)",
                "GROUP BY \"branch\"",
            ],
        );
    }
    expect(
        &lendings(),
        "loans that were not returned by branch",
        &["\"returned_on\" IS NULL", "GROUP BY \"branch\""],
    );
}

#[test]
fn share_to_which_something_happened_is_a_share_of_each_group() {
    for question in [
        "what share of each branch's loans was returned?",
        "what percentage of every branch's loans were returned?",
        "return rate by branch",
    ] {
        expect(
            &lendings(),
            question,
            &[
                "FILTER (WHERE \"returned_on\" IS NOT NULL)",
                "GROUP BY \"branch\"",
            ],
        );
    }
}

#[test]
fn rows_are_called_by_the_question_or_by_their_key() {
    expect(&lendings(), "loans by branch", &["\"Number of loans\""]);
    expect(
        &lendings(),
        "how many were returned by branch?",
        &["\"Number of loans\""],
    );
}

/// Members of a club, with a figure of each year beside the day they joined.
fn members() -> Vec<TableProfile> {
    vec![table(
        "club",
        400,
        vec![
            text("member_id", 400, &["M1", "M2", "M3"]),
            date("joined", 300, ("2021-01-03", "2024-10-30")),
            text("branch", 3, &["Canal", "Hill", "Market"]),
            whole("visits_2023", 120, (0, 140)),
            whole("visits_2024", 120, (0, 160)),
        ],
    )]
}

#[test]
fn year_of_a_column_is_no_condition_on_a_date() {
    let sql = statement(&members(), "total visits in 2024 by branch");
    assert!(sql.contains("SUM(\"visits_2024\")"), "{sql}");
    assert!(!sql.contains("joined"), "{sql}");
    expect(
        &members(),
        "members who joined in 2024 by branch",
        &["\"joined\" >= DATE '2024-01-01'"],
    );
}

#[test]
fn quantity_of_two_columns_is_asked_back_behind_an_aggregate_too() {
    for question in ["total visits by branch", "average visits per branch"] {
        let tables = members();
        let asked = answer(&Question {
            text: question,
            tables: &tables,
            earlier: None,
            schema: None,
        });
        let Answer::AskBack { choices, .. } = asked else {
            panic!("{question}: {asked:?}");
        };
        assert_eq!(choices.len(), 2, "{choices:?}");
    }
}
