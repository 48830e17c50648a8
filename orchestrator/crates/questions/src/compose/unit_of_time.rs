//! The unit of a chart over time, where nothing says one.

use crate::compose::draft::Draft;
use crate::plan::{TimeSource, TimeUnit};

impl Draft<'_, '_> {
    /// The period that a column of dates is named for.
    fn named_unit(&self, source: &TimeSource) -> Option<TimeUnit> {
        let TimeSource::Date { column } = source else {
            return None;
        };
        let words = &self.schema.column(self.schema.find(column)?).words;
        words.iter().find_map(|word| {
            let unit = crate::language::lexicon::time_unit(&word.word)?;
            let is_period = matches!(
                unit,
                TimeUnit::Week | TimeUnit::Month | TimeUnit::Quarter | TimeUnit::Year
            );
            is_period.then_some(unit)
        })
    }

    /// The unit of a chart over time where nothing says one.
    pub fn natural_unit(&self, table: usize) -> TimeUnit {
        let Some(time) = &self.schema.tables[table].time else {
            return TimeUnit::Year;
        };
        // `week_start`, `month_end`: the name says what a row is.
        if let Some(unit) = self.named_unit(&time.source) {
            return unit;
        }
        let years = time.years.1 - time.years.0;
        if self.is_readable_series(table) {
            return time.finest;
        }
        match time.finest {
            TimeUnit::Day | TimeUnit::Hour | TimeUnit::Minute | TimeUnit::Week => {
                let days = time
                    .days
                    .as_ref()
                    .and_then(|(first, last)| Some(days(last)? - days(first)?))
                    .unwrap_or_else(|| i64::from(years) * 365 + self.days_of_months(&time.source));
                // The axis gets at most 120 days, or the 72 months of six years.
                if days <= 120 {
                    TimeUnit::Day
                } else if days <= 6 * 366 {
                    TimeUnit::Month
                } else {
                    TimeUnit::Year
                }
            }
            finest => finest,
        }
    }

    /// About how many days lie in the months that a column of months has.
    fn days_of_months(&self, source: &TimeSource) -> i64 {
        let TimeSource::DateParts { month, .. } = source else {
            return 0;
        };
        let months = self
            .schema
            .find(month)
            .map_or(1, |id| self.schema.column(id).profile.distinct.clamp(1, 12));
        months as i64 * 30
    }

    /// Tells whether the rows are one series, or one for each value of a column, with few enough times to draw every one:
    /// daily rates, readings of each sensor. Events that happen at any time are no such series.
    fn is_readable_series(&self, table: usize) -> bool {
        const MOST: u64 = 400;
        let table = &self.schema.tables[table];
        let distinct = |column: &crate::plan::ColumnRef| {
            let id = self.schema.find(column);
            id.map_or(0, |id| self.schema.column(id).profile.distinct)
        };
        let times = match table.time.as_ref().map(|time| &time.source) {
            Some(TimeSource::Date { column }) => distinct(column),
            Some(source @ TimeSource::DateParts { .. }) => {
                let mut times = 1_u64;
                crate::sql::walk::time_columns(source, &mut |column| {
                    times = times.saturating_mul(distinct(column));
                });
                times
            }
            _ => return false,
        };
        let rows = table.profile.row_count;
        let covers = |series: u64| {
            // One time in twenty may be missing or doubled.
            let expected = times * series;
            expected.abs_diff(rows) * 20 <= rows
        };
        let has_series = || {
            table.columns.iter().any(|column| {
                !column.is_quantity()
                    && column.profile.distinct > 1
                    && covers(column.profile.distinct)
            })
        };
        times <= MOST && times > 1 && (covers(1) || has_series())
    }
}

fn days(date: &str) -> Option<i64> {
    let number = |range: std::ops::Range<usize>| date.get(range)?.parse::<i64>().ok();
    // Months of 30 days are exact enough to choose a unit.
    Some(number(0..4)? * 365 + number(5..7)? * 30 + number(8..10)?)
}
