//! The time of a row: a date, or columns with the year and its parts.

use portolan_query::{ColumnType, TableProfile};
use serde_json::Value;

use super::{Column, Role, TimeOfRow, role};
use crate::language::lexicon;
use crate::plan::{ColumnRef, TimeSource, TimeUnit};

fn year_of(value: Option<&Value>) -> Option<i32> {
    match value? {
        Value::String(text) => text.get(..4)?.parse().ok(),
        Value::Number(number) => number.as_f64().map(|year| year as i32),
        _ => None,
    }
}

/// The time of a row: a date, else columns with its parts, else a year.
pub fn of_row(profile: &TableProfile, columns: &[Column<'_>]) -> Option<TimeOfRow> {
    let has_date = columns
        .iter()
        .any(|column| column.profile.column_type == ColumnType::Date && column.profile.nulls == 0);
    // Date-times are often in the time of another zone, and the parts beside them say the local day.
    let parts = || date_parts(profile, columns);
    match has_date {
        true => whole_or_yearly(profile, columns).or_else(parts),
        false => parts().or_else(|| whole_or_yearly(profile, columns)),
    }
}

/// The day of a row whose month, day and perhaps year and hour have a column each.
fn date_parts(profile: &TableProfile, columns: &[Column<'_>]) -> Option<TimeOfRow> {
    let reference = |at: usize| ColumnRef {
        table: profile.name.clone(),
        column: columns[at].profile.name.clone(),
    };
    let part = |names: &str, rest: &[&str], fits: &dyn Fn(&Column<'_>) -> bool| {
        (0..columns.len()).find(|at| {
            let column = &columns[*at];
            rest_of_name(column, names).as_deref() == Some(rest) && fits(column)
        })
    };
    let within = |low: f64, high: f64| {
        move |column: &Column<'_>| {
            let edges = edges(column);
            column.is_numeric() && edges.is_some_and(|edges| low <= edges.0 && edges.1 <= high)
        }
    };
    let is_day = |column: &Column<'_>| {
        // Numbers up to 7 are weekdays.
        within(1.0, 31.0)(column) && edges(column).is_some_and(|edges| edges.1 > 7.0)
    };
    let is_month = |column: &Column<'_>| within(1.0, 12.0)(column) || is_written_month(column);
    let is_year = |column: &Column<'_>| {
        within(1000.0, 2200.0)(column) || role::is_short_year(&column.words, column.profile)
    };
    let months = columns.iter().filter(|column| is_month(column));
    months
        .filter_map(|column| rest_of_name(column, MONTH))
        .find_map(|rest| {
            let (month, day) = (part(MONTH, &rest, &is_month)?, part(DAY, &rest, &is_day)?);
            let year = part(YEAR, &rest, &is_year).or_else(|| part(YEAR, &[], &is_year));
            let hour = part(HOUR, &rest, &within(0.0, 24.0));
            let years = year.map_or(Some((0, 0)), |at| {
                let profile = columns[at].profile;
                let first = year_of(profile.min.as_ref())?;
                let last = year_of(profile.max.as_ref())?;
                Some((first, last))
            })?;
            let is_short = years.1 > 0 && years.1 < 100;
            let century = if is_short { 1900 } else { 0 };
            Some(TimeOfRow {
                source: TimeSource::DateParts {
                    year: year.map(reference),
                    month: reference(month),
                    day: reference(day),
                    hour: hour.map(reference).map(Box::new),
                },
                finest: match hour {
                    Some(_) => TimeUnit::Hour,
                    None => TimeUnit::Day,
                },
                century,
                years: (years.0 + century, years.1 + century),
                days: None,
            })
        })
}

const YEAR: &str = "year yr";
const MONTH: &str = "month mon";
const DAY: &str = "day dom mday";
const HOUR: &str = "hour hr";

/// Returns the words beside the one that names a part of a date: "start" of `start_month`. None where no word names it.
fn rest_of_name<'c>(column: &'c Column<'_>, names: &str) -> Option<Vec<&'c str>> {
    let is_part = |word: &str| names.split(' ').any(|name| name == word);
    let words = || column.words.iter().map(|word| word.word.as_str());
    let mut parts = words().filter(|word| is_part(word));
    (parts.next().is_some() && parts.next().is_none())
        .then(|| words().filter(|word| !is_part(word)).collect())
}

/// The lowest and the highest number of a column.
fn edges(column: &Column<'_>) -> Option<(f64, f64)> {
    let number = |value: &Option<Value>| value.as_ref().and_then(Value::as_f64);
    number(&column.profile.min).zip(number(&column.profile.max))
}

/// Tells whether a column holds the names of months.
fn is_written_month(column: &Column<'_>) -> bool {
    let values = &column.profile.values;
    let is_month = |value: &portolan_query::ValueCount| {
        let text = value.value.as_str();
        text.is_some_and(|text| {
            lexicon::month(&text.trim_end_matches('.').to_lowercase()).is_some()
        })
    };
    column.is_text() && (3..=24).contains(&values.len()) && values.iter().all(is_month)
}

/// The time of a row: a date, else year with month or quarter, else a year.
fn whole_or_yearly(profile: &TableProfile, columns: &[Column<'_>]) -> Option<TimeOfRow> {
    let reference = |at: usize| ColumnRef {
        table: profile.name.clone(),
        column: columns[at].profile.name.clone(),
    };
    let named = |at: usize, name: &str| columns[at].words.iter().any(|word| word.word == name);
    // A birthday or an update is not when the row's event took place.
    let secondary = |at: usize| {
        [
            "birth", "updated", "modified", "dob", "end", "expiry", "due",
        ]
        .iter()
        .any(|name| named(at, name))
    };
    let mut dates: Vec<usize> = (0..columns.len())
        .filter(|at| columns[*at].is_date())
        .collect();
    dates.sort_by_key(|at| secondary(*at));
    // A year that a figure refers to comes before the day on which its row was last changed.
    // A client "since 2014" isn't dealt with in that year.
    let is_time_of_row = |at: &usize| {
        columns[*at].role == Role::Time && columns[*at].is_numeric() && !named(*at, "since")
    };
    let year = (0..columns.len()).find(|at| {
        is_time_of_row(at)
            && year_of(columns[*at].profile.min.as_ref()).is_some_and(|year| year >= 1000)
    });
    let has_year = year.is_some();
    let is_yearly = year.is_some_and(|at| {
        let column = &columns[at];
        column.profile.nulls == 0
            && column.words.len() == 1
            && matches!(column.words[0].word.as_str(), "year" | "yr")
    });
    // So does a year that every row has, beside a date that some rows lack.
    let is_main = |at: &&usize| {
        !((secondary(**at) || columns[**at].profile.nulls > 0 && is_yearly) && has_year)
    };
    if let Some(&at) = dates.first().filter(is_main) {
        let column = columns[at].profile;
        let text = |value: Option<&Value>| {
            value
                .and_then(Value::as_str)
                .map(|text| text.chars().take(10).collect::<String>())
        };
        let days = text(column.min.as_ref()).zip(text(column.max.as_ref()));
        return Some(TimeOfRow {
            source: TimeSource::Date {
                column: reference(at),
            },
            finest: finest_of_dates(column),
            century: 0,
            years: (year_of(column.min.as_ref())?, year_of(column.max.as_ref())?),
            days,
        });
    }
    let year = (0..columns.len()).filter(is_time_of_row).find(|at| {
        year_of(columns[*at].profile.min.as_ref()).is_some_and(|year| year >= 1000)
            || role::is_short_year(&columns[*at].words, columns[*at].profile)
    })?;
    let century = if role::is_short_year(&columns[year].words, columns[year].profile) {
        1900
    } else {
        0
    };
    let years = (
        year_of(columns[year].profile.min.as_ref())? + century,
        year_of(columns[year].profile.max.as_ref())? + century,
    );
    let part = |name: &str| {
        (0..columns.len()).find(|at| {
            let column = &columns[*at];
            let number =
                column.role == Role::Time && column.words.len() == 1 && column.is_numeric();
            let is_written =
                is_written_quarter(column) || column.words.len() == 1 && is_written_month(column);
            named(*at, name) && (number || is_written)
        })
    };
    let (source, finest) = if let Some(month) = part("month") {
        (
            TimeSource::YearAndMonth {
                year: reference(year),
                month: reference(month),
            },
            TimeUnit::Month,
        )
    } else if let Some(quarter) = part("quarter").or_else(|| part("qtr")) {
        (
            TimeSource::YearAndQuarter {
                year: reference(year),
                quarter: reference(quarter),
            },
            TimeUnit::Quarter,
        )
    } else {
        (
            TimeSource::Year {
                column: reference(year),
            },
            TimeUnit::Year,
        )
    };
    Some(TimeOfRow {
        source,
        finest,
        century,
        years,
        days: None,
    })
}

/// Tells whether a column holds the quarters of a year as text: Q1, Q2 and so on.
fn is_written_quarter(column: &Column<'_>) -> bool {
    let values = &column.profile.values;
    let is_quarter = |text: &str| {
        let number = text.trim_start_matches(['Q', 'q']);
        text.len() <= 2 && matches!(number, "1" | "2" | "3" | "4")
    };
    column.is_text()
        && values.len() == 4
        && values
            .iter()
            .all(|value| value.value.as_str().is_some_and(is_quarter))
}

/// The column of times of day.
pub fn clock(columns: &[Column<'_>]) -> Option<usize> {
    let is_clock = |text: &str| {
        text.split_once(':').is_some_and(|(hour, rest)| {
            hour.parse::<u32>().is_ok_and(|hour| hour < 24)
                && rest
                    .split(':')
                    .all(|part| part.len() == 2 && part.parse::<u32>().is_ok_and(|part| part < 60))
        })
    };
    columns.iter().position(|column| {
        let values = &column.profile.values;
        column.is_text()
            && !column.is_shadow
            && !values.is_empty()
            && values
                .iter()
                .all(|value| value.value.as_str().is_some_and(is_clock))
    })
}

/// The period of the rows, from how many different days lie in the range.
fn finest_of_dates(column: &portolan_query::ColumnProfile) -> TimeUnit {
    let day = |value: Option<&Value>| value.and_then(Value::as_str).and_then(days_since_zero);
    let (Some(first), Some(last)) = (day(column.min.as_ref()), day(column.max.as_ref())) else {
        return TimeUnit::Day;
    };
    let each = (last - first) as f64 / (column.distinct.max(2) - 1) as f64;
    let same_day = column.values.iter().take(20).all(|value| {
        value
            .value
            .as_str()
            .is_some_and(|text| text.get(8..10) == Some("01") || text.get(8..10) >= Some("28"))
    });
    if column.column_type == ColumnType::Datetime && each < 1.0 {
        TimeUnit::Hour
    } else if same_day && each >= 300.0 {
        TimeUnit::Year
    } else if same_day && each >= 85.0 {
        TimeUnit::Quarter
    } else if same_day && each >= 27.0 {
        TimeUnit::Month
    } else {
        TimeUnit::Day
    }
}

/// Returns the day number of an ISO date.
pub fn days_since_zero(text: &str) -> Option<i64> {
    let year: i64 = text.get(..4)?.parse().ok()?;
    let month: i64 = text.get(5..7)?.parse().ok()?;
    let day: i64 = text.get(8..10)?.parse().ok()?;
    let (y, m) = if month <= 2 {
        (year - 1, month + 9)
    } else {
        (year, month - 3)
    };
    Some(365 * y + y / 4 - y / 100 + y / 400 + (m * 306 + 5) / 10 + day - 1)
}
