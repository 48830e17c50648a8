//! Words that name nothing in the tables: the thesaurus says what they stand for, and the answer says that it was a guess.

#[path = "support/reading.rs"]
mod reading;
#[path = "support/tables.rs"]
mod tables;

use portolan_query::{ColumnProfile, ColumnType, TableProfile, ValueCount};
use portolan_questions::{Answer, Question, WordState, answer, sql};
use serde_json::json;

use reading::first_reading;
use tables::{column, table};

fn text(name: &str, values: &[&str]) -> ColumnProfile {
    ColumnProfile {
        values: values
            .iter()
            .map(|value| ValueCount {
                value: json!(value),
                count: 20,
            })
            .collect(),
        ..column(name, ColumnType::String, values.len() as u64)
    }
}

fn number(name: &str, range: (f64, f64)) -> ColumnProfile {
    ColumnProfile {
        min: Some(json!(range.0)),
        max: Some(json!(range.1)),
        mean: Some((range.0 + range.1) / 2.0),
        ..column(name, ColumnType::Number, 150)
    }
}

fn catches() -> Vec<TableProfile> {
    vec![table(
        "catches",
        300,
        vec![
            text("spp", &["Puffin", "Razorbill", "Gannet", "Kittiwake"]),
            text("isle", &["Lunn", "Marsa"]),
            number("bdy_mass_g", (200.0, 1_100.0)),
            number("beak_mm", (10.0, 60.0)),
            number("wing_mm", (90.0, 600.0)),
        ],
    )]
}

fn kettles() -> Vec<TableProfile> {
    vec![table(
        "kettles",
        300,
        vec![
            text("producer", &["Boreal", "Astra", "Kemi"]),
            text("tint", &["red", "white", "black"]),
            number("toll_eur", (12.0, 180.0)),
            number("wattage", (900.0, 3_000.0)),
        ],
    )]
}

fn ask(tables: &[TableProfile], text: &str) -> Answer {
    answer(&Question {
        text,
        tables,
        earlier: None,
        schema: None,
    })
}

#[track_caller]
fn statement(tables: &[TableProfile], text: &str) -> String {
    let plan = first_reading(ask(tables, text)).unwrap_or_else(|other| panic!("{text}: {other}"));
    sql::select(&plan, tables)
        .unwrap_or_else(|error| panic!("{text}: {error:?}"))
        .sql
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
}

#[track_caller]
fn is_declined(tables: &[TableProfile], text: &str) {
    let answered = ask(tables, text);
    assert!(
        matches!(answered, Answer::Decline { .. }),
        "{text}: {answered:?}"
    );
}

#[test]
fn synonym_of_a_column_word_is_used_and_marked_as_a_guess() {
    let tables = kettles();
    let Answer::Plans { readings } = ask(&tables, "average wattage of kettles by shade") else {
        panic!("the shade is the tint");
    };
    let unsure: Vec<&str> = readings[0]
        .echo
        .words
        .iter()
        .filter_map(|word| match &word.state {
            WordState::Unsure { r#as, .. } => Some(r#as.as_str()),
            _ => None,
        })
        .collect();
    assert_eq!(unsure, ["tint"]);
}

#[test]
fn adjective_is_read_as_the_quantity_behind_it() {
    let sql = statement(
        &kettles(),
        "which producer has the priciest kettles on average?",
    );
    assert!(sql.contains("AVG(\"toll_eur\")"), "{sql}");
    assert!(sql.contains("DESC"), "{sql}");
}

#[test]
fn general_term_of_the_values_counts_rows_or_names_their_column() {
    let tables = catches();
    let counted = statement(&tables, "how many seafowl per isle");
    assert!(counted.contains("COUNT(*)"), "{counted}");
    assert!(counted.contains("GROUP BY \"isle\""), "{counted}");
}

#[test]
fn words_without_a_counterpart_are_still_declined() {
    for text in [
        "average salary by producer",
        "total tax by tint",
        "average wattage by altitude",
    ] {
        is_declined(&kettles(), text);
    }
    for text in [
        "average wingspan by isle",
        "how many trucks per isle",
        "average age by isle",
    ] {
        is_declined(&catches(), text);
    }
}

#[test]
fn direct_matches_are_no_guesses() {
    let Answer::Plans { readings } = ask(&kettles(), "average wattage by producer") else {
        panic!("every word is a column's");
    };
    let is_unsure = |state: &WordState| matches!(state, WordState::Unsure { .. });
    let words = &readings[0].echo.words;
    assert!(words.iter().all(|word| !is_unsure(&word.state)));
}

#[test]
fn mostly_guessed_question_asks_back_with_its_reading() {
    let answered = ask(&kettles(), "cost by shade");
    assert!(
        matches!(&answered, Answer::AskBack { choices, .. } if !choices.is_empty()),
        "{answered:?}"
    );
}

#[test]
fn expectations_are_not_read_as_something_else() {
    let answered = ask(&catches(), "how many birds should we expect next winter");
    assert!(!matches!(answered, Answer::Plans { .. }), "{answered:?}");
}

fn inquests() -> Vec<TableProfile> {
    let count = |name: &str| ColumnProfile {
        column_type: ColumnType::Integer,
        values: [11, 25, 40]
            .iter()
            .map(|value| ValueCount {
                value: json!(value),
                count: 2,
            })
            .collect(),
        ..number(name, (3.0, 900.0))
    };
    vec![table(
        "yard_offences",
        400,
        vec![
            text("area_nm", &["Elm", "Oak", "Ash"]),
            text("job", &["attorney", "physician", "clerk"]),
            text("film", &["Tide", "Shore"]),
            count("off_viol"),
            count("off_tot"),
        ],
    )]
}

#[test]
fn column_that_shortens_the_name_of_the_table_counts_its_things() {
    let sql = statement(&inquests(), "crimes by district");
    assert!(sql.contains("SUM(\"off_tot\")"), "{sql}");
    assert!(sql.contains("GROUP BY \"area_nm\""), "{sql}");
}

#[test]
fn another_word_for_a_value_is_that_value() {
    let sql = statement(&inquests(), "total offences of doctors by area");
    assert!(sql.contains("\"job\" = 'physician'"), "{sql}");
}

#[test]
fn two_columns_of_one_unit_are_asked_about() {
    let answered = ask(&catches(), "average length by isle");
    assert!(matches!(answered, Answer::AskBack { .. }), "{answered:?}");
}

#[test]
fn noun_without_a_column_is_no_verb_and_no_longer_form_of_a_column() {
    is_declined(&inquests(), "which filmmaker has the most offences");
}

#[test]
fn follow_up_is_read_through_the_thesaurus_as_well() {
    let tables = kettles();
    let Answer::Plans { readings } = ask(&tables, "average wattage by producer") else {
        panic!("every word is a column's");
    };
    let answered = answer(&Question {
        text: "by shade instead",
        tables: &tables,
        earlier: Some(&readings[0].plan),
        schema: None,
    });
    let Answer::Plans { readings } = answered else {
        panic!("{answered:?}");
    };
    assert!(readings[0].follow_up);
    let sql = sql::select(&readings[0].plan, &tables)
        .expect("the plan compiles")
        .sql;
    assert!(sql.contains("AVG(\"wattage\")"), "{sql}");
    assert!(sql.contains("GROUP BY \"tint\""), "{sql}");
}

#[test]
fn adjective_that_ends_like_an_adverb_is_not_passed_over() {
    let sql = statement(&kettles(), "how costly are kettles by producer");
    assert!(sql.contains("\"toll_eur\""), "{sql}");
}

fn whole_number(name: &str, range: (f64, f64), distinct: u64) -> ColumnProfile {
    ColumnProfile {
        column_type: ColumnType::Integer,
        distinct,
        ..number(name, range)
    }
}

fn games() -> Vec<TableProfile> {
    let audience = ColumnProfile {
        values: [("Everyone", 240), ("Teens", 40), ("Adults", 20)]
            .map(|(value, count)| ValueCount {
                value: json!(value),
                count,
            })
            .to_vec(),
        ..text("audience", &["Everyone", "Teens", "Adults"])
    };
    let bought_on = ColumnProfile {
        min: Some(json!("2023-01-02")),
        max: Some(json!("2024-06-30")),
        ..column("bought_on", ColumnType::Date, 200)
    };
    vec![table(
        "games",
        300,
        vec![
            ColumnProfile {
                distinct: 300,
                ..column("game_id", ColumnType::String, 300)
            },
            ColumnProfile {
                distinct: 180,
                ..text("game_name", &["Harbour", "Orchard", "Lantern"])
            },
            audience,
            text("genre", &["Puzzle", "Strategy", "Party", "Cards"]),
            bought_on,
            whole_number("copies_sold", (3.0, 900.0), 160),
            whole_number("playing_minutes", (10.0, 240.0), 60),
            number("buyer_rating", (1.0, 9.8)),
        ],
    )]
}

#[test]
fn value_with_most_rows_is_a_category_and_no_total() {
    let sql = statement(&games(), "number of games by genre");
    assert!(!sql.contains("audience"), "{sql}");
}

#[test]
fn rows_are_counted_by_the_noun_of_their_number_though_names_repeat() {
    let sql = statement(&games(), "how many games per genre");
    assert!(sql.contains("COUNT(*)"), "{sql}");
}

#[test]
fn amount_of_what_was_done_is_summed() {
    let sql = statement(&games(), "copies sold by genre");
    assert!(sql.contains("SUM(\"copies_sold\")"), "{sql}");
}

#[test]
fn unit_behind_a_duration_divides_by_no_period() {
    let sql = statement(&games(), "median playing time in minutes");
    assert!(sql.contains("MEDIAN("), "{sql}");
    assert!(!sql.contains("GROUP BY"), "{sql}");
    let days = vec![table(
        "orders",
        300,
        vec![
            ColumnProfile {
                min: Some(json!("2023-01-02")),
                max: Some(json!("2024-06-30")),
                ..column("ordered_on", ColumnType::Date, 200)
            },
            whole_number("lead_days", (0.0, 120.0), 90),
        ],
    )];
    let sql = statement(&days, "median lead time in days");
    assert!(!sql.contains("GROUP BY"), "{sql}");
}

#[test]
fn person_who_acts_is_no_date_of_the_act() {
    let sql = statement(&games(), "which genre has the most buyers");
    assert!(!sql.contains("bought_on"), "{sql}");
}
