//! The totals of a scored set, as text.

use std::{collections::BTreeMap, fmt::Write};

use crate::{
    score::{Mark, Scored, ScoredDialogue},
    set::Kind,
};

/// Formats the totals.
pub fn format_totals(questions: &[Scored], dialogues: Option<&[ScoredDialogue]>) -> String {
    let of = |kind: Kind| {
        questions
            .iter()
            .filter(|q| q.kind == Some(kind))
            .collect::<Vec<_>>()
    };
    let (answerable, unanswerable, ambiguous) = (
        of(Kind::Answerable),
        of(Kind::Unanswerable),
        of(Kind::Ambiguous),
    );
    let all: Vec<&Scored> = questions.iter().collect();
    let mut out = format!("{} questions\n", questions.len());
    let mut line = |label: &str, rows: &[&Scored], counts: &dyn Fn(&Scored) -> bool| {
        let hits = rows.iter().filter(|q| counts(q)).count();
        let _ = writeln!(
            out,
            "  {label:48} {:>6}  {hits} of {}",
            format_percent(hits, rows.len()),
            rows.len()
        );
    };
    let is = |mark: Mark| move |q: &Scored| q.mark == mark;
    line("right", &answerable, &is(Mark::Right));
    line("partly", &answerable, &is(Mark::Partly));
    line("wrong", &answerable, &is(Mark::Wrong));
    line(
        "declined though answerable",
        &answerable,
        &is(Mark::Declined),
    );
    line(
        "asked back though answerable",
        &answerable,
        &is(Mark::Asked),
    );
    line(
        "right, or offered among the alternatives",
        &answerable,
        &|q| q.offered,
    );
    line(
        "unanswerable recognised",
        &unanswerable,
        &is(Mark::Recognised),
    );
    line(
        "ambiguous handled (asked, or two readings shown)",
        &ambiguous,
        &|q| matches!(q.mark, Mark::Asked | Mark::Both),
    );
    line(
        "ambiguous, one reading taken silently",
        &ambiguous,
        &is(Mark::One),
    );
    line("ambiguous, declined", &ambiguous, &is(Mark::Declined));
    line("ambiguous, no reading", &ambiguous, &is(Mark::Wrong));
    line(
        "wrong with confidence, of all questions",
        &all,
        &is(Mark::Wrong),
    );
    match dialogues {
        Some(dialogues) => out + &format_dialogues(dialogues),
        None => out + "  dialogues were not answered\n",
    }
}

fn format_dialogues(dialogues: &[ScoredDialogue]) -> String {
    let first = || dialogues.iter().filter_map(|d| d.turns.first());
    let later = || dialogues.iter().flat_map(|d| d.turns.iter().skip(1));
    let right =
        |turns: &mut dyn Iterator<Item = &Scored>| turns.filter(|t| t.mark == Mark::Right).count();
    let wrong = later().filter(|t| t.mark == Mark::Wrong).count();
    let rows = [
        (
            "dialogues right throughout",
            dialogues.iter().filter(|d| d.is_right()).count(),
            dialogues.len(),
        ),
        ("first turns right", right(&mut first()), dialogues.len()),
        (
            "follow-up turns right",
            right(&mut later()),
            later().count(),
        ),
        ("follow-up turns wrong", wrong, later().count()),
    ];
    rows.iter()
        .fold(String::new(), |mut out, (label, hits, all)| {
            let _ = writeln!(
                out,
                "  {label:48} {:>6}  {hits} of {all}",
                format_percent(*hits, *all)
            );
            out
        })
}

/// Formats right, wrong and all answerable questions of each group of three or more.
pub fn format_groups(questions: &[Scored]) -> String {
    let mut groups: BTreeMap<&str, (usize, usize, usize)> = BTreeMap::new();
    for question in questions
        .iter()
        .filter(|q| q.kind == Some(Kind::Answerable))
    {
        for group in &question.groups {
            let entry = groups.entry(group).or_default();
            entry.0 += usize::from(question.mark == Mark::Right);
            entry.1 += usize::from(question.mark == Mark::Wrong);
            entry.2 += 1;
        }
    }
    let mut out = String::from("right / wrong / all of each group\n");
    for (group, (right, wrong, all)) in groups.into_iter().filter(|(_, counts)| counts.2 >= 3) {
        let _ = writeln!(out, "  {group:30} {right:>4} {wrong:>4} {all:>4}");
    }
    out
}

/// Formats every answer that is not right, with the reason.
pub fn format_failures(questions: &[Scored], dialogues: Option<&[ScoredDialogue]>) -> String {
    let turns = dialogues.unwrap_or_default().iter().flat_map(|d| &d.turns);
    let fine = [Mark::Right, Mark::Recognised, Mark::Both];
    let is_fine = |q: &Scored| {
        fine.contains(&q.mark) || q.mark == Mark::Asked && q.kind == Some(Kind::Ambiguous)
    };
    questions
        .iter()
        .chain(turns)
        .filter(|q| !is_fine(q))
        .fold(String::new(), |mut out, q| {
            let reason: String = q.reason.chars().take(160).collect();
            let mark = format!("{:?}", q.mark).to_uppercase();
            let _ = writeln!(out, "{mark:10} {:24} {} | {reason}", q.id, q.question);
            out
        })
}

#[expect(clippy::cast_precision_loss, reason = "sets are small")]
fn format_percent(hits: usize, all: usize) -> String {
    if all == 0 {
        return "-".into();
    }
    format!("{:.1}", 100.0 * hits as f64 / all as f64)
}
