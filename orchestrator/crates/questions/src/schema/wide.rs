//! Wide form: columns that are months, years or parts of one whole, and would be rows in a long table.

use std::collections::BTreeMap;

use portolan_query::{ColumnType, TableProfile};

use super::{Column, NameWord, Role, Wide};
use crate::language::{lexicon, name_words, stem};
use crate::plan::{Unpivot, UnpivotColumn, UnpivotKind};

/// The place of a column, its label, and its number where it is a month or a year.
type NamedColumn = (usize, String, Option<i64>);

/// Finds columns that are values of one quantity.
pub fn find(profile: &TableProfile, columns: &[Column<'_>]) -> Option<Wide> {
    let calendar = months(columns)
        .or_else(|| years(columns))
        .or_else(|| named_years(columns));
    calendar
        .map(|wide| with_sums(wide, profile, columns))
        .or_else(|| parts_of_total(profile, columns))
}

/// Says whether the values of columns side by side add up.
fn with_sums(wide: Wide, profile: &TableProfile, columns: &[Column<'_>]) -> Wide {
    let named = wide.shared.last().cloned();
    let noun = named
        .or_else(|| name_words(&profile.name).pop())
        .unwrap_or_default();
    // Whole numbers of at least 0 are counts, which add up unless the table is named for a rate.
    let counted = wide.columns.iter().all(|at| {
        let column = columns[*at].profile;
        let low = column.min.as_ref().and_then(serde_json::Value::as_f64);
        column.column_type == ColumnType::Integer && low.is_some_and(|low| low >= 0.0)
    });
    let additive =
        lexicon::is_additive_stem(&stem(&noun)) || counted && !lexicon::is_rate_stem(&stem(&noun));
    Wide { additive, ..wide }
}

fn made(
    columns: &[Column<'_>],
    found: &[NamedColumn],
    kind: UnpivotKind,
    name: &str,
    value: &str,
) -> Wide {
    Wide {
        unpivot: Unpivot {
            columns: found
                .iter()
                .map(|(at, label, number)| UnpivotColumn {
                    column: columns[*at].profile.name.clone(),
                    label: label.clone(),
                    number: *number,
                })
                .collect(),
            name_column: name.to_owned(),
            value_column: value.to_owned(),
            kind,
        },
        columns: found.iter().map(|found| found.0).collect(),
        total: None,
        additive: false,
        year: None,
        shared: Vec::new(),
    }
}

fn months(columns: &[Column<'_>]) -> Option<Wide> {
    let named = columns
        .iter()
        .enumerate()
        .filter(|(_, column)| column.is_numeric())
        .filter_map(|(at, column)| Some((at, month_named(column)?)));
    let mut named: Vec<(usize, (i64, Option<i32>))> = named.collect();
    named.sort_by_key(|(_, (month, _))| *month);
    let (_, (_, year)) = *named.first()?;
    // Of two years, January is a month of each.
    let is_year = named.iter().map(|(_, (month, _))| *month).eq(1..=12)
        && named.iter().all(|(_, (_, other))| *other == year);
    let found: Vec<NamedColumn> = named
        .into_iter()
        .map(|(at, (month, _))| (at, columns[at].profile.name.clone(), Some(month)))
        .collect();
    is_year.then(|| Wide {
        year,
        ..made(columns, &found, UnpivotKind::Months, "month", "value")
    })
}

/// The month that a column is called by, and its year where the name has one: "Mar", "Mar 2024".
fn month_named(column: &Column<'_>) -> Option<(i64, Option<i32>)> {
    let mut words = column.words.iter().map(|word| word.word.as_str());
    let (first, second) = (words.next()?, words.next());
    let year = |word: &str| {
        let number: i32 = word.trim_start_matches('\'').parse().ok()?;
        // "Mar 25" is no day where every month has the same number.
        let full = if word.len() == 2 {
            2_000 + number
        } else {
            number
        };
        (1_900..2_200).contains(&full).then_some(full)
    };
    let month = |word: &str| lexicon::month(word).map(i64::from);
    match (second, words.next()) {
        (None, _) => Some((month(first)?, None)),
        // The year may stand on either side: "Mar 2024" and "2024 Mar".
        (Some(second), None) => month(first)
            .zip(year(second))
            .or_else(|| month(second).zip(year(first)))
            .map(|(month, year)| (month, Some(year))),
        _ => None,
    }
}

fn years(columns: &[Column<'_>]) -> Option<Wide> {
    let found: Vec<NamedColumn> = columns
        .iter()
        .enumerate()
        .filter(|(_, column)| column.is_numeric())
        .filter_map(|(at, column)| {
            // R and other tools put a letter before names that begin with a digit: "X2020", "Y2020".
            let name = column
                .profile
                .name
                .trim()
                .trim_start_matches(['y', 'Y', 'x', 'X']);
            let year = name
                .parse::<i64>()
                .ok()
                .filter(|year| (1500..2200).contains(year))?;
            Some((at, year.to_string(), Some(year)))
        })
        .collect();
    (found.len() >= 3).then(|| made(columns, &found, UnpivotKind::Years, "year", "value"))
}

/// One quantity in each of at least three years: `sales_2021`, `sales_2022`, `sales_2023`. None where several quantities have
/// such columns.
fn named_years(columns: &[Column<'_>]) -> Option<Wide> {
    let mut families = families_of_years(columns);
    families.retain(|(_, found)| found.len() >= 3);
    match families.as_slice() {
        [(shared, found)] => Some(of_years(columns, shared.clone(), found)),
        _ => None,
    }
}

/// Quantities with a column in each of the same years: `sales_2020`, `sales_2021`, `profit_2020`, `profit_2021`.
pub fn families(profile: &TableProfile, columns: &[Column<'_>]) -> Vec<Wide> {
    let mut families = families_of_years(columns);
    let years = |found: &[NamedColumn]| {
        let mut years: Vec<Option<i64>> = found.iter().map(|found| found.2).collect();
        years.sort_unstable();
        years
    };
    let first = families.first().map(|(_, found)| years(found));
    families.retain(|(_, found)| found.len() >= 2 && Some(years(found)) == first);
    if families.len() < 2 {
        return Vec::new();
    }
    families
        .into_iter()
        .map(|(shared, found)| with_sums(of_years(columns, shared, &found), profile, columns))
        .collect()
}

fn of_years(columns: &[Column<'_>], shared: Vec<String>, found: &[NamedColumn]) -> Wide {
    Wide {
        shared,
        ..made(columns, found, UnpivotKind::Years, "year", "value")
    }
}

/// Returns the columns whose names have a year, by the other words of their names.
fn families_of_years(columns: &[Column<'_>]) -> Vec<(Vec<String>, Vec<NamedColumn>)> {
    let mut families: BTreeMap<Vec<String>, Vec<NamedColumn>> = BTreeMap::new();
    for (at, column) in columns
        .iter()
        .enumerate()
        .filter(|(_, column)| column.is_numeric())
    {
        let year_of = |word: &NameWord| {
            let year: i64 = word.word.parse().ok()?;
            (1_900..2_100).contains(&year).then_some(year)
        };
        let years: Vec<i64> = column.words.iter().filter_map(year_of).collect();
        let rest = column.words.iter().filter(|word| year_of(word).is_none());
        let rest: Vec<String> = rest.map(|word| word.word.clone()).collect();
        if let ([year], false) = (years.as_slice(), rest.is_empty()) {
            let of_year = (at, year.to_string(), Some(*year));
            families.entry(rest).or_default().push(of_year);
        }
    }
    families.into_iter().collect()
}

/// Columns whose means add up to the mean of a column called total: parts of one whole.
fn parts_of_total(profile: &TableProfile, columns: &[Column<'_>]) -> Option<Wide> {
    let total = columns.iter().position(|column| {
        column.is_quantity()
            && column
                .words
                .iter()
                .any(|word| matches!(word.word.as_str(), "total" | "all" | "sum" | "overall"))
    })?;
    let whole = columns[total].profile.mean?;
    // The parts share their words with the total: `energy_emissions` and `total_emissions`.
    let last_name = |column: &Column<'_>| {
        column
            .words
            .iter()
            .filter(|w| w.word != "total")
            .map(|w| w.stem.clone())
            .collect::<Vec<_>>()
    };
    let family = last_name(&columns[total]);
    let others: Vec<usize> = (0..columns.len())
        .filter(|at| {
            *at != total && columns[*at].is_quantity() && columns[*at].role != Role::Ordinal
        })
        .filter(|at| family.is_empty() || family.iter().any(|stem| columns[*at].has_stem(stem)))
        .collect();
    let sums = |some: &[usize]| {
        let sum: f64 = some.iter().filter_map(|at| columns[*at].profile.mean).sum();
        // Rounded parts miss their total by a little.
        some.len() >= 2 && (sum - whole).abs() <= 0.005 * whole.abs()
    };
    // The longest run beside the total that adds up to it.
    let runs =
        (0..others.len()).flat_map(|from| (from + 2..=others.len()).map(move |to| (from, to)));
    let (from, to) = runs
        .filter(|(from, to)| sums(&others[*from..*to]))
        .max_by_key(|(from, to)| to - from)?;
    let found: Vec<NamedColumn> = others[from..to]
        .iter()
        .map(|at| (*at, columns[*at].profile.name.clone(), None))
        .collect();
    let name = profile.name.clone();
    Some(Wide {
        total: Some(total),
        ..made(
            columns,
            &found,
            UnpivotKind::Categories,
            "name",
            if family.is_empty() { "value" } else { &name },
        )
    })
}

/// The column of numbers in a table of counts: a row of `visitor_counts` is no visitor, and holds how many there were.
pub fn counted(
    profile: &TableProfile,
    columns: &[Column<'_>],
    wide: Option<&Wide>,
) -> Option<usize> {
    if let Some(at) = frequency(columns).or_else(|| whole_of_parts(columns)) {
        return Some(at);
    }
    let words = name_words(&profile.name);
    let is_head = words.len() > 1 && lexicon::is_tally(words.last()?);
    if !is_head {
        return None;
    }
    if let Some(total) = wide.and_then(|wide| wide.total) {
        return Some(total);
    }
    let is_part = |at: &usize| wide.is_some_and(|wide| wide.columns.contains(at));
    let mut found = (0..columns.len()).filter(|at| {
        let column = &columns[*at];
        column.role == Role::Additive
            && column.profile.column_type == ColumnType::Integer
            // Euros and kilograms are amounts, not counts.
            && column.unit.is_none()
            && !is_part(at)
    });
    // Of two such columns neither surely says how many there were.
    found.next().filter(|_| found.next().is_none())
}

/// The column `total` beside those whose numbers make it up: the medals of a row are its golds, silvers and bronzes.
fn whole_of_parts(columns: &[Column<'_>]) -> Option<usize> {
    let whole = columns.iter().position(|column| {
        column.glued == "total" && column.profile.column_type == ColumnType::Integer
    })?;
    let parts: Vec<f64> = (0..columns.len())
        .filter(|at| *at != whole && columns[*at].role == Role::Additive)
        .filter_map(|at| columns[at].profile.mean)
        .collect();
    let mean = columns[whole].profile.mean?;
    let is_sum = (parts.iter().sum::<f64>() - mean).abs() <= mean * 0.001;
    (parts.len() >= 2 && is_sum).then_some(whole)
}

/// The column that says how often each combination of the other columns occurs, as in a table of classes, sexes and outcomes.
/// A row with other figures is a record of its own, and the number is one of its figures.
fn frequency(columns: &[Column<'_>]) -> Option<usize> {
    let at = columns.iter().position(|column| {
        column.profile.column_type == ColumnType::Integer
            && matches!(
                column.glued.as_str(),
                "count" | "n" | "cnt" | "freq" | "frequency" | "counts"
            )
    })?;
    let is_key = |column: &Column<'_>| !column.is_quantity() || column.role == Role::Ordinal;
    let others = || columns.iter().enumerate().filter(|(other, _)| *other != at);
    (columns.len() > 2 && others().all(|(_, column)| is_key(column))).then_some(at)
}
