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

/// Marks taxes and fees of a panel as rates. Where the same places appear in several years, a small figure with decimals is the
/// level of the tax and not an amount that adds up.
pub fn settle_rates(profile: &TableProfile, columns: &mut [Column<'_>]) {
    const CHARGES: [&str; 6] = ["tax", "fee", "duti", "toll", "premium", "benefit"];
    if !has_row_per_entity_and_year(profile, columns) {
        return;
    }
    let is_charge = |column: &Column<'_>| {
        let high = column
            .profile
            .max
            .as_ref()
            .and_then(serde_json::Value::as_f64);
        column.role == Role::Additive
            && column.unit.is_none()
            && column.profile.column_type == ColumnType::Number
            && high.is_some_and(|high| high <= 100.0)
            && column
                .words
                .last()
                .is_some_and(|word| CHARGES.contains(&word.stem.as_str()))
    };
    for column in columns.iter_mut().filter(|column| is_charge(column)) {
        column.role = Role::Rate;
    }
}

/// Returns whether the table has one row per entity and year.
fn has_row_per_entity_and_year(profile: &TableProfile, columns: &[Column<'_>]) -> bool {
    let rows = profile.row_count;
    let years = columns
        .iter()
        .find(|column| column.role == Role::Time && column.is_numeric())
        .map_or(0, |column| column.profile.distinct);
    let is_thing = |column: &&Column<'_>| {
        let cells = column.profile.distinct * years;
        column.role != Role::Time
            && column.profile.column_type != ColumnType::Number
            && column.profile.distinct > 1
            && cells.abs_diff(rows) * 20 <= rows
    };
    rows >= 20 && years > 1 && columns.iter().find(is_thing).is_some()
}

/// Tells whether a column of a panel says how many things each of its rows stands for.
pub fn is_figure(column: &Column<'_>) -> bool {
    column.is_quantity()
        // A unit says that the figure is money or a measurement, not a number of things.
        && column.unit.is_none()
        && (column.role == Role::Additive
            || column.role == Role::Rate && column.profile.column_type == ColumnType::Integer)
}
