//! Stored plans, starting questions and alternatives.

use portolan_questions::{
    Answer, Question, alternatives, answer, from_stored, from_stored_for, plan::QueryPlan, prepare,
    starters, to_stored,
};
use serde_json::json;

use crate::support::{ferries, islands, orders};

fn plan(text: &str, earlier: Option<&QueryPlan>) -> QueryPlan {
    let answered = answer(&Question {
        text,
        tables: &[orders()],
        earlier,
        schema: None,
    });
    match answered {
        Answer::Plans { readings } => readings[0].plan.clone(),
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn stored_plan_is_restored_only_over_tables_that_have_its_columns() {
    let tables = [orders()];
    for text in [
        "total quantity by region",
        "average unit price per month",
        "top 3 customers by total quantity",
        "number of orders with a unit price above 20 by region",
    ] {
        let plan = plan(text, None);
        let stored = to_stored(&plan);
        assert_eq!(stored["version"], 1);
        assert_eq!(from_stored(&stored, &tables), Some(plan.clone()), "{text}");
        let sql = prepare(&plan, &tables).unwrap().sql;
        assert_eq!(
            from_stored_for(&stored, &sql, &tables),
            Some(plan),
            "{text}"
        );
        assert_eq!(from_stored_for(&stored, "SELECT 1", &tables), None);
        assert_eq!(from_stored(&stored, &[islands(), ferries()]), None);
        let mut newer = stored.clone();
        newer["version"] = json!(2);
        assert_eq!(from_stored(&newer, &tables), None);
    }
}

#[test]
fn starters_are_understood() {
    for table in [orders(), islands(), ferries()] {
        let found = starters(&table);
        assert!(!found.is_empty(), "{}", table.name);
        for text in found {
            let answered = answer(&Question {
                text: &text,
                tables: std::slice::from_ref(&table),
                earlier: None,
                schema: None,
            });
            assert!(
                matches!(answered, Answer::Plans { .. }),
                "{text}: {answered:?}"
            );
        }
    }
}

#[test]
fn alternatives_name_a_note_and_change_the_plan() {
    let tables = [orders()];
    for text in [
        "total quantity by region in 2023",
        "top 3 customers by total quantity",
        "quantity by region",
        "average unit price over time",
    ] {
        let first = plan(text, None);
        let prepared = prepare(&first, &tables).unwrap();
        for offered in alternatives(&prepared, &tables) {
            assert!(prepared.notes.contains(&offered.note), "{text}");
            for alternative in offered.alternatives {
                let next = plan(&alternative.prompt, Some(&first));
                let next = prepare(&next, &tables).unwrap();
                assert_ne!(next.sql, prepared.sql, "{text}: {}", alternative.prompt);
            }
        }
    }
}
