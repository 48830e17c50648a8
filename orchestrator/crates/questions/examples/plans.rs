//! Prints the plan or decision for each question of a file: `plans <questions.jsonl>`, tables beside it as the lines say.

#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a tool for measuring"
)]

use portolan_query::TableProfile;
use portolan_questions::{Answer, Question, answer};

#[path = "../tests/support/profile.rs"]
mod profile;

fn main() {
    let path = std::env::args().nth(1).unwrap();
    let only = std::env::args().nth(2).unwrap_or_default();
    let folder = std::path::Path::new(&path).parent().unwrap().to_owned();
    for line in std::fs::read_to_string(&path).unwrap().lines() {
        let case: serde_json::Value = serde_json::from_str(line).unwrap();
        if !case["id"].as_str().unwrap().contains(&only) {
            continue;
        }
        let tables: Vec<TableProfile> = case["tables"]
            .as_array()
            .unwrap()
            .iter()
            .map(|table| {
                let csv =
                    std::fs::read_to_string(folder.join(table["csv"].as_str().unwrap())).unwrap();
                profile::profile(table["name"].as_str().unwrap(), &csv)
            })
            .collect();
        let mut turns: Vec<String> = vec![case["question"].as_str().unwrap_or("").to_owned()];
        if let Some(more) = case["turns"].as_array() {
            turns = more
                .iter()
                .map(|turn| turn["question"].as_str().unwrap().to_owned())
                .collect();
        }
        let mut earlier = None;
        for text in turns {
            let answered = answer(&Question {
                text: &text,
                tables: &tables,
                earlier: earlier.as_ref(),
                schema: None,
            });
            println!("{} | {}", case["id"].as_str().unwrap(), text);
            match answered {
                Answer::Plans { readings } => {
                    println!("   {}", brief(&readings[0].plan));
                    if !only.is_empty() {
                        for reading in &readings {
                            println!("   {:.2} {}", reading.cost, brief(&reading.plan));
                            println!("        {}", echoed(&text, &reading.echo));
                        }
                    }
                    if only.len() > 12 {
                        println!("{}", serde_json::to_string_pretty(&readings[0]).unwrap());
                    }
                    earlier = Some(readings[0].plan.clone());
                }
                Answer::AskBack {
                    question, choices, ..
                } => println!(
                    "   ASK {question} {:?}",
                    choices.iter().map(|c| &c.label).collect::<Vec<_>>()
                ),
                Answer::Decline {
                    reason, message, ..
                } => println!(
                    "   DECLINE {reason:?} {}",
                    message.chars().take(70).collect::<String>()
                ),
            }
        }
    }
}

/// The words of the question with their meanings.
fn echoed(text: &str, echo: &portolan_questions::Echo) -> String {
    let words: Vec<String> = echo
        .words
        .iter()
        .map(|word| {
            let said = text.get(word.span.start..word.span.end).unwrap_or("?");
            format!("{said} = {}", serde_json::to_string(&word.state).unwrap())
        })
        .collect();
    words.join("; ")
}

fn brief(plan: &portolan_questions::plan::QueryPlan) -> String {
    let short = |value: serde_json::Value| {
        let text = value.to_string();
        let text = text
            .replace("\"type\":", "")
            .replace(&format!("\"table\":\"{}\",", plan.table), "")
            .replace(&format!(",\"table\":\"{}\"", plan.table), "")
            .replace('"', "");
        text.replace("column:{column:", "{").replace("of:", "")
    };
    let values = |parts: Vec<serde_json::Value>| {
        parts.into_iter().map(short).collect::<Vec<_>>().join(" + ")
    };
    let part = |value: serde_json::Value| value["value"].clone();
    format!(
        "{:?} M[{}] G[{}] C[{}] H[{}] S[{}] O[{}] P[{}] U[{}] T{} J{}",
        plan.shape,
        values(
            plan.measures
                .iter()
                .map(|p| part(serde_json::to_value(p).unwrap()))
                .collect()
        ),
        values(
            plan.groups
                .iter()
                .map(|p| part(serde_json::to_value(p).unwrap()))
                .collect()
        ),
        values(
            plan.conditions
                .iter()
                .map(|p| part(serde_json::to_value(p).unwrap()))
                .collect()
        ),
        values(
            plan.having
                .iter()
                .map(|p| part(serde_json::to_value(p).unwrap()))
                .collect()
        ),
        plan.select.as_ref().map_or(String::new(), |p| short(part(
            serde_json::to_value(p).unwrap()
        ))),
        values(
            plan.order
                .iter()
                .map(|p| part(serde_json::to_value(p).unwrap()))
                .collect()
        ),
        plan.present
            .mark
            .as_ref()
            .map_or(String::new(), |m| format!("{:?}", m.value)),
        plan.unpivot.is_some(),
        plan.without_totals.len(),
        plan.joins.len(),
    )
}
