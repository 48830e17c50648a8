//! Tables of cells, and the search for a gold's columns among a chart's columns.

use std::collections::{BTreeSet, HashMap};

use serde_json::Value;

use crate::{
    cell::{Cell, Moment},
    column::{by_day, gold_values, is_measure, possible_values},
};

/// The largest relative difference of two measures that count as equal.
pub const TOLERANCE: f64 = 0.005;
/// Whole numbers below a million are not rounded, so they must agree more closely.
const WHOLE_TOLERANCE: f64 = 0.0004;
/// The number of column assignments that are tried before a comparison is given up.
const MOST_ASSIGNMENTS: usize = 4000;

/// Rows under named columns.
#[derive(Clone, Debug, Default)]
pub struct Table {
    pub names: Vec<String>,
    pub rows: Vec<Vec<Cell>>,
}

/// Settings of a comparison.
#[derive(Clone, Copy, Debug)]
pub struct Comparison {
    /// 0.25 and 25 are equal.
    pub percent: bool,
}

impl Comparison {
    fn smallest_value(self) -> f64 {
        if self.percent { 0.00006 } else { 1e-9 }
    }

    /// Returns whether `got` counts as `want`.
    pub fn is_near(self, want: f64, got: f64) -> bool {
        let whole = want.fract() == 0.0 && got.fract() == 0.0 && want.abs() < 1e6;
        let share = if whole { WHOLE_TOLERANCE } else { TOLERANCE };
        (want - got).abs() <= (share * want.abs()).max(self.smallest_value())
    }
}

/// How the rows of a gold and of a chart must relate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// The same rows.
    Same,
    /// The chart shows some of the gold's rows.
    Part,
    /// The chart shows the gold's rows and others.
    More,
}

impl Table {
    /// Reads `{"columns": […], "rows": [[…]]}`.
    pub fn from_json(value: &Value) -> Option<Self> {
        let names = value.get("columns")?.as_array()?.iter();
        let rows = value.get("rows")?.as_array()?.iter();
        Some(Self {
            names: names
                .filter_map(|name| name.as_str().or_else(|| name.get("name")?.as_str()))
                .map(str::to_owned)
                .collect(),
            rows: rows
                .filter_map(Value::as_array)
                .map(|row| row.iter().map(Cell::from).collect())
                .collect(),
        })
    }

    pub fn column(&self, at: usize) -> Vec<Cell> {
        self.rows.iter().map(|row| row[at].clone()).collect()
    }

    pub fn position(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|n| n == name)
    }

    pub fn filtered(&self, keep: impl Fn(&[Cell]) -> bool) -> Self {
        Self {
            names: self.names.clone(),
            rows: self.rows.iter().filter(|row| keep(row)).cloned().collect(),
        }
    }

    /// Returns these columns only.
    pub fn selected(&self, columns: &[usize]) -> Self {
        let pick = |row: &Vec<Cell>| columns.iter().map(|at| row[*at].clone()).collect();
        Self {
            names: columns.iter().map(|at| self.names[*at].clone()).collect(),
            rows: self.rows.iter().map(pick).collect(),
        }
    }

    /// Returns the positions of the measures among the columns.
    pub fn measures(&self) -> Vec<usize> {
        (0..self.names.len())
            .filter(|at| is_measure(&self.names[*at], &self.column(*at)))
            .collect()
    }

    /// Returns the gold in other layouts: a period joined with its year, measures below each other,
    /// groups beside each other.
    pub fn layouts(&self) -> Vec<Self> {
        let mut layouts = vec![self.clone()];
        layouts.extend(
            [("qtr", 3.0), ("moy", 1.0)]
                .into_iter()
                .filter_map(|(period, step)| self.with_dates(period, step)),
        );
        for table in layouts.clone() {
            layouts.extend(table.fold_measures());
            layouts.extend(table.spread_labels());
        }
        layouts
    }

    fn with_dates(&self, period: &str, step: f64) -> Option<Self> {
        let year = self.names.iter().position(|n| n == "y" || n == "year")?;
        let period = self.position(period)?;
        let rest: Vec<usize> = (0..self.names.len())
            .filter(|at| *at != year && *at != period)
            .collect();
        let mut table = self.selected(&rest);
        table.names.insert(0, "d".into());
        for (to, from) in table.rows.iter_mut().zip(&self.rows) {
            let (year, period) = (from[year].number()?, from[period].number()?);
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "years and months are small"
            )]
            let first = Moment::of_day(year as i32, ((period - 1.0) * step + 1.0) as u32, 1);
            to.insert(0, Cell::Date(first));
        }
        Some(table)
    }

    /// Returns the measures below each other, under their names.
    fn fold_measures(&self) -> Option<Self> {
        let measures = self.measures();
        if !(2..=4).contains(&measures.len()) || self.rows.len() > 3000 {
            return None;
        }
        let keys: Vec<usize> = (0..self.names.len())
            .filter(|at| !measures.contains(at))
            .collect();
        let mut table = self.selected(&keys);
        table.names.extend(["k".into(), "v".into()]);
        table.rows = self
            .rows
            .iter()
            .flat_map(|row| {
                measures.iter().map(|at| {
                    let mut cells: Vec<Cell> = keys.iter().map(|key| row[*key].clone()).collect();
                    cells.extend([Cell::Text(self.names[*at].clone()), row[*at].clone()]);
                    cells
                })
            })
            .collect();
        Some(table)
    }

    /// Returns one column for each label of a column of words, for tables with one measure.
    fn spread_labels(&self) -> Vec<Self> {
        let measures = self.measures();
        let [measure] = measures[..] else {
            return Vec::new();
        };
        (0..self.names.len())
            .filter(|at| *at != measure)
            .filter_map(|at| self.spread_by(at, measure))
            .collect()
    }

    fn spread_by(&self, by: usize, measure: usize) -> Option<Self> {
        let labels: BTreeSet<String> = self.rows.iter().map(|row| row[by].key()).collect();
        let words = self.rows.iter().all(|row| row[by].text().is_some());
        let rest: Vec<usize> = (0..self.names.len())
            .filter(|at| *at != by && *at != measure)
            .collect();
        if !words || !(2..=12).contains(&labels.len()) || rest.is_empty() {
            return None;
        }
        let labels: Vec<String> = labels.into_iter().collect();
        let kept = rest.iter().map(|at| self.names[*at].clone());
        let spread = labels.iter().map(|_| "v".to_owned());
        let mut table = Self {
            names: kept.chain(spread).collect(),
            rows: Vec::new(),
        };
        let mut place: HashMap<Vec<String>, usize> = HashMap::new();
        for row in &self.rows {
            let key: Vec<String> = rest.iter().map(|at| row[*at].key()).collect();
            let at = *place.entry(key).or_insert_with(|| {
                let mut cells: Vec<Cell> = rest.iter().map(|at| row[*at].clone()).collect();
                cells.resize(rest.len() + labels.len(), Cell::Missing);
                table.rows.push(cells);
                table.rows.len() - 1
            });
            let label = labels.binary_search(&row[by].key()).ok()?;
            table.rows[at][rest.len() + label] = row[measure].clone();
        }
        Some(table)
    }
}

/// Returns the columns of `shown` that hold the gold's columns, if the rows relate as wanted.
pub fn find_columns(
    gold: &Table,
    shown: &Table,
    with: Comparison,
    relation: Relation,
) -> Option<Vec<usize>> {
    if gold.rows.is_empty() || shown.rows.is_empty() || shown.names.len() > 40 {
        return None;
    }
    if relation == Relation::Same && gold.rows.len() != shown.rows.len() {
        return None;
    }
    let mut options = Vec::new();
    for (at, name) in gold.names.iter().enumerate() {
        let want = gold_values(&gold.column(at));
        let soft = is_measure(name, &want);
        let found: Vec<(usize, Vec<Cell>)> = (0..shown.names.len())
            .flat_map(|p| {
                let ways = possible_values(name, &want, &shown.column(p), with.percent);
                ways.into_iter().map(move |got| (p, got))
            })
            .filter(|(_, got)| column_fits(&want, got, soft, with, relation))
            .collect();
        if found.is_empty() {
            return None;
        }
        options.push(found);
    }
    let mut search = Assignment {
        gold: gold_rows(gold),
        options: &options,
        with,
        relation,
        tried: 0,
    };
    search.extend_columns(&mut Vec::new())
}

/// A gold's row: the cells that must be equal, and the measures that must be near.
type SplitRow = (Vec<String>, Vec<Option<f64>>);

struct GoldRows {
    soft: Vec<bool>,
    rows: Vec<SplitRow>,
}

fn gold_rows(gold: &Table) -> GoldRows {
    let columns: Vec<Vec<Cell>> = (0..gold.names.len())
        .map(|at| gold_values(&gold.column(at)))
        .collect();
    let soft: Vec<bool> = columns
        .iter()
        .zip(&gold.names)
        .map(|(c, name)| is_measure(name, c))
        .collect();
    let rows = split_rows(&columns.iter().collect::<Vec<_>>(), &soft);
    GoldRows { soft, rows }
}

fn split_rows(columns: &[&Vec<Cell>], soft: &[bool]) -> Vec<SplitRow> {
    let length = columns.first().map_or(0, |c| c.len());
    (0..length)
        .map(|row| {
            let mut split = SplitRow::default();
            for (column, soft) in columns.iter().zip(soft) {
                if *soft {
                    split.1.push(column[row].number());
                } else {
                    split.0.push(column[row].key());
                }
            }
            split
        })
        .collect()
}

struct Assignment<'a> {
    gold: GoldRows,
    options: &'a [Vec<(usize, Vec<Cell>)>],
    with: Comparison,
    relation: Relation,
    tried: usize,
}

impl<'a> Assignment<'a> {
    fn extend_columns(&mut self, chosen: &mut Vec<&'a (usize, Vec<Cell>)>) -> Option<Vec<usize>> {
        let Some(options) = self.options.get(chosen.len()) else {
            self.tried += 1;
            return self
                .rows_agree(chosen)
                .then(|| chosen.iter().map(|c| c.0).collect());
        };
        for option in options {
            if self.tried >= MOST_ASSIGNMENTS {
                return None;
            }
            if chosen.iter().all(|c| c.0 != option.0) {
                chosen.push(option);
                if let Some(found) = self.extend_columns(chosen) {
                    return Some(found);
                }
                chosen.pop();
            }
        }
        None
    }

    fn rows_agree(&self, chosen: &[&'a (usize, Vec<Cell>)]) -> bool {
        let columns: Vec<&Vec<Cell>> = chosen.iter().map(|c| &c.1).collect();
        let got = split_rows(&columns, &self.gold.soft);
        let (large, small) = match self.relation {
            Relation::Part => (&self.gold.rows, &got),
            _ => (&got, &self.gold.rows),
        };
        let mut index: HashMap<&[String], Vec<&[Option<f64>]>> = HashMap::new();
        for (key, measures) in large {
            index.entry(key).or_default().push(measures);
        }
        let mut small: Vec<&SplitRow> = small.iter().collect();
        small.sort_by(|a, b| a.partial_cmp(b).unwrap_or(std::cmp::Ordering::Equal));
        for list in index.values_mut() {
            list.sort_by(|a, b| a.partial_cmp(b).unwrap_or(std::cmp::Ordering::Equal));
        }
        small.into_iter().all(|(key, measures)| {
            let Some(left) = index.get_mut(&key[..]) else {
                return false;
            };
            // Both sides are sorted, so the first row that fits leaves the others to later rows.
            let start = measures.first().copied().flatten().map_or(0, |first| {
                let low = first - first.abs() * TOLERANCE - self.with.smallest_value();
                left.partition_point(|m| m[0].is_none_or(|value| value < low))
            });
            let fits = |other: &&[Option<f64>]| {
                measures.iter().zip(*other).all(|pair| match pair {
                    (None, None) => true,
                    (Some(a), Some(b)) => self.with.is_near(*a, *b),
                    _ => false,
                })
            };
            let Some(at) = left[start..].iter().position(fits) else {
                return false;
            };
            left.remove(start + at);
            true
        })
    }
}

fn column_fits(
    want: &[Cell],
    got: &[Cell],
    soft: bool,
    with: Comparison,
    relation: Relation,
) -> bool {
    if !soft {
        let (want, got) = (count_keys(want), count_keys(got));
        let within = |small: &HashMap<String, usize>, large: &HashMap<String, usize>| {
            small
                .iter()
                .all(|(key, n)| large.get(key).is_some_and(|have| have >= n))
        };
        return match relation {
            Relation::Same => want == got,
            Relation::Part => within(&got, &want),
            Relation::More => within(&want, &got),
        };
    }
    let (want, got) = (sorted_numbers(want), sorted_numbers(got));
    let (small, large) = match relation {
        Relation::Same => {
            return want.len() == got.len()
                && want.iter().zip(&got).all(|(a, b)| with.is_near(*a, *b));
        }
        Relation::Part => (&got, &want),
        Relation::More => (&want, &got),
    };
    small.iter().all(|value| {
        let margin = value.abs() * TOLERANCE * 1.01 + with.smallest_value();
        let start = large.partition_point(|other| *other < value - margin);
        large[start..]
            .iter()
            .take_while(|other| **other <= value + margin)
            .any(|other| with.is_near(*value, *other))
    })
}

fn count_keys(values: &[Cell]) -> HashMap<String, usize> {
    let mut counts = HashMap::new();
    for value in values {
        *counts.entry(value.key()).or_default() += 1;
    }
    counts
}

fn sorted_numbers(values: &[Cell]) -> Vec<f64> {
    let mut numbers: Vec<f64> = values.iter().filter_map(Cell::number).collect();
    numbers.sort_by(f64::total_cmp);
    numbers
}

/// Returns the dates of a column, if they differ by more than the time of day.
pub fn has_daily_dates(values: &[Cell]) -> bool {
    values.iter().any(|v| v.date().is_some()) && by_day(values)
}
