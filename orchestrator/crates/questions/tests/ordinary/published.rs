//! Tables as they are published: names without spaces, numbers for persons and places, frequencies, files called like their rows.

use portolan_query::{ColumnProfile, ColumnType, TableProfile, ValueCount};
use portolan_questions::{Answer, Question, answer};
use serde_json::json;

use super::tables::{column, table};
use super::{expect, number, text, whole};

/// The same figures of ten depots in each of twenty years.
fn depots() -> Vec<TableProfile> {
    let even = |name: &str, first: i64, many: u64, each: u64| ColumnProfile {
        min: Some(json!(first)),
        max: Some(json!(first + many as i64 - 1)),
        values: (0..many)
            .map(|at| ValueCount {
                value: json!(first + at as i64),
                count: each,
            })
            .collect(),
        ..column(name, ColumnType::Integer, many)
    };
    vec![table(
        "freightdepots",
        200,
        vec![
            even("company", 1, 10, 20),
            even("year", 1991, 20, 10),
            number("avgwage", 190, (9.0, 31.0)),
            number("lotsize", 150, (0.4, 9.5)),
            number("cargowt", 190, (120.0, 9_000.0)),
            number("cpi", 20, (60.0, 140.0)),
        ],
    )]
}

/// How often each combination of three answers was given.
fn answers() -> Vec<TableProfile> {
    vec![table(
        "seatbelts",
        16,
        vec![
            text("Seat", 4, &["Driver", "Front", "Rear", "Jump"]),
            text("Daytime", 2, &["Day", "Night"]),
            text("Hurt", 2, &["hurt", "unhurt"]),
            whole("Freq", 16, (3, 900)),
        ],
    )]
}

#[test]
fn glued_names_are_found_by_their_words() {
    for (question, column) in [
        ("average wage by year", "AVG(\"avgwage\")"),
        ("lot size by company", "\"lotsize\""),
        ("weight of the cargo by company", "\"cargowt\""),
    ] {
        expect(&depots(), question, &[column]);
    }
}

#[test]
fn numbers_of_members_that_are_equally_frequent_are_no_quantity() {
    expect(
        &depots(),
        "average wage by company",
        &["GROUP BY \"company\"", "!AVG(\"company\")"],
    );
    expect(
        &depots(),
        "which company had the highest lot size in 1995",
        &["\"company\"", "!RANK() OVER (ORDER BY \"company\""],
    );
}

#[test]
fn known_abbreviation_is_no_other_word_with_its_letters() {
    let answered = answer(&Question {
        text: "cargo weight per capita by year",
        tables: &depots(),
        earlier: None,
        schema: None,
    });
    assert!(!matches!(answered, Answer::Plans { .. }), "{answered:?}");
}

#[test]
fn frequencies_weigh_shares_and_counts() {
    expect(
        &answers(),
        "share of hurt by seat",
        &["SUM(\"Freq\")", "GROUP BY \"Seat\"", "!COUNT(*)"],
    );
    expect(&answers(), "how many rows are there", &["COUNT(*)"]);
}

#[test]
fn rows_are_called_by_plural_at_end_of_file_name() {
    expect(
        &depots(),
        "number of depots by company",
        &["COUNT(*)", "GROUP BY \"company\""],
    );
}

#[test]
fn kind_that_no_column_has_is_not_passed_over() {
    let lessons = vec![table(
        "star",
        600,
        vec![
            text(
                "classk",
                3,
                &["small.class", "regular", "regular.with.aide"],
            ),
            whole("tmath", 90, (320, 620)),
        ],
    )];
    // A quantity that no column has is no number of rows either, and what should divide a figure is not left out.
    for text in [
        "score of small classes vs regular",
        "average tmath by class",
    ] {
        let answered = answer(&Question {
            text,
            tables: &lessons,
            earlier: None,
            schema: None,
        });
        assert!(!matches!(answered, Answer::Plans { .. }), "{answered:?}");
    }
}

#[test]
fn rows_are_not_called_by_country_of_file() {
    let elections = vec![table(
        "chile",
        900,
        vec![
            text("region", 5, &["North", "Centre", "South"]),
            whole("income", 90, (200, 9_000)),
        ],
    )];
    let answered = answer(&Question {
        text: "how many rows are there by region",
        tables: &elections,
        earlier: None,
        schema: None,
    });
    let plan = super::first_reading(answered).unwrap();
    assert_eq!(plan.entity.as_deref(), Some("row"));
}

#[test]
fn unknown_noun_with_condition_on_quantity_names_rows() {
    let library = vec![table(
        "lbry_2024",
        700,
        vec![
            text("title", 690, &["Salt", "The Ferry", "Tin Roofs"]),
            whole("pages", 400, (12, 1_900)),
            text("shelf", 8, &["A", "B", "C"]),
        ],
    )];
    expect(
        &library,
        "novels with more than 300 pages",
        &["\"pages\" > 300", "\"title\""],
    );
    let counted = answer(&Question {
        text: "how many accidents were there by shelf",
        tables: &library,
        earlier: None,
        schema: None,
    });
    assert!(!matches!(counted, Answer::Plans { .. }), "{counted:?}");
}

#[test]
fn unnamed_column_of_names_is_what_question_divides_by() {
    let turnout = vec![table(
        "turnout",
        60,
        vec![
            text("column_1", 60, &["ALDER", "BIRCH", "CEDAR"]),
            text("region", 4, &["Asia", "Africa", "Oceania"]),
            whole("voters", 60, (900, 90_000)),
            column("visited", ColumnType::Boolean, 2),
        ],
    )];
    for (question, parts) in [
        (
            "which village had the most voters",
            &["\"column_1\"", "\"voters\""] as &[&str],
        ),
        ("voters by village", &["\"column_1\"", "\"voters\""]),
        (
            "how many were visited by region",
            &["COUNT(*)", "!DISTINCT", "GROUP BY \"region\""],
        ),
    ] {
        expect(&turnout, question, parts);
    }
    for text in ["fertility by region", "voters of professionals"] {
        let answered = answer(&Question {
            text,
            tables: &turnout,
            earlier: None,
            schema: None,
        });
        assert!(!matches!(answered, Answer::Plans { .. }), "{answered:?}");
    }
}

#[test]
fn rows_that_agree_in_all_else_are_counted_one_by_one() {
    let pupils = vec![table(
        "absences",
        146,
        vec![
            text("sex", 2, &["M", "F"]),
            text("grade", 4, &["F0", "F1", "F2"]),
            whole("days", 44, (0, 81)),
        ],
    )];
    expect(
        &pupils,
        "how many boys are there",
        &["COUNT(*)", "\"sex\" = 'M'"],
    );
}

/// Sales of regions with a column for each year.
fn yearly() -> Vec<TableProfile> {
    vec![table(
        "branches",
        24,
        vec![
            text("region", 24, &["North", "South", "East"]),
            whole("sales_2021", 24, (20, 900)),
            whole("sales_2022", 24, (20, 900)),
            whole("sales_2023", 24, (20, 900)),
            whole("staff", 20, (2, 60)),
        ],
    )]
}

#[test]
fn years_that_share_a_name_are_read_as_its_times() {
    for (question, parts) in [
        (
            "average sales per year",
            &["\"sales_2021\"", "\"sales_2023\"", "AVG(", "GROUP BY"] as &[&str],
        ),
        (
            "total sales by region",
            &["SUM(", "\"sales_2021\"", "GROUP BY \"branches\".\"region\""],
        ),
        (
            "which region had the highest sales in 2022",
            &["\"sales_2022\"", "!\"sales_2021\""],
        ),
    ] {
        expect(&yearly(), question, parts);
    }
    let other = answer(&Question {
        text: "profit by year",
        tables: &yearly(),
        earlier: None,
        schema: None,
    });
    assert!(!matches!(other, Answer::Plans { .. }), "{other:?}");
}

#[test]
fn kind_is_what_stands_behind_it() {
    expect(
        &answers(),
        "number of people by type of seat",
        &["GROUP BY \"Seat\"", "SUM(\"Freq\")"],
    );
}
