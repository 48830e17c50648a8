//! Ordinary wordings over tables that no other test has: verbs, causes, negated adjectives, formulas, differences, shortened names.

#[path = "ordinary/dialogues.rs"]
mod dialogues;
#[path = "support/tables.rs"]
mod tables;
#[path = "ordinary/teaching.rs"]
mod teaching;

use portolan_query::{ColumnProfile, ColumnType, TableProfile, ValueCount};
use portolan_questions::{Answer, Question, answer, sql};
use serde_json::json;

use tables::{column, table};

fn text(name: &str, distinct: u64, values: &[&str]) -> ColumnProfile {
    ColumnProfile {
        values: values
            .iter()
            .map(|value| ValueCount {
                value: json!(value),
                count: 20,
            })
            .collect(),
        ..column(name, ColumnType::String, distinct)
    }
}

fn number(name: &str, distinct: u64, range: (f64, f64)) -> ColumnProfile {
    ColumnProfile {
        min: Some(json!(range.0)),
        max: Some(json!(range.1)),
        mean: Some((range.0 + range.1) / 2.0),
        ..column(name, ColumnType::Number, distinct)
    }
}

fn whole(name: &str, distinct: u64, range: (i64, i64)) -> ColumnProfile {
    ColumnProfile {
        min: Some(json!(range.0)),
        max: Some(json!(range.1)),
        mean: Some((range.0 + range.1) as f64 / 2.0),
        ..column(name, ColumnType::Integer, distinct)
    }
}

fn date(name: &str, distinct: u64, range: (&str, &str)) -> ColumnProfile {
    ColumnProfile {
        min: Some(json!(range.0)),
        max: Some(json!(range.1)),
        ..column(name, ColumnType::Date, distinct)
    }
}

/// Repairs of machines in workshops.
fn repairs() -> Vec<TableProfile> {
    vec![table(
        "repairs",
        400,
        vec![
            whole("repair_id", 400, (1, 400)),
            date("repair_date", 300, ("2015-01-03", "2023-12-20")),
            text("workshop", 8, &["North", "South", "Harbour", "Hill"]),
            text("customer_no", 90, &["C-1", "C-2", "C-3"]),
            text("fault", 5, &["rust", "leak", "crack", "wear"]),
            text("damage", 3, &["none", "minor", "major"]),
            whole("machine_age", 30, (0, 40)),
            number("labour_eur", 350, (10.0, 900.0)),
            number("parts_eur", 350, (5.0, 2_000.0)),
            number("duration_min", 200, (10.0, 600.0)),
            column("insured", ColumnType::Boolean, 2),
        ],
    )]
}

/// Names as in published data.
fn shortened() -> Vec<TableProfile> {
    vec![table(
        "vessels",
        200,
        vec![
            text("vsl_id", 200, &["V1", "V2"]),
            text("mfr", 9, &["Boreal", "Astra"]),
            text("nbhd", 6, &["Old Port", "Quay"]),
            whole("cap_t", 150, (100, 90_000)),
            number("budg_mio", 150, (1.0, 300.0)),
            text("lvl", 2, &["district", "city"]),
            text("district_nm", 7, &["Elm", "Oak"]),
        ],
    )]
}

fn statement(tables: &[TableProfile], question: &str) -> String {
    let answered = answer(&Question {
        text: question,
        tables,
        earlier: None,
        schema: None,
    });
    match answered {
        Answer::Plans { readings } => {
            let compiled = sql::select(&readings[0].plan, tables);
            let compiled = compiled.unwrap_or_else(|error| panic!("{question}: {error:?}"));
            compiled
                .sql
                .split_whitespace()
                .collect::<Vec<_>>()
                .join(" ")
        }
        other => panic!("{question}: {other:?}"),
    }
}

#[track_caller]
fn expect(tables: &[TableProfile], question: &str, parts: &[&str]) {
    let sql = statement(tables, question);
    for part in parts {
        let found = match part.strip_prefix('!') {
            Some(absent) => !sql.contains(absent),
            None => sql.contains(part),
        };
        assert!(found, "{question}\n{part}\n{sql}");
    }
}

#[test]
fn verb_between_subject_and_superlative_is_no_missing_column() {
    let parts = ["COUNT(*)", "GROUP BY \"workshop\"", "DESC"];
    expect(
        &repairs(),
        "which workshop handles the most repairs",
        &parts,
    );
    expect(
        &repairs(),
        "which workshop reports the most repairs",
        &parts,
    );
}

#[test]
fn stated_cause_is_a_condition_and_asked_cause_is_declined() {
    expect(
        &repairs(),
        "how many repairs were due to rust",
        &["COUNT(*)", "\"fault\" = 'rust'"],
    );
    let asked = answer(&Question {
        text: "why do repairs take so long",
        tables: &repairs(),
        earlier: None,
        schema: None,
    });
    assert!(matches!(asked, Answer::Decline { .. }), "{asked:?}");
}

#[test]
fn negated_adjective_is_the_other_answer_of_its_flag() {
    expect(
        &repairs(),
        "average labour of insured vs uninsured repairs",
        &[
            "AVG(\"labour_eur\")",
            "GROUP BY \"insured\"",
            "!WHERE \"insured\"",
        ],
    );
}

#[test]
fn cost_per_row_is_a_mean_and_lists_no_rows() {
    expect(
        &repairs(),
        "average labour per repair by workshop",
        &["AVG(\"labour_eur\")", "GROUP BY \"workshop\"", "!repair_id"],
    );
}

#[test]
fn adjective_compares_its_own_quantity_and_no_identifier() {
    expect(
        &repairs(),
        "repairs of machines older than 20 by workshop",
        &["\"machine_age\" > 20", "!\"repair_id\" >"],
    );
}

#[test]
fn first_period_with_a_count_keeps_one_period() {
    expect(
        &repairs(),
        "first year with more than 50 repairs",
        &["HAVING COUNT(*) > 50", "MIN(\"repair_date\")", "<= 1"],
    );
}

#[test]
fn groups_that_pass_a_test_are_counted() {
    expect(
        &repairs(),
        "how many workshops had more than 30 repairs",
        &["GROUP BY \"workshop\"", "COUNT(CASE WHEN \"v0\" > 30"],
    );
    expect(
        &repairs(),
        "average number of repairs per workshop",
        &["GROUP BY \"workshop\"", "AVG(\"v0\")"],
    );
}

#[test]
fn formula_in_words_is_computed_in_each_row() {
    expect(
        &repairs(),
        "total bill: labour plus parts per workshop",
        &[
            "SUM((\"labour_eur\" + \"parts_eur\"))",
            "GROUP BY \"workshop\"",
        ],
    );
}

#[test]
fn difference_of_two_values_subtracts_their_measures() {
    expect(
        &repairs(),
        "difference in average duration between leak and crack",
        &[
            "FILTER (WHERE \"fault\" = 'leak')",
            "FILTER (WHERE \"fault\" = 'crack')",
            " - ",
        ],
    );
}

#[test]
fn seasons_against_each_other_are_two_groups() {
    expect(
        &repairs(),
        "average duration in summer vs winter",
        &[
            "IN (6, 7, 8) THEN 'summer' ELSE 'winter'",
            "IN (6, 7, 8, 1, 2, 12)",
        ],
    );
}

#[test]
fn change_between_years_compares_whole_years() {
    expect(
        &repairs(),
        "by how much did the number of repairs change between 2016 and 2020",
        &["date_part('year'", "COUNT(*)"],
    );
}

#[test]
fn one_unit_is_said_with_its_article() {
    expect(
        &repairs(),
        "repairs that took more than an hour",
        &["\"duration_min\" > 60"],
    );
}

#[test]
fn number_out_of_range_belongs_to_no_column() {
    expect(
        &repairs(),
        "average labour by workshop over 2016 to 2019",
        &["2016-01-01", "2020-01-01", "!> 2016"],
    );
}

#[test]
fn course_of_a_count_is_shown_for_getting_bigger() {
    expect(
        &repairs(),
        "is the number of repairs getting bigger",
        &["COUNT(*)", "date_"],
    );
}

#[test]
fn shortened_names_are_read_as_their_words() {
    expect(
        &shortened(),
        "average budget by manufacturer",
        &["\"budg_mio\"", "GROUP BY \"mfr\""],
    );
    expect(
        &shortened(),
        "number of vessels per neighborhood",
        &["COUNT(*)", "GROUP BY \"nbhd\""],
    );
}

#[test]
fn grouping_noun_is_a_column_before_it_is_a_value() {
    expect(
        &shortened(),
        "number of vessels by district",
        &["GROUP BY \"district_nm\"", "!\"lvl\" ="],
    );
}
