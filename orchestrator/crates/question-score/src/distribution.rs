//! Distributions: a histogram with the right counts, a box plot of the right quartiles, or the values themselves.

use std::collections::BTreeMap;

use crate::{
    cell::Cell,
    drawn::View,
    set::Gold,
    table::{Comparison, Relation, Table, find_columns},
    verdict::{Judged, Verdict},
};

/// The sorted values of each group; the only group of a gold without groups has no name.
type Groups = BTreeMap<String, Vec<f64>>;

/// Judges a chart against the values of a distribution; returns nothing if it shows none of them.
pub fn judge_distribution(values: &Table, shown: &[View], gold: &Gold) -> Option<Judged> {
    let grouped = values.names.len() > 1;
    let mut groups = Groups::new();
    for row in &values.rows {
        if let Some(value) = row.last().and_then(Cell::number) {
            let key = if grouped { row[0].key() } else { String::new() };
            groups.entry(key).or_default().push(value);
        }
    }
    for list in groups.values_mut() {
        list.sort_by(f64::total_cmp);
    }
    shown
        .iter()
        .find_map(|view| judge_view(values, &groups, grouped, view, gold))
}

fn judge_view(
    values: &Table,
    groups: &Groups,
    grouped: bool,
    view: &View,
    gold: &Gold,
) -> Option<Judged> {
    let table = &view.table;
    let group = if grouped {
        Some(find_group(table, groups)?)
    } else {
        None
    };
    let with = Comparison { percent: false };
    let full = table.filtered(|row| !row.iter().any(Cell::is_missing));
    if [&full, table]
        .into_iter()
        .any(|t| find_columns(values, t, with, Relation::Same).is_some())
    {
        let drawn =
            ["box", "tick", "point", "area"].contains(&view.kind.as_str()) || view.is_binned();
        let verdict = if drawn {
            Verdict::Right
        } else {
            Verdict::Partly
        };
        return Some((verdict, format!("values as {}", view.kind)));
    }
    if is_histogram(table, groups, group) {
        let allowed = gold.marks.contains(&view.kind);
        let verdict = if allowed {
            Verdict::Right
        } else {
            Verdict::Partly
        };
        return Some((verdict, format!("histogram as {}", view.kind)));
    }
    has_quartiles(table, groups, group).then(|| (Verdict::Right, "quartiles".into()))
}

fn find_group(table: &Table, groups: &Groups) -> Option<usize> {
    (0..table.names.len()).find(|at| {
        let found: std::collections::BTreeSet<String> = table
            .rows
            .iter()
            .filter(|row| !row[*at].is_missing())
            .map(|row| row[*at].key())
            .collect();
        found.iter().eq(groups.keys())
    })
}

fn group_values<'a>(groups: &'a Groups, group: Option<usize>, row: &[Cell]) -> &'a [f64] {
    let key = group.map_or_else(String::new, |at| row[at].key());
    groups.get(&key).map_or(&[], Vec::as_slice)
}

fn number_columns(table: &Table, group: Option<usize>) -> Vec<usize> {
    (0..table.names.len())
        .filter(|at| {
            Some(*at) != group && table.rows.iter().all(|row| row[*at].is_number_or_missing())
        })
        .collect()
}

fn is_histogram(table: &Table, groups: &Groups, group: Option<usize>) -> bool {
    let numbers = number_columns(table, group);
    numbers.iter().any(|count| {
        numbers
            .iter()
            .any(|start| start != count && is_histogram_of(table, groups, group, *count, *start))
    })
}

#[expect(clippy::cast_precision_loss, reason = "counts of rows are small")]
fn is_histogram_of(
    table: &Table,
    groups: &Groups,
    group: Option<usize>,
    count: usize,
    start: usize,
) -> bool {
    let all: f64 = groups.values().map(Vec::len).sum::<usize>() as f64;
    let total: f64 = table
        .rows
        .iter()
        .filter_map(|row| row[count].number())
        .sum();
    if (total - all).abs() > 0.5 && (total - 1.0).abs() > 0.01 && (total - 100.0).abs() > 1.0 {
        return false;
    }
    let mut starts: Vec<f64> = table
        .rows
        .iter()
        .filter_map(|row| row[start].number())
        .collect();
    starts.sort_by(f64::total_cmp);
    starts.dedup();
    if starts.len() < 4 {
        return false;
    }
    let width = starts
        .windows(2)
        .map(|pair| pair[1] - pair[0])
        .fold(f64::INFINITY, f64::min);
    let last = starts[starts.len() - 1];
    // Bins may be closed at either end; a bin of no width holds one value.
    [(width, false), (width, true), (0.0, false)]
        .into_iter()
        .any(|(width, closed_above)| {
            table.rows.iter().all(|row| {
                let Some(low) = row[start].number() else {
                    return true;
                };
                let high = low + width;
                let is_inside = |v: &&f64| {
                    if width == 0.0 {
                        (**v - low).abs() < 1e-9
                    } else if closed_above {
                        **v > low + 1e-9 && **v <= high + 1e-9
                    } else {
                        **v >= low - 1e-9
                            && (**v < high - 1e-9 || low == last && **v <= high + 1e-9)
                    }
                };
                let inside = group_values(groups, group, row)
                    .iter()
                    .filter(is_inside)
                    .count() as f64;
                let shown = row[count].number().unwrap_or(0.0);
                (shown - inside).abs() <= 0.5 || (shown / total - inside / all).abs() <= 0.002
            })
        })
}

fn has_quartiles(table: &Table, groups: &Groups, group: Option<usize>) -> bool {
    let named = |row: &Vec<Cell>| group.is_none_or(|at| groups.contains_key(&row[at].key()));
    table.rows.len() == groups.len()
        && table.rows.iter().all(named)
        && table.rows.iter().all(|row| {
            let values = group_values(groups, group, row);
            [0.25, 0.5, 0.75].into_iter().all(|share| {
                let quartile = quantile_of(values, share);
                row.iter()
                    .filter_map(Cell::number)
                    .any(|v| (v - quartile).abs() <= 0.01 * quartile.abs() + 1e-9)
            })
        })
}

/// Returns the quantile of sorted values, between two of them in proportion.
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a position in a short list"
)]
fn quantile_of(values: &[f64], share: f64) -> f64 {
    let Some(last) = values.len().checked_sub(1) else {
        return f64::NAN;
    };
    let place = share * last as f64;
    let low = place.floor() as usize;
    values[low] + (values[last.min(low + 1)] - values[low]) * place.fract()
}
