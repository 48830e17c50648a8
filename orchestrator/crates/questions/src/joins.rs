//! Brings tables together through their matching key columns.

use std::collections::{HashSet, VecDeque};

use serde_json::Value;

use crate::plan::Join;
use crate::schema::{ColumnId, Role, Schema};

/// The joins that bring `needed` together, starting from its first table. None where no keys match.
pub fn path(schema: &Schema<'_>, needed: &[usize]) -> Option<Vec<Join>> {
    let Some((&first, others)) = needed.split_first() else {
        return Some(Vec::new());
    };
    let mut joined = vec![first];
    let mut joins = Vec::new();
    for &wanted in others {
        if joined.contains(&wanted) {
            continue;
        }
        for (from, to, pair) in route(schema, &joined, wanted)? {
            if joined.contains(&to) {
                continue;
            }
            let reference =
                |table: usize, column: usize| schema.reference(ColumnId { table, column });
            joins.push(Join {
                left: reference(from, pair.0),
                right: reference(to, pair.1),
            });
            joined.push(to);
        }
    }
    Some(joins)
}

type Step = (usize, usize, (usize, usize));

/// The shortest way from the tables at hand to another one.
fn route(schema: &Schema<'_>, from: &[usize], wanted: usize) -> Option<Vec<Step>> {
    let mut queue: VecDeque<(usize, Vec<Step>)> =
        from.iter().map(|&table| (table, Vec::new())).collect();
    let mut seen: HashSet<usize> = from.iter().copied().collect();
    while let Some((table, steps)) = queue.pop_front() {
        if table == wanted {
            return Some(steps);
        }
        for next in 0..schema.tables.len() {
            if seen.contains(&next) {
                continue;
            }
            if let Some(pair) = keys(schema, table, next) {
                seen.insert(next);
                let mut further = steps.clone();
                further.push((table, next, pair));
                queue.push_back((next, further));
            }
        }
    }
    None
}

/// The columns by which two tables match best.
pub fn keys(schema: &Schema<'_>, left: usize, right: usize) -> Option<(usize, usize)> {
    let (a, b) = (&schema.tables[left], &schema.tables[right]);
    let mut best: Option<((usize, usize), f64)> = None;
    for (i, x) in a.columns.iter().enumerate() {
        for (j, y) in b.columns.iter().enumerate() {
            if x.is_numeric() != y.is_numeric() || x.has_dates() != y.has_dates() {
                continue;
            }
            let same = x.profile.name.eq_ignore_ascii_case(&y.profile.name);
            let identifies = x.role == Role::Key || y.role == Role::Key;
            let unique = a.is_unique(i) || b.is_unique(j);
            let refers = refers(
                x.words.iter().map(|w| w.stem.as_str()),
                y.words.iter().map(|w| w.stem.as_str()),
                &b.stems,
            ) || refers(
                y.words.iter().map(|w| w.stem.as_str()),
                x.words.iter().map(|w| w.stem.as_str()),
                &a.stems,
            );
            // `manufacturer` holds the code of a row of manufacturers.
            let called = |words: &[crate::schema::NameWord], stems: &[String]| {
                words.len() == 1 && stems.len() == 1 && stems[0] == words[0].stem
            };
            let coded = |words: &[crate::schema::NameWord]| {
                words.last().is_some_and(|w| {
                    matches!(w.lower.as_str(), "id" | "code" | "no" | "key" | "number")
                })
            };
            let refers = refers
                || (called(&x.words, &b.stems) && coded(&y.words) && b.is_unique(j))
                || (called(&y.words, &a.stems) && coded(&x.words) && a.is_unique(i));
            let shared = overlap(&x.profile.values, &y.profile.values);
            let base = match (same, identifies, unique) {
                // Each table's own running number matches nothing.
                (true, ..)
                    if x.words.len() == 1 && a.is_unique(i) && b.is_unique(j) && x.is_numeric() =>
                {
                    0.0
                }
                (true, true, _) => 4.0,
                (true, false, true) => 2.0,
                _ if refers && unique => 3.0,
                (false, _, true)
                    if shared > 0.5 && !identifies && !x.is_quantity() && !y.is_quantity() =>
                {
                    1.0
                }
                _ => 0.0,
            };
            // Keys without a value in common are no keys, unless all is unknown.
            let score = if base == 0.0 {
                0.0
            } else if shared == 0.0 {
                base - 1.5
            } else {
                base + shared
            };
            if score > 0.9 && best.is_none_or(|(_, known)| score > known) {
                best = Some(((i, j), score));
            }
        }
    }
    best.map(|(pair, _)| pair)
}

/// `customer_id` refers to `id` of customers.
fn refers<'a>(
    mut foreign: impl Iterator<Item = &'a str> + Clone,
    own: impl Iterator<Item = &'a str>,
    table: &[String],
) -> bool {
    let own: Vec<&str> = own.collect();
    own.len() == 1
        && foreign.clone().count() > 1
        && foreign.clone().last() == own.last().copied()
        && foreign.any(|word| table.iter().any(|stem| stem == word))
}

/// The part of the smaller side's known values that the other side has, too.
fn overlap(left: &[portolan_query::ValueCount], right: &[portolan_query::ValueCount]) -> f64 {
    let (small, large) = if left.len() <= right.len() {
        (left, right)
    } else {
        (right, left)
    };
    if small.is_empty() {
        return 0.0;
    }
    let text = |value: &Value| match value {
        Value::Number(number) => number.as_f64().map_or_else(String::new, |n| n.to_string()),
        Value::String(text) => text.to_lowercase(),
        other => other.to_string(),
    };
    let known: HashSet<String> = large.iter().map(|v| text(&v.value)).collect();
    let hits = small
        .iter()
        .filter(|v| known.contains(&text(&v.value)))
        .count();
    #[expect(clippy::cast_precision_loss, reason = "at most 200 values")]
    let share = hits as f64 / small.len() as f64;
    share
}
