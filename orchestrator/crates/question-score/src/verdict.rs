//! Whether a chart shows what a gold asks for.

use serde::Serialize;

use crate::{
    cell::Cell,
    column::{is_measure, is_year},
    distribution::judge_distribution,
    drawn::{View, chart_views},
    set::Gold,
    table::{Comparison, Relation, TOLERANCE, Table, find_columns},
};

/// The verdict on a chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    Right,
    Partly,
    Wrong,
}

/// A verdict with its reason.
pub type Judged = (Verdict, String);

fn judge(verdict: Verdict, reason: &str) -> Judged {
    (verdict, reason.to_owned())
}

/// Judges what is shown against a gold.
pub fn judge_views(gold: &Gold, shown: &[View]) -> Judged {
    if gold.dist {
        let values = gold.rows.first().map(|result| &result.table);
        return values
            .and_then(|values| judge_distribution(values, shown, gold))
            .unwrap_or_else(|| judge(Verdict::Wrong, "no distribution of these values"));
    }
    let with = Comparison {
        percent: gold.percent,
    };
    let mut best = judge(Verdict::Wrong, "other values");
    for view in shown {
        for result in &gold.rows {
            for want in result.table.layouts() {
                let found = table_pairs(&view.table, &want, result.adds)
                    .into_iter()
                    .find_map(|(shown, want)| {
                        Some((find_answer(&want, &shown, with, gold)?, shown))
                    });
                if let Some((columns, shown)) = found {
                    let verdict = judge_drawing(view, &shown, &columns, gold);
                    if verdict.0 == Verdict::Right {
                        return verdict;
                    }
                    best = verdict;
                }
            }
        }
    }
    if best.0 == Verdict::Partly {
        return best;
    }
    let reason = shown.iter().find_map(|view| {
        gold.rows.iter().find_map(|result| {
            let layouts = result.table.layouts();
            let partly = layouts.iter().find_map(|want| {
                table_pairs(&view.table, want, result.adds)
                    .iter()
                    .find_map(|(shown, want)| find_part(want, shown, with))
            });
            partly.or_else(|| {
                is_split_further(&result.table, &view.table)
                    .then_some("split further than asked for")
            })
        })
    });
    reason.map_or(best, |reason| judge(Verdict::Partly, reason))
}

/// Judges a specification against a gold.
pub fn judge_chart(gold: &Gold, spec: &serde_json::Value) -> Judged {
    judge_views(gold, &chart_views(spec))
}

fn find_answer(want: &Table, shown: &Table, with: Comparison, gold: &Gold) -> Option<Vec<usize>> {
    if let Some(columns) = find_columns(want, shown, with, Relation::Same) {
        return Some(columns);
    }
    if let Some(top) = gold.top
        && let Some(columns) = find_leading(want, shown, with, top, gold.exact)
    {
        return Some(columns);
    }
    // A chart of many groups may end after the largest.
    let cut = shown.rows.len() >= 15
        && shown.rows.len() < want.rows.len()
        && want.rows.len() > 20
        && want.names.len() == 2;
    (cut && want.rows[0][0].text().is_some())
        .then(|| find_leading(&sort_by_last(want), shown, with, 15, false))
        .flatten()
}

/// Returns pairs of what is shown and what is wanted, each also without rows that say nothing.
fn table_pairs(shown: &Table, want: &Table, adds: bool) -> Vec<(Table, Table)> {
    let wanted = clean_tables(want, adds);
    let pairs = clean_tables(shown, false)
        .into_iter()
        .flat_map(|s| wanted.iter().map(move |w| (s.clone(), w.clone())));
    pairs
        .filter(|(s, w)| !s.rows.is_empty() && !w.rows.is_empty())
        .collect()
}

/// Returns the table, then without rows of no group, without a collecting row, and without zeros of counts and sums.
fn clean_tables(table: &Table, adds: bool) -> Vec<Table> {
    const OTHERS: [&str; 8] = [
        "other",
        "others",
        "all other",
        "all others",
        "rest",
        "sonstige",
        "autres",
        "otros",
    ];
    let full = table.filtered(|row| !row.iter().any(Cell::is_missing));
    let named = full.filtered(|row| {
        !row.iter()
            .any(|v| v.text().is_some_and(|text| OTHERS.contains(&text)))
    });
    let last = table.names.len().saturating_sub(1);
    let counts: Vec<usize> = (0..table.names.len())
        .filter(|at| {
            adds && *at == last
                || ["count", "total", "sum"]
                    .iter()
                    .any(|w| table.names[*at].contains(w))
        })
        .collect();
    let nonzero = named.filtered(|row| counts.iter().all(|at| row[*at].number() != Some(0.0)));
    let mut tables = vec![table.clone()];
    for next in [full, named, nonzero] {
        if tables
            .last()
            .is_some_and(|t| t.rows.len() != next.rows.len())
        {
            tables.push(next);
        }
    }
    tables
}

fn judge_drawing(view: &View, table: &Table, columns: &[usize], gold: &Gold) -> Judged {
    let name = |at: usize| &table.names[at];
    let is_used = |at: &usize| view.used.contains(name(*at));
    if !columns.iter().any(is_used) || !columns.last().is_some_and(is_used) {
        return judge(Verdict::Partly, "the values are in the data but not drawn");
    }
    let forbids = |mark: &str| gold.forbid.iter().any(|m| m == mark);
    if forbids(&view.kind) {
        return (Verdict::Partly, format!("mark {}", view.kind));
    }
    if view.table.rows.len() > 1 && view.kind != "table" {
        let is_constant = |axis: &&str| {
            let Some(at) = view.field(axis).and_then(|field| table.position(field)) else {
                return false;
            };
            let first = table.rows[0][at].key();
            !columns.contains(&at) && table.rows.iter().all(|row| row[at].key() == first)
        };
        if let Some(axis) = ["x", "y"].iter().find(|axis| is_constant(axis)) {
            let reason = if view.is_quantitative(axis) {
                "the right names, but marks that are all alike"
            } else {
                "an axis that is the same everywhere"
            };
            return judge(Verdict::Partly, reason);
        }
    }
    if forbids("stacked") && view.is_stacked() {
        return judge(Verdict::Partly, "stacked though it must not be added");
    }
    if !gold.marks.is_empty() && !gold.marks.contains(&view.kind) {
        return (Verdict::Partly, format!("mark {}", view.kind));
    }
    (Verdict::Right, view.kind.clone())
}

fn sort_by_last(table: &Table) -> Table {
    let mut table = table.clone();
    let value = |row: &Vec<Cell>| {
        row.last()
            .and_then(Cell::number)
            .unwrap_or(f64::NEG_INFINITY)
    };
    table.rows.sort_by(|a, b| value(b).total_cmp(&value(a)));
    table
}

/// Returns the gold's columns if the shown rows are its first ones, ties in any order.
fn find_leading(
    want: &Table,
    shown: &Table,
    with: Comparison,
    top: usize,
    exact: bool,
) -> Option<Vec<usize>> {
    let (shown_rows, needed) = (shown.rows.len(), top.min(want.rows.len()));
    if shown_rows < needed || shown_rows > want.rows.len() || exact && shown_rows != needed {
        return None;
    }
    let values: Option<Vec<f64>> = want.rows.iter().map(|row| row.last()?.number()).collect();
    let values = values?;
    let columns = find_columns(want, shown, with, Relation::Part)?;
    let down = values[0] >= *values.last()?;
    let limit = values[shown_rows - 1];
    let margin = limit.abs() * TOLERANCE;
    let have: Option<Vec<f64>> = shown
        .column(*columns.last()?)
        .iter()
        .map(Cell::number)
        .collect();
    let have = have?;
    let factors: &[f64] = if with.percent {
        &[1.0, 0.01, 100.0]
    } else {
        &[1.0]
    };
    let leads = |factor: &f64| {
        have.iter().all(|v| {
            if down {
                v * factor >= limit - margin
            } else {
                v * factor <= limit + margin
            }
        })
    };
    factors.iter().any(leads).then_some(columns)
}

/// Returns the reason why the chart holds a part of the gold.
fn find_part(want: &Table, shown: &Table, with: Comparison) -> Option<&'static str> {
    let (wanted, rows) = (want.rows.len(), shown.rows.len());
    let soft = want.measures();
    let hard: Vec<usize> = (0..want.names.len())
        .filter(|at| !soft.contains(at))
        .collect();
    let dated = want.names.iter().any(|name| is_year(name) || name == "d");
    if soft.is_empty() && !dated {
        // A list of names is part of every longer list.
        return None;
    }
    if rows > wanted && rows <= 50 * wanted {
        let bare = wanted <= 2 && hard.is_empty();
        let telling = want.rows[0]
            .last()
            .and_then(Cell::number)
            .is_some_and(|v| v.fract() != 0.0 || v.abs() > 20.0);
        if (!bare || rows <= 15 && telling)
            && find_columns(want, shown, with, Relation::More).is_some()
        {
            return Some("more rows than asked for");
        }
    }
    let fewest = if hard.is_empty() { 2 } else { 1 };
    if wanted > rows
        && rows >= fewest
        && 10 * rows >= 3 * wanted
        && find_columns(want, shown, with, Relation::Part).is_some()
    {
        return Some("only some of the rows");
    }
    if !hard.is_empty() && soft.len() >= 2 {
        let holds = |kept: Vec<usize>| {
            let mut columns = hard.clone();
            columns.extend(kept);
            find_columns(&want.selected(&columns), shown, with, Relation::Same).is_some()
        };
        if proper_subsets(&soft).into_iter().any(holds) {
            return Some("only some of the measures or groups");
        }
    }
    let words: Vec<usize> = hard
        .iter()
        .copied()
        .filter(|at| want.rows.iter().any(|row| row[*at].text().is_some()))
        .collect();
    if soft.len() >= 2 && wanted > 10 && !words.is_empty() {
        let rest: Vec<usize> = (0..want.names.len())
            .filter(|at| !words.contains(at))
            .collect();
        if find_columns(&want.selected(&rest), shown, with, Relation::Same).is_some() {
            return Some("without the grouping");
        }
    }
    None
}

/// Returns the subsets that are neither empty nor everything, large ones first.
fn proper_subsets(of: &[usize]) -> Vec<Vec<usize>> {
    let count = of.len().min(12);
    let pick = |bits: u32| {
        (0..count)
            .filter(|at| bits >> at & 1 == 1)
            .map(|at| of[at])
            .collect::<Vec<_>>()
    };
    let mut subsets: Vec<Vec<usize>> = (1..(1_u32 << count) - 1).map(pick).collect();
    subsets.sort_by_key(|s| std::cmp::Reverse(s.len()));
    subsets
}

/// Returns whether the chart splits the right sums further.
fn is_split_further(want: &Table, shown: &Table) -> bool {
    let shape =
        want.rows.len() >= 2 && shown.rows.len() > want.rows.len() && shown.rows.len() <= 20_000;
    if !shape || shown.names.len() > 8 || want.names.len() > 3 {
        return false;
    }
    let columns = 0..shown.names.len();
    let numeric = columns
        .clone()
        .filter(|at| shown.rows.iter().all(|row| row[*at].is_number_or_missing()));
    for measure in numeric {
        let others: Vec<usize> = columns.clone().filter(|at| *at != measure).collect();
        let single = others.iter().map(|a| vec![*a]);
        let double = others.iter().flat_map(|a| {
            others
                .iter()
                .filter(move |b| a < b)
                .map(move |b| vec![*a, *b])
        });
        for keys in single.chain(double) {
            let summed = sum_by(shown, &keys, measure);
            let with = Comparison { percent: false };
            if summed.rows.len() == want.rows.len()
                && find_columns(want, &summed, with, Relation::Same).is_some()
            {
                return true;
            }
        }
    }
    false
}

fn sum_by(table: &Table, keys: &[usize], measure: usize) -> Table {
    let mut names: Vec<String> = keys.iter().map(|at| table.names[*at].clone()).collect();
    names.push("v".into());
    let mut sums = Table {
        names,
        rows: Vec::new(),
    };
    let mut places = std::collections::HashMap::new();
    for row in &table.rows {
        let key: Vec<String> = keys.iter().map(|at| row[*at].key()).collect();
        let at = *places.entry(key).or_insert_with(|| {
            let mut cells: Vec<Cell> = keys.iter().map(|at| row[*at].clone()).collect();
            cells.push(Cell::Number(0.0));
            sums.rows.push(cells);
            sums.rows.len() - 1
        });
        let last = sums.rows[at].len() - 1;
        let sum =
            sums.rows[at][last].number().unwrap_or(0.0) + row[measure].number().unwrap_or(0.0);
        sums.rows[at][last] = Cell::Number(sum);
    }
    sums
}

/// Returns whether a column of the gold must be the same, not only near.
pub fn is_exact(table: &Table, at: usize) -> bool {
    !is_measure(&table.names[at], &table.column(at))
}
