//! Groups: what the rows of a result stand for.

use serde::{Deserialize, Serialize};

use super::{ColumnRef, Condition, Scalar};

/// A way to divide rows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(
    tag = "type",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum Group {
    /// The column's own values.
    Column { column: ColumnRef },
    /// Periods of time, one after the other.
    Time { of: TimeSource, unit: TimeUnit },
    /// The months of the year, weekdays or hours, whatever the year.
    Season { of: TimeSource, season: Season },
    /// Intervals of a quantity.
    Bin { of: Scalar, by: BinBy },
    /// Rows that meet a condition against the others.
    Split {
        condition: Condition,
        /// The name of the rows that meet it.
        yes: String,
        /// The name of the others.
        no: String,
    },
    /// The names of the plan's measures, which are side by side as series or bars.
    MeasureNames,
}

/// The moment of a row: a column, or several that make one together.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(
    tag = "type",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum TimeSource {
    /// A date or date-time column.
    Date {
        column: ColumnRef,
    },
    /// Dates that are kept as text in this `strptime` format.
    TextDate {
        column: ColumnRef,
        format: String,
    },
    /// Whole numbers that are years.
    Year {
        column: ColumnRef,
    },
    YearAndMonth {
        year: ColumnRef,
        month: ColumnRef,
    },
    YearAndQuarter {
        year: ColumnRef,
        quarter: ColumnRef,
    },
    /// A day whose parts have a column each; without a year, days of one unknown year.
    DateParts {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        year: Option<ColumnRef>,
        month: ColumnRef,
        day: ColumnRef,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        hour: Option<Box<ColumnRef>>,
    },
}

impl TimeSource {
    /// Returns the day of a time, where the hour has a column of its own.
    pub fn without_hour(&self) -> Self {
        match self.clone() {
            Self::DateParts {
                year, month, day, ..
            } => Self::DateParts {
                year,
                month,
                day,
                hour: None,
            },
            other => other,
        }
    }

    /// Tells whether the days are those of an unknown year.
    pub fn lacks_year(&self) -> bool {
        matches!(self, Self::DateParts { year: None, .. })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum TimeUnit {
    Century,
    Decade,
    Year,
    HalfYear,
    Quarter,
    Month,
    Week,
    Day,
    Hour,
    Minute,
}

impl TimeUnit {
    /// The seconds of a unit that is finer than a day.
    pub fn seconds(self) -> Option<u32> {
        match self {
            Self::Hour => Some(3_600),
            Self::Minute => Some(60),
            _ => None,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Season {
    QuarterOfYear,
    MonthOfYear,
    DayOfMonth,
    DayOfYear,
    WeekOfYear,
    Weekday,
    HourOfDay,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(
    tag = "type",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum BinBy {
    /// As the chart sees fit.
    Auto,
    Width {
        width: f64,
    },
    Count {
        count: u32,
    },
    /// Ascending borders; below the first and from the last on are groups too.
    Edges {
        edges: Vec<f64>,
    },
}
