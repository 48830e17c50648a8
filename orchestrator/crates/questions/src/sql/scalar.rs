//! Quantities of single rows, and moments in time.

use portolan_query::ColumnType;

use crate::plan::{Arithmetic, ColumnRef, Scalar, Season, TimeSource, TimeUnit};

use super::source::Source;
use super::text::{number, text};

/// The format of times of day without a date.
pub const CLOCK: &str = "%H:%M";

impl Source<'_> {
    pub fn scalar(&self, scalar: &Scalar) -> String {
        match scalar {
            Scalar::Column { column } => self.column(column),
            Scalar::Number { number: value } => number(*value),
            Scalar::Arithmetic {
                operator,
                left,
                right,
            } => arithmetic(*operator, &self.scalar(left), &self.scalar(right)),
            Scalar::Greatest { of } => self.call("greatest", of),
            Scalar::Least { of } => self.call("least", of),
            Scalar::RowMean { of } => self.row_mean(of),
            Scalar::Season { of, season } => self.season(of, *season),
            Scalar::Year { of } => self.year(of),
            Scalar::DaysBetween { from, to, unit } => {
                let (from, to) = (self.column(from), self.column(to));
                // The epoch counts seconds, so hours between two moments keep their fraction.
                match unit.and_then(TimeUnit::seconds) {
                    Some(seconds) => format!(
                        "((date_part('epoch', {to}) - date_part('epoch', {from})) / {seconds}.0)"
                    ),
                    // Days are those of the calendar: from 23:00 to 01:00 is one day.
                    None => format!("(CAST({to} AS DATE) - CAST({from} AS DATE))"),
                }
            }
            Scalar::Flow { of, out } => {
                let of = self.column(of);
                // Money that goes out is negative on a statement, and is shown as a positive amount.
                let (sign, amount) = if *out {
                    ("<", format!("-{of}"))
                } else {
                    (">", of.clone())
                };
                // Rows of the other direction are missing rather than 0, so that a mean is one of payments.
                format!("CASE WHEN {of} {sign} 0 THEN {amount} END")
            }
            Scalar::Flag { condition } => {
                // A missing value counts as no, so that the mean of a flag is a share of all rows.
                format!("CASE WHEN {} THEN 1 ELSE 0 END", self.condition(condition))
            }
            Scalar::Length { of } => format!("char_length(CAST({} AS VARCHAR))", self.column(of)),
        }
    }

    fn call(&self, function: &str, of: &[Scalar]) -> String {
        let arguments: Vec<String> = of.iter().map(|each| self.scalar(each)).collect();
        format!("{function}({})", arguments.join(", "))
    }

    /// Returns the mean of the values that are present.
    fn row_mean(&self, of: &[Scalar]) -> String {
        let values: Vec<String> = of.iter().map(|each| self.scalar(each)).collect();
        let has_gaps = of.iter().any(|each| match each {
            Scalar::Column { column } => self.profile(column).is_none_or(|known| known.nulls > 0),
            _ => true,
        });
        if !has_gaps {
            return format!("(({}) / {}.0)", values.join(" + "), values.len());
        }
        // A sum with one missing value is missing, so values and their count are summed separately.
        let sums: Vec<String> = values
            .iter()
            .map(|value| format!("COALESCE({value}, 0)"))
            .collect();
        let counts: Vec<String> = values
            .iter()
            .map(|value| format!("CASE WHEN {value} IS NULL THEN 0 ELSE 1 END"))
            .collect();
        format!(
            "(CAST({} AS DOUBLE) / NULLIF({}, 0))",
            sums.join(" + "),
            counts.join(" + ")
        )
    }

    /// Returns the moment as a date or date-time.
    pub fn moment(&self, of: &TimeSource) -> String {
        match of {
            TimeSource::Date { column } => match self.column_type(column) {
                ColumnType::String => format!("CAST({} AS TIMESTAMP)", self.column(column)),
                _ => self.column(column),
            },
            TimeSource::TextDate { column, format } if format == CLOCK => {
                format!("CAST({} AS TIME)", self.column(column))
            }
            TimeSource::TextDate { column, format } => {
                format!("to_timestamp({}, {})", self.column(column), text(format))
            }
            TimeSource::Year { column } => {
                // A year stands for its first day, as every period does.
                format!("make_date(CAST({} AS INT), 1, 1)", self.year_number(column))
            }
            TimeSource::YearAndMonth { year, month } => format!(
                "make_date(CAST({} AS INT), CAST({} AS INT), 1)",
                self.full_year(year),
                self.calendar_number(month)
            ),
            // Quarters begin in the months 1, 4, 7 and 10.
            TimeSource::YearAndQuarter { year, quarter } => format!(
                "make_date(CAST({} AS INT), CAST({} * 3 - 2 AS INT), 1)",
                self.full_year(year),
                self.calendar_number(quarter)
            ),
            TimeSource::DateParts {
                year,
                month,
                day,
                hour,
            } => {
                // A leap year stands in for an unknown one, so that 29 February is a day.
                let year = year
                    .as_ref()
                    .map_or_else(|| "2000".to_owned(), |year| self.full_year(year));
                // Some files list a 31st for every month; such a day is missing rather than an error.
                let date = format!(
                    "TRY_CAST(concat({year}, '-', lpad({}, 2, '0'), '-', lpad({}, 2, '0')) AS DATE)",
                    as_text(&self.calendar_number(month)),
                    as_text(&self.calendar_number(day))
                );
                match hour {
                    Some(hour) => format!(
                        "(CAST({date} AS TIMESTAMP) + CAST(concat({}, ' hours') AS INTERVAL))",
                        self.calendar_number(hour)
                    ),
                    None => date,
                }
            }
        }
    }

    /// Returns the year with its century: 1987 for 87.
    fn full_year(&self, column: &ColumnRef) -> String {
        let plain = self.year_number(column);
        let is_short = self.profile(column).is_some_and(|profile| {
            let high = profile.max.as_ref().and_then(serde_json::Value::as_f64);
            high.is_some_and(|high| high < 100.0)
        });
        match (is_short, self.column_type(column)) {
            (true, _) => format!("(1900 + CAST({plain} AS BIGINT))"),
            (false, ColumnType::Number) => format!("CAST({plain} AS BIGINT)"),
            (false, _) => plain,
        }
    }

    fn year_number(&self, column: &ColumnRef) -> String {
        if self.is_unpivot_name(column) {
            return self.calendar_number(column);
        }
        match self.column_type(column) {
            ColumnType::Date | ColumnType::Datetime => {
                format!("date_part('year', {})", self.column(column))
            }
            _ => self.column(column),
        }
    }

    /// Returns the year as a whole number.
    pub fn year(&self, of: &TimeSource) -> String {
        match of {
            TimeSource::Year { column: year }
            | TimeSource::YearAndMonth { year, .. }
            | TimeSource::YearAndQuarter { year, .. }
            | TimeSource::DateParts {
                year: Some(year), ..
            } => match self.column_type(year) {
                ColumnType::Integer => self.full_year(year),
                _ => format!("CAST({} AS BIGINT)", self.year_number(year)),
            },
            _ => format!("CAST(date_part('year', {}) AS BIGINT)", self.moment(of)),
        }
    }

    /// Returns the number of a season: months and quarters from 1, Monday is 1.
    pub fn season(&self, of: &TimeSource, season: Season) -> String {
        // Parts with a column of their own are read from it; a date would be built only to be split again.
        match (of, season) {
            (TimeSource::YearAndMonth { month, .. }, Season::MonthOfYear) => {
                return self.calendar_number(month);
            }
            (TimeSource::YearAndQuarter { quarter, .. }, Season::QuarterOfYear) => {
                return self.calendar_number(quarter);
            }
            (TimeSource::DateParts { month, .. }, Season::MonthOfYear) => {
                return self.calendar_number(month);
            }
            (TimeSource::DateParts { day, .. }, Season::DayOfMonth) => {
                return self.calendar_number(day);
            }
            (
                TimeSource::DateParts {
                    hour: Some(hour), ..
                },
                Season::HourOfDay,
            ) => return self.calendar_number(hour),
            _ => {}
        }
        let moment = match season {
            Season::HourOfDay => self.moment(of),
            _ => self.moment(&of.without_hour()),
        };
        let part = match season {
            Season::QuarterOfYear => "quarter",
            Season::MonthOfYear => "month",
            Season::DayOfMonth => "day",
            Season::DayOfYear => "doy",
            Season::WeekOfYear => "week",
            Season::HourOfDay => "hour",
            // Sunday is 0 there.
            Season::Weekday => {
                return format!("((CAST(date_part('dow', {moment}) AS BIGINT) + 6) % 7 + 1)");
            }
        };
        format!("CAST(date_part('{part}', {moment}) AS BIGINT)")
    }
}

fn as_text(number: &str) -> String {
    format!("CAST({number} AS VARCHAR)")
}

/// Returns an operation on two expressions. Division never cuts to whole numbers and never fails.
pub fn arithmetic(operator: Arithmetic, left: &str, right: &str) -> String {
    match operator {
        Arithmetic::Add => format!("({left} + {right})"),
        Arithmetic::Subtract => format!("({left} - {right})"),
        Arithmetic::Multiply => format!("({left} * {right})"),
        Arithmetic::Divide => format!("(CAST({left} AS DOUBLE) / NULLIF({right}, 0))"),
    }
}
