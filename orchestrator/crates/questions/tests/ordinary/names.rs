//! Names that repeat or are shortened, and words that add, compare or leave out.

use portolan_query::{ColumnProfile, ColumnType, TableProfile};
use portolan_questions::{Answer, Question, answer};

use super::tables::{column, table};
use super::{date, expect, number, statement, text, whole};

/// Weekly figures of coach tours, whose names repeat.
fn tours() -> Vec<TableProfile> {
    vec![table(
        "coach_tours",
        900,
        vec![
            date("week", 52, ("2024-01-01", "2024-12-23")),
            text("tour_name", 18, &["Fjords", "Alpine Passes", "Old Towns"]),
            text("guide_type", 3, &["staff", "guest", "freelance"]),
            text("network", 4, &["Blue", "Red", "Green"]),
            number("revenue_eur", 800, (40.0, 9_000.0)),
            number("toll_cost_eur", 700, (5.0, 900.0)),
            number("hotel_cost_eur", 700, (5.0, 900.0)),
            number("driving_min", 300, (10.0, 240.0)),
        ],
    )]
}

/// One row for each day of a kiosk.
fn days() -> Vec<TableProfile> {
    vec![table(
        "kiosk",
        330,
        vec![
            date("date", 330, ("2024-01-02", "2024-12-30")),
            text("weather", 4, &["sunny", "rain", "snow"]),
            whole("ices", 120, (0, 400)),
            number("DELAY_D", 60, (0.0, 14.0)),
        ],
    )]
}

fn members() -> Vec<TableProfile> {
    vec![table(
        "members",
        500,
        vec![
            whole("member_no", 500, (1, 500)),
            text("member_name", 498, &["Ada Lind", "Bo Vik", "Cleo Marsh"]),
            text("nation", 6, &["GER", "FRA", "KEN"]),
            text("memberPlan", 3, &["Family", "Single", "Student"]),
            whole("memberSeats", 20, (1, 40)),
            whole("grade", 6, (1, 6)),
            number("ht_cm", 60, (140.0, 205.0)),
            whole("age_yrs", 60, (12, 90)),
            number("Resting HR (bpm)", 50, (45.0, 95.0)),
            ColumnProfile {
                nulls: 80,
                ..text("trusts_board", 3, &["Agree", "Neutral", "Disagree"])
            },
        ],
    )]
}

#[test]
fn name_of_many_rows_stands_for_all_of_them() {
    expect(
        &tours(),
        "top 5 tours by revenue",
        &["SUM(\"revenue_eur\")", "GROUP BY \"tour_name\"", "LIMIT 5"],
    );
    expect(
        &tours(),
        "the best tour of each network by revenue",
        &[
            "SUM(\"revenue_eur\")",
            "PARTITION BY \"g1\"",
            "\"network\" AS \"g1\"",
        ],
    );
    expect(
        &tours(),
        "the single tour with the highest revenue",
        &["!SUM("],
    );
}

#[test]
fn rows_of_unique_names_are_not_counted_by_name() {
    let suppliers = vec![table(
        "suppliers",
        40,
        vec![
            text("supplier_name", 40, &["Alder & Sons", "Birk", "Cora"]),
            text("country", 5, &["Norway", "Spain"]),
            date("supplier_since", 38, ("2004-02-01", "2022-11-15")),
        ],
    )];
    let answered = answer(&Question {
        text: "who is our best supplier",
        tables: &suppliers,
        earlier: None,
        schema: None,
    });
    assert!(!matches!(answered, Answer::Plans { .. }), "{answered:?}");
}

#[test]
fn aggregate_in_brackets_is_exact() {
    expect(
        &tours(),
        "typical driving (median) of the tours per network",
        &["MEDIAN(", "GROUP BY \"network\"", "!AVG("],
    );
}

#[test]
fn quantities_listed_behind_superlative_are_only_told() {
    expect(
        &members(),
        "tallest member, with nation and age",
        &["ORDER BY \"v0\" DESC", "\"ht_cm\" AS \"v0\"", "\"age_yrs\""],
    );
}

#[test]
fn period_that_is_unit_or_row_divides_nothing() {
    expect(
        &days(),
        "avg delay in days per weather",
        &["AVG(\"DELAY_D\")", "GROUP BY \"weather\"", "!\"date\""],
    );
    expect(
        &days(),
        "average ices per day by weather",
        &["AVG(\"ices\")", "GROUP BY \"weather\"", "!\"date\""],
    );
    expect(&days(), "average ices per day", &["AVG(\"ices\")"]);
}

#[test]
fn all_but_one_value_leaves_it_out() {
    for question in [
        "members per nation, everyone but GER",
        "members per nation, all but GER",
        "members per nation except GER",
    ] {
        expect(&members(), question, &["\"nation\" <> 'GER'"]);
    }
}

#[test]
fn value_that_opens_a_question_is_no_greeting() {
    let roads = vec![table(
        "roads",
        400,
        vec![
            whole("road_no", 400, (1, 400)),
            text("state", 4, &["Good", "Fair", "Poor"]),
            number("length_km", 300, (0.2, 80.0)),
        ],
    )];
    expect(
        &roads,
        "Good, fair: number of roads by state",
        &["'Good'", "'Fair'"],
    );
}

#[test]
fn comparison_before_name_compares_with_number_behind_it() {
    expect(
        &members(),
        "how many members have at least grade 3",
        &["\"grade\" >= 3"],
    );
    expect(
        &members(),
        "how many members are above grade 3",
        &["\"grade\" > 3"],
    );
    expect(
        &members(),
        "how many members have grade 3",
        &["\"grade\" = 3"],
    );
}

#[test]
fn first_letters_name_part_in_capitals() {
    expect(
        &members(),
        "average resting heart rate by nation",
        &["AVG(\"Resting HR (bpm)\")", "GROUP BY \"nation\""],
    );
}

#[test]
fn greeting_and_purpose_change_nothing() {
    let plain = statement(&tours(), "total revenue by network");
    for question in [
        "Good morning, total revenue by network",
        "total revenue by network for a newspaper article",
        "Hi all, total revenue by network for my talk tomorrow",
    ] {
        assert_eq!(statement(&tours(), question), plain, "{question}");
    }
    expect(
        &members(),
        "average age for the Student plan",
        &["\"memberPlan\" = 'Student'"],
    );
}

#[test]
fn quantities_that_are_named_together_are_added() {
    expect(
        &tours(),
        "toll cost and hotel cost together by network",
        &[
            "\"hotel_cost_eur\" + \"toll_cost_eur\"",
            "GROUP BY \"network\"",
        ],
    );
    expect(
        &tours(),
        "toll cost and hotel cost by network",
        &["!\"hotel_cost_eur\" +", "!\"toll_cost_eur\" +"],
    );
}

#[test]
fn bars_to_hundred_per_cent_leave_blanks_out() {
    expect(
        &members(),
        "trust in the board by nation as 100% stacked bars",
        &["\"trusts_board\" IS NOT NULL"],
    );
}

#[test]
fn by_divides_and_is_no_part_of_a_name() {
    let incidents = vec![table(
        "incidents",
        300,
        vec![
            whole("incident_id", 300, (1, 300)),
            text("incident_type", 5, &["fall", "fire", "leak"]),
            column("open", ColumnType::Boolean, 2),
        ],
    )];
    expect(
        &incidents,
        "the count of incidents by type",
        &["COUNT(*)", "GROUP BY \"incident_type\""],
    );
}

#[test]
fn noun_behind_value_names_no_other_column() {
    expect(
        &members(),
        "top three nations by number of Student members",
        &["COUNT(*)", "\"memberPlan\" = 'Student'", "!\"memberSeats\""],
    );
}
