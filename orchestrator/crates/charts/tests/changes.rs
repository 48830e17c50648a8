//! Differences between two versions of a chart, mark by mark.

#![expect(
    clippy::unwrap_used,
    reason = "a test ends where something is not as it should be"
)]

use portolan_blocks::{ChartData, DataColumn};
use portolan_charts::{RowChanges, row_changes};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

fn chart_data(columns: &[(&str, &str)], rows: Value) -> ChartData {
    ChartData {
        columns: columns
            .iter()
            .map(|(name, column_type)| DataColumn {
                name: (*name).to_owned(),
                column_type: (*column_type).to_owned(),
            })
            .collect(),
        rows: serde_json::from_value(rows).unwrap(),
        truncated: false,
    }
}

const SALES: [(&str, &str); 2] = [("item", "string"), ("sold", "integer")];

#[test]
fn row_changes_report_added_removed_and_changed_by_key() {
    let before = chart_data(&SALES, json!([["Tea", 8], ["Mate", 4], ["Cocoa", 9]]));
    let after = chart_data(&SALES, json!([["Cocoa", 9], ["Tea", 11.0], ["Coffee", 1]]));
    let changes = row_changes(&before, &after, 100);
    assert_eq!(
        serde_json::to_value(&changes).unwrap(),
        json!({
            "keys": ["item"],
            "added": [{"key": {"item": "Coffee"}, "values": {"sold": 1}}],
            "removed": [{"key": {"item": "Mate"}, "values": {"sold": 4}}],
            "changed": [{"key": {"item": "Tea"}, "column": "sold", "before": 8, "after": 11.0}],
            "unchanged": 1,
            "truncated": false,
        })
    );
}

#[test]
fn years_identify_rows_without_text_column() {
    let columns = [("year", "integer"), ("mean", "number")];
    let before = chart_data(&columns, json!([[2023, 1.5], [2024, 2.5]]));
    let after = chart_data(&columns, json!([[2023, 1.5], [2024, 2.75]]));
    let changes = row_changes(&before, &after, 100);
    assert_eq!(changes.keys, ["year"]);
    assert_eq!(changes.changed.len(), 1);
}

#[test]
fn single_number_changes_without_key() {
    let columns = [("total", "number")];
    let changes = row_changes(
        &chart_data(&columns, json!([[1.5]])),
        &chart_data(&columns, json!([[2.5]])),
        100,
    );
    assert_eq!((changes.keys.len(), changes.changed.len()), (0, 1));
}

#[test]
fn indistinguishable_rows_are_counted() {
    let columns = [("x", "number"), ("y", "number")];
    let before = chart_data(&columns, json!([[1.5, 1.5], [1.5, 1.5], [2.5, 1.0]]));
    let after = chart_data(&columns, json!([[1.5, 1.5], [2.5, 1.0], [3.5, 1.0]]));
    let changes = row_changes(&before, &after, 100);
    assert_eq!(
        (
            changes.added.len(),
            changes.removed.len(),
            changes.unchanged
        ),
        (1, 1, 2)
    );
}

#[test]
fn row_changes_over_limit_are_marked_truncated() {
    let rows: Vec<Value> = (0..50).map(|at| json!([format!("i{at}"), at])).collect();
    let changes = row_changes(
        &chart_data(&SALES, json!([])),
        &chart_data(&SALES, Value::Array(rows)),
        10,
    );
    assert_eq!((changes.added.len(), changes.truncated), (10, true));
}

fn any_cell() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Null),
        (0..4_i64).prop_map(Value::from),
        (0..4_u8).prop_map(|at| json!(f64::from(at) / 2.0)),
        "[ab]{0,2}".prop_map(Value::from),
    ]
}

fn any_table() -> impl Strategy<Value = ChartData> {
    let rows = prop::collection::vec(prop::collection::vec(any_cell(), 3), 0..8);
    rows.prop_map(|rows| {
        let columns = [("a", "string"), ("b", "integer"), ("c", "number")];
        ChartData {
            rows,
            ..chart_data(&columns, json!([]))
        }
    })
}

/// A row as text that compares, with whole numbers written in one way.
fn row_text(row: &[Value]) -> String {
    let cells = row.iter().map(|cell| match cell.as_f64() {
        Some(number) => number.to_string(),
        None => cell.to_string(),
    });
    cells.collect::<Vec<_>>().join("|")
}

fn sort_rows(rows: &[Vec<Value>]) -> Vec<String> {
    let mut rows: Vec<String> = rows.iter().map(|row| row_text(row)).collect();
    rows.sort();
    rows
}

/// Applies the changes to the rows.
fn apply_changes(before: &ChartData, changes: &RowChanges) -> Vec<Vec<Value>> {
    let name = |at: usize| before.columns[at].name.as_str();
    let mut rows = before.rows.clone();
    let is_row = |row: &[Value], key: &Map<String, Value>, values: &Map<String, Value>| {
        let mut known = (0..row.len()).filter_map(|at| {
            let wanted = key.get(name(at)).or_else(|| values.get(name(at)))?;
            Some((&row[at], wanted))
        });
        known.all(|(cell, wanted)| {
            row_text(std::slice::from_ref(cell)) == row_text(std::slice::from_ref(wanted))
        })
    };
    for removed in &changes.removed {
        let found = rows
            .iter()
            .position(|row| is_row(row, &removed.key, &removed.values));
        rows.remove(found.unwrap());
    }
    for cell in &changes.changed {
        let at = (0..before.columns.len())
            .find(|at| name(*at) == cell.column)
            .unwrap();
        let found = rows.iter_mut().find(|row| {
            is_row(row, &cell.key, &Map::new())
                && row_text(std::slice::from_ref(&row[at]))
                    == row_text(std::slice::from_ref(&cell.before))
        });
        found.unwrap()[at] = cell.after.clone();
    }
    for added in &changes.added {
        let cells = before.columns.iter().map(|column| {
            let known = added.key.get(&column.name);
            known
                .or_else(|| added.values.get(&column.name))
                .unwrap()
                .clone()
        });
        rows.push(cells.collect());
    }
    rows
}

proptest! {
    #[test]
    fn applying_changes_gives_new_rows(before in any_table(), after in any_table()) {
        let changes = row_changes(&before, &after, 1_000);
        prop_assert_eq!(sort_rows(&apply_changes(&before, &changes)), sort_rows(&after.rows));
        prop_assert!(!changes.truncated);
    }

    #[test]
    fn row_order_does_not_count_as_change(before in any_table(), seed in any::<u64>()) {
        let mut after = before.clone();
        if !after.rows.is_empty() {
            let middle = usize::try_from(seed % after.rows.len() as u64).unwrap();
            after.rows.rotate_left(middle);
        }
        let changes = row_changes(&before, &after, 1_000);
        prop_assert!(changes.is_empty(), "{:?}", changes);
        prop_assert_eq!(changes.unchanged, before.rows.len() as u64);
    }

    #[test]
    fn reversed_changes_swap_added_and_removed(before in any_table(), after in any_table()) {
        let there = row_changes(&before, &after, 1_000);
        let back = row_changes(&after, &before, 1_000);
        prop_assert_eq!(there.added.len(), back.removed.len());
        prop_assert_eq!(there.removed.len(), back.added.len());
        prop_assert_eq!(there.unchanged, back.unchanged);
    }
}
