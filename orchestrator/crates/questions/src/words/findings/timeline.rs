//! How a measure moved over time.

use crate::chart::is_additive;
use crate::plan::{Select, TimeUnit};
use crate::sql::GroupKind;

use super::super::capitalized;
use super::super::numbers::percent;
use super::sentences::{Ends, Facts, ends};
use super::shape::Rows;

pub fn timeline(rows: &Rows<'_>) -> Facts {
    let mut pairs = rows.pairs(0);
    let words = rows.measure_words(0);
    let on = preposition(rows);
    let mut sentences = Vec::new();
    let (late, early) = rows.partial_ends();
    let adds = is_additive(rows.plan);
    let Some(all) = ends(&pairs) else {
        return Facts {
            sentences: vec![format!("No period has a value for the {words}.")],
            ..Facts::default()
        };
    };
    let summary = format!(
        "It runs over {} points from {} to {}, between {} and {}.",
        pairs.len(),
        pairs[0].0,
        pairs[pairs.len() - 1].0,
        rows.shown(all.low.1, 0),
        rows.shown(all.high.1, 0)
    );
    // A superlative over time asks for one period.
    if let Some(Select::Top {
        n: 1, descending, ..
    }) = rows.plan.select.as_ref().map(|part| &part.value)
    {
        let end = if *descending { "highest" } else { "lowest" };
        let first = &pairs[0];
        return Facts {
            title: Some(format!(
                "{} was {end} {on} {}: {}",
                capitalized(&words),
                first.0,
                rows.shown(first.1, 0)
            )),
            sentences: vec![format!(
                "The {words} was {end} {on} {}: {}.",
                first.0,
                rows.bold(first.1, 0)
            )],
            summary,
        };
    }
    // Descending order puts the newest first.
    if rows.plan.order.first().is_some_and(|part| {
        part.value.descending && matches!(part.value.by, crate::plan::OrderBy::Group { .. })
    }) {
        pairs.reverse();
    }
    // The ends of the data are those of the whole table, which conditions may cut off.
    let is_whole = rows.plan.conditions.is_empty();
    // Half a month has half of the sum, but an average that compares.
    if adds && is_whole && early && pairs.len() > 2 {
        let (last, _) = pairs.remove(pairs.len() - 1);
        sentences.push(format!(
            "{} is not complete and not compared.",
            capitalized(&last)
        ));
    }
    if adds && is_whole && late && pairs.len() > 2 {
        let (first, _) = pairs.remove(0);
        sentences.push(format!(
            "{} is not complete and not compared.",
            capitalized(&first)
        ));
    }
    let (first, last) = (&pairs[0], &pairs[pairs.len() - 1]);
    if pairs.len() < 2 {
        return Facts {
            title: Some(format!(
                "{}: {} {on} {}",
                capitalized(&words),
                rows.shown(first.1, 0),
                first.0
            )),
            sentences: vec![format!(
                "There is one point only: {} {on} {}.",
                rows.bold(first.1, 0),
                first.0
            )],
            summary,
        };
    }
    let first = comparable_start(rows, &pairs).unwrap_or(first);
    let (title, sentence) = moved(rows, &words, first, last);
    sentences.insert(0, sentence);
    if let Some(Ends { low, high }) = ends(&pairs) {
        // A peak at either end is in the sentence before.
        if high.0 != last.0 && high.0 != first.0 {
            sentences.insert(
                1,
                format!("It peaked {on} {} at {}.", high.0, rows.bold(high.1, 0)),
            );
        } else if low.0 != last.0 && low.0 != first.0 {
            sentences.insert(
                1,
                format!("It was lowest {on} {} at {}.", low.0, rows.bold(low.1, 0)),
            );
        }
    }
    Facts {
        title: Some(title),
        sentences,
        summary,
    }
}

/// Returns the first period of the same season as the last one; without one, the first period.
///
/// Seasons differ more than years do: February compared with June tells nothing of the years
/// between them.
fn comparable_start<'p>(rows: &Rows<'_>, pairs: &'p [(String, f64)]) -> Option<&'p (String, f64)> {
    let has_seasons = matches!(
        rows.frame.groups.first()?.kind,
        GroupKind::Period(TimeUnit::Month | TimeUnit::Quarter)
    );
    // "April" of "April 2007" and "Q2" of "Q2 2007".
    let season = |pair: &'p (String, f64)| pair.0.rsplit_once(' ').map(|(season, _)| season);
    let (last, before) = pairs.split_last()?;
    let same = before
        .iter()
        .find(|pair| has_seasons && season(pair).is_some() && season(pair) == season(last));
    same.or(before.first())
}

/// Returns the word before a period: in a month, on a day, at an hour.
fn preposition(rows: &Rows<'_>) -> &'static str {
    match rows.frame.groups.first().map(|group| &group.kind) {
        Some(GroupKind::Period(TimeUnit::Day) | GroupKind::DaysOfYear) => "on",
        Some(GroupKind::Period(TimeUnit::Hour | TimeUnit::Minute)) => "at",
        _ => "in",
    }
}

fn moved(
    rows: &Rows<'_>,
    words: &str,
    first: &(String, f64),
    last: &(String, f64),
) -> (String, String) {
    let change = last.1 - first.1;
    let on = preposition(rows);
    let (from, to) = (rows.shown(first.1, 0), rows.shown(last.1, 0));
    // Values that are rounded to the same text did not move for the reader.
    if change == 0.0 || from == to {
        return (
            format!(
                "{} was the same {on} {} and {}: {from}",
                capitalized(words),
                first.0,
                last.0
            ),
            format!(
                "The {words} was **{from}** both {on} {} and {on} {}.",
                first.0, last.0
            ),
        );
    }
    let verb = if change > 0.0 { "rose" } else { "fell" };
    let is_percent = rows
        .frame
        .measures
        .first()
        .is_some_and(|column| column.percent);
    // Growth of a growth rate, or from nothing, is no figure that anyone could use.
    let size = (change / first.1).abs();
    let by = if first.1 > 0.0 && last.1 >= 0.0 && !is_percent && size < 20.0 {
        format!(" {}", percent(size))
    } else {
        String::new()
    };
    (
        format!(
            "{} {verb}{by} between {} and {}",
            capitalized(words),
            first.0,
            last.0
        ),
        format!(
            "The {words} {verb} from **{from}** {on} {} to **{to}** {on} {}{}.",
            first.0,
            last.0,
            if by.is_empty() {
                String::new()
            } else {
                format!(", by{by}")
            }
        ),
    )
}
