//! Phrasings of charts: orders, periods, counted rows, relations, parts of texts and rows of other tables.

#[path = "support/tables.rs"]
mod tables;

use portolan_query::{ColumnProfile, ColumnType, TableProfile, ValueCount};
use portolan_questions::plan::{
    Aggregate, Comparison, Condition, Group, Literal, Mark, Measure, OrderBy, QueryPlan, Scalar,
    Season, Shape, Test, TimeSource, TimeUnit,
};
use portolan_questions::{Answer, Question, answer};
use serde_json::{Value, json};

use tables::{column, table};

const ROWS: u64 = 100;

fn text(name: &str, values: &[&str]) -> ColumnProfile {
    ColumnProfile {
        values: values
            .iter()
            .map(|value| ValueCount {
                value: json!(value),
                count: 5,
            })
            .collect(),
        ..column(name, ColumnType::String, values.len() as u64)
    }
}

fn number(name: &str, low: Value, high: Value, distinct: u64) -> ColumnProfile {
    let whole = low.is_i64();
    let mean = low
        .as_f64()
        .zip(high.as_f64())
        .map(|(low, high)| (low + high) / 2.0);
    ColumnProfile {
        min: Some(low),
        max: Some(high),
        mean,
        ..column(
            name,
            if whole {
                ColumnType::Integer
            } else {
                ColumnType::Number
            },
            distinct,
        )
    }
}

fn date(name: &str, low: &str, high: &str) -> ColumnProfile {
    ColumnProfile {
        min: Some(json!(low)),
        max: Some(json!(high)),
        ..column(name, ColumnType::Date, 90)
    }
}

/// Employees with two dates and the key of their department, and the departments.
fn staff() -> Vec<TableProfile> {
    let employees = vec![
        number("Employee_ID", json!(1), json!(100), ROWS),
        text("First_Name", &["Ada", "Bo", "Cem", "Dora", "Eve", "Finn"]),
        text("Job_Code", &["CLERK", "SMITH", "BAKER"]),
        date("Hire_Date", "2001-02-03", "2009-12-30"),
        date("Contract_Date_To", "2010-01-05", "2015-06-07"),
        number("Salary", json!(1_000.5), json!(9_000.5), 80),
        number("Bonus", json!(0.5), json!(900.5), 60),
        number("Department_ID", json!(10), json!(60), 6),
    ];
    let departments = vec![
        number("Department_ID", json!(10), json!(60), 6),
        text(
            "Department_Name",
            &["Bakery", "Forge", "Office", "Store", "Yard", "Mill"],
        ),
    ];
    vec![
        table("employees", ROWS, employees),
        table("departments", 6, departments),
    ]
}

/// Cars with years of two digits.
fn cars() -> Vec<TableProfile> {
    vec![table(
        "cars",
        ROWS,
        vec![
            number("Cylinders", json!(3), json!(8), 5),
            number("Horsepower", json!(46.5), json!(230.5), 90),
            number("Acceleration", json!(8.5), json!(24.5), 90),
            number("Year", json!(70), json!(82), 13),
            text("Origin", &["Europe", "Japan", "USA"]),
        ],
    )]
}

fn plan(tables: &[TableProfile], question: &str) -> QueryPlan {
    match asked(tables, question) {
        Answer::Plans { readings } => readings[0].plan.clone(),
        other => panic!("{question}: {other:?}"),
    }
}

fn asked(tables: &[TableProfile], question: &str) -> Answer {
    answer(&Question {
        text: question,
        tables,
        earlier: None,
        schema: None,
    })
}

fn groups(plan: &QueryPlan) -> Vec<String> {
    plan.groups
        .iter()
        .map(|group| match &group.value {
            Group::Column { column } => column.column.clone(),
            Group::Time { of, unit } => format!("{} {unit:?}", source(of)),
            Group::Season { of, season } => format!("{} {season:?}", source(of)),
            other => format!("{other:?}"),
        })
        .collect()
}

fn source(of: &TimeSource) -> String {
    match of {
        TimeSource::Date { column } | TimeSource::Year { column } => column.column.clone(),
        other => format!("{other:?}"),
    }
}

fn order(plan: &QueryPlan) -> (OrderBy, bool) {
    let order = &plan.order[0].value;
    (order.by.clone(), order.descending)
}

#[test]
fn order_by_an_axis_follows_its_group_or_measure() {
    let tables = staff();
    let by = |question: &str| order(&plan(&tables, question));
    let asked = "bar chart of the average salary by job code";
    for (clause, expected) in [
        (
            "and show from low to high by the x-axis",
            (OrderBy::Group { index: 0 }, false),
        ),
        (
            "could you list x axis in desc order please",
            (OrderBy::Group { index: 0 }, true),
        ),
        (
            "and display by the Y in descending",
            (OrderBy::Measure { index: 0 }, true),
        ),
        (
            "sort the y-axis from low to high",
            (OrderBy::Measure { index: 0 }, false),
        ),
        (
            "rank the names in desc order",
            (OrderBy::Group { index: 0 }, true),
        ),
        (
            "show job code in ascending order",
            (OrderBy::Group { index: 0 }, false),
        ),
    ] {
        assert_eq!(by(&format!("{asked}, {clause}")), expected, "{clause}");
    }
}

#[test]
fn object_of_a_sort_is_shown_and_its_own_order_is_kept() {
    let plan = plan(
        &staff(),
        "Sort the job codes in descending order of their number of employees as a bar chart",
    );
    assert_eq!(groups(&plan), ["Job_Code"]);
    assert_eq!(order(&plan), (OrderBy::Measure { index: 0 }, true));
}

#[test]
fn number_of_rows_is_no_identifier() {
    let plan = plan(
        &staff(),
        "Show the job code and the number of employees in each job code with a bar chart",
    );
    assert_eq!(groups(&plan), ["Job_Code"]);
    assert_eq!(plan.measures[0].value, Measure::Count);
}

#[test]
fn periods_are_of_the_column_that_is_divided() {
    let tables = staff();
    let binned = |question: &str| groups(&plan(&tables, question));
    assert_eq!(
        binned("number of employees in each day and bin hire date by weekday in a bar chart"),
        [format!("Hire_Date {:?}", Season::Weekday)]
    );
    assert_eq!(
        binned("how many employees, binning the contract end date into year interval, bar chart"),
        [format!("Contract_Date_To {:?}", TimeUnit::Year)]
    );
}

#[test]
fn years_of_two_digits_are_times() {
    let tables = cars();
    let plan_of = |question: &str| plan(&tables, question);
    let over = plan_of("average horsepower over time by origin");
    assert_eq!(groups(&over), ["Year Year", "Origin"]);
    let since = plan_of("average horsepower by origin since 1975");
    assert!(
        matches!(
            &since.conditions[0].value,
            Condition::Test {
                test: Test::Compare {
                    comparison: Comparison::AtLeast,
                    value: Literal::Number { number }
                },
                ..
            } if (*number - 75.0).abs() < 0.1
        ),
        "{since:?}"
    );
}

#[test]
fn quantity_by_quantity_is_a_relation() {
    let plan = plan(&cars(), "horsepower by acceleration for each origin");
    assert_eq!(plan.shape, Shape::Relation);
    assert_eq!(groups(&plan), ["Origin"]);
}

#[test]
fn quantity_against_a_scale_is_averaged_for_each_step() {
    let plan = plan(&cars(), "AVG(Horsepower) vs Cylinders");
    assert_eq!(groups(&plan), ["Cylinders"]);
    assert_eq!(plan.measures.len(), 1);
}

#[test]
fn pie_of_a_proportion_shows_the_counts() {
    let plan = plan(&staff(), "A pie chart of the proportion of job codes");
    assert_eq!(groups(&plan), ["Job_Code"]);
    assert_eq!(plan.measures[0].value, Measure::Count);
    assert_eq!(
        plan.present.mark.as_ref().map(|mark| mark.value),
        Some(Mark::Arc)
    );
}

#[test]
fn proportion_of_a_column_keeps_its_conditions() {
    let plan = plan(
        &staff(),
        "pie chart of the proportion of job codes for employees whose salary is above 5000",
    );
    assert_eq!(plan.conditions.len(), 1);
    assert_eq!(groups(&plan), ["Job_Code"]);
}

#[test]
fn conditions_joined_by_or_bind_weaker_than_and() {
    let plan = plan(
        &staff(),
        "average salary by job code for employees whose salary is in the range of 2000 and 4000 and bonus is not null \
         or department number does not equal to 40",
    );
    let Condition::Or { any } = &plan.conditions[0].value else {
        panic!("{plan:?}")
    };
    assert_eq!(plan.conditions.len(), 1);
    assert!(matches!(&any[0], Condition::And { all } if all.len() == 2));
    assert!(matches!(
        &any[1],
        Condition::Test {
            test: Test::Compare {
                comparison: Comparison::NotEqual,
                ..
            },
            ..
        }
    ));
}

#[test]
fn letters_in_a_name_are_looked_for() {
    let tables = staff();
    let condition = |question: &str| plan(&tables, question).conditions[0].value.clone();
    let contains = |letter: &str| Condition::Test {
        of: Scalar::Column {
            column: portolan_questions::plan::ColumnRef {
                table: "employees".to_owned(),
                column: "First_Name".to_owned(),
            },
        },
        test: Test::Contains {
            text: letter.to_owned(),
        },
    };
    assert_eq!(
        condition(
            "number of employees by job code who have the letters D or S in their first name"
        ),
        Condition::Or {
            any: vec![contains("D"), contains("S")]
        }
    );
    assert_eq!(
        condition("number of employees by job code whose first name does not contain the letter M"),
        Condition::Not {
            of: Box::new(contains("M"))
        }
    );
}

#[test]
fn negation_that_nothing_takes_is_never_passed_over() {
    assert!(matches!(
        asked(
            &staff(),
            "average salary by job code and not the maximum bonus"
        ),
        Answer::Decline { .. } | Answer::AskBack { .. }
    ));
}

#[test]
fn aggregate_of_an_identifier_is_taken_only_where_its_name_is_said() {
    let tables = staff();
    let said = plan(
        &tables,
        "bar chart of the average of department id by job code",
    );
    assert!(
        matches!(&said.measures[0].value, Measure::Aggregate { aggregate: Aggregate::Mean, of: Scalar::Column { column } } if column.column == "Department_ID"),
        "{said:?}"
    );
    let counted = plan(&tables, "total employees by job code");
    assert_eq!(counted.measures[0].value, Measure::Count);
}

#[test]
fn counted_rows_are_joined_to_the_name_behind_their_key() {
    let plan = plan(&staff(), "number of employees in each department name");
    assert_eq!(plan.table, "employees");
    assert_eq!(groups(&plan), ["Department_Name"]);
    assert_eq!(plan.joins.len(), 1);
}

#[test]
fn rows_without_a_partner_are_an_anti_join() {
    let plan = plan(&staff(), "names of departments without employees");
    assert_eq!(plan.table, "departments");
    assert!(plan.joins.is_empty(), "{plan:?}");
    let Condition::Not { of } = &plan.conditions[0].value else {
        panic!("{plan:?}")
    };
    assert!(matches!(&**of, Condition::Exists { table, .. } if table == "employees"));
}

#[test]
fn tables_that_only_number_their_rows_are_not_joined_by_the_numbers() {
    let numbered = |name: &str| ColumnProfile {
        values: (1..=20)
            .map(|row| ValueCount {
                value: json!(row),
                count: 1,
            })
            .collect(),
        ..number(name, json!(1), json!(20), 20)
    };
    let films = table(
        "films",
        20,
        vec![
            numbered("Film_ID"),
            text("Title", &["Alpha", "Beta", "Gamma", "Delta"]),
        ],
    );
    let halls = table(
        "halls",
        20,
        vec![numbered("Hall_ID"), text("City", &["Linden", "Talberg"])],
    );
    assert!(!matches!(
        asked(&[films, halls], "number of films for each city"),
        Answer::Plans { readings } if !readings[0].plan.joins.is_empty()
    ));
}
