//! Operators of ordinary questions: the row of a superlative, dates named by a verb, shares among some, numbers before nouns.

use portolan_query::{ColumnProfile, ColumnType, TableProfile, ValueCount};
use portolan_questions::{Answer, Question, answer};
use serde_json::json;

use super::tables::{column, table};
use super::{date, expect, number, text, whole};

/// Dives from boats, each with two dates.
fn dives() -> Vec<TableProfile> {
    vec![table(
        "dives",
        500,
        vec![
            whole("dive_id", 500, (1, 500)),
            date("registered_on", 300, ("2021-01-04", "2023-12-30")),
            date("departure_date", 300, ("2021-02-01", "2024-02-10")),
            text("diver", 40, &["Ann Lee", "Bo Fry", "Cy Dow"]),
            text("reef", 6, &["Coral Bay", "Long Reef", "Turtle Point"]),
            text("reef_cd", 6, &["CB", "LR", "TP"]),
            text("sex", 2, &["F", "M"]),
            number("depth_m", 300, (2.0, 62.0)),
            whole("tanks", 4, (1, 4)),
            text("aborted", 2, &["no", "yes"]),
            text("level", 3, &["beginner", "advanced", "expert"]),
        ],
    )]
}

/// A league, in which a game has two sides.
fn league() -> Vec<TableProfile> {
    let clubs = ["Alder", "Birch", "Cedar", "Elm", "Fir", "Oak"];
    vec![table(
        "games",
        300,
        vec![
            date("played", 80, ("2022-01-04", "2023-12-30")),
            text("host_club", 6, &clubs),
            text("guest_club", 6, &clubs),
            whole("crowd", 250, (100, 9_000)),
        ],
    )]
}

/// Visits of parks: a row holds a year of one group of visitors, and one row the sum of all parks.
fn parks() -> Vec<TableProfile> {
    let district = ColumnProfile {
        nulls: 16,
        ..text("district", 4, &["East", "West", "Hill", "Shore"])
    };
    let park = ColumnProfile {
        values: ["Lake Park", "Oak Park", "Rose Park", "All parks"]
            .iter()
            .map(|name| ValueCount {
                value: json!(name),
                count: 16,
            })
            .collect(),
        ..column("park", ColumnType::String, 4)
    };
    vec![table(
        "park_visits",
        64,
        vec![
            park,
            district,
            whole("year", 4, (2020, 2023)),
            text(
                "visitor_group",
                4,
                &["Adults", "Children", "Seniors", "Schools"],
            ),
            whole("visits_total", 64, (100, 90_000)),
        ],
    )]
}

#[test]
fn several_columns_beside_superlative_tell_about_the_row() {
    expect(
        &dives(),
        "deepest dive: which reef was it and on what date?",
        &["\"depth_m\"", "!PARTITION BY", "!AVG("],
    );
    expect(
        &dives(),
        "deepest dive in each reef",
        &["PARTITION BY \"g", "\"depth_m\"", "!AVG("],
    );
}

#[test]
fn noun_of_second_date_moves_groups_and_conditions_to_it() {
    expect(
        &dives(),
        "departures per month in 2023",
        &[
            "date_trunc('month', \"departure_date\")",
            "\"departure_date\" >= DATE '2023-01-01'",
            "!registered_on",
        ],
    );
    expect(
        &dives(),
        "dives per month in 2023",
        &["date_trunc('month', \"registered_on\")", "!departure_date"],
    );
}

#[test]
fn among_chooses_rows_and_divides_nothing() {
    expect(
        &dives(),
        "share of each level among the aborted dives",
        &["\"aborted\" = 'yes'", "GROUP BY \"level\"", "!\"aborted\","],
    );
}

#[test]
fn flag_with_and_without_is_compared_and_not_contradicted() {
    expect(
        &dives(),
        "average depth with and without aborted",
        &["AVG(\"depth_m\")", "GROUP BY \"aborted\"", "!WHERE NOT"],
    );
}

#[test]
fn number_before_singular_noun_is_a_condition() {
    expect(
        &dives(),
        "how many two-tank dives were there",
        &["COUNT(*)", "\"tanks\" = 2"],
    );
}

#[test]
fn share_of_listed_groups_is_taken_in_each() {
    expect(
        &dives(),
        "what percent of women and of men are beginner",
        &["GROUP BY \"sex\"", "FILTER (WHERE \"level\" = 'beginner')"],
    );
}

#[test]
fn missing_values_are_counted_and_not_averaged() {
    expect(
        &dives(),
        "missing depth values by level",
        &[
            "COUNT(*)",
            "\"depth_m\" IS NULL",
            "GROUP BY \"level\"",
            "!AVG(",
        ],
    );
}

#[test]
fn groups_below_average_are_compared_with_the_mean_of_all_rows() {
    expect(
        &dives(),
        "levels with a depth below average",
        &["AVG(\"depth_m\")", "COUNT(\"depth_m\")", "SUM("],
    );
}

#[test]
fn code_of_group_is_shown_by_its_label() {
    expect(
        &dives(),
        "average depth in CB and LR",
        &["\"reef_cd\" IN ('CB', 'LR')", "GROUP BY \"reef\""],
    );
}

#[test]
fn game_without_name_is_named_by_its_two_sides() {
    expect(
        &league(),
        "5 games with the biggest crowd",
        &["\"host_club\"", "\"guest_club\"", "\"crowd\"", "LIMIT 5"],
    );
}

#[test]
fn rows_of_the_whole_are_left_out_of_groups_that_only_parts_have() {
    expect(
        &parks(),
        "visits total by district in 2022",
        &["GROUP BY \"district\"", "\"park\" <> 'All parks'"],
    );
}

#[test]
fn size_of_rows_without_quantity_is_no_count_of_rows() {
    let tables = [table(
        "boats",
        90,
        vec![
            whole("boat_no", 90, (1, 90)),
            text("harbour", 5, &["North", "South", "East"]),
            text("rig", 3, &["sloop", "ketch", "yawl"]),
        ],
    )];
    let answered = answer(&Question {
        text: "largest boat in each harbour",
        tables: &tables,
        earlier: None,
        schema: None,
    });
    assert!(!matches!(answered, Answer::Plans { .. }), "{answered:?}");
}
