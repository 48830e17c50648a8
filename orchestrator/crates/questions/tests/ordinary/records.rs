//! Ordinary questions over administrative records: intervals that are listed, abbreviations, values that share a word, the
//! people behind the rows.

use portolan_query::{ColumnType, TableProfile};

use super::tables::{column, table};
use super::{date, expect, number, text, whole};

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
