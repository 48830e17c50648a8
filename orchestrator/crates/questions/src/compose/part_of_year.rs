//! Ranges of time within a year, over columns that hold the year and its part apart.

use crate::parse::TimeRange;
use crate::plan::{ColumnRef, Comparison, Condition, Literal, Scalar, Season, Test, TimeSource};

/// The condition of a range that begins or ends within a year, over a column of years and one of quarters or months.
pub(super) fn condition(
    source: &TimeSource,
    year: &ColumnRef,
    range: &TimeRange,
) -> Option<Condition> {
    let (season, months) = match source {
        TimeSource::YearAndMonth { .. } => (Season::MonthOfYear, 1),
        TimeSource::YearAndQuarter { .. } => (Season::QuarterOfYear, 3),
        _ => return None,
    };
    let edge = |date: &String, comparison: Comparison| -> Option<Condition> {
        let number = |range: std::ops::Range<usize>| date.get(range)?.parse::<u32>().ok();
        let (in_year, in_month) = (number(0..4)?, number(5..7)?);
        // Nothing is known of the days, and months within a quarter are not either.
        if number(8..10)? != 1 || (in_month - 1) % months != 0 {
            return None;
        }
        let test = |comparison, value: u32| Test::Compare {
            comparison,
            value: Literal::Number {
                number: f64::from(value),
            },
        };
        let of_year = |comparison| Condition::Test {
            of: Scalar::column(year.clone()),
            test: test(comparison, in_year),
        };
        // Beyond the year the part does not matter; within it the part decides.
        let beyond = match comparison {
            Comparison::Less => Comparison::Less,
            _ => Comparison::More,
        };
        let of_part = Condition::Test {
            of: Scalar::Season {
                of: source.clone(),
                season,
            },
            // Month 7 begins quarter 3.
            test: test(comparison, (in_month - 1) / months + 1),
        };
        Some(Condition::Or {
            any: vec![
                of_year(beyond),
                Condition::And {
                    all: vec![of_year(Comparison::Equal), of_part],
                },
            ],
        })
    };
    let from = range
        .from
        .as_ref()
        .map(|date| edge(date, Comparison::AtLeast));
    let to = range.to.as_ref().map(|date| edge(date, Comparison::Less));
    match (from, to) {
        (Some(from), Some(to)) => Some(Condition::And {
            all: vec![from?, to?],
        }),
        (Some(edge), None) | (None, Some(edge)) => edge,
        (None, None) => None,
    }
}
