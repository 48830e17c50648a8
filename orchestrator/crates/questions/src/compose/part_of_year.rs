//! Ranges of time within a year, over columns that hold the year and its parts apart.

use crate::parse::TimeRange;
use crate::plan::{
    ColumnRef, Comparison, Condition, Literal, Scalar, Season, Test, TimeSource, TimeUnit,
};

/// A day as the numbers of its parts, from the year on.
type Parts = Vec<(Scalar, u32)>;

/// The condition of a range that begins or ends within a year, over a column of years and columns of its parts.
pub(super) fn condition(
    source: &TimeSource,
    year: &ColumnRef,
    century: i32,
    range: &TimeRange,
) -> Option<Condition> {
    let from = range.from.as_ref();
    let to = range.to.as_ref();
    let parts = |date: &String| parts_of(source, year, century, date);
    if let Some(from) = from.filter(|_| range.single) {
        let depth = match range.unit {
            TimeUnit::Month => 2,
            TimeUnit::Day => 3,
            _ => 0,
        };
        let all = parts(from)?;
        if depth > 0 && all.len() >= depth {
            return Some(Condition::And {
                all: all[..depth]
                    .iter()
                    .map(|part| test(part, Comparison::Equal))
                    .collect(),
            });
        }
    }
    let edge = |date: &String, comparison: Comparison| Some(beyond(&parts(date)?, comparison));
    let from = from.map(|date| edge(date, Comparison::AtLeast));
    let to = to.map(|date| edge(date, Comparison::Less));
    match (from, to) {
        (Some(from), Some(to)) => Some(Condition::And {
            all: vec![from?, to?],
        }),
        (Some(edge), None) | (None, Some(edge)) => edge,
        (None, None) => None,
    }
}

/// Returns the parts of a date that the columns know. None where the date lies within the finest of them.
fn parts_of(source: &TimeSource, year: &ColumnRef, century: i32, date: &str) -> Option<Parts> {
    let number = |range: std::ops::Range<usize>| date.get(range)?.parse::<u32>().ok();
    let (in_year, month, day) = (number(0..4)?, number(5..7)?, number(8..10)?);
    let part = |season| Scalar::Season {
        of: source.clone(),
        season,
    };
    let in_year = in_year.checked_add_signed(-century)?;
    let mut parts = vec![(Scalar::column(year.clone()), in_year)];
    match source {
        TimeSource::YearAndMonth { .. } if day == 1 => {
            parts.push((part(Season::MonthOfYear), month));
        }
        // Month 7 begins quarter 3.
        TimeSource::YearAndQuarter { .. } if day == 1 && (month - 1).is_multiple_of(3) => {
            parts.push((part(Season::QuarterOfYear), (month - 1) / 3 + 1));
        }
        TimeSource::DateParts { .. } => {
            parts.push((part(Season::MonthOfYear), month));
            parts.push((part(Season::DayOfMonth), day));
        }
        _ => return None,
    }
    Some(parts)
}

/// The condition that a row lies on one side of a date: beyond its year, or in its year and beyond its month, and so on.
fn beyond(parts: &[(Scalar, u32)], comparison: Comparison) -> Condition {
    // The first of a month has the whole month after it, so that its day decides nothing.
    let parts = match parts {
        [rest @ .., (_, 1)] if rest.len() == 2 => rest,
        _ => parts,
    };
    let strictly = match comparison {
        Comparison::Less => Comparison::Less,
        _ => Comparison::More,
    };
    let any = (0..parts.len()).map(|at| {
        let is_last = at + 1 == parts.len();
        let decides = test(&parts[at], if is_last { comparison } else { strictly });
        let before = parts[..at].iter().map(|part| test(part, Comparison::Equal));
        let mut all: Vec<Condition> = before.collect();
        all.push(decides);
        match all.len() {
            1 => all.remove(0),
            _ => Condition::And { all },
        }
    });
    Condition::Or { any: any.collect() }
}

fn test((of, number): &(Scalar, u32), comparison: Comparison) -> Condition {
    Condition::Test {
        of: of.clone(),
        test: Test::Compare {
            comparison,
            value: Literal::Number {
                number: f64::from(*number),
            },
        },
    }
}
