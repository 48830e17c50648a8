//! Groups as SQL: the key that rows are grouped by, and the label that is shown for it.

use portolan_query::ColumnType;

use crate::plan::{BinBy, ColumnRef, Group, Season, TimeSource, TimeUnit, UnpivotKind};
use crate::words;

use super::Unsupported;
use super::frame::{GroupColumn, GroupKind, Names, unpivoted_kind};
use super::source::Source;
use super::text::{number, text};

/// A group as the levels of a statement need it.
#[derive(Clone, Debug)]
pub struct GroupSql {
    /// The expression over the source's columns.
    pub key: String,
    /// The labels by key, where the key is a number that stands for a name.
    pub labels: Vec<(i64, String)>,
    /// Rows without a key are left out.
    pub skips_missing: bool,
    pub column: GroupColumn,
}

impl GroupSql {
    /// Returns the shown value for a key, which may be the key's own expression or its alias.
    pub fn shown(&self, key: &str) -> String {
        if self.column.kind == GroupKind::DaysOfYear {
            let months: Vec<String> = (1..)
                .zip(MONTHS)
                .map(|(number, name)| format!("WHEN {number} THEN {}", text(name)))
                .collect();
            return format!(
                "concat(CASE ({key}) / 100 {} END, ' ', ({key}) % 100)",
                months.join(" ")
            );
        }
        if self.labels.is_empty() {
            return key.to_owned();
        }
        let cases: Vec<String> = self
            .labels
            .iter()
            .map(|(number, label)| format!("WHEN {number} THEN {}", text(label)))
            .collect();
        format!("CASE {key} {} END", cases.join(" "))
    }

    /// Returns the upper end of an interval.
    pub fn end(&self, key: &str) -> Option<(String, &str)> {
        match &self.column.kind {
            GroupKind::Interval { end, width } => {
                // The end is rounded like the start, so that 0.1 + 0.2 meets the 0.3 of the next interval.
                Some((rounded(&format!("{key} + {}", number(*width)), *width), end))
            }
            _ => None,
        }
    }
}

/// Builds the group at an index of the plan.
///
/// # Errors
///
/// Returns an error for the names of measures, which are no group of rows.
pub fn build(
    source: &Source<'_>,
    group: &Group,
    index: Option<usize>,
    names: &mut Names,
) -> Result<GroupSql, Unsupported> {
    let title = words::group_title(group, source.plan, source.tables);
    let name = names.fresh(&title);
    let built = build_named(source, group, index, name, names)?;
    Ok(apart_from_alias(source, built))
}

/// Qualifies the key's column with its table where the result has a column of the same name. Otherwise months 1 to 12 would be
/// sorted by their names.
fn apart_from_alias(source: &Source<'_>, mut group: GroupSql) -> GroupSql {
    let alias = super::text::quote(&group.column.name);
    let is_plain = source.plan.joins.is_empty() && source.plan.unpivot.is_none();
    let is_shown = group.labels.is_empty() && group.key == alias;
    if is_plain && !is_shown {
        let column = format!("{}.{alias}", super::text::quote(&source.plan.table));
        // ORDER BY resolves a plain column to the alias even when it is qualified, but not an expression.
        group.key = match group.key == alias {
            true => format!("CAST({column} AS BIGINT)"),
            false => group.key.replace(&alias, &column),
        };
    }
    group
}

fn build_named(
    source: &Source<'_>,
    group: &Group,
    index: Option<usize>,
    name: String,
    names: &mut Names,
) -> Result<GroupSql, Unsupported> {
    let base = GroupColumn {
        group: index,
        name,
        kind: GroupKind::Nominal,
        labels: Vec::new(),
        distinct: 0,
        longest: 0,
    };
    match group {
        Group::Column { column } => Ok(of_column(source, column, base)),
        Group::Time { of, unit } => Ok(of_time(source, of, *unit, base)),
        Group::Season { of, season } => Ok(of_season(source, of, *season, base)),
        Group::Bin { of, by } => Ok(of_bin(source, of, by, base, names)),
        Group::Split { condition, yes, no } => Ok(GroupSql {
            // A missing value falls to "no", since the two groups hold all rows.
            key: format!(
                "CASE WHEN {} THEN {} ELSE {} END",
                source.condition(condition),
                text(yes),
                text(no)
            ),
            labels: Vec::new(),
            skips_missing: false,
            column: GroupColumn {
                distinct: 2,
                longest: yes.chars().count().max(no.chars().count()),
                labels: vec![yes.clone(), no.clone()],
                kind: GroupKind::Ordinal,
                ..base
            },
        }),
        Group::MeasureNames => Err(Unsupported::because("measure names are no group of rows")),
    }
}

fn of_column(source: &Source<'_>, column: &ColumnRef, base: GroupColumn) -> GroupSql {
    let key = source.column(column);
    let plain = |column: GroupColumn| GroupSql {
        key: key.clone(),
        labels: Vec::new(),
        skips_missing: false,
        column,
    };
    if let Some(unpivot) = source.plan.unpivot.as_ref().map(|part| &part.value)
        && unpivot.name_column == column.column
    {
        // Years are numbers in their own order and need no labels.
        if unpivot.kind == UnpivotKind::Years {
            return plain(GroupColumn {
                kind: unpivoted_kind(unpivot.kind),
                distinct: unpivot.columns.len() as u64,
                ..base
            });
        }
        // The number gives the columns their order; the label is what is shown.
        let labels: Vec<(i64, String)> = (1..)
            .zip(&unpivot.columns)
            .map(|(at, each)| (each.number.unwrap_or(at), each.label.clone()))
            .collect();
        let names: Vec<String> = labels.iter().map(|(_, name)| name.clone()).collect();
        return GroupSql {
            key: source.calendar_number(column),
            skips_missing: false,
            column: GroupColumn {
                kind: unpivoted_kind(unpivot.kind),
                distinct: names.len() as u64,
                longest: longest(&names),
                labels: names,
                ..base
            },
            labels,
        };
    }
    let Some(profile) = source.profile(column) else {
        return plain(base);
    };
    let values: Vec<String> = profile
        .values
        .iter()
        .filter_map(|known| Some(known.value.as_str()?.to_owned()))
        .collect();
    let ordered = super::ordinal::natural(profile);
    let kind = match profile.column_type {
        ColumnType::Integer | ColumnType::Number => {
            if is_year_column(column, profile) {
                GroupKind::Years(TimeUnit::Year)
            } else {
                GroupKind::Discrete
            }
        }
        ColumnType::Date => GroupKind::Period(TimeUnit::Day),
        ColumnType::Datetime => GroupKind::Period(TimeUnit::Minute),
        ColumnType::Boolean => GroupKind::Nominal,
        ColumnType::String if ordered.is_empty() => GroupKind::Nominal,
        ColumnType::String => GroupKind::Ordinal,
    };
    plain(GroupColumn {
        kind,
        distinct: profile.distinct,
        longest: longest(&values),
        labels: ordered,
        ..base
    })
}

/// Tells whether whole numbers are years by their name and range.
fn is_year_column(column: &ColumnRef, profile: &portolan_query::ColumnProfile) -> bool {
    let edge =
        |value: &Option<serde_json::Value>| value.as_ref().and_then(serde_json::Value::as_i64);
    let named = column.column.to_lowercase();
    let named = named == "year"
        || named.ends_with(" year")
        || named.ends_with("_year")
        || named.starts_with("year");
    named
        && edge(&profile.min).is_some_and(|low| low >= 1000)
        && edge(&profile.max).is_some_and(|high| high <= 2200)
}

fn longest(labels: &[String]) -> usize {
    labels
        .iter()
        .map(|label| label.chars().count())
        .max()
        .unwrap_or(0)
}

fn of_time(source: &Source<'_>, of: &TimeSource, unit: TimeUnit, base: GroupColumn) -> GroupSql {
    if of.lacks_year() {
        return of_unknown_year(source, of, unit, base);
    }
    // A column of years holds nothing finer.
    let unit = match (of, unit) {
        (TimeSource::Year { .. }, unit) if is_finer(unit, TimeUnit::Year) => TimeUnit::Year,
        (TimeSource::YearAndQuarter { .. }, unit) if is_finer(unit, TimeUnit::Quarter) => {
            TimeUnit::Quarter
        }
        (TimeSource::YearAndMonth { .. }, unit) if is_finer(unit, TimeUnit::Month) => {
            TimeUnit::Month
        }
        (_, unit) => unit,
    };
    let year = || source.year(of);
    // Longer units need no hour.
    let day = of.without_hour();
    let truncated = |part: &str| {
        format!(
            "CAST(date_trunc('{part}', {}) AS DATE)",
            source.moment(&day)
        )
    };
    let key = match unit {
        // Integer division drops the remainder, which cuts 1995 to 1900.
        TimeUnit::Century => format!("{} / 100 * 100", year()),
        TimeUnit::Decade => format!("{} / 10 * 10", year()),
        TimeUnit::Year => year(),
        // The engine truncates to quarters, but to no half-years.
        TimeUnit::HalfYear => format!(
            "make_date(CAST({} AS INT), CASE WHEN {} <= 2 THEN 1 ELSE 7 END, 1)",
            year(),
            source.season(of, Season::QuarterOfYear)
        ),
        // The moment of a year and a quarter is the first day of that quarter already.
        TimeUnit::Quarter => match of {
            TimeSource::YearAndQuarter { .. } => source.moment(of),
            _ => truncated("quarter"),
        },
        TimeUnit::Month => match of {
            TimeSource::YearAndMonth { .. } => source.moment(of),
            TimeSource::DateParts {
                year: Some(year),
                month,
                ..
            } => source.moment(&TimeSource::YearAndMonth {
                year: year.clone(),
                month: month.clone(),
            }),
            _ => truncated("month"),
        },
        TimeUnit::Week => truncated("week"),
        TimeUnit::Day => match of {
            TimeSource::Date { column } if source.column_type(column) == ColumnType::Date => {
                source.moment(of)
            }
            TimeSource::DateParts { .. } => source.moment(&day),
            _ => truncated("day"),
        },
        // Hours and minutes keep their time of day, so they are not cast to a date.
        TimeUnit::Hour => format!("date_trunc('hour', {})", source.moment(of)),
        TimeUnit::Minute => format!("date_trunc('minute', {})", source.moment(of)),
    };
    let kind = match unit {
        TimeUnit::Century | TimeUnit::Decade | TimeUnit::Year => GroupKind::Years(unit),
        _ => GroupKind::Period(unit),
    };
    GroupSql {
        key,
        labels: Vec::new(),
        skips_missing: has_gaps(source, of),
        column: GroupColumn {
            kind,
            distinct: periods(source, of, unit),
            ..base
        },
    }
}

/// Builds periods of days whose year is unknown. Only months and days may be shown.
fn of_unknown_year(
    source: &Source<'_>,
    of: &TimeSource,
    unit: TimeUnit,
    base: GroupColumn,
) -> GroupSql {
    let season = match unit {
        TimeUnit::Century | TimeUnit::Decade | TimeUnit::Year | TimeUnit::Month => {
            Season::MonthOfYear
        }
        TimeUnit::HalfYear | TimeUnit::Quarter => Season::QuarterOfYear,
        TimeUnit::Week | TimeUnit::Day | TimeUnit::Hour | TimeUnit::Minute => Season::DayOfYear,
    };
    of_season(source, of, season, base)
}

/// Returns the names of the days in the known months, in their order: "May 1".
fn named_days(source: &Source<'_>, month: &ColumnRef, day: &ColumnRef) -> Vec<String> {
    let known = |column: &ColumnRef, most: i64| -> Vec<i64> {
        let values = source.profile(column).map(|profile| &profile.values);
        let mut numbers: Vec<i64> = values
            .into_iter()
            .flatten()
            .filter_map(|value| value.value.as_f64().map(|number| number as i64))
            .filter(|number| (1..=most).contains(number))
            .collect();
        numbers.sort_unstable();
        match numbers.is_empty() {
            true => (1..=most).collect(),
            false => numbers,
        }
    };
    let days = known(day, 31);
    let name = |month: i64| {
        usize::try_from(month - 1)
            .ok()
            .and_then(|at| MONTHS.get(at))
    };
    known(month, 12)
        .into_iter()
        .filter_map(name)
        .flat_map(|name| days.iter().map(move |day| format!("{name} {day}")))
        .collect()
}

/// Tells whether a unit of time is shorter than another.
fn is_finer(unit: TimeUnit, than: TimeUnit) -> bool {
    // The units are declared from the longest to the shortest.
    unit as u8 > than as u8
}

fn has_gaps(source: &Source<'_>, of: &TimeSource) -> bool {
    let mut gaps = false;
    super::walk::time_columns(of, &mut |column| {
        gaps |= source.profile(column).is_some_and(|known| known.nulls > 0);
    });
    gaps
}

/// Returns about how many periods there are: at most as many as different values.
fn periods(source: &Source<'_>, of: &TimeSource, unit: TimeUnit) -> u64 {
    let mut distinct = 1u64;
    super::walk::time_columns(of, &mut |column| {
        // Periods multiply: ten years of twelve months are 120. Names of unpivoted months have no profile.
        distinct =
            distinct.saturating_mul(source.profile(column).map_or(12, |known| known.distinct));
    });
    match (of, unit) {
        (TimeSource::Year { .. }, TimeUnit::Decade) => distinct.div_ceil(10),
        _ => distinct,
    }
}

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];
const WEEKDAYS: [&str; 7] = [
    "Monday",
    "Tuesday",
    "Wednesday",
    "Thursday",
    "Friday",
    "Saturday",
    "Sunday",
];

fn of_season(source: &Source<'_>, of: &TimeSource, season: Season, base: GroupColumn) -> GroupSql {
    let numbered = |names: &[&str]| -> Vec<(i64, String)> {
        (1..)
            .zip(names)
            .map(|(number, name)| (number, (*name).to_owned()))
            .collect()
    };
    let labels = match season {
        Season::MonthOfYear => numbered(&MONTHS),
        Season::Weekday => numbered(&WEEKDAYS),
        Season::QuarterOfYear => numbered(&["Q1", "Q2", "Q3", "Q4"]),
        _ => Vec::new(),
    };
    if let (TimeSource::DateParts { month, day, .. }, Season::DayOfYear) = (of, season) {
        return of_named_day(source, month, day, base);
    }
    let names: Vec<String> = labels.iter().map(|(_, name)| name.clone()).collect();
    let distinct = match season {
        Season::QuarterOfYear => 4,
        Season::MonthOfYear => 12,
        Season::DayOfMonth => 31,
        Season::DayOfYear => 366,
        Season::WeekOfYear => 53,
        Season::Weekday => 7,
        Season::HourOfDay => 24,
    };
    GroupSql {
        key: source.season(of, season),
        skips_missing: has_gaps(source, of),
        column: GroupColumn {
            kind: if labels.is_empty() {
                GroupKind::Discrete
            } else {
                GroupKind::Ordinal
            },
            longest: longest(&names),
            labels: names,
            distinct,
            ..base
        },
        labels,
    }
}

/// Builds the days of the year, whatever the year, as text in their order.
fn of_named_day(
    source: &Source<'_>,
    month: &ColumnRef,
    day: &ColumnRef,
    base: GroupColumn,
) -> GroupSql {
    let (month_number, day_number) = (source.calendar_number(month), source.calendar_number(day));
    let days = named_days(source, month, day);
    GroupSql {
        key: format!("{month_number} * 100 + {day_number}"),
        labels: Vec::new(),
        skips_missing: true,
        column: GroupColumn {
            kind: GroupKind::DaysOfYear,
            distinct: days.len() as u64,
            longest: longest(&days),
            labels: days,
            ..base
        },
    }
}

fn of_bin(
    source: &Source<'_>,
    of: &crate::plan::Scalar,
    by: &BinBy,
    base: GroupColumn,
    names: &mut Names,
) -> GroupSql {
    let scalar = source.scalar(of);
    if let BinBy::Edges { edges } = by {
        return of_edges(&scalar, edges, base);
    }
    let width = source.bin_width(of, by);
    let key = rounded(
        // 4.6 / 0.2 is a little less than 23.
        &if width.fract() == 0.0 {
            format!("FLOOR({scalar} / {}) * {}", decimal(width), number(width))
        } else {
            format!(
                "FLOOR(ROUND({scalar} / {}, 9)) * {}",
                decimal(width),
                number(width)
            )
        },
        width,
    );
    // The chart draws an interval from a column with its start to one with its end.
    let end = names.fresh(&format!("{} to", base.name));
    GroupSql {
        key,
        labels: Vec::new(),
        skips_missing: true,
        column: GroupColumn {
            kind: GroupKind::Interval { end, width },
            ..base
        },
    }
}

/// A whole number divides as a decimal one.
fn decimal(width: f64) -> String {
    let written = number(width);
    if written.contains('.') {
        written
    } else {
        format!("{written}.0")
    }
}

/// Multiples of a fraction carry its rounding errors.
fn rounded(expression: &str, width: f64) -> String {
    if width.fract() == 0.0 {
        expression.to_owned()
    } else {
        format!("ROUND({expression}, 6)")
    }
}

fn of_edges(scalar: &str, edges: &[f64], base: GroupColumn) -> GroupSql {
    let shown = words::number;
    let mut cases = Vec::new();
    let mut labels = Vec::new();
    for (at, edge) in (0i64..).zip(edges) {
        // The cases are tried in order, so each needs only its upper edge.
        cases.push(format!("WHEN {scalar} < {} THEN {at}", number(*edge)));
        let low = usize::try_from(at)
            .ok()
            .and_then(|at| edges.get(at.checked_sub(1)?));
        labels.push((
            at,
            low.map_or_else(
                || format!("under {}", shown(*edge)),
                |low| format!("{} to under {}", shown(*low), shown(*edge)),
            ),
        ));
    }
    // There is one interval more than edges: the last has no upper end.
    let last = i64::try_from(edges.len()).unwrap_or(i64::MAX);
    if let Some(edge) = edges.last() {
        labels.push((last, format!("{} and over", shown(*edge))));
    }
    let names: Vec<String> = labels.iter().map(|(_, name)| name.clone()).collect();
    GroupSql {
        // No comparison is true for a missing value, so ELSE would put it into the highest interval.
        key: format!(
            "CASE {} WHEN {scalar} IS NULL THEN NULL ELSE {last} END",
            cases.join(" ")
        ),
        skips_missing: true,
        column: GroupColumn {
            kind: GroupKind::Ordinal,
            distinct: names.len() as u64,
            longest: longest(&names),
            labels: names,
            ..base
        },
        labels,
    }
}
