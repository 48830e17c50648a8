//! The other side of a flag, quantities of different kinds, less that is better, and words that name only a part of something.

use portolan_query::{ColumnProfile, ColumnType, TableProfile, ValueCount};
use portolan_questions::{Answer, Question, answer};
use serde_json::json;

use super::tables::{column, table};
use super::{date, expect, number, text, whole};

fn is_answered(tables: &[TableProfile], text: &str) -> bool {
    let answered = answer(&Question {
        text,
        tables,
        earlier: None,
        schema: None,
    });
    matches!(answered, Answer::Plans { .. })
}

/// Deliveries of a bakery, a row for each.
fn deliveries() -> Vec<TableProfile> {
    vec![table(
        "bakery",
        2_400,
        vec![
            text("Van", 4, &["Blue", "Red", "Green", "White"]),
            text("Zone", 3, &["Harbor", "Hill", "Center"]),
            number("Sales", 2_000, (4.2, 910.5)),
            number("Profit", 2_000, (-80.0, 240.0)),
            number("oven_temp", 300, (140.0, 260.0)),
            column("Urban", ColumnType::Boolean, 2),
            column("Weekend", ColumnType::Boolean, 2),
            whole("rider_time", 900, (300, 5_400)),
        ],
    )]
}

/// Swims of a club, a row for each.
fn swims() -> Vec<TableProfile> {
    vec![table(
        "swims",
        180,
        vec![
            text("Name", 60, &["Ada Brook", "Jon Reed", "Mia Lake"]),
            text("Medal", 3, &["gold", "silver", "bronze"]),
            text("Club", 9, &["Otters", "Pikes"]),
            number("Time", 170, (21.4, 88.0)),
            whole("Year", 20, (2001, 2020)),
        ],
    )]
}

/// A row for each year.
fn orchard() -> Vec<TableProfile> {
    vec![table(
        "orchard",
        40,
        vec![
            whole("Year", 40, (1981, 2020)),
            number("Apples", 40, (12.0, 64.0)),
            number("Frost damage", 40, (0.0, 31.0)),
            whole("Swarms_per_1000", 30, (3, 40)),
        ],
    )]
}

/// Boats whose makes are the first words of their names.
fn boats() -> Vec<TableProfile> {
    let names = ColumnProfile {
        values: [
            "Halcyon 22",
            "Halcyon 26",
            "Halcyon Pro",
            "Marlin One",
            "Marlin Two",
        ]
        .iter()
        .map(|name| ValueCount {
            value: json!(name),
            count: 3,
        })
        .collect(),
        ..column("name", ColumnType::String, 320)
    };
    vec![table(
        "boats",
        400,
        vec![
            names,
            number("draft", 60, (0.4, 2.9)),
            whole("beds", 6, (1, 6)),
        ],
    )]
}

#[test]
fn opposite_of_flag_is_its_other_side() {
    for question in [
        "average sales in urban and rural areas",
        "weekend vs weekday sales on average",
    ] {
        let flag = if question.contains("urban") {
            "\"Urban\""
        } else {
            "\"Weekend\""
        };
        expect(
            &deliveries(),
            question,
            &["AVG(\"Sales\")", flag, "GROUP BY"],
        );
    }
    // A word that is no opposite is not taken for it.
    assert!(!is_answered(
        &deliveries(),
        "average sales of urban and coastal vans"
    ));
}

#[test]
fn money_made_and_margins_are_read_from_profit() {
    expect(
        &deliveries(),
        "which van loses the most money?",
        &["SUM(\"Profit\")", "ASC", "GROUP BY \"Van\""],
    );
    expect(
        &deliveries(),
        "profit margin by zone",
        &["SUM(\"Profit\")", "SUM(\"Sales\")", "GROUP BY \"Zone\""],
    );
}

#[test]
fn amounts_in_fractions_count_nothing() {
    for question in [
        "how many orders did the blue van bring?",
        "zones with more than 100 orders",
    ] {
        assert!(!is_answered(&deliveries(), question), "{question}");
    }
    expect(&deliveries(), "top 10 sales", &["\"Sales\"", "LIMIT 10"]);
}

#[test]
fn quantities_of_different_kinds_are_set_against_each_other() {
    expect(
        &deliveries(),
        "oven temperature and profit",
        &["\"oven_temp\"", "\"Profit\"", "!SUM", "!AVG"],
    );
    // Amounts of one kind are added up.
    expect(
        &deliveries(),
        "sales and profit by van",
        &["SUM(\"Sales\")", "SUM(\"Profit\")"],
    );
}

#[test]
fn shares_are_taken_within_what_stands_behind_each() {
    expect(
        &deliveries(),
        "share of sales by van in each zone",
        &["\"Zone\" AS \"g0\"", "PARTITION BY \"g0\""],
    );
}

#[test]
fn of_times_the_best_is_the_lowest() {
    expect(
        &swims(),
        "fastest time per year",
        &["MIN(\"Time\")", "!MAX"],
    );
    expect(&swims(), "best time ever", &["ASC"]);
    expect(
        &swims(),
        "slowest time per year",
        &["MAX(\"Time\")", "!MIN"],
    );
}

#[test]
fn winning_a_medal_is_having_it() {
    expect(
        &swims(),
        "how many gold medals has each club won?",
        &["COUNT(*)", "\"Medal\" = 'gold'", "GROUP BY \"Club\""],
    );
    expect(
        &swims(),
        "who won gold in 2012?",
        &["\"Name\"", "\"Medal\" = 'gold'"],
    );
}

#[test]
fn rows_of_years_have_a_course_and_no_average() {
    expect(
        &orchard(),
        "compare apples and frost damage",
        &["\"Year\"", "\"Apples\"", "\"Frost damage\""],
    );
    expect(
        &orchard(),
        "average apples",
        &["AVG(\"Apples\")", "!GROUP BY"],
    );
}

#[test]
fn rate_is_a_number_per_thousand() {
    expect(
        &orchard(),
        "when did the swarm rate peak?",
        &["\"Swarms_per_1000\""],
    );
}

#[test]
fn first_word_of_many_names_is_their_family() {
    expect(
        &boats(),
        "average draft of Halcyon",
        &["AVG(\"draft\")", "starts_with(lower(\"name\"), 'halcyon')"],
    );
    // Two families are compared, and one number for both would be wrong.
    assert!(!is_answered(
        &boats(),
        "average draft of Halcyon and Marlin"
    ));
}

#[test]
fn columns_of_hours_and_weekdays_stand_for_times() {
    let rides = vec![table(
        "rentals",
        700,
        vec![
            whole("hr", 24, (0, 23)),
            whole("weekday", 7, (0, 6)),
            whole("skaters", 200, (0, 640)),
        ],
    )];
    expect(&rides, "average skaters by hour", &["GROUP BY \"hr\""]);
    expect(
        &rides,
        "average skaters by weekday",
        &["GROUP BY \"weekday\""],
    );
}

#[test]
fn letters_in_a_name_stand_for_words() {
    let colleges = vec![table(
        "campuses",
        300,
        vec![
            text("Kind", 3, &["City", "Rural", "Online"]),
            number("C.T.Ratio", 100, (2.0, 30.0)),
            number("Fees", 250, (900.0, 52_000.0)),
        ],
    )];
    expect(
        &colleges,
        "coach trainee ratio by kind",
        &["AVG(\"C.T.Ratio\")"],
    );
}

#[test]
fn people_add_up_over_places_without_times() {
    let provinces = vec![table(
        "provinces",
        50,
        vec![
            text("province", 50, &["Arden", "Borel"]),
            text("coast", 2, &["north", "south"]),
            whole("pop", 50, (20_000, 9_000_000)),
        ],
    )];
    expect(&provinces, "population by coast", &["SUM(\"pop\")"]);
}

#[test]
fn compared_values_over_a_range_have_a_course() {
    let stations = vec![table(
        "stations",
        900,
        vec![
            text("station", 30, &["Elm", "Oak", "Ash"]),
            date("day", 400, ("2019-01-01", "2022-12-31")),
            number("ozone", 600, (2.0, 180.0)),
        ],
    )];
    expect(
        &stations,
        "ozone of Elm and Oak since 2020",
        &["\"station\" IN ('Elm', 'Oak')", "GROUP BY", "\"day\""],
    );
}

#[test]
fn regions_are_no_totals_of_a_column_of_regions() {
    let reigns = vec![table(
        "reigns",
        1_800,
        vec![
            text(
                "region_name",
                12,
                &[
                    "Western Europe",
                    "Eastern Europe",
                    "South America",
                    "Southern Africa",
                    "Micronesia",
                    "Polynesia",
                    "Caribbean",
                    "Western Asia",
                    "Southern Asia",
                    "Middle Africa",
                    "Melanesia",
                    "Nordics",
                ],
            ),
            text("rule", 2, &["Republic", "Non-republic"]),
            whole("duration", 60, (1, 64)),
        ],
    )];
    expect(
        &reigns,
        "average duration by rule",
        &["AVG(\"duration\")", "!NOT IN"],
    );
    // Rows with the value are counted, not distinct values.
    expect(
        &reigns,
        "how many republics by region",
        &["COUNT(*)", "\"rule\" = 'Republic'", "!DISTINCT"],
    );
}

#[test]
fn word_behind_each_is_no_part_of_a_name() {
    let airports = vec![table(
        "landings",
        500,
        vec![
            text(
                "Name",
                500,
                &["Elmwood State Landings", "Oak Field", "Harbor Strip"],
            ),
            text("Country", 4, &["Norland", "Sudland"]),
            number("Altitude", 400, (2.0, 9_000.0)),
        ],
    )];
    assert!(!is_answered(
        &airports,
        "how many landings does each state have?"
    ));
}

#[test]
fn making_of_things_is_dated_by_the_only_time() {
    let planes = vec![table(
        "planes",
        3_300,
        vec![
            text("tail", 3_300, &["N101", "N102"]),
            whole("year", 46, (1956, 2013)),
            text("maker", 30, &["Arrow", "Condor"]),
        ],
    )];
    expect(
        &planes,
        "planes built per year",
        &["COUNT(*)", "GROUP BY \"year\""],
    );
}

#[test]
fn effect_of_one_quantity_on_another_is_a_relation() {
    expect(
        &orchard(),
        "does frost damage reduce apples?",
        &["\"Frost damage\"", "\"Apples\"", "!AVG", "!SUM"],
    );
}

#[test]
fn those_of_whom_it_is_so_are_a_condition() {
    let released = vec![table(
        "released",
        400,
        vec![
            whole("week", 52, (1, 52)),
            ColumnProfile {
                values: [0, 1]
                    .map(|value| ValueCount {
                        value: json!(value),
                        count: 200,
                    })
                    .to_vec(),
                ..whole("convicted", 2, (0, 1))
            },
            whole("age", 40, (17, 64)),
        ],
    )];
    for question in [
        "average age of those convicted",
        "average age of people who were convicted",
    ] {
        expect(
            &released,
            question,
            &["AVG(\"age\")", "WHERE \"convicted\" = 1"],
        );
    }
}
