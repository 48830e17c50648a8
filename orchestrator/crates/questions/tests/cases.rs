//! Cases of others, where a folder with them is named.
//!
//! `NL2VIS_CASES` names a folder with `*.questions.jsonl` files: a line is `{"id", "question", "tables": [{"name", "csv"}]}`.
//! A file of the same lines with their charts in `gold` may lie beside it. The share that is answered and the share that draws
//! the same columns in the same way must not fall.

#![expect(clippy::unwrap_used, reason = "a broken fixture fails the test")]

#[path = "support/profile.rs"]
mod profile;

use std::fs;
use std::path::Path;
use std::time::Duration;

use portolan_query::TableProfile;
use portolan_questions::plan::{
    Aggregate, ColumnRef, Group, Measure, QueryPlan, Scalar, TimeSource,
};
use portolan_questions::{Answer, Question, answer, load_words, prepare};
use serde_json::Value;

use profile::profile;

/// Least shares in percent: of answered questions, and of those compared that are drawn alike.
const LEAST_ANSWERED: f64 = 90.0;
const LEAST_ALIKE: f64 = 60.0;

#[derive(Default)]
struct Score {
    asked: u32,
    answered: u32,
    compared: u32,
    alike: u32,
    slowest: Duration,
}

#[test]
fn given_cases_are_answered_and_drawn_like_the_given_charts() {
    let Ok(folder) = std::env::var("NL2VIS_CASES") else {
        println!("NL2VIS_CASES names no folder: there are no further cases to answer.");
        return;
    };
    load_words();
    let mut score = Score::default();
    let files = fs::read_dir(&folder).unwrap().flatten();
    for file in files.map(|entry| entry.path()) {
        if file.to_string_lossy().ends_with(".questions.jsonl") {
            ask_all(Path::new(&folder), &file, &mut score);
        }
    }
    let percent = |part: u32, all: u32| 100.0 * f64::from(part) / f64::from(all.max(1));
    let answered = percent(score.answered, score.asked);
    println!(
        "{answered:.1} % of {} cases are answered; the slowest took {:?}.",
        score.asked, score.slowest
    );
    assert!(answered >= LEAST_ANSWERED, "fell to {answered:.1} %");
    if score.compared > 0 {
        let alike = percent(score.alike, score.compared);
        println!(
            "{alike:.1} % of {} are drawn like the given charts.",
            score.compared
        );
        assert!(alike >= LEAST_ALIKE, "fell to {alike:.1} %");
    }
    assert!(
        score.slowest < Duration::from_secs(1),
        "the slowest took {:?}",
        score.slowest
    );
}

/// Returns the time that this thread was on a processor: what else runs on the machine doesn't count.
fn processor_time() -> Duration {
    let times = fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    let nanoseconds = times.split(' ').next().unwrap();
    Duration::from_nanos(nanoseconds.parse().unwrap())
}

fn ask_all(folder: &Path, file: &Path, score: &mut Score) {
    let golden = file.to_string_lossy().replace(".questions.", ".");
    let golden = fs::read_to_string(golden).unwrap_or_default();
    let mut golden = golden
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap());
    for line in fs::read_to_string(file).unwrap().lines() {
        let gold = golden.next();
        let case: Value = serde_json::from_str(line).unwrap();
        let tables = tables(folder, &case);
        let started = processor_time();
        let reply = answer(&Question {
            text: case["question"].as_str().unwrap(),
            tables: &tables,
            earlier: None,
            schema: None,
        });
        score.slowest = score.slowest.max(processor_time() - started);
        score.asked += 1;
        let plan = match &reply {
            Answer::Plans { readings } => Some(&readings[0].plan),
            _ => None,
        };
        score.answered += u32::from(plan.is_some());
        if let Some(gold) = gold.filter(|gold| gold["id"] == case["id"]) {
            score.compared += 1;
            let alike = plan.is_some_and(|plan| is_drawn_alike(plan, &tables, &gold["gold"]));
            score.alike += u32::from(alike);
        }
    }
}

fn tables(folder: &Path, case: &Value) -> Vec<TableProfile> {
    let tables = case["tables"].as_array().unwrap();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let read = |table: &Value| fs::read_to_string(folder.join(text(&table["csv"]))).unwrap();
    tables
        .iter()
        .map(|table| profile(&text(&table["name"]), &read(table)))
        .collect()
}

/// Tells whether mark, columns with their aggregates, and number of conditions are the same.
fn is_drawn_alike(plan: &QueryPlan, tables: &[TableProfile], gold: &Value) -> bool {
    let Ok(prepared) = prepare(plan, tables) else {
        return false;
    };
    let spec = &prepared.drawing.spec;
    let drawn = spec["mark"]["type"].as_str().or(spec["mark"].as_str());
    let lite = &gold["vega_lite"];
    let mark = if lite.is_object() {
        &lite["mark"]["type"]
    } else {
        &gold["mark"]
    };
    let accepted = gold["accept_marks"].as_array();
    let accepted = accepted.is_some_and(|marks| marks.iter().any(|mark| mark.as_str() == drawn));
    let conditions = gold["filters"].as_array();
    (accepted || mark.as_str() == drawn)
        && wanted(gold) == found(plan)
        && conditions.is_none_or(|list| list.len() == plan.conditions.len())
}

fn wanted(gold: &Value) -> Vec<(String, String)> {
    let lite = &gold["vega_lite"];
    let channels: Vec<&Value> = if lite.is_object() {
        lite["encoding"].as_object().unwrap().values().collect()
    } else {
        ["x", "y", "series"]
            .iter()
            .map(|name| &gold[*name])
            .collect()
    };
    let text = |value: &Value| value.as_str().unwrap_or_default().to_lowercase();
    let columns = channels
        .into_iter()
        .filter(|channel| channel["field"].is_string() || channel["aggregate"].is_string())
        .map(|channel| {
            let aggregate = text(&channel["aggregate"]);
            match aggregate.as_str() {
                "count" => (String::new(), aggregate),
                "avg" | "average" => (text(&channel["field"]), "mean".to_owned()),
                _ => (text(&channel["field"]), aggregate),
            }
        });
    sorted(columns.collect())
}

fn found(plan: &QueryPlan) -> Vec<(String, String)> {
    let name = |column: &ColumnRef| column.column.to_lowercase();
    let mut columns = Vec::new();
    for part in &plan.groups {
        let column = match &part.value {
            Group::Column { column } => name(column),
            Group::Time { of, .. } | Group::Season { of, .. } => match of {
                TimeSource::Date { column }
                | TimeSource::TextDate { column, .. }
                | TimeSource::Year { column } => name(column),
                TimeSource::YearAndMonth { year, .. } | TimeSource::YearAndQuarter { year, .. } => {
                    name(year)
                }
                TimeSource::DateParts { day, .. } => name(day),
            },
            Group::Bin {
                of: Scalar::Column { column },
                ..
            } => name(column),
            other => format!("{other:?}"),
        };
        columns.push((column, String::new()));
    }
    for part in &plan.measures {
        columns.push(match &part.value {
            Measure::Count => (String::new(), "count".to_owned()),
            Measure::Raw {
                of: Scalar::Column { column },
            } => (name(column), String::new()),
            Measure::Aggregate {
                aggregate,
                of: Scalar::Column { column },
            } => {
                let word = match aggregate {
                    Aggregate::Sum => "sum",
                    Aggregate::Mean => "mean",
                    Aggregate::Median => "median",
                    Aggregate::Minimum => "min",
                    Aggregate::Maximum => "max",
                    Aggregate::CountDistinct => "distinct",
                    Aggregate::CountPresent => "count",
                    _ => "other",
                };
                (name(column), word.to_owned())
            }
            other => (format!("{other:?}"), String::new()),
        });
    }
    sorted(columns)
}

fn sorted(mut columns: Vec<(String, String)>) -> Vec<(String, String)> {
    columns.sort();
    columns.dedup();
    columns
}
