//! Joins: keys that tables share, and the shortest way between tables.

use super::{ColumnId, Schema};
use crate::plan::Join;

/// Returns the joins that bring the tables together, starting from the first. None where no keys match.
pub fn path(schema: &Schema<'_>, needed: &[usize]) -> Option<Vec<Join>> {
    let (&first, rest) = needed.split_first()?;
    let mut joined = vec![first];
    let mut joins = Vec::new();
    for &wanted in rest {
        if joined.contains(&wanted) {
            continue;
        }
        for (from, to, pair) in route(schema, &joined, wanted)? {
            // A table on the way may have been joined for an earlier one already.
            if joined.contains(&to) {
                continue;
            }
            joins.push(Join {
                table: schema.tables[to].profile.name.clone(),
                left: schema.reference(ColumnId {
                    table: from,
                    column: pair.0,
                }),
                right: schema.reference(ColumnId {
                    table: to,
                    column: pair.1,
                }),
                outer: false,
            });
            joined.push(to);
        }
    }
    Some(joins)
}

type Step = (usize, usize, (usize, usize));

/// The shortest chain of steps from one of the tables to another.
fn route(schema: &Schema<'_>, from: &[usize], wanted: usize) -> Option<Vec<Step>> {
    // Breadth first from all joined tables at once, so that the first chain found is the shortest.
    let mut paths: Vec<Vec<Step>> = from.iter().map(|_| Vec::new()).collect();
    let mut ends: Vec<usize> = from.to_vec();
    let mut seen: Vec<usize> = from.to_vec();
    let mut at = 0;
    while at < ends.len() {
        let here = ends[at];
        for next in 0..schema.tables.len() {
            if seen.contains(&next) {
                continue;
            }
            let Some(pair) = keys(schema, here, next) else {
                continue;
            };
            let mut path = paths[at].clone();
            path.push((here, next, pair));
            if next == wanted {
                return Some(path);
            }
            seen.push(next);
            ends.push(next);
            paths.push(path);
        }
        at += 1;
    }
    None
}

/// Returns the pair of columns by which two tables are joined.
pub fn keys(schema: &Schema<'_>, left: usize, right: usize) -> Option<(usize, usize)> {
    let mut best: Option<(f64, (usize, usize))> = None;
    for (a, first) in schema.tables[left].columns.iter().enumerate() {
        for (b, second) in schema.tables[right].columns.iter().enumerate() {
            // Keys of different types never match.
            if first.is_numeric() != second.is_numeric() || first.is_date() != second.is_date() {
                continue;
            }
            let unique = |table, column| schema.is_unique(ColumnId { table, column });
            let (ua, ub) = (unique(left, a), unique(right, b));
            // One side must be unique, or the join would multiply the rows of both.
            if !ua && !ub {
                continue;
            }
            let same = first.glued == second.glued;
            let keyish = |column: &super::Column<'_>| {
                column
                    .words
                    .iter()
                    .any(|w| matches!(w.word.as_str(), "id" | "code" | "key" | "no" | "number"))
            };
            // `artist.id` and `album.artist_id`; `Allergy` in both tables.
            let owner = |table: usize, column: &super::Column<'_>, other: &super::Column<'_>| {
                column.glued == "id"
                    && other.words.len() > 1
                    && keyish(other)
                    && schema.tables[table]
                        .entity
                        .iter()
                        .any(|stem| other.has_stem(stem))
            };
            let overlap = shares_values(first, second);
            let mut score = 0.0;
            // Both tables number their own rows: "No" in one is not "No" in the other.
            let own_numbers = same && ua && ub && first.words.len() == 1 && keyish(first);
            if own_numbers {
                // Row numbers score lowest, so that they join two tables only where nothing else does.
                score += 0.1;
            } else if (same && (keyish(first) || overlap > 0.3))
                || owner(left, first, second)
                || owner(right, second, first)
            {
                // The surest pairs: the same key in both tables, or the `id` of one and its name in the other.
                score += 2.0 + overlap;
            } else if keyish(first)
                && keyish(second)
                && first
                    .words
                    .iter()
                    .any(|w| w.weight >= 0.9 && second.has_stem(&w.stem))
            {
                // Keys under names that share a noun: `country_code` and `country_id`.
                score += 1.0 + overlap;
            } else if overlap > 0.8
                && !first.is_quantity()
                && !second.is_quantity()
                && first.profile.distinct > 2
                && first
                    .words
                    .iter()
                    .any(|w| w.weight >= 0.6 && second.has_stem(&w.stem))
            {
                // Nearly the same values under names that share a word.
                score += 0.8 + overlap;
            } else if overlap > 0.5
                && first.is_text()
                && second.is_text()
                && first.profile.distinct > 2
            {
                // Texts that share most of their values, whatever their names are.
                score += 0.4 + overlap;
            } else if overlap > 0.5
                && (keyish(first) || keyish(second))
                && first.words.iter().filter(|w| w.weight >= 0.6).any(|w| {
                    second.has_stem(&w.stem) || schema.tables[right].entity.contains(&w.stem)
                })
            {
                // A key of one table that is called by the noun of the other.
                score += 0.6 + overlap;
            }
            if score > 0.0 && best.is_none_or(|(known, _)| score > known) {
                best = Some((score, (a, b)));
            }
        }
    }
    best.map(|best| best.1)
}

fn shares_values(left: &super::Column<'_>, right: &super::Column<'_>) -> f64 {
    // The share is of the shorter list, since a key need not use all values of the other table.
    let (few, many) = if left.profile.values.len() <= right.profile.values.len() {
        (left, right)
    } else {
        (right, left)
    };
    if few.profile.values.is_empty() {
        return 0.0;
    }
    let found = few
        .profile
        .values
        .iter()
        .filter(|value| {
            many.profile
                .values
                .iter()
                .any(|other| other.value == value.value)
        })
        .count();
    found as f64 / few.profile.values.len() as f64
}
