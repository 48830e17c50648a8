//! Panels: tables with a row of figures for each combination of their keys, such as a region, a fuel and a quarter.

use portolan_query::{ColumnType, TableProfile};

use super::{Column, Role};

/// The most keys that are tried.
const MOST_KEYS: usize = 8;

/// Tells whether the keys of a table make up its rows: every value of one of them has as many rows as any other, and the
/// numbers of values multiply to the number of rows. Things that happened are never spread so evenly.
pub fn is_panel(profile: &TableProfile, columns: &[Column<'_>]) -> bool {
    let rows = profile.row_count;
    // The profile must list all values, since an unlisted one might have another number of rows.
    let is_even = |column: &Column<'_>| {
        let values = &column.profile.values;
        column.is_text()
            && values.len() >= 3
            && values.len() as u64 == column.profile.distinct
            && values
                .iter()
                .all(|value| value.count * values.len() as u64 == rows)
    };
    // A key has a value in each row, repeats its values and is not a figure.
    let sizes: Vec<u64> = columns
        .iter()
        .filter(|column| {
            (!column.is_quantity() || column.role == Role::Ordinal)
                && column.profile.nulls == 0
                && (2..=rows / 2).contains(&column.profile.distinct)
        })
        .map(|column| column.profile.distinct)
        .take(MOST_KEYS)
        .collect();
    // Each bit of `chosen` is a column; the right choice need not be all of them, as codes repeat their names.
    let multiplies = |chosen: u32| {
        let product = sizes
            .iter()
            .enumerate()
            .filter(|(at, _)| chosen >> at & 1 == 1)
            .fold(1_u64, |product, (_, size)| product.saturating_mul(*size));
        chosen.count_ones() >= 2 && product == rows
    };
    // A column that tells the rows apart names things, and is no figure of a combination.
    let names_things = |column: &Column<'_>| {
        column.profile.distinct == rows && matches!(column.role, Role::Text | Role::Identifier)
    };
    // Below 20 rows, numbers of values multiply to the number of rows by chance.
    rows >= 20
        && columns.iter().any(|column| column.role == Role::Time)
        && !columns.iter().any(names_things)
        && columns.iter().any(is_even)
        && columns.iter().any(is_figure)
        && (1..1_u32 << sizes.len()).any(multiplies)
}

/// Tells whether a column of a panel says how many things each of its rows stands for.
pub fn is_figure(column: &Column<'_>) -> bool {
    column.is_quantity()
        // A unit says that the figure is money or a measurement, not a number of things.
        && column.unit.is_none()
        && (column.role == Role::Additive
            || column.role == Role::Rate && column.profile.column_type == ColumnType::Integer)
}
