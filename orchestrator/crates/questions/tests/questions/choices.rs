//! What else the choices of a reading could be.

use std::collections::BTreeMap;

use portolan_query::TableProfile;
use portolan_questions::{Answer, Choice, Question, Reading, answer, choices};

use crate::asked::{Case, cases};
use crate::support::{best, orders};

fn then(tables: &[TableProfile], so_far: &Reading, text: &str) -> Reading {
    match answer(&Question {
        text,
        tables,
        so_far: Some(so_far),
    }) {
        Answer::Readings(readings) => readings.into_iter().next().expect("at least one"),
        other => panic!("{text}: {other:?}"),
    }
}

fn labels(found: &[Choice]) -> Vec<(&str, Vec<&str>)> {
    let labels = |choice: &Choice| -> Vec<&'static str> {
        let labels = choice.alternatives.iter().map(|other| other.label.clone());
        labels.map(|label| &*label.leak()).collect()
    };
    found
        .iter()
        .map(|choice| (choice.note.as_str(), labels(choice)))
        .collect()
}

#[test]
fn each_choice_names_what_else_it_could_be() {
    let tables = [orders()];
    let reading = best(
        &tables,
        "quantity by region in 2023, sorted by quantity descending",
    );
    let found = choices(&reading, &tables);
    assert_eq!(
        labels(&found),
        [
            (
                "No total or average was asked for, so it is the total.",
                vec!["average", "median", "highest"]
            ),
            ("Only rows where order date is 2023.", vec!["all of them"]),
            (
                "Sorted by value, largest first.",
                vec!["smallest first", "by name"]
            ),
            ("Drawn as a bar chart.", vec!["a pie chart"]),
        ]
    );
    let reading = best(&tables, "total quantity by month of order date and region");
    let found = choices(&reading, &tables);
    let units = &found[0];
    assert_eq!(units.note, "Dates are grouped by month.");
    assert_eq!(units.alternatives[1].label, "by quarter");
    let changed = then(&tables, &reading, &units.alternatives[1].prompt);
    assert_eq!(
        changed.label,
        "total quantity by quarter of order date and region"
    );
}

/// Over every question of the project's own: what is offered is understood, and changes the chart.
#[test]
fn whatever_is_offered_changes_the_chart() {
    let practised = cases(include_str!("asked/practised.jsonl"));
    let held_out = cases(include_str!("asked/held_out.jsonl"));
    let mut facets: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    for case in practised.iter().chain(&held_out) {
        offers(case, &mut facets);
    }
    println!("{facets:?}");
    // Not every chart has another kind that says the same.
    for (beginning, (offered, noted)) in &facets {
        let least = if beginning == "Drawn" { 4 } else { 7 };
        assert!(
            offered * 10 >= noted * least,
            "{beginning}: {offered} of {noted}"
        );
    }
}

fn offers(case: &Case, facets: &mut BTreeMap<String, (usize, usize)>) {
    let Answer::Readings(readings) = answer(&Question {
        text: &case.question,
        tables: &case.tables,
        so_far: None,
    }) else {
        return;
    };
    let reading = &readings[0];
    let found = choices(reading, &case.tables);
    for note in &reading.encoding_notes {
        let beginning = ["Dates are", "Only", "Sorted", "Colour", "Drawn", "No total"]
            .iter()
            .find(|beginning| note.starts_with(*beginning));
        if let Some(beginning) = beginning {
            let counted = facets.entry((*beginning).to_owned()).or_default();
            counted.1 += 1;
            counted.0 += usize::from(found.iter().any(|choice| choice.note == *note));
        }
    }
    for choice in &found {
        assert!(reading.encoding_notes.contains(&choice.note), "{choice:?}");
        assert!(!choice.alternatives.is_empty());
        for other in &choice.alternatives {
            let changed = then(&case.tables, reading, &other.prompt);
            assert!(
                changed.plan != reading.plan,
                "{}: {other:?} changes nothing",
                case.question
            );
        }
    }
}
