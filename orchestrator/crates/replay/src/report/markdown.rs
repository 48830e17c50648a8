use std::{collections::BTreeSet, fmt::Write};

use portolan_domain::{ComparedPart, TurnSummary};

use super::{
    Comparison, ReplaySummary, compare_results, count_checks,
    figures::{Figure, part_name},
    wire_word,
};

/// Differences that the report shows one by one.
const SHOWN: usize = 200;
/// Characters of a question in the report.
const TEXT_LENGTH: usize = 80;

/// Returns the report as Markdown: what is the same, what it took, which checks fail, and what differs.
pub fn write_markdown(results: &[Comparison], has_baseline: bool) -> String {
    let summary = ReplaySummary::of(results);
    let chats: BTreeSet<_> = results.iter().map(|result| result.chat_id).collect();
    let mut text = String::new();
    // Writing to a string does not fail.
    let _ = writeln!(
        text,
        "# Replay of {} turns in {} chats",
        summary.turns,
        chats.len()
    );
    write_figures(results, has_baseline, &mut text);
    write_checks(results, &summary, &mut text);
    write_differences(results, &mut text);
    text
}

fn write_figures(results: &[Comparison], has_baseline: bool, text: &mut String) {
    let comparison = compare_results(results);
    if comparison.compared == 0 {
        text.push_str("\nThere is nothing to compare with.\n");
        return;
    }
    text.push_str("\n| compared | same | of |\n|---|---:|---:|\n");
    for part in &comparison.parts {
        let name = part_name(part.part);
        let _ = writeln!(text, "| {name} | {} | {} |", part.same, comparison.compared);
    }
    let before = if has_baseline { "baseline" } else { "original" };
    let _ = writeln!(
        text,
        "\n| sum | {before} | replayed | difference | p |\n|---|---:|---:|---:|---:|"
    );
    for compared in &comparison.amounts {
        let Figure {
            name,
            reference,
            replayed,
            difference,
            p_value,
        } = Figure::of(compared);
        let _ = writeln!(
            text,
            "| {name} | {reference} | {replayed} | {difference} | {p_value} |"
        );
    }
}

fn write_checks(results: &[Comparison], summary: &ReplaySummary, text: &mut String) {
    if summary.checks == 0 {
        return;
    }
    text.push_str("\n| check | passed | failed |\n|---|---:|---:|\n");
    for (name, count) in count_checks(results) {
        let passed = count.turns - count.failed;
        let _ = writeln!(
            text,
            "| {} | {passed} | {} |",
            table_cell(name),
            count.failed
        );
    }
    if summary.judge_credits > 0 {
        let _ = writeln!(text, "\nJudges cost {} credits.", summary.judge_credits);
    }
    if summary.failed_checks == 0 {
        return;
    }
    text.push_str("\n| turn | question | check | fault |\n|---|---|---|---|\n");
    let failed = results.iter().flat_map(|result| {
        let checks = result.checks.iter().filter(|check| !check.passes);
        checks.map(move |check| (result, check))
    });
    for (result, check) in failed.take(SHOWN) {
        let _ = writeln!(
            text,
            "| `{}` | {} | {} | {} |",
            result.turn_id,
            table_cell(&result.text),
            table_cell(&check.name),
            table_cell(check.detail.as_deref().unwrap_or_default())
        );
    }
    if summary.failed_checks > SHOWN {
        let _ = writeln!(
            text,
            "\n{} more are in the JSONL.",
            summary.failed_checks - SHOWN
        );
    }
}

fn write_differences(results: &[Comparison], text: &mut String) {
    let differing: Vec<&Comparison> = results.iter().filter(|result| result.differs()).collect();
    if differing.is_empty() {
        text.push_str("\nNothing differs.\n");
        return;
    }
    let _ = writeln!(
        text,
        "\n## {} turns differ\n\n| turn | question | difference |\n|---|---|---|",
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
    let (Some(replayed), Some(reference)) = (&result.replayed, &result.reference) else {
        let refusal = result.refusal.as_deref().unwrap_or_default();
        return format!("not begun: {}", table_cell(refusal));
    };
    let parts = result
        .differences
        .iter()
        .map(|part| describe_part(*part, reference, replayed));
    parts.collect::<Vec<_>>().join("; ")
}

fn describe_part(part: ComparedPart, reference: &TurnSummary, replayed: &TurnSummary) -> String {
    let same = |one: &[String], other: &[String]| {
        let kept = one.iter().filter(|chart| other.contains(chart)).count();
        (kept, one.len(), other.len())
    };
    match part {
        ComparedPart::Outcome => format!(
            "{} became {}",
            outcome_text(reference),
            outcome_text(replayed)
        ),
        ComparedPart::BlockTypes => format!(
            "blocks {} became {}",
            blocks_text(reference),
            blocks_text(replayed)
        ),
        ComparedPart::Charts => {
            let (kept, before, now) = same(&reference.charts, &replayed.charts);
            format!("{kept} of {before} charts have the same data, {now} now")
        }
        ComparedPart::Encodings => {
            let (kept, before, _) = same(&reference.encodings, &replayed.encodings);
            format!("{kept} of {before} charts have the same encoding")
        }
        ComparedPart::Numbers => {
            let (kept, before, now) = same(&reference.numbers, &replayed.numbers);
            format!("{kept} of {before} numbers in prose are the same, {now} now")
        }
        ComparedPart::References => {
            let (kept, before, now) = same(&reference.references, &replayed.references);
            format!("{kept} of {before} references are the same, {now} now")
        }
    }
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
