//! Plans of questions about stocks, rates, ratios, counted things and times of day over small tables.

#[path = "support/tables.rs"]
mod tables;

use portolan_query::{ColumnProfile, ColumnType, TableProfile, ValueCount};
use portolan_questions::plan::{
    Aggregate, Arithmetic, Condition, Group, Literal, Measure, QueryPlan, Scalar, Season, Select,
    Test, TimeSource,
};
use portolan_questions::{Answer, Question, answer};
use serde_json::{Value, json};

use tables::{column, table};

fn text(name: &str, distinct: u64, values: &[&str]) -> ColumnProfile {
    let counted = |value: &&str| ValueCount {
        value: json!(value),
        count: 10,
    };
    ColumnProfile {
        values: values.iter().map(counted).collect(),
        ..column(name, ColumnType::String, distinct)
    }
}

fn number(name: &str, column_type: ColumnType, distinct: u64, range: (f64, f64)) -> ColumnProfile {
    ColumnProfile {
        min: Some(json!(range.0)),
        max: Some(json!(range.1)),
        mean: Some((range.0 + range.1) / 2.0),
        ..column(name, column_type, distinct)
    }
}

fn date(name: &str, distinct: u64, range: (&str, &str)) -> ColumnProfile {
    ColumnProfile {
        min: Some(json!(range.0)),
        max: Some(json!(range.1)),
        values: vec![ValueCount {
            value: Value::from(range.1),
            count: 10,
        }],
        ..column(name, ColumnType::Date, distinct)
    }
}

fn balances() -> Vec<TableProfile> {
    vec![table(
        "account_balances",
        300,
        vec![
            text("account_no", 25, &["AC-1", "AC-2"]),
            text("holder", 25, &["Ann Lee", "Bo Fry"]),
            text("account_type", 3, &["Savings", "Current", "Business"]),
            date("month_end", 12, ("2024-01-31", "2024-12-31")),
            number("balance_eur", ColumnType::Number, 290, (-50.5, 9000.5)),
        ],
    )]
}

fn flats() -> Vec<TableProfile> {
    vec![table(
        "flats",
        400,
        vec![
            text("District", 8, &["North", "South"]),
            number("Rent (EUR)", ColumnType::Integer, 300, (400.0, 2500.0)),
            number("Size (sqm)", ColumnType::Number, 200, (18.5, 140.5)),
            number("Rooms", ColumnType::Integer, 6, (1.0, 6.0)),
            number("Year built", ColumnType::Integer, 90, (1890.0, 2023.0)),
            text("Balcony", 2, &["Yes", "No"]),
        ],
    )]
}

fn departures() -> Vec<TableProfile> {
    vec![table(
        "departures",
        900,
        vec![
            date("service_date", 30, ("2024-09-01", "2024-09-30")),
            number("line", ColumnType::Integer, 6, (1.0, 6.0)),
            text("sched_time", 200, &["13:50", "07:05"]),
            number("delay_sec", ColumnType::Integer, 300, (-60.0, 900.0)),
            number("cancelled", ColumnType::Integer, 2, (0.0, 1.0)),
            text("status", 3, &["punctual", "returned", "late"]),
        ],
    )]
}

fn asked(question: &str, tables: &[TableProfile]) -> Answer {
    answer(&Question {
        text: question,
        tables,
        earlier: None,
        schema: None,
    })
}

fn plan(question: &str, tables: &[TableProfile]) -> QueryPlan {
    match asked(question, tables) {
        Answer::Plans { readings } => readings[0].plan.clone(),
        other => panic!("{other:?}"),
    }
}

fn aggregate_of(plan: &QueryPlan) -> (Aggregate, String) {
    match &plan.measures[0].value {
        Measure::Aggregate {
            aggregate,
            of: Scalar::Column { column },
        } => (*aggregate, column.column.clone()),
        other => panic!("{other:?}"),
    }
}

#[test]
fn stock_without_a_time_is_summed_at_the_last_date() {
    let plan = plan("balance by account type", &balances());
    assert_eq!(
        aggregate_of(&plan),
        (Aggregate::Sum, "balance_eur".to_owned())
    );
    let Condition::Test { test, .. } = &plan.conditions[0].value else {
        panic!("{plan:?}")
    };
    assert!(
        matches!(test, Test::Compare { value: Literal::Date { date }, .. } if date == "2024-12-31")
    );
}

#[test]
fn repeated_noun_is_counted_by_its_different_values() {
    let plan = plan("how many accounts are there?", &balances());
    assert_eq!(
        aggregate_of(&plan),
        (Aggregate::CountDistinct, "account_no".to_owned())
    );
}

#[test]
fn quantity_behind_per_divides_the_measure() {
    let plan = plan("rent per square meter in each district", &flats());
    let Measure::Arithmetic {
        operator, right, ..
    } = &plan.measures[0].value
    else {
        panic!("{plan:?}")
    };
    assert_eq!(*operator, Arithmetic::Divide);
    assert!(format!("{right:?}").contains("Size (sqm)"));
}

#[test]
fn oldest_of_years_is_the_lowest() {
    let plan = plan("the 5 oldest flats", &flats());
    let select = plan.select.expect("a selection").value;
    assert!(matches!(
        select,
        Select::Top {
            n: 5,
            descending: false,
            ..
        }
    ));
}

#[test]
fn hours_are_read_from_times_of_day() {
    let plan = plan("average delay by hour", &departures());
    assert!(matches!(
        &plan.groups[0].value,
        Group::Season { of: TimeSource::TextDate { column, .. }, season: Season::HourOfDay }
            if column.column == "sched_time"
    ));
}

#[test]
fn rate_of_a_value_is_its_share_of_the_rows() {
    let plan = plan("return rate by line", &departures());
    assert!(matches!(
        &plan.measures[0].value,
        Measure::Arithmetic { operator: Arithmetic::Divide, left, percent: true, .. }
            if matches!(left.as_ref(), Measure::Filtered { .. })
    ));
}

#[test]
fn numbered_line_is_grouped_by_and_never_averaged() {
    let plan = plan("which line has the highest average delay?", &departures());
    assert_eq!(
        aggregate_of(&plan),
        (Aggregate::Mean, "delay_sec".to_owned())
    );
    assert!(matches!(&plan.groups[0].value, Group::Column { column } if column.column == "line"));
}

#[test]
fn adjective_behind_a_measure_names_its_column() {
    let plan = plan(
        "how many departures were more than 5 minutes late?",
        &departures(),
    );
    assert_eq!(plan.conditions.len(), 1);
    assert!(format!("{:?}", plan.conditions[0].value).contains("delay_sec"));
}

#[test]
fn judgement_without_a_quantity_asks_back() {
    assert!(matches!(
        asked("which line is the worst?", &departures()),
        Answer::AskBack { choices, .. } if choices.len() >= 2
    ));
}

#[test]
fn unsaid_aggregate_offers_the_other_one_as_well() {
    let Answer::Plans { readings } = asked("delay by line", &departures()) else {
        panic!("no plans")
    };
    let aggregates: Vec<Aggregate> = readings
        .iter()
        .take(2)
        .map(|reading| aggregate_of(&reading.plan).0)
        .collect();
    assert!(aggregates.contains(&Aggregate::Sum) && aggregates.contains(&Aggregate::Mean));
}

#[test]
fn share_that_nothing_carries_is_declined() {
    assert!(!matches!(
        asked("ratio of rent by district", &flats()),
        Answer::Plans { .. }
    ));
}

#[test]
fn others_divide_the_rows_by_the_condition() {
    let plan = plan(
        "number of flats with a balcony compared with the others",
        &flats(),
    );
    assert!(plan.conditions.is_empty());
    assert!(
        matches!(&plan.groups[0].value, Group::Column { column } if column.column == "Balcony")
    );
}

#[test]
fn joined_values_are_of_the_column_that_has_both() {
    let strikes = vec![table(
        "strikes",
        500,
        vec![
            text("damage", 3, &["None", "Medium", "Substantial"]),
            text("wildlife_size", 3, &["Small", "Medium", "Large"]),
        ],
    )];
    let plan = plan("number of strikes, only large and medium", &strikes);
    let conditions = format!("{:?}", plan.conditions);
    assert!(conditions.contains("wildlife_size"), "{conditions}");
    assert!(!conditions.contains("damage"), "{conditions}");
}
