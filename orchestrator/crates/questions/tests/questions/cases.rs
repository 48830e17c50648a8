//! Cases of other people, where a folder with them is named.
//!
//! `NL2VIS_CASES` names a folder with `*.questions.jsonl` files: a line is `{"id",
//! "question", "tables": [{"name", "csv"}]}`. Every question about a table has to be answered
//! with a chart, and quickly. Where the same lines with their charts, in `gold`, stand beside them, the
//! part that draws the same columns in the same way must not fall.

use std::fs;
use std::path::Path;
use std::time::Duration;

use portolan_query::TableProfile;
use portolan_questions::plan::{Aggregate, Mark, Plan};
use portolan_questions::{Answer, Question, answer};
use serde_json::Value;

use crate::support::profile::profile;

/// What must be drawn with the same mark, columns, aggregates and conditions, in percent.
const LEAST: f64 = 95.0;

#[test]
fn every_case_is_answered_with_a_chart() {
    let Ok(folder) = std::env::var("NL2VIS_CASES") else {
        println!("NL2VIS_CASES names no folder: there are no further cases to answer.");
        return;
    };
    let mut answered = 0;
    let mut longest = Duration::ZERO;
    let (mut right, mut compared) = (0, 0);
    for file in fs::read_dir(&folder)
        .unwrap()
        .flatten()
        .map(|entry| entry.path())
    {
        if !file.to_string_lossy().ends_with(".questions.jsonl") {
            continue;
        }
        let golden = file.to_string_lossy().replace(".questions.", ".");
        let golden = fs::read_to_string(golden).unwrap_or_default();
        let mut golden = golden
            .lines()
            .map(|line| serde_json::from_str::<Value>(line).unwrap());
        for line in fs::read_to_string(&file).unwrap().lines() {
            let gold = golden.next();
            let case: Value = serde_json::from_str(line).unwrap();
            let tables = tables(Path::new(&folder), &case);
            let text = case["question"].as_str().unwrap();
            #[expect(clippy::disallowed_methods, reason = "a test may look at the clock")]
            let started = std::time::Instant::now();
            let answer = answer(&Question {
                text,
                tables: &tables,
                so_far: None,
            });
            longest = longest.max(started.elapsed());
            let Answer::Readings(readings) = answer else {
                panic!("{}: {answer:?}", case["id"]);
            };
            answered += 1;
            if let Some(gold) = gold.filter(|gold| gold["id"] == case["id"]) {
                compared += 1;
                let plan = readings[0].plan.as_ref().unwrap();
                right += usize::from(is_drawn_alike(plan, &gold["gold"]));
            }
        }
    }
    println!("{answered} cases are answered; the slowest took {longest:?}.");
    if compared > 0 {
        let reached = 100.0 * f64::from(right as u32) / f64::from(compared as u32);
        println!("{reached:.1} % of {compared} are drawn like the given charts.");
        assert!(reached >= LEAST, "fell to {reached:.1} %");
    }
    assert!(
        longest < Duration::from_secs(1),
        "the slowest took {longest:?}"
    );
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

/// The same mark, columns with their aggregates wherever they are drawn, and number of conditions.
fn is_drawn_alike(plan: &Plan, gold: &Value) -> bool {
    let lite = &gold["vega_lite"];
    let mark = if lite.is_object() {
        &lite["mark"]["type"]
    } else {
        &gold["mark"]
    };
    let drawn = match plan.mark {
        Mark::Bar => "bar",
        Mark::Line => "line",
        Mark::Point => "point",
        Mark::Arc => "arc",
        _ => "other",
    };
    let accepted = gold["accept_marks"].as_array();
    let accepted = accepted.is_some_and(|marks| marks.iter().any(|m| m == drawn));
    let channels: Vec<&Value> = if lite.is_object() {
        lite["encoding"].as_object().unwrap().values().collect()
    } else {
        ["x", "y", "series"].iter().map(|c| &gold[*c]).collect()
    };
    let mut wanted: Vec<(String, String)> = channels
        .into_iter()
        .filter(|channel| channel["field"].is_string() || channel["aggregate"].is_string())
        .map(|channel| {
            let aggregate = channel["aggregate"]
                .as_str()
                .unwrap_or_default()
                .to_lowercase();
            let field = channel["field"].as_str().unwrap_or_default().to_lowercase();
            if aggregate == "count" {
                (String::new(), aggregate)
            } else {
                (field, aggregate)
            }
        })
        .collect();
    let name = |aggregate: Option<Aggregate>| match aggregate {
        None => "",
        Some(Aggregate::Count) => "count",
        Some(Aggregate::Distinct) => "distinct",
        Some(Aggregate::Sum) => "sum",
        Some(Aggregate::Mean) => "mean",
        Some(Aggregate::Median) => "median",
        Some(Aggregate::Minimum) => "min",
        Some(Aggregate::Maximum) => "max",
    };
    let dimensions = plan.dimensions.iter();
    let mut found: Vec<(String, String)> = dimensions
        .map(|d| (d.column.column.to_lowercase(), String::new()))
        .collect();
    found.extend(plan.measures.iter().map(|m| {
        let column = m
            .column
            .as_ref()
            .filter(|_| m.aggregate != Some(Aggregate::Count));
        let column = column.map_or_else(String::new, |c| c.column.to_lowercase());
        (column, name(m.aggregate).to_owned())
    }));
    for list in [&mut wanted, &mut found] {
        list.sort();
        list.dedup();
    }
    let average = |list: &[(String, String)]| -> Vec<(String, String)> {
        let same = |a: &str| a.replace("avg", "mean").replace("average", "mean");
        list.iter().map(|(f, a)| (f.clone(), same(a))).collect()
    };
    let conditions = gold["filters"].as_array();
    (accepted || *mark == drawn)
        && average(&wanted) == average(&found)
        && conditions.is_none_or(|list| list.len() == plan.filters.len())
}
