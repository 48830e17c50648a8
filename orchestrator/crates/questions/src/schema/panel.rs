//! Panels: tables with a row of figures for each combination of their keys, such as a region, a fuel and a quarter.

use portolan_query::{ColumnType, TableProfile};

use super::{Column, Role};

/// The most keys that are tried.
const MOST_KEYS: usize = 8;

/// Tells whether the keys of a table make up its rows: every value of one of them has as many rows as any other, and the
/// numbers of values multiply to the number of rows. Things that happened are never spread so evenly.
pub fn is_panel(profile: &TableProfile, columns: &[Column<'_>]) -> bool {
    let rows = profile.row_count;
    let is_even = |column: &Column<'_>| {
        let values = &column.profile.values;
        column.is_text()
            && values.len() >= 3
            && values.len() as u64 == column.profile.distinct
            && values.iter().all(|value| value.count * values.len() as u64 == rows)
    };
    let mut sizes: Vec<u64> = columns
        .iter()
        .filter(|column| {
            (!column.is_quantity() || column.role == Role::Ordinal)
                && column.profile.nulls == 0
                && (2..=rows / 2).contains(&column.profile.distinct)
        })
        .map(|column| column.profile.distinct)
        .take(MOST_KEYS)
        .collect();
    // A key and its code are one.
    sizes.sort_unstable();
    sizes.dedup();
    let multiplies = |chosen: u32| {
        let product = sizes
            .iter()
            .enumerate()
            .filter(|(at, _)| chosen >> at & 1 == 1)
            .fold(1_u64, |product, (_, size)| product.saturating_mul(*size));
        chosen.count_ones() >= 2 && product == rows
    };
    rows >= 20
        && columns.iter().any(is_even)
        && columns.iter().any(|column| column.role == Role::Additive)
        && (1..1_u32 << sizes.len()).any(multiplies)
}

/// The only column of numbers of things: how many each row stands for.
pub fn counted(columns: &[Column<'_>]) -> Option<usize> {
    let mut found = (0..columns.len()).filter(|at| {
        let column = &columns[*at];
        column.role == Role::Additive
            && column.profile.column_type == ColumnType::Integer
            && column.unit.is_none()
    });
    found.next().filter(|_| found.next().is_none())
}
