//! The choices behind a chart, one short sentence each, and a plan in one line.

use crate::plan::{Group, Measure, Provenance, QueryPlan, Select, Shape};
use crate::sql::{Frame, REST};

use super::conditions::{condition_words, group_test_words};
use super::names::{
    capitalized, column_name, entity_plural, group_words, joined, measure_words, plural,
};
use super::numbers::number;

/// Notes that a chart may have.
const MOST_NOTES: usize = 10;

/// Returns a plan in one line: "average body mass by species, where sex is FEMALE".
pub fn label(plan: &QueryPlan) -> String {
    let measures: Vec<String> = plan
        .measures
        .iter()
        .map(|part| measure_words(&part.value, plan))
        .collect();
    let mut label = match plan.shape {
        Shape::Groups => joined(&measures, "and"),
        Shape::Rows if measures.is_empty() => entity_plural(plan),
        // "Incomes with income": rows that are called like their quantity are told by it alone.
        Shape::Rows
            if measures
                .iter()
                .any(|words| plural(words) == entity_plural(plan)) =>
        {
            joined(&measures, "and")
        }
        Shape::Rows => format!("{} with {}", entity_plural(plan), joined(&measures, "and")),
        Shape::Distribution => format!("distribution of {}", joined(&measures, "and")),
        // The first measure lies along x, which is said last: "fare against delay".
        Shape::Relation if measures.len() >= 2 => {
            format!("{} against {}", measures[1], measures[0])
        }
        Shape::Relation => joined(&measures, "and"),
        Shape::Map => format!("map of {}", entity_plural(plan)),
    };
    let groups: Vec<String> = plan
        .groups
        .iter()
        // The measures beside each other have been named already.
        .filter(|part| part.value != Group::MeasureNames)
        .map(|part| group_words(&part.value))
        .collect();
    if !groups.is_empty() {
        label.push_str(&format!(" by {}", joined(&groups, "and")));
    }
    if !plan.conditions.is_empty() {
        label.push_str(&format!(", where {}", conditions(plan)));
    }
    let tests: Vec<String> = plan
        .having
        .iter()
        .map(|part| group_test_words(&part.value, plan))
        .collect();
    if !tests.is_empty() {
        label.push_str(&format!(", where the {}", joined(&tests, "and")));
    }
    if let Some(select) = &plan.select {
        label.push_str(&format!(", {}", select_words(&select.value, plan)));
    }
    label
}

fn conditions(plan: &QueryPlan) -> String {
    let words: Vec<String> = plan
        .conditions
        .iter()
        .map(|part| condition_words(&part.value))
        .collect();
    joined(&words, "and")
}

fn select_words(select: &Select, plan: &QueryPlan) -> String {
    let within = |indexes: &[usize]| {
        let words: Vec<String> = indexes
            .iter()
            .filter_map(|at| plan.groups.get(*at))
            .map(|part| group_words(&part.value))
            .collect();
        if words.is_empty() {
            String::new()
        } else {
            format!(" of each {}", joined(&words, "and"))
        }
    };
    let end = |descending: bool| if descending { "highest" } else { "lowest" };
    match select {
        Select::Top {
            n: 1,
            descending,
            within: of,
            ..
        } => format!("the {}{}", end(*descending), within(of)),
        Select::Top {
            n,
            descending,
            within: of,
            ..
        } => format!("the {n} {}{}", end(*descending), within(of)),
        Select::TopPercent {
            percent,
            descending,
            within: of,
            ..
        } => {
            format!(
                "the {} {}%{}",
                end(*descending),
                number(*percent),
                within(of)
            )
        }
        Select::Nth { n, descending, .. } => format!("number {n} from the {}", end(*descending)),
        Select::Edge {
            n,
            last,
            within: of,
            ..
        } => {
            format!(
                "the {} {n}{}",
                if *last { "last" } else { "first" },
                within(of)
            )
        }
    }
}

/// Returns the notes of a plan: the rows it reads, the defaults it took, and how many of the groups are shown.
pub fn notes(plan: &QueryPlan, frame: &Frame) -> Vec<String> {
    let mut notes = Vec::new();
    if !plan.conditions.is_empty() {
        notes.push(format!("Only rows where {}.", conditions(plan)));
    }
    for part in &plan.without_totals {
        match &part.provenance {
            Provenance::Default { reason } => notes.push(sentence(reason)),
            _ => notes.push(format!(
                "Left out as a total: rows where not {}.",
                condition_words(&part.value)
            )),
        }
    }
    for part in &plan.having {
        notes.push(format!(
            "Only groups whose {}.",
            group_test_words(&part.value, plan)
        ));
    }
    notes.extend(defaults(plan));
    if let Some(select) = &plan.select {
        notes.push(format!("Only {}.", select_words(&select.value, plan)));
    } else if let (Some((n, _)), Some(group)) = (frame.kept, frame.groups.first()) {
        // Nothing asked for this limit, so a reader could take the groups for all of them.
        notes.push(format!(
            "The {n} highest of {} are shown.",
            number(count(group.distinct))
        ));
    }
    if let (Some(shown), Some(group)) = (frame.rest_after, frame.groups.first()) {
        notes.push(format!(
            "The {shown} largest of {} are shown; “{REST}” adds up the others.",
            number(count(group.distinct))
        ));
    }
    if let Some((n, all)) = frame.series_kept {
        notes.push(format!(
            "The {n} largest of {} are shown.",
            number(count(all))
        ));
    }
    if let Some(rows) = frame.sampled {
        notes.push(format!(
            "Of {} rows an even sample of at most {} is drawn.",
            number(count(rows)),
            number(count(crate::sql::MOST_POINTS))
        ));
    }
    for join in &plan.joins {
        notes.push(format!(
            "{} and {} are joined on {}.",
            capitalized(&plural(&join.left.table.replace('_', " "))),
            plural(&join.table.replace('_', " ")),
            column_name(&join.right)
        ));
    }
    notes.extend(plan.notes.iter().map(|note| sentence(note)));
    // Several parts may have the same reason.
    let mut seen: Vec<String> = Vec::new();
    for note in notes {
        if !seen.contains(&note) {
            seen.push(note);
        }
    }
    seen.truncate(MOST_NOTES);
    seen
}

#[expect(
    clippy::cast_precision_loss,
    reason = "numbers of rows are far below 2^52"
)]
fn count(rows: u64) -> f64 {
    rows as f64
}

/// The reasons of defaults of measures and groups.
fn defaults(plan: &QueryPlan) -> Vec<String> {
    let reason = |provenance: &Provenance| match provenance {
        Provenance::Default { reason } if !reason.is_empty() => Some(sentence(reason)),
        _ => None,
    };
    let measures = plan
        .measures
        .iter()
        .filter(|part| !matches!(part.value, Measure::Count))
        .filter_map(|part| reason(&part.provenance));
    let groups = plan
        .groups
        .iter()
        .filter_map(|part| reason(&part.provenance));
    let conditions = plan
        .conditions
        .iter()
        .filter_map(|part| reason(&part.provenance));
    let unpivot = plan
        .unpivot
        .iter()
        .filter_map(|part| reason(&part.provenance));
    measures
        .chain(groups)
        .chain(conditions)
        .chain(unpivot)
        .collect()
}

fn sentence(text: &str) -> String {
    let text = capitalized(text.trim());
    if text.ends_with(['.', '!', '?', '…']) {
        text
    } else {
        format!("{text}.")
    }
}
