//! Values that follow from the rows of one result by simple computation.

use std::collections::BTreeMap;

use serde_json::Value;

/// Columns of numbers that are computed with.
const COLUMNS: usize = 12;
/// Rows that are computed with; more are no finding but a list.
const ROWS: usize = 5_000;
/// Rows whose labels are looked for in a text, and how many of them are compared.
const LABELLED: usize = 1_000;
const NAMED: usize = 6;
/// Whole numbers that may be years.
const YEARS: std::ops::RangeInclusive<i64> = 1_000..=2_999;
/// Groups that a column of words makes; one with more is no grouping but a list of names.
const GROUPS: usize = 200;
/// The first so many of a column, largest first, are added up.
const LEADING: [usize; 3] = [2, 3, 5];

/// Sorted lists, without signs.
#[derive(Clone, Debug, Default)]
pub(super) struct Derived {
    /// Sums, means, differences.
    pub amounts: Vec<f64>,
    /// Shares and changes, in percent.
    pub percents: Vec<f64>,
    /// Ratios.
    pub factors: Vec<f64>,
}

/// The numbers of a result by column, and what its rows are called.
#[derive(Clone, Debug)]
pub(super) struct NumberTable {
    columns: Vec<Vec<Option<f64>>>,
    /// Lower case; by row, where a row has any.
    labels: Vec<(usize, String)>,
    /// By column of words, the rows of each word: where rows represent parts, these are the wholes.
    groups: Vec<BTreeMap<String, Vec<usize>>>,
    /// Whether the result is complete; otherwise sums are meaningless.
    is_whole: bool,
}

impl NumberTable {
    pub fn new(rows: &[Vec<Value>], is_truncated: bool) -> Self {
        let is_whole = !is_truncated && rows.len() <= ROWS;
        let width = rows.first().map_or(0, Vec::len);
        let numbers = |column: usize| rows.iter().map(move |row| row.get(column)?.as_f64());
        let columns = (0..width)
            .filter(|column| numbers(*column).flatten().next().is_some())
            .take(COLUMNS)
            .map(|column| numbers(column).take(ROWS).collect())
            .collect();
        let labels = rows
            .iter()
            .take(LABELLED)
            .enumerate()
            .flat_map(|(index, row)| {
                row.iter()
                    .filter_map(move |cell| Some((index, row_label(cell)?)))
            })
            .collect();
        let groups = (0..width)
            .map(|column| group_rows(rows, column))
            .filter(|groups| (2..=GROUPS).contains(&groups.len()) && groups.len() < rows.len())
            .collect();
        Self {
            columns,
            labels,
            groups,
            is_whole,
        }
    }

    /// Returns the first rows whose label occurs in `text`, which is in lower case.
    fn named(&self, text: &str) -> Vec<usize> {
        let mut named: Vec<usize> = Vec::new();
        for (row, label) in &self.labels {
            if named.last() != Some(row) && is_said(text, label) {
                named.push(*row);
                if named.len() == NAMED {
                    break;
                }
            }
        }
        named
    }
}

impl Derived {
    /// Values that are often stated about a result.
    pub fn add(&mut self, table: &NumberTable) {
        for column in &table.columns {
            let present: Vec<f64> = column.iter().flatten().copied().collect();
            let (Some(first), Some(last)) = (present.first(), present.last()) else {
                continue;
            };
            let mut sorted = present.clone();
            sorted.sort_unstable_by(|one, two| two.total_cmp(one));
            let (largest, smallest) = (sorted[0], sorted[sorted.len() - 1]);
            self.add_change(*last, *first);
            self.add_comparison(largest, smallest);
            if let [.., before, last] = present[..] {
                self.add_change(last, before);
            }
            if let [largest, second, ..] = sorted[..] {
                self.add_change(largest, second);
            }
            if !table.is_whole {
                continue;
            }
            let sum: f64 = present.iter().sum();
            let mean = sum / present.len() as f64;
            self.amounts.extend([sum.abs(), mean.abs()]);
            self.add_share(largest, sum);
            self.add_share(smallest, sum);
            for count in LEADING.into_iter().filter(|count| *count < sorted.len()) {
                let leading: f64 = sorted[..count].iter().sum();
                self.amounts.push(leading.abs());
                self.add_share(leading, sum);
            }
            for groups in &table.groups {
                let mut sums: Vec<f64> =
                    groups.values().map(|rows| total_of(column, rows)).collect();
                sums.sort_unstable_by(f64::total_cmp);
                if let [smallest, .., largest] = sums[..] {
                    self.add_part(largest, sum);
                    self.add_part(smallest, sum);
                    self.add_comparison(largest, smallest);
                }
            }
        }
    }

    /// Derives comparisons and shares of the rows that a text names.
    pub fn add_named(&mut self, table: &NumberTable, text: &str) {
        self.add_named_groups(table, text);
        let rows = table.named(text);
        if rows.is_empty() {
            return;
        }
        for column in &table.columns {
            let cells: Vec<f64> = rows.iter().filter_map(|row| *column.get(*row)?).collect();
            for (index, one) in cells.iter().enumerate() {
                for two in &cells[index + 1..] {
                    self.add_change(*one, *two);
                    self.add_change(*two, *one);
                    self.percents
                        .extend([100.0 * (one / two).abs(), 100.0 * (two / one).abs()]);
                }
            }
            let together: f64 = cells.iter().sum();
            self.amounts.push(together.abs());
            if table.is_whole {
                let sum: f64 = column.iter().flatten().sum();
                self.add_share(together, sum);
                for cell in cells {
                    self.add_share(cell, sum);
                }
            }
        }
    }

    fn add_named_groups(&mut self, table: &NumberTable, text: &str) {
        if !table.is_whole {
            return;
        }
        for groups in &table.groups {
            let named = groups.iter().filter(|(label, _)| is_said(text, label));
            let named: Vec<&Vec<usize>> = named.map(|(_, rows)| rows).take(NAMED).collect();
            for column in &table.columns {
                let sum: f64 = column.iter().flatten().sum();
                let sums: Vec<f64> = named.iter().map(|rows| total_of(column, rows)).collect();
                for (index, one) in sums.iter().enumerate() {
                    self.add_part(*one, sum);
                    for two in &sums[index + 1..] {
                        self.add_change(*one, *two);
                        self.add_change(*two, *one);
                    }
                }
            }
        }
    }

    pub fn sort_values(&mut self) {
        for list in [&mut self.amounts, &mut self.percents, &mut self.factors] {
            list.retain(|value| value.is_finite());
            list.sort_unstable_by(f64::total_cmp);
        }
    }

    /// By how much, and how many times.
    fn add_comparison(&mut self, one: f64, two: f64) {
        self.amounts.push((one - two).abs());
        self.factors.extend([(one / two).abs(), (two / one).abs()]);
    }

    /// Also by how many percent `one` is more or less than `two`.
    fn add_change(&mut self, one: f64, two: f64) {
        self.add_comparison(one, two);
        self.percents.push((100.0 * (one - two) / two).abs());
    }

    /// An amount, and what it has of the whole.
    fn add_part(&mut self, part: f64, whole: f64) {
        self.amounts.push(part.abs());
        self.add_share(part, whole);
    }

    fn add_share(&mut self, part: f64, whole: f64) {
        self.percents.push((100.0 * part / whole).abs());
    }
}

fn group_rows(rows: &[Vec<Value>], column: usize) -> BTreeMap<String, Vec<usize>> {
    let mut groups = BTreeMap::<String, Vec<usize>>::new();
    for (index, row) in rows.iter().take(ROWS).enumerate() {
        if let Some(label) = row.get(column).and_then(row_label) {
            groups.entry(label).or_default().push(index);
        }
    }
    groups
}

fn total_of(column: &[Option<f64>], rows: &[usize]) -> f64 {
    rows.iter().filter_map(|row| *column.get(*row)?).sum()
}

/// Returns the name of a row in a text: its label, its year, or a date's year or month.
fn row_label(cell: &Value) -> Option<String> {
    if let Some(year) = cell.as_i64().filter(|number| YEARS.contains(number)) {
        return Some(year.to_string());
    }
    let text = cell.as_str()?.trim();
    let text = text.strip_suffix("-01-01").unwrap_or(text);
    let length = text.chars().count();
    (2..=80).contains(&length).then(|| text.to_lowercase())
}

/// Returns whether a text has this as words of its own.
fn is_said(text: &str, label: &str) -> bool {
    text.match_indices(label).any(|(start, found)| {
        let joins = |letter: char| letter.is_alphanumeric() && letter < '\u{2E80}';
        let before = text[..start].chars().next_back();
        let after = text[start + found.len()..].chars().next();
        !before.is_some_and(joins) && !after.is_some_and(joins)
    })
}
