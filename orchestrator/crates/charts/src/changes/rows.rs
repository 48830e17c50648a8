use std::collections::{BTreeMap, HashMap, HashSet};

use portolan_blocks::{Cell, ChartData};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

use super::value::canonical_text;

/// The differences between two sets of rows. A mark of a chart is a row; rows are distinguished by `keys`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct RowChanges {
    /// The columns by which rows are distinguished: as few as make them differ, what names something before
    /// what measures it. All of them where rows have nothing of their own: then a row that changed is one
    /// that went and one that came.
    pub keys: Vec<String>,
    pub added: Vec<ChangedRow>,
    pub removed: Vec<ChangedRow>,
    pub changed: Vec<ChangedCell>,
    /// Rows that are as they were.
    pub unchanged: u64,
    /// Some changes are not listed, or some rows were not compared.
    pub truncated: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ChangedRow {
    #[schemars(with = "BTreeMap<String, Cell>")]
    pub key: Map<String, Value>,
    /// The columns that are no keys.
    #[schemars(with = "BTreeMap<String, Cell>")]
    pub values: Map<String, Value>,
}

#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ChangedCell {
    #[schemars(with = "BTreeMap<String, Cell>")]
    pub key: Map<String, Value>,
    pub column: String,
    #[schemars(with = "Cell")]
    pub before: Value,
    #[schemars(with = "Cell")]
    pub after: Value,
}

impl RowChanges {
    /// Returns whether the same marks are drawn.
    pub fn is_empty(&self) -> bool {
        self.added.is_empty() && self.removed.is_empty() && self.changed.is_empty()
    }
}

/// Compares two sets of rows; each list has at most `most` entries. The order of rows means nothing.
///
/// Only columns that both have are compared: which columns came and went shows in the document.
pub fn row_changes(before: &ChartData, after: &ChartData, most: usize) -> RowChanges {
    let columns = common_columns(before, after);
    let old = ComparedTable::new(before, &columns, 0);
    let new = ComparedTable::new(after, &columns, 1);
    let keys = find_keys(&columns, &old, &new);
    let mut changes = RowChanges {
        keys: keys.iter().map(|at| columns[*at].name.to_owned()).collect(),
        truncated: before.truncated || after.truncated,
        ..RowChanges::default()
    };
    // Rows that nothing tells apart are matched with as many that are the same.
    let mut waiting: HashMap<Vec<&str>, Vec<usize>> = HashMap::new();
    for row in (0..old.len()).rev() {
        waiting
            .entry(old.row_key(row, &keys))
            .or_default()
            .push(row);
    }
    let mut kept = HashSet::new();
    for row in 0..new.len() {
        let known = waiting.get_mut(&new.row_key(row, &keys)).and_then(Vec::pop);
        let Some(known) = known else {
            let added = new.changed_row(row, &keys);
            push_limited(&mut changes.added, added, most, &mut changes.truncated);
            continue;
        };
        kept.insert(known);
        let differing =
            (0..columns.len()).filter(|at| old.texts[known][*at] != new.texts[row][*at]);
        let mut is_same = true;
        for at in differing {
            is_same = false;
            let cell = ChangedCell {
                key: new.changed_row(row, &keys).key,
                column: columns[at].name.to_owned(),
                before: old.value_at(known, at),
                after: new.value_at(row, at),
            };
            push_limited(&mut changes.changed, cell, most, &mut changes.truncated);
        }
        changes.unchanged += u64::from(is_same);
    }
    for row in (0..old.len()).filter(|row| !kept.contains(row)) {
        let removed = old.changed_row(row, &keys);
        push_limited(&mut changes.removed, removed, most, &mut changes.truncated);
    }
    changes
}

fn push_limited<T>(list: &mut Vec<T>, item: T, most: usize, truncated: &mut bool) {
    if list.len() < most {
        list.push(item);
    } else {
        *truncated = true;
    }
}

/// A column that both have.
struct Common<'a> {
    name: &'a str,
    /// Its place before and after.
    places: [usize; 2],
    rank: Rank,
}

/// How well a column names its row; the best first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Names,
    Counts,
    Measures,
}

fn common_columns<'a>(before: &'a ChartData, after: &ChartData) -> Vec<Common<'a>> {
    let mut seen = HashSet::new();
    let columns = before.columns.iter().enumerate();
    columns
        .filter(|(_, column)| seen.insert(column.name.as_str()))
        .filter_map(|(place, column)| {
            let other = after
                .columns
                .iter()
                .position(|each| each.name == column.name)?;
            let rank = match column.column_type.as_str() {
                "number" => Rank::Measures,
                "integer" => Rank::Counts,
                _ => Rank::Names,
            };
            Some(Common {
                name: &column.name,
                places: [place, other],
                rank,
            })
        })
        .collect()
}

/// Rows as texts that compare, in the order of the common columns.
struct ComparedTable<'a> {
    rows: &'a [Vec<Value>],
    columns: &'a [Common<'a>],
    /// Which of the columns' places are this table's.
    side: usize,
    texts: Vec<Vec<String>>,
}

impl<'a> ComparedTable<'a> {
    fn new(data: &'a ChartData, columns: &'a [Common<'a>], side: usize) -> Self {
        let texts = data.rows.iter().map(|row| {
            let cells = columns.iter().map(|column| row.get(column.places[side]));
            cells
                .map(|cell| canonical_text(cell.unwrap_or(&Value::Null)))
                .collect()
        });
        Self {
            texts: texts.collect(),
            rows: &data.rows,
            columns,
            side,
        }
    }

    fn len(&self) -> usize {
        self.rows.len()
    }

    fn row_key(&self, row: usize, keys: &[usize]) -> Vec<&str> {
        keys.iter()
            .map(|at| self.texts[row][*at].as_str())
            .collect()
    }

    /// Returns whether no two rows have the same values in these columns.
    fn differ_by(&self, keys: &[usize]) -> bool {
        let mut seen = HashSet::with_capacity(self.len());
        (0..self.len()).all(|row| seen.insert(self.row_key(row, keys)))
    }

    fn value_at(&self, row: usize, at: usize) -> Value {
        let place = self.columns[at].places[self.side];
        self.rows[row].get(place).cloned().unwrap_or_default()
    }

    fn changed_row(&self, row: usize, keys: &[usize]) -> ChangedRow {
        let mut changed = ChangedRow {
            key: Map::new(),
            values: Map::new(),
        };
        for (at, column) in self.columns.iter().enumerate() {
            let part = if keys.contains(&at) {
                &mut changed.key
            } else {
                &mut changed.values
            };
            part.insert(column.name.to_owned(), self.value_at(row, at));
        }
        changed
    }
}

/// The first columns, the best names first, that distinguish all rows of both sides. Measures are no names:
/// where nothing else does, every column is a key.
fn find_keys(
    columns: &[Common<'_>],
    old: &ComparedTable<'_>,
    new: &ComparedTable<'_>,
) -> Vec<usize> {
    let mut ranked: Vec<usize> = (0..columns.len())
        .filter(|at| columns[*at].rank != Rank::Measures)
        .collect();
    ranked.sort_by_key(|at| columns[*at].rank);
    let found = (0..=ranked.len())
        .map(|count| &ranked[..count])
        .find(|keys| old.differ_by(keys) && new.differ_by(keys));
    match found {
        // One row on each side, or none, needs no name unless it has one.
        Some([]) => ranked
            .iter()
            .copied()
            .filter(|at| columns[*at].rank == Rank::Names)
            .collect(),
        Some(keys) => keys.to_vec(),
        None => (0..columns.len()).collect(),
    }
}
