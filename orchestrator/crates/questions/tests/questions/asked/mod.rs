//! The project's own questions over its own tables, with the charts that answer them.
//!
//! `practised.jsonl` is what rules may be tried on; `held_out.jsonl` is over other tables, and only its
//! score is looked at. Set `PORTOLAN_SHOW_MISSES` to see what is missed of the practised ones.

mod gold;
mod names;
mod paraphrases;

use std::time::Duration;

use portolan_query::TableProfile;
use portolan_questions::{Answer, Question, answer};
use serde_json::Value;

use crate::support::profile::profile;

/// What must not be fallen below, in percent.
const LEAST_PRACTISED: f64 = 97.0;
const LEAST_HELD_OUT: f64 = 78.0;

pub struct Case {
    pub tables: Vec<TableProfile>,
    pub question: String,
    pub gold: Vec<String>,
}

impl Case {
    /// Whether the best reading, or any reading, is the chart that is wanted.
    pub fn answered(&self, text: &str) -> (bool, bool) {
        let found = answer(&Question {
            text,
            tables: &self.tables,
            so_far: None,
        });
        let Answer::Readings(readings) = found else {
            return (false, false);
        };
        let right = |at: usize| {
            let plan = readings[at].plan.as_ref();
            let plan = plan.expect("a reading of a question has its plan");
            let rows = self.tables.iter().find(|t| t.name == plan.table);
            let rows = rows.map_or(0, |table| table.row_count);
            self.gold.iter().any(|gold| gold::matches(plan, gold, rows))
        };
        (right(0), (0..readings.len()).any(right))
    }
}

pub fn cases(lines: &str) -> Vec<Case> {
    lines.lines().map(case).collect()
}

fn case(line: &str) -> Case {
    let line: Value = serde_json::from_str(line).unwrap();
    let texts = |key: &str| -> Vec<String> { serde_json::from_value(line[key].clone()).unwrap() };
    Case {
        tables: texts("tables").iter().map(|name| table(name)).collect(),
        question: line["question"].as_str().unwrap().to_owned(),
        gold: texts("gold"),
    }
}

fn table(name: &str) -> TableProfile {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/questions/asked/tables");
    profile(
        name,
        &std::fs::read_to_string(format!("{folder}/{name}.csv")).unwrap(),
    )
}

/// The part that is answered as wanted, in percent; misses are printed where that is asked for.
fn score(name: &str, cases: &[Case], show: bool) -> f64 {
    let (mut right, mut any) = (0, 0);
    let mut times = Vec::new();
    for case in cases {
        #[expect(clippy::disallowed_methods, reason = "a test may look at the clock")]
        let started = std::time::Instant::now();
        let (best, offered) = case.answered(&case.question);
        times.push(started.elapsed());
        right += usize::from(best);
        any += usize::from(offered);
        if !best && show {
            println!(
                "{}\n   wanted {}\n   found  {}",
                case.question,
                case.gold.join(" ; "),
                told(case)
            );
        }
    }
    times.sort();
    let percent = |number: usize| 100.0 * number as f64 / cases.len() as f64;
    println!(
        "{name}: {:.1} % of {} as wanted, {:.1} % with the readings offered beside; median {:?}, 95th percentile {:?}",
        percent(right),
        cases.len(),
        percent(any),
        times[times.len() / 2],
        times[times.len() * 95 / 100],
    );
    assert!(times[times.len() * 95 / 100] < Duration::from_millis(200));
    percent(right)
}

fn told(case: &Case) -> String {
    match answer(&Question {
        text: &case.question,
        tables: &case.tables,
        so_far: None,
    }) {
        Answer::Readings(readings) => format!(
            "{} {}",
            readings[0].spec["mark"]["type"],
            readings[0].sql.replace('\n', " ")
        ),
        other => format!("{other:?}"),
    }
}

#[test]
fn the_practised_questions_are_answered() {
    let show = std::env::var_os("PORTOLAN_SHOW_MISSES").is_some();
    let reached = score("practised", &cases(include_str!("practised.jsonl")), show);
    assert!(reached >= LEAST_PRACTISED, "fell to {reached:.1} %");
}

#[test]
fn the_questions_that_were_held_out_are_answered() {
    let reached = score("held out", &cases(include_str!("held_out.jsonl")), false);
    assert!(reached >= LEAST_HELD_OUT, "fell to {reached:.1} %");
}

/// What is offered next has an answer, also the label of a reading when it is asked again.
#[test]
fn suggestions_and_labels_lead_somewhere() {
    let (mut same, mut all) = (0, 0);
    for case in cases(include_str!("practised.jsonl")) {
        let Answer::Readings(readings) = answer(&Question {
            text: &case.question,
            tables: &case.tables,
            so_far: None,
        }) else {
            continue;
        };
        let empty = portolan_query::QueryResult {
            columns: Vec::new(),
            rows: Vec::new(),
            row_count: 0,
            truncated: false,
            took_ms: 0,
        };
        let next = portolan_questions::findings(&readings[0], &case.tables, &empty).suggestions;
        for prompt in next.iter().map(|(_, prompt)| prompt) {
            let asked = answer(&Question {
                text: prompt,
                tables: &case.tables,
                so_far: Some(&readings[0]),
            });
            assert!(matches!(asked, Answer::Readings(_)), "{prompt}: {asked:?}");
        }
        for reading in &readings {
            let asked = answer(&Question {
                text: &reading.label,
                tables: &case.tables,
                so_far: None,
            });
            let Answer::Readings(again) = asked else {
                panic!("{}: {asked:?}", reading.label)
            };
            all += 1;
            let alike = again[0]
                .plan
                .as_ref()
                .zip(reading.plan.as_ref())
                .is_some_and(|(a, b)| {
                    a.filters == b.filters
                        && a.having == b.having
                        && a.dimensions.len() == b.dimensions.len()
                });
            same += usize::from(alike);
            if !alike && std::env::var_os("PORTOLAN_SHOW_MISSES").is_some() {
                println!("  label: {} -> {}", reading.label, again[0].label);
            }
        }
    }
    let reached = 100.0 * f64::from(same as u32) / f64::from(all as u32);
    println!("labels: {reached:.1} % of {all} are understood when they are asked");
    assert!(reached >= 60.0, "{reached:.1} %");
}
