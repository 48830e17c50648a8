//! The meaning of a gold's column, which its name tells, and the ways to read a chart's column as it.

use std::collections::BTreeSet;

use crate::cell::{Cell, Moment, leading_number, month_number, weekday_number};

const YEARS: [&str; 5] = ["y", "year", "YEAR", "Year", "dec"];
const MEASURES: [&str; 14] = [
    "n", "v", "s", "r", "g", "w", "a", "b", "c", "o", "p", "d", "e", "m",
];

/// A recurring period.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Period {
    MonthOfYear,
    Quarter,
    Weekday,
    Hour,
}

impl Period {
    fn named(name: &str) -> Option<Self> {
        Some(match name {
            "moy" => Self::MonthOfYear,
            "qtr" => Self::Quarter,
            "wd" => Self::Weekday,
            "hr" => Self::Hour,
            _ => return None,
        })
    }

    /// Returns the number of the period. Dates of several years are no months or quarters of a year.
    fn number(self, cell: &Cell, one_year: bool) -> Option<f64> {
        match (cell, self) {
            (Cell::Number(value), _) => Some(*value),
            (Cell::Date(date), Self::MonthOfYear) => one_year.then(|| f64::from(date.month)),
            (Cell::Date(date), Self::Quarter) => {
                one_year.then(|| f64::from(date.month.div_ceil(3)))
            }
            (Cell::Date(date), Self::Hour) => Some(f64::from(date.hour)),
            (Cell::Date(date), Self::Weekday) => Some(f64::from(date.weekday())),
            (Cell::Text(text), Self::MonthOfYear) => month_number(text).map(f64::from),
            (Cell::Text(text), Self::Weekday) => weekday_number(text).map(f64::from),
            (Cell::Text(text), Self::Quarter | Self::Hour) => leading_number(text),
            (Cell::Missing, _) => None,
        }
    }
}

pub fn is_year(name: &str) -> bool {
    YEARS.contains(&name)
}

/// Returns whether the values are compared with a tolerance.
pub fn is_measure(name: &str, values: &[Cell]) -> bool {
    values.iter().all(Cell::is_number_or_missing)
        && !is_year(name)
        && Period::named(name).is_none()
        && (MEASURES.contains(&name)
            || values
                .iter()
                .filter_map(Cell::number)
                .any(|v| v.fract() != 0.0))
}

/// Returns whether the time of day says nothing that the day does not say.
pub fn by_day(values: &[Cell]) -> bool {
    let dates: BTreeSet<Moment> = values.iter().filter_map(Cell::date).collect();
    let days: BTreeSet<Moment> = dates.iter().map(|m| m.to_day()).collect();
    let times: BTreeSet<(u32, u32)> = dates.iter().map(|m| (m.hour, m.minute)).collect();
    times.len() <= 1 || days.len() == dates.len()
}

/// Returns the gold's values, dates without a time of day where it says nothing.
pub fn gold_values(values: &[Cell]) -> Vec<Cell> {
    if by_day(values) {
        to_days(values)
    } else {
        values.to_vec()
    }
}

fn to_days(values: &[Cell]) -> Vec<Cell> {
    let cut = |value: &Cell| {
        value
            .date()
            .map_or_else(|| value.clone(), |m| Cell::Date(m.to_day()))
    };
    values.iter().map(cut).collect()
}

/// Returns the ways to read a chart's column as the gold's column `name`, in the gold's terms.
pub fn possible_values(name: &str, want: &[Cell], got: &[Cell], percent: bool) -> Vec<Vec<Cell>> {
    if let Some(period) = Period::named(name) {
        return read_periods(period, got);
    }
    if is_year(name) && want.iter().all(|v| v.number().is_some()) {
        let years: Option<Vec<Cell>> = got.iter().map(|v| year_of(v).map(Cell::Number)).collect();
        return years.into_iter().collect();
    }
    if want.iter().any(|v| v.date().is_some()) {
        return read_dates(want, got);
    }
    if is_measure(name, want) {
        if !got.iter().all(Cell::is_number_or_missing) {
            return Vec::new();
        }
        let scaled = |by: f64| {
            got.iter()
                .map(|v| v.number().map_or(Cell::Missing, |v| Cell::Number(v * by)))
                .collect()
        };
        let factors: &[f64] = if percent { &[1.0, 0.01, 100.0] } else { &[1.0] };
        return factors.iter().map(|by| scaled(*by)).collect();
    }
    if name == "k" {
        // Labels that are those of the gold already need no other reading.
        let mut ways = vec![got.to_vec()];
        ways.extend(read_labels(want, got));
        return ways;
    }
    vec![got.to_vec()]
}

fn read_periods(period: Period, got: &[Cell]) -> Vec<Vec<Cell>> {
    let years: BTreeSet<i32> = got.iter().filter_map(|v| Some(v.date()?.year)).collect();
    let numbers: Option<Vec<f64>> = got
        .iter()
        .map(|v| period.number(v, years.len() <= 1))
        .collect();
    let Some(numbers) = numbers else {
        return Vec::new();
    };
    let cells = |numbers: &[f64]| {
        numbers
            .iter()
            .copied()
            .map(Cell::Number)
            .collect::<Vec<_>>()
    };
    let mut ways = vec![cells(&numbers)];
    if period == Period::Weekday {
        // Some count from Sunday as 0, some from Sunday as 1.
        ways.push(cells(
            &numbers
                .iter()
                .map(|v| if *v == 0.0 { 7.0 } else { *v })
                .collect::<Vec<_>>(),
        ));
    }
    ways
}

fn year_of(value: &Cell) -> Option<f64> {
    match value {
        Cell::Number(value) => Some(*value),
        Cell::Date(date) => Some(f64::from(date.year)),
        Cell::Text(text) => {
            let rest = text.get(4..)?;
            let ends = rest.is_empty()
                || rest.starts_with('s')
                || !rest.starts_with(char::is_alphanumeric);
            leading_number(text.get(..4)?).filter(|year| ends && *year >= 1000.0)
        }
        Cell::Missing => None,
    }
}

fn read_dates(want: &[Cell], got: &[Cell]) -> Vec<Vec<Cell>> {
    if !by_day(want) {
        return vec![got.to_vec()];
    }
    if got.iter().all(|v| v.is_missing() || v.date().is_some()) {
        return vec![to_days(got)];
    }
    let wanted: BTreeSet<Moment> = want
        .iter()
        .filter_map(|v| Some(v.date()?.to_day()))
        .collect();
    let years: BTreeSet<i32> = wanted.iter().map(|m| m.year).collect();
    let month = |value: &Cell| match value {
        Cell::Text(text) => month_number(text),
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "checked to be 1 to 12"
        )]
        Cell::Number(v) if (1.0..=12.0).contains(v) && got.len() == want.len() => Some(*v as u32),
        _ => None,
    };
    if let (1, Some(year)) = (years.len(), years.first()) {
        let months: Option<Vec<Cell>> = got
            .iter()
            .map(|v| month(v).map(|m| Cell::Date(Moment::of_day(*year, m, 1))))
            .collect();
        if months.is_some() {
            return months.into_iter().collect();
        }
    }
    if years.len() == wanted.len() {
        // One date in each year: a year alone names it.
        let named = |value: &Cell| {
            let year = value.number()?;
            let date = wanted.iter().find(|m| f64::from(m.year) == year);
            #[expect(clippy::cast_possible_truncation, reason = "years are small")]
            Some(Cell::Date(*date.unwrap_or(&Moment::of_day(
                year as i32,
                1,
                1,
            ))))
        };
        let years: Option<Vec<Cell>> = got.iter().map(named).collect();
        return years.into_iter().collect();
    }
    Vec::new()
}

/// Returns the ways to read free labels: by the words that the gold gives for each, else in any order.
fn read_labels(want: &[Cell], got: &[Cell]) -> Vec<Vec<Cell>> {
    let distinct = |values: &[Cell]| {
        values
            .iter()
            .filter(|v| !v.is_missing())
            .map(Cell::key)
            .collect::<BTreeSet<String>>()
    };
    let (wanted, shown) = (distinct(want), distinct(got));
    if wanted.len() != shown.len() || wanted.len() > 4 {
        return Vec::new();
    }
    let (wanted, shown): (Vec<String>, Vec<String>) =
        (wanted.into_iter().collect(), shown.into_iter().collect());
    let renamed = |order: &[usize]| {
        let rename = |value: &Cell| {
            let at = shown.binary_search(&value.key()).ok();
            at.map_or(Cell::Missing, |at| Cell::Text(wanted[order[at]].clone()))
        };
        got.iter().map(rename).collect::<Vec<Cell>>()
    };
    let hinted: Vec<Vec<usize>> = shown
        .iter()
        .map(|label| {
            (0..wanted.len())
                .filter(|at| wanted[*at].split('|').any(|hint| label.contains(hint)))
                .collect()
        })
        .collect();
    let order: Vec<usize> = hinted
        .iter()
        .filter(|h| h.len() == 1)
        .map(|h| h[0])
        .collect();
    let different = order.iter().collect::<BTreeSet<_>>().len() == wanted.len();
    if different && wanted.iter().all(|label| label.contains('|')) {
        return vec![renamed(&order)];
    }
    permutations(wanted.len())
        .iter()
        .map(|order| renamed(order))
        .collect()
}

/// Returns the orders of the numbers below `n`.
pub fn permutations(n: usize) -> Vec<Vec<usize>> {
    if n == 0 {
        return vec![Vec::new()];
    }
    permutations(n - 1)
        .iter()
        .flat_map(|order| {
            (0..n).map(|at| {
                let mut order = order.clone();
                order.insert(at, n - 1);
                order
            })
        })
        .collect()
}
