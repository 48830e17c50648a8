//! Decisions and plans over a small table of penguins.

use portolan_query::{ColumnProfile, ColumnType, TableProfile, ValueCount};
use portolan_questions::plan::{
    Aggregate, Comparison, Condition, Group, Literal, Measure, QueryPlan, Scalar, Test,
};
use portolan_questions::{Answer, DeclineReason, Question, answer};
use serde_json::json;

fn text(name: &str, values: &[&str]) -> ColumnProfile {
    ColumnProfile {
        name: name.to_owned(),
        column_type: ColumnType::String,
        nulls: 0,
        distinct: values.len() as u64,
        min: None,
        max: None,
        mean: None,
        quartiles: None,
        values: values
            .iter()
            .map(|value| ValueCount {
                value: json!(value),
                count: 100,
            })
            .collect(),
    }
}

fn number(name: &str, low: f64, high: f64) -> ColumnProfile {
    ColumnProfile {
        name: name.to_owned(),
        column_type: ColumnType::Number,
        nulls: 0,
        distinct: 90,
        min: Some(json!(low)),
        max: Some(json!(high)),
        mean: Some((low + high) / 2.0),
        quartiles: None,
        values: Vec::new(),
    }
}

fn tables() -> Vec<TableProfile> {
    vec![TableProfile {
        name: "penguins".to_owned(),
        row_count: 344,
        columns: vec![
            text("Species", &["Adelie", "Chinstrap", "Gentoo"]),
            text("Island", &["Biscoe", "Dream", "Torgersen"]),
            number("Body Mass (g)", 2_700.5, 6_300.5),
            number("Flipper Length (mm)", 172.5, 231.5),
            text("Sex", &["FEMALE", "MALE"]),
        ],
    }]
}

fn asked(question: &str, earlier: Option<&QueryPlan>) -> Answer {
    answer(&Question {
        text: question,
        tables: &tables(),
        earlier,
        schema: None,
    })
}

fn plan(question: &str) -> QueryPlan {
    match asked(question, None) {
        Answer::Plans { readings } => readings[0].plan.clone(),
        other => panic!("{other:?}"),
    }
}

fn declined(question: &str) -> DeclineReason {
    match asked(question, None) {
        Answer::Decline { reason, .. } => reason,
        other => panic!("{other:?}"),
    }
}

#[test]
fn comparison_converts_the_unit_of_the_question() {
    let plan = plan("how many penguins are heavier than 5 kg?");
    let Condition::Test { test, .. } = &plan.conditions[0].value else {
        panic!("{plan:?}")
    };
    assert_eq!(
        *test,
        Test::Compare {
            comparison: Comparison::More,
            value: Literal::Number { number: 5_000.0 }
        }
    );
    assert_eq!(plan.measures[0].value, Measure::Count);
}

#[test]
fn unknown_measure_is_declined_and_never_counted() {
    assert_eq!(
        declined("average ticket price by island"),
        DeclineReason::Missing
    );
}

#[test]
fn causes_and_forecasts_are_recognised() {
    assert_eq!(
        declined("why are gentoo penguins heavy?"),
        DeclineReason::Cause
    );
    assert_eq!(
        declined("how many penguins will there be next year"),
        DeclineReason::Forecast
    );
}

#[test]
fn german_question_has_the_plan_of_the_english_one() {
    let german = plan("durchschnittliches Gewicht der Pinguine je Insel");
    let english = plan("average weight of the penguins per island");
    assert_eq!(german.measures[0].value, english.measures[0].value);
    assert_eq!(german.groups[0].value, english.groups[0].value);
}

#[test]
fn negated_value_excludes_it() {
    let plan = plan("average body mass by island, not counting gentoo");
    let Condition::Test { test, .. } = &plan.conditions[0].value else {
        panic!("{plan:?}")
    };
    assert_eq!(
        *test,
        Test::NotIn {
            values: vec![Literal::Text {
                text: "Gentoo".to_owned()
            }]
        }
    );
}

#[test]
fn follow_up_changes_the_aggregate_and_keeps_the_group() {
    let first = plan("average body mass by species");
    let Answer::Plans { readings } = asked("make it the median", Some(&first)) else {
        panic!()
    };
    let plan = &readings[0].plan;
    assert!(matches!(
        plan.measures[0].value,
        Measure::Aggregate {
            aggregate: Aggregate::Median,
            ..
        }
    ));
    assert_eq!(plan.groups[0].value, first.groups[0].value);
    assert!(readings[0].follow_up);
}

#[test]
fn misspelt_words_are_read() {
    let plan = plan("avrage body mass per speceis");
    let Measure::Aggregate {
        of: Scalar::Column { column },
        ..
    } = &plan.measures[0].value
    else {
        panic!("{plan:?}")
    };
    assert_eq!(column.column, "Body Mass (g)");
    assert!(
        matches!(&plan.groups[0].value, Group::Column { column } if column.column == "Species")
    );
}
