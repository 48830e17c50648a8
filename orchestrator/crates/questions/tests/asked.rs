//! The project's own questions over its own tables: how many of them are answered with a plan.
//!
//! `practised.jsonl` is read while working on the engine; of `held_out.jsonl`, over other tables, only the figure is looked
//! at. Set `PORTOLAN_SHOW_MISSES` to print the practised questions that are not answered. Whether an answer is right is the
//! business of the sets in `sets` and of the crate `question-score`.

#![expect(clippy::unwrap_used, reason = "a broken fixture fails the test")]

#[path = "support/profile.rs"]
mod profile;

use std::collections::HashMap;

use portolan_query::TableProfile;
use portolan_questions::{Answer, Question, answer, answer_after, prepare};
use serde_json::Value;

/// Least shares of answered questions, in percent.
const LEAST_PRACTISED: f64 = 80.0;
const LEAST_HELD_OUT: f64 = 80.0;
/// Least share of offered readings that are understood as questions of their own, in percent.
const LEAST_ALONE: f64 = 97.0;

fn tables(line: &Value) -> Vec<TableProfile> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/asked/tables");
    let names = line["tables"].as_array().unwrap().iter();
    names
        .map(|name| {
            let name = name.as_str().unwrap();
            let csv = std::fs::read_to_string(format!("{folder}/{name}.csv")).unwrap();
            profile::profile(name, &csv)
        })
        .collect()
}

/// Returns the share of the questions that a plan with a statement answers, in percent.
fn share_answered(name: &str, lines: &str, show: bool) -> f64 {
    let (mut answered, mut all) = (0_u32, 0_u32);
    for line in lines.lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        let tables = tables(&line);
        let text = line["question"].as_str().unwrap();
        let reply = answer(&Question {
            text,
            tables: &tables,
            earlier: None,
            schema: None,
        });
        let is_answered = matches!(&reply, Answer::Plans { readings } if prepare(&readings[0].plan, &tables).is_ok());
        all += 1;
        answered += u32::from(is_answered);
        if show && !is_answered {
            println!("{text}\n   {reply:?}");
        }
    }
    let share = 100.0 * f64::from(answered) / f64::from(all);
    println!("{name}: {share:.1} % of {all} are answered");
    share
}

#[test]
fn practised_questions_are_answered() {
    let show = std::env::var_os("PORTOLAN_SHOW_MISSES").is_some();
    let share = share_answered("practised", include_str!("asked/practised.jsonl"), show);
    assert!(share >= LEAST_PRACTISED, "fell to {share:.1} %");
}

#[test]
fn held_out_questions_are_answered() {
    let share = share_answered("held out", include_str!("asked/held_out.jsonl"), false);
    assert!(share >= LEAST_HELD_OUT, "fell to {share:.1} %");
}

/// The product offers them itself: every one is answered.
#[test]
fn sample_questions_are_answered() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../samples");
    let read = |name: &str| std::fs::read_to_string(format!("{folder}/{name}")).unwrap();
    let samples: Vec<Value> = serde_json::from_str(&read("samples.json")).unwrap();
    let mut failed = Vec::new();
    for sample in &samples {
        let name = sample["name"].as_str().unwrap().replace('-', "_");
        let tables = [profile::profile(
            &name,
            &read(sample["file"].as_str().unwrap()),
        )];
        for text in sample["questions"].as_array().unwrap() {
            let reply = answer(&Question {
                text: text.as_str().unwrap(),
                tables: &tables,
                earlier: None,
                schema: None,
            });
            if !matches!(&reply, Answer::Plans { readings } if prepare(&readings[0].plan, &tables).is_ok())
            {
                failed.push(format!("{text}: {reply:?}"));
            }
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

/// Every offered reading is answered when it is sent back, and nearly all of them as questions of their own.
#[test]
fn offered_readings_are_answered_when_sent_back() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/sets/practised");
    let lines = std::fs::read_to_string(format!("{folder}/questions.jsonl")).unwrap();
    let mut cases: Vec<(String, Vec<TableProfile>)> = Vec::new();
    // Many questions are about the same tables: each is profiled once.
    let mut profiles: HashMap<String, TableProfile> = HashMap::new();
    for line in lines.lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        if line["kind"] != "ambiguous" {
            continue;
        }
        let tables = line["tables"].as_array().unwrap().iter().map(|table| {
            let path = table["csv"].as_str().unwrap();
            let profile = profiles.entry(path.to_owned()).or_insert_with(|| {
                let csv = std::fs::read_to_string(format!("{folder}/{path}")).unwrap();
                profile::profile(table["name"].as_str().unwrap(), &csv)
            });
            profile.clone()
        });
        cases.push((
            line["question"].as_str().unwrap().to_owned(),
            tables.collect(),
        ));
    }
    // The questions do not depend on each other, so every core takes some.
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let (alone, all) = std::thread::scope(|scope| {
        let parts: Vec<_> = cases
            .chunks(cases.len().div_ceil(cores))
            .map(|part| scope.spawn(move || count_understood(part)))
            .collect();
        parts
            .into_iter()
            .map(|part| part.join().unwrap())
            .fold((0, 0), |sum, part| (sum.0 + part.0, sum.1 + part.1))
    });
    let share = 100.0 * f64::from(alone) / f64::from(all);
    println!("{share:.1} % of {all} readings are questions of their own");
    assert!(share >= LEAST_ALONE, "fell to {share:.1} %");
}

/// Sends every offered reading back; returns how many are questions of their own, and how many there are.
fn count_understood(cases: &[(String, Vec<TableProfile>)]) -> (u32, u32) {
    let (mut alone, mut all) = (0, 0);
    for (text, tables) in cases {
        let question = |text| Question {
            text,
            tables,
            earlier: None,
            schema: None,
        };
        let Answer::AskBack {
            question: asked,
            choices,
            ..
        } = answer(&question(text))
        else {
            continue;
        };
        // Whether the rows are what a noun names is a yes or no: only the yes is a reading.
        let least = if asked.starts_with("Is each row") {
            1
        } else {
            2
        };
        assert!(choices.len() >= least, "{text}: {choices:?}");
        for choice in &choices {
            all += 1;
            let answered = match answer(&question(&choice.prompt)) {
                answered @ Answer::Plans { .. } => {
                    alone += 1;
                    answered
                }
                _ => {
                    println!("{text}: {} asks again", choice.prompt);
                    answer_after(&question(&choice.prompt), &[text.as_str()])
                }
            };
            let Answer::Plans { readings } = &answered else {
                panic!("{text}: {}: {answered:?}", choice.prompt);
            };
            assert!(
                prepare(&readings[0].plan, tables).is_ok(),
                "{}",
                choice.prompt
            );
        }
    }
    (alone, all)
}
