//! Phrases about what rows have, when something was highest, and how two quantities go together.

use portolan_query::{ColumnType, TableProfile};

use portolan_questions::{Answer, Question, answer, sql};

use super::tables::{column, table};
use super::{date, expect, number, statement, text, whole};

/// Cottages for rent.
fn cottages() -> Vec<TableProfile> {
    vec![table(
        "cottages",
        300,
        vec![
            text("region", 5, &["Coast", "Lakes", "Hills"]),
            whole("bedrooms", 6, (1, 6)),
            whole("floors", 3, (1, 3)),
            number("rent", 250, (200.0, 2_400.0)),
            number("garden_size", 200, (10.0, 900.0)),
            column("sauna", ColumnType::Boolean, 2),
        ],
    )]
}

#[test]
fn number_of_things_that_a_row_has_is_a_condition() {
    let parts = ["AVG(\"rent\")", "\"bedrooms\" = 3", "!LIMIT", "!GROUP BY"];
    expect(
        &cottages(),
        "average rent of cottages with 3 bedrooms",
        &parts,
    );
    expect(
        &cottages(),
        "how many cottages have 3 bedrooms and 2 floors",
        &["COUNT(*)", "\"bedrooms\" = 3", "\"floors\" = 2"],
    );
    expect(
        &cottages(),
        "average rent for 2 or 3 bedrooms",
        &["\"bedrooms\" IN (2, 3)"],
    );
}

#[test]
fn superlative_keeps_its_own_number_beside_a_number_of_things() {
    expect(
        &cottages(),
        "most expensive cottage with 4 bedrooms",
        &["\"bedrooms\" = 4", "\"v1\" <= 1", "!LIMIT 4"],
    );
    expect(
        &cottages(),
        "the 3 cheapest cottages with 2 bedrooms",
        &["\"bedrooms\" = 2", "LIMIT 3"],
    );
}

/// Monthly figures of a harbour.
fn harbour() -> Vec<TableProfile> {
    vec![table(
        "harbour",
        120,
        vec![
            date("month", 120, ("2010-01-01", "2019-12-01")),
            number("idle_rate", 110, (1.0, 14.0)),
            whole("arrivals", 118, (20, 900)),
        ],
    )]
}

#[test]
fn moment_of_a_peak_is_shown_with_its_value() {
    let highest = [
        "\"arrivals\" AS \"v0\"",
        "\"month\"",
        "ORDER BY \"v0\" DESC",
    ];
    for question in [
        "when were arrivals at their peak?",
        "when did arrivals peak",
        "in which month did arrivals reach their highest level",
    ] {
        expect(&harbour(), question, &highest);
    }
    expect(
        &harbour(),
        "when was the idle rate at its lowest",
        &[
            "\"idle_rate\" AS \"v0\"",
            "\"month\"",
            "ORDER BY \"v0\" ASC",
        ],
    );
}

#[test]
fn moment_is_declined_where_no_date_tells_it() {
    let answered = answer(&Question {
        text: "when was the rent highest",
        tables: &cottages(),
        earlier: None,
        schema: None,
    });
    assert!(
        matches!(&answered, Answer::Decline { message, .. } if message.contains("says when")),
        "{answered:?}"
    );
}

/// One salary for each employee.
fn salaries() -> Vec<TableProfile> {
    vec![table(
        "salaries",
        400,
        vec![
            text("sex", 2, &["Male", "Female"]),
            text("grade", 4, &["junior", "senior", "lead"]),
            whole("years_service", 40, (0, 45)),
            number("salary", 380, (20_000.0, 190_000.0)),
        ],
    )]
}

#[test]
fn amounts_of_single_rows_are_compared_by_their_mean() {
    let answered = answer(&Question {
        text: "do men earn more than women?",
        tables: &salaries(),
        earlier: None,
        schema: None,
    });
    let Answer::Plans { readings } = answered else {
        panic!("{answered:?}");
    };
    let compiled = sql::select(&readings[0].plan, &salaries()).expect("a statement");
    assert!(compiled.sql.contains("AVG(\"salary\")"), "{}", compiled.sql);
}

/// Cars of several kinds.
fn cars() -> Vec<TableProfile> {
    vec![table(
        "cars",
        120,
        vec![
            text("model", 118, &["Aro", "Bela", "Cirrus"]),
            text("type", 4, &["Van", "Coupe", "Estate"]),
            text("city", 3, &["Rome", "Oslo", "Bern"]),
            whole("seats", 6, (2, 9)),
            whole("reliability", 5, (1, 5)),
            number("weight", 110, (700.0, 2_400.0)),
            number("price", 115, (8_000.0, 90_000.0)),
        ],
    )]
}

/// Answers of voters.
fn voters() -> Vec<TableProfile> {
    vec![table(
        "ballot_survey",
        900,
        vec![
            text("area", 4, &["North", "South", "East", "West"]),
            text("sex", 2, &["F", "M"]),
            text("vote", 3, &["Yes", "No", "Undecided"]),
            number("population", 60, (2_000.0, 250_000.0)),
        ],
    )]
}

/// Workers with what they are paid.
fn workers() -> Vec<TableProfile> {
    vec![table(
        "workers",
        600,
        vec![
            text("Age", 3, &["<30", "30-50", ">50"]),
            text("Group", 4, &["A", "B", "C", "D"]),
            whole("year", 8, (2001, 2008)),
            whole("school", 12, (6, 18)),
            number("wage", 500, (4.0, 60.0)),
            column("union", ColumnType::Boolean, 2),
            column("bike", ColumnType::Boolean, 2),
        ],
    )]
}

#[test]
fn amount_of_one_of_many_is_the_usual_one() {
    expect(
        &cars(),
        "how many seats does a van have",
        &["AVG(\"seats\")", "\"type\" = 'Van'"],
    );
    expect(&cars(), "how many seats are there in each type", &["!AVG("]);
}

#[test]
fn verb_that_names_a_category_asks_for_its_counts() {
    let parts = ["COUNT(*)", "GROUP BY \"vote\"", "!population"];
    expect(&voters(), "how did people vote", &parts);
    expect(&voters(), "how did people in the North vote", &parts);
    expect(
        &voters(),
        "what do women vote",
        &["COUNT(*)", "GROUP BY \"vote\"", "\"sex\" = 'F'"],
    );
    expect(
        &voters(),
        "votes by area",
        &["COUNT(*)", "\"vote\"", "\"area\""],
    );
}

#[test]
fn noun_of_a_kind_belongs_to_the_name_before_it() {
    expect(
        &workers(),
        "average wage by age group",
        &["GROUP BY \"Age\"", "!\"Group\""],
    );
    expect(
        &workers(),
        "average wage by age and group",
        &["\"Age\"", "\"Group\""],
    );
}

#[test]
fn years_of_a_quantity_are_the_quantity() {
    expect(
        &workers(),
        "wage by years of schooling",
        &["\"school\"", "\"wage\"", "!\"year\""],
    );
}

#[test]
fn noun_behind_a_flag_and_its_negation_are_the_two_answers() {
    expect(
        &workers(),
        "union members vs non-members wage",
        &["AVG(\"wage\")", "GROUP BY \"union\""],
    );
    expect(
        &workers(),
        "average wage of workers with a bike rack vs without",
        &["AVG(\"wage\")", "GROUP BY \"bike\""],
    );
}

#[test]
fn quantity_that_depends_comes_last() {
    let sql = statement(&workers(), "how does wage depend on school");
    assert!(sql.find("\"school\"") < sql.find("\"wage\""), "{sql}");
    let sql = statement(&workers(), "how does school affect wage");
    assert!(sql.find("\"school\"") < sql.find("\"wage\""), "{sql}");
}

#[test]
fn effect_of_a_flag_compares_both_answers() {
    expect(
        &cottages(),
        "does a sauna raise the rent?",
        &["AVG(\"rent\")", "GROUP BY \"sauna\""],
    );
    expect(
        &cottages(),
        "do cottages with more bedrooms have a higher rent?",
        &["\"bedrooms\"", "\"rent\"", "!AVG("],
    );
    expect(
        &workers(),
        "does school pay off?",
        &["\"school\"", "\"wage\""],
    );
}

#[test]
fn degree_of_rows_that_are_named_is_answered() {
    let answered = answer(&Question {
        text: "how heavy is a van",
        tables: &cars(),
        earlier: None,
        schema: None,
    });
    assert!(matches!(answered, Answer::Plans { .. }), "{answered:?}");
    expect(
        &cars(),
        "average price of cars with reliability 4 or 5",
        &["\"reliability\" IN (4, 5)"],
    );
}

#[test]
fn noun_for_rows_adds_up_their_numbers() {
    let falls = vec![table(
        "falls",
        90,
        vec![
            text("place", 5, &["stairs", "bath", "garden"]),
            text("sex", 2, &["male", "female"]),
            whole("Freq", 60, (1, 900)),
        ],
    )];
    expect(
        &falls,
        "falls by place",
        &["SUM(\"Freq\")", "GROUP BY \"place\""],
    );
}
