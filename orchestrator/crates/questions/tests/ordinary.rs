//! Ordinary wordings over tables that no other test has: verbs, causes, negated adjectives, formulas, differences, shortened names.

#[path = "ordinary/calendars.rs"]
mod calendars;
#[path = "ordinary/columns.rs"]
mod columns;
#[path = "ordinary/contrasts.rs"]
mod contrasts;
#[path = "ordinary/counted.rs"]
mod counted;
#[path = "ordinary/daily.rs"]
mod daily;
#[path = "ordinary/dialogues.rs"]
mod dialogues;
#[path = "ordinary/events.rs"]
mod events;
#[path = "ordinary/everyday.rs"]
mod everyday;
#[path = "ordinary/happenings.rs"]
mod happenings;
#[path = "ordinary/judging.rs"]
mod judging;
#[path = "ordinary/mechanisms.rs"]
mod mechanisms;
#[path = "ordinary/names.rs"]
mod names;
#[path = "ordinary/newcomers.rs"]
mod newcomers;
#[path = "ordinary/operators.rs"]
mod operators;
#[path = "ordinary/outcomes.rs"]
mod outcomes;
#[path = "ordinary/partners.rs"]
mod partners;
#[path = "ordinary/phrases.rs"]
mod phrases;
#[path = "ordinary/published.rs"]
mod published;
#[path = "support/reading.rs"]
mod reading;
#[path = "ordinary/records.rs"]
mod records;
#[path = "ordinary/rows.rs"]
mod rows;
#[path = "ordinary/scales.rs"]
mod scales;
#[path = "ordinary/spoken.rs"]
mod spoken;
#[path = "ordinary/spoken_prices.rs"]
mod spoken_prices;
#[path = "support/tables.rs"]
mod tables;
#[path = "ordinary/teaching.rs"]
mod teaching;
#[path = "ordinary/unseen.rs"]
mod unseen;

use portolan_query::{ColumnProfile, ColumnType, TableProfile, ValueCount};
use portolan_questions::{Answer, Question, answer, sql};
use serde_json::json;

use reading::first_reading;
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
    let plan = first_reading(answered).unwrap_or_else(|other| panic!("{question}: {other}"));
    let compiled = sql::select(&plan, tables);
    let compiled = compiled.unwrap_or_else(|error| panic!("{question}: {error:?}"));
    compiled
        .sql
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
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

/// Literacy by age and sex in countries, each year a column, as statistical offices publish.
fn literacy() -> Vec<TableProfile> {
    let year = |name: &str| ColumnProfile {
        nulls: 2,
        ..number(name, 70, (61.0, 99.5))
    };
    vec![table(
        "literacy_rate",
        108,
        vec![
            text("sex", 3, &["F", "M", "T"]),
            text("age", 3, &["Y15-24", "Y15-64", "Y25-64"]),
            text(
                "geo_label",
                12,
                &[
                    "Chile",
                    "Egypt",
                    "European Union",
                    "France",
                    "Norway",
                    "Peru",
                    "Spain",
                ],
            ),
            year("2018"),
            year("2019"),
            year("2020"),
            year("2021"),
        ],
    )]
}

/// Riders of a ferry with their ages in groups, and what each crossing took.
fn riders() -> Vec<TableProfile> {
    vec![table(
        "riders",
        500,
        vec![
            whole("rider_id", 500, (1, 500)),
            text("age_group", 5, &["18-24", "25-34", "35-49", "50-64", "65+"]),
            text("harbour", 6, &["Old Quay", "North Pier"]),
            text("result_cd", 3, &["DNB", "OK", "REF"]),
            number("spend_eur", 300, (2.0, 90.0)),
            number("bag_kg", 200, (-3.0, 40.0)),
            whole("parcels_n", 30, (0, 30)),
            number("wait_min", 200, (1.0, 180.0)),
        ],
    )]
}

/// Crossings counted in quarters that are written as text.
fn crossings() -> Vec<TableProfile> {
    vec![table(
        "crossings",
        160,
        vec![
            text("port_nm", 8, &["Alder", "Birch"]),
            whole("yr", 5, (2019, 2023)),
            text("qtr_cd", 4, &["Q1", "Q2", "Q3", "Q4"]),
            whole("n_cars", 150, (100, 9_000)),
            whole("n_trucks", 150, (10, 3_000)),
        ],
    )]
}

fn is_declined(tables: &[TableProfile], question: &str) -> bool {
    let answered = answer(&Question {
        text: question,
        tables,
        earlier: None,
        schema: None,
    });
    !matches!(answered, Answer::Plans { .. })
}

#[test]
fn key_that_is_not_named_is_read_at_its_total() {
    expect(
        &literacy(),
        "literacy in Peru over the years",
        &["\"sex\" = 'T'", "\"age\" = 'Y15-64'", "'Peru'", "year"],
    );
    expect(
        &literacy(),
        "literacy of women in Peru over the years",
        &["\"sex\" = 'F'", "!\"sex\" = 'T'"],
    );
}

#[test]
fn total_of_a_key_is_left_out_where_the_key_divides() {
    expect(
        &literacy(),
        "2020 by sex",
        &["GROUP BY \"sex\"", "\"sex\" <> 'T'", "\"age\" = 'Y15-64'"],
    );
}

#[test]
fn groups_of_countries_are_left_out_unless_asked_for() {
    let by_country = "2020 by country";
    expect(
        &literacy(),
        by_country,
        &["\"geo_label\" <> 'European Union'"],
    );
    expect(
        &literacy(),
        "average 2020 in the European Union",
        &["\"geo_label\" = 'European Union'", "!<> 'European Union'"],
    );
}

#[test]
fn proper_name_is_never_the_quantity_of_a_wide_table() {
    assert!(is_declined(
        &literacy(),
        "literacy in Atlantis over the years"
    ));
}

#[test]
fn range_in_words_is_the_value_of_that_range() {
    expect(
        &riders(),
        "average spend of 25 to 34 year olds",
        &["\"age_group\" = '25-34'"],
    );
    expect(
        &riders(),
        "average spend of riders aged 65 and older",
        &["\"age_group\" = '65+'"],
    );
    expect(
        &riders(),
        "average spend of riders under 35",
        &["\"age_group\" IN ('18-24', '25-34')"],
    );
}

#[test]
fn open_range_behind_a_quantity_compares_the_quantity() {
    expect(
        &riders(),
        "riders with spend over 50",
        &["\"spend_eur\" > 50", "!age_group\" ="],
    );
}

#[test]
fn negative_amount_is_below_zero() {
    expect(
        &riders(),
        "how many riders have a negative bag weight",
        &["\"bag_kg\" < 0", "COUNT(*)"],
    );
}

#[test]
fn fraction_of_a_unit_is_a_number() {
    expect(
        &riders(),
        "how many riders had a wait of more than an hour and a half",
        &["\"wait_min\" > 90"],
    );
    expect(
        &riders(),
        "how many riders had a wait longer than half an hour",
        &["\"wait_min\" > 30"],
    );
}

#[test]
fn number_of_things_in_a_column_adds_up() {
    expect(
        &riders(),
        "parcels by harbour",
        &["SUM(\"parcels_n\")", "GROUP BY \"harbour\""],
    );
}

#[test]
fn initials_in_words_are_the_value_in_capitals() {
    expect(
        &riders(),
        "how many riders did not board",
        &["\"result_cd\" = 'DNB'", "COUNT(*)"],
    );
}

#[test]
fn two_comparatives_ask_for_a_relation() {
    expect(
        &repairs(),
        "do repairs of older machines take longer",
        &["\"machine_age\"", "\"duration_min\"", "!GROUP BY"],
    );
}

#[test]
fn adjective_behind_how_is_its_quantity() {
    expect(
        &riders(),
        "how heavy are the bags on average by harbour",
        &["AVG(\"bag_kg\")", "GROUP BY \"harbour\""],
    );
}

#[test]
fn comparison_with_the_usual_is_one_with_the_average() {
    expect(
        &riders(),
        "at which harbours is the wait longer than usual",
        &["\"wait_min\"", "AVG(", "GROUP BY"],
    );
}

#[test]
fn quarter_in_text_is_a_time() {
    expect(
        &crossings(),
        "cars in the third quarter of 2022 by port",
        &["\"yr\"", "SUM(\"n_cars\")", "GROUP BY \"port_nm\""],
    );
    expect(
        &crossings(),
        "cars per quarter",
        &["make_date", "SUM(\"n_cars\")"],
    );
}

#[test]
fn steepest_change_of_a_period_is_ranked_over_the_whole() {
    expect(
        &crossings(),
        "where did cars fall the most from 2019 to 2023",
        &["\"yr\"", "\"port_nm\"", "ASC", "!PARTITION BY \"g0\""],
    );
}

#[test]
fn adverb_of_the_rows_period_divides_nothing_beside_another_group() {
    expect(
        &crossings(),
        "average quarterly cars per port",
        &["AVG(\"n_cars\")", "GROUP BY \"port_nm\"", "!make_date"],
    );
}

#[test]
fn share_of_a_subject_divides_by_the_subject() {
    expect(
        &repairs(),
        "what share of the leak repairs were insured",
        &["\"insured\"", "WHERE \"fault\" = 'leak'", "COUNT(*)"],
    );
}

#[test]
fn unit_behind_per_divides_by_its_quantity() {
    expect(
        &repairs(),
        "labour per hour of duration by workshop",
        &["SUM(\"labour_eur\")", "SUM(\"duration_min\")", "60", "/"],
    );
}

#[test]
fn condition_is_shown_of_what_it_selects() {
    expect(
        &crossings(),
        "ports with more than 5000 cars in 2021",
        &["\"n_cars\" > 5000", "\"port_nm\""],
    );
}
