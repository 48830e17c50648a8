//! Rows that have or lack partners in another table, groups chosen by how many rows they have, and most frequent values.

use portolan_query::TableProfile;

use super::tables::table;
use super::{date, expect, number, text, whole};

const MEMBERS: &[&str] = &["M01", "M02", "M03", "M04", "M05", "M06"];

/// Members of a boat club and the hires of its boats.
fn boats() -> Vec<TableProfile> {
    vec![
        table(
            "members",
            60,
            vec![
                text("member_no", 60, MEMBERS),
                text("member_name", 60, &["Ann Lee", "Bo Fry", "Cy Dow"]),
                text("grade", 3, &["junior", "senior", "guest"]),
            ],
        ),
        table(
            "hires",
            500,
            vec![
                whole("hire_id", 500, (1, 500)),
                text("member_no", 48, MEMBERS),
                text("boat", 3, &["kayak", "canoe", "dinghy"]),
                date("hired_on", 300, ("2022-01-04", "2024-12-30")),
            ],
        ),
    ]
}

/// Breakdowns of the lifts of several buildings.
fn breakdowns() -> Vec<TableProfile> {
    vec![table(
        "lift_breakdowns",
        400,
        vec![
            text("Breakdown no.", 400, &["B1", "B2", "B3"]),
            text("Lift no.", 70, &["L1", "L2", "L3"]),
            text("Cause", 5, &["door", "motor", "cable", "power"]),
            text("House type", 4, &["office", "flats", "hotel"]),
            number("Breakdown cost", 350, (20.0, 9_000.0)),
            date("Reported", 300, ("2022-01-04", "2024-12-30")),
        ],
    )]
}

#[test]
fn never_with_a_value_of_many_partners_is_an_anti_join() {
    let question = "how many members never hired a kayak";
    expect(
        &boats(),
        question,
        &[
            "COUNT(*)",
            "FROM \"members\"",
            "NOT",
            "\"boat\" = 'kayak'",
            "!JOIN",
        ],
    );
}

#[test]
fn value_before_the_noun_of_missing_partners_is_tested_on_them() {
    expect(
        &boats(),
        "members without canoe hires",
        &["FROM \"members\"", "NOT", "\"boat\" = 'canoe'", "!JOIN"],
    );
}

#[test]
fn not_before_a_value_of_the_row_itself_still_denies_the_value() {
    expect(
        &boats(),
        "how many hires were not kayak",
        &["FROM \"hires\"", "!\"boat\" = 'kayak'"],
    );
}

#[test]
fn number_before_the_noun_of_the_rows_counts_them_in_each_group() {
    expect(
        &breakdowns(),
        "lift numbers with more than four breakdowns",
        &[
            "GROUP BY \"Lift no.\"",
            "COUNT(*) > 4",
            "!\"Breakdown cost\" > 4",
        ],
    );
}

#[test]
fn main_cause_is_the_one_of_most_rows_in_each_group() {
    expect(
        &breakdowns(),
        "main cause in each house type",
        &["COUNT(*)", "PARTITION BY", "\"Cause\"", "\"House type\""],
    );
}
