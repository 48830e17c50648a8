use std::fmt::Write;

use super::Comparison;
use crate::model::TurnSummary;

/// Differences that the report shows one by one.
const SHOWN: usize = 200;
/// Characters of a question in the report.
const TEXT_LENGTH: usize = 80;

/// A line of a table: its name, and how it is read.
type Compared = (&'static str, fn(&Comparison) -> Option<bool>);
type Summed = (&'static str, fn(&TurnSummary) -> i64);

/// A run in numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReplaySummary {
    pub turns: usize,
    pub differing: usize,
    pub refused: usize,
}

impl ReplaySummary {
    pub fn of(results: &[Comparison]) -> Self {
        let count =
            |is: fn(&Comparison) -> bool| results.iter().filter(|result| is(result)).count();
        Self {
            turns: results.len(),
            differing: count(Comparison::differs),
            refused: count(|result| result.replayed.is_none()),
        }
    }
}

/// The report for people: what is the same, what it took, and what differs.
pub fn write_report(results: &[Comparison]) -> String {
    let summary = ReplaySummary::of(results);
    let chats: std::collections::BTreeSet<_> =
        results.iter().map(|result| result.chat_id).collect();
    let mut text = String::new();
    // Writing to a string does not fail.
    let _ = writeln!(
        text,
        "# Replay of {} turns in {} chats\n\n| compared | same | of |\n|---|---:|---:|",
        summary.turns,
        chats.len()
    );
    let sames: [Compared; 3] = [
        ("outcome", |result| result.same_outcome),
        ("block types", |result| result.same_block_types),
        ("charts by data", |result| result.same_charts),
    ];
    for (name, same) in sames {
        let known: Vec<bool> = results.iter().filter_map(same).collect();
        let count = known.iter().filter(|same| **same).count();
        let _ = writeln!(text, "| {name} | {count} | {} |", known.len());
    }
    let _ = writeln!(text, "\n| sum | original | replayed |\n|---|---:|---:|");
    let sums: [Summed; 4] = [
        ("input tokens", |turn| {
            metered_change(turn, |metered| metered.input_tokens)
        }),
        ("output tokens", |turn| {
            metered_change(turn, |metered| metered.output_tokens)
        }),
        ("credits", |turn| {
            metered_change(turn, |metered| metered.credits)
        }),
        ("milliseconds", |turn| turn.duration_millis.unwrap_or(0)),
    ];
    for (name, sum) in sums {
        let original: i64 = results.iter().map(|result| sum(&result.original)).sum();
        let replayed: i64 = results
            .iter()
            .filter_map(|result| result.replayed.as_ref())
            .map(sum)
            .sum();
        let _ = writeln!(text, "| {name} | {original} | {replayed} |");
    }
    write_differences(results, &mut text);
    text
}

fn write_differences(results: &[Comparison], text: &mut String) {
    let differing: Vec<&Comparison> = results.iter().filter(|result| result.differs()).collect();
    if differing.is_empty() {
        text.push_str("\nNothing differs.\n");
        return;
    }
    let _ = writeln!(
        text,
        "\n## {} turns differ\n\n| turn | question | what |\n|---|---|---|",
        differing.len()
    );
    for result in differing.iter().take(SHOWN) {
        let _ = writeln!(
            text,
            "| `{}` | {} | {} |",
            result.turn_id,
            table_cell(&result.text),
            differing_parts(result)
        );
    }
    if differing.len() > SHOWN {
        let _ = writeln!(text, "\n{} more are in the JSONL.", differing.len() - SHOWN);
    }
}

fn differing_parts(result: &Comparison) -> String {
    let Some(replayed) = &result.replayed else {
        return format!(
            "not begun: {}",
            table_cell(result.refusal.as_deref().unwrap_or_default())
        );
    };
    let mut parts = Vec::new();
    if result.same_outcome == Some(false) {
        parts.push(format!(
            "{} became {}",
            outcome_text(&result.original),
            outcome_text(replayed)
        ));
    }
    if result.same_block_types == Some(false) {
        parts.push(format!(
            "blocks {} became {}",
            blocks_text(&result.original),
            blocks_text(replayed)
        ));
    }
    if result.same_charts == Some(false) {
        let kept = result
            .original
            .charts
            .iter()
            .filter(|chart| replayed.charts.contains(chart))
            .count();
        parts.push(format!(
            "{kept} of {} charts have the same data, {} now",
            result.original.charts.len(),
            replayed.charts.len()
        ));
    }
    parts.join("; ")
}

fn outcome_text(turn: &TurnSummary) -> String {
    turn.outcome
        .map_or_else(|| "unfinished".to_owned(), wire_word)
}

fn blocks_text(turn: &TurnSummary) -> String {
    let words: Vec<String> = turn.block_types.iter().copied().map(wire_word).collect();
    if words.is_empty() {
        return "none".to_owned();
    }
    words.join(", ")
}

/// A value as it is on the wire.
fn wire_word(value: impl serde::Serialize) -> String {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(word)) => word,
        _ => "unknown".to_owned(),
    }
}

fn metered_change(turn: &TurnSummary, of: fn(&portolan_blocks::Metered) -> u64) -> i64 {
    turn.metered
        .as_ref()
        .map_or(0, |metered| i64::try_from(of(metered)).unwrap_or(i64::MAX))
}

/// Text inside a table.
fn table_cell(text: &str) -> String {
    let mut short: String = text
        .chars()
        .map(|character| {
            if character.is_control() {
                ' '
            } else {
                character
            }
        })
        .take(TEXT_LENGTH)
        .collect();
    if text.chars().count() > TEXT_LENGTH {
        short.push('…');
    }
    short
        .replace('\\', "\\\\")
        .replace('|', "\\|")
        .replace('<', "&lt;")
}
