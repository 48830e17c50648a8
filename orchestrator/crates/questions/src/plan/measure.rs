//! Quantities: of a row (`Scalar`) and of a group of rows (`Measure`).

use serde::{Deserialize, Serialize};

use super::{ColumnRef, Condition, Season, TimeSource};

/// A quantity or text of one row.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(
    tag = "type",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum Scalar {
    Column {
        column: ColumnRef,
    },
    Number {
        number: f64,
    },
    Arithmetic {
        operator: Arithmetic,
        left: Box<Scalar>,
        right: Box<Scalar>,
    },
    /// The largest of several columns in the row.
    Greatest {
        of: Vec<Scalar>,
    },
    /// The smallest of several columns in the row.
    Least {
        of: Vec<Scalar>,
    },
    /// The mean of several columns in the row.
    RowMean {
        of: Vec<Scalar>,
    },
    /// A part of a date: month 1 to 12, weekday 1 (Monday) to 7, hour, quarter.
    Season {
        of: TimeSource,
        season: Season,
    },
    /// The year of a date.
    Year {
        of: TimeSource,
    },
    /// The time from one date to another, in days unless another unit is named.
    DaysBetween {
        from: ColumnRef,
        to: ColumnRef,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        unit: Option<super::TimeUnit>,
    },
    /// The outgoing part of a signed amount as a positive number, or the incoming one; nothing in the other rows.
    Flow {
        of: ColumnRef,
        out: bool,
    },
    /// 1 where the condition holds, 0 where not.
    Flag {
        condition: Box<Condition>,
    },
    /// The length of a text.
    Length {
        of: ColumnRef,
    },
}

impl Scalar {
    /// Returns the scalar of a column.
    pub fn column(column: ColumnRef) -> Self {
        Self::Column { column }
    }

    /// Returns the columns that it reads.
    pub fn columns(&self) -> Vec<ColumnRef> {
        let mut found = Vec::new();
        crate::sql::walk::scalar_columns(self, &mut |column| found.push(column.clone()));
        found
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Arithmetic {
    Add,
    Subtract,
    Multiply,
    Divide,
}

/// A way to make one quantity of many rows.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(
    tag = "type",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum Aggregate {
    Sum,
    Mean,
    Median,
    Minimum,
    Maximum,
    /// `percentile` from 0 to 100.
    Percentile {
        percentile: f64,
    },
    StandardDeviation,
    Variance,
    /// Maximum minus minimum.
    Range,
    /// The number of different values.
    CountDistinct,
    /// The number of values that are present.
    CountPresent,
    /// The value of the latest row in time.
    Last,
    /// The value of the earliest row in time.
    First,
    /// The most frequent value.
    Mode,
}

/// A quantity of a group of rows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(
    tag = "type",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum Measure {
    /// The number of rows of the plan's table.
    Count,
    /// The number of different rows of a table that is joined (`table`), or of the plan's.
    CountOf {
        table: String,
    },
    /// The value of the row itself (`Shape::Rows`, `Distribution`, `Relation`; in `Shape::Groups` where a group has one row).
    Raw {
        of: Scalar,
    },
    Aggregate {
        aggregate: Aggregate,
        of: Scalar,
    },
    WeightedMean {
        of: Scalar,
        weight: Scalar,
    },
    Correlation {
        left: Scalar,
        right: Scalar,
    },
    /// A constant factor or base.
    Number {
        number: f64,
    },
    /// A measure over only the rows where a condition holds.
    Filtered {
        of: Box<Measure>,
        condition: Box<Condition>,
    },
    /// `Divide` is a ratio or "per"; `percent` says that it is read in percent.
    Arithmetic {
        operator: Arithmetic,
        left: Box<Measure>,
        right: Box<Measure>,
        #[serde(default)]
        percent: bool,
    },
    /// A measure as a share of the same measure over more rows, read in percent.
    Share {
        of: Box<Measure>,
        whole: ShareOf,
    },
    /// A measure against itself at an earlier time; the first group is the time.
    Change {
        of: Box<Measure>,
        against: Against,
        shown_as: ChangeAs,
    },
    /// A measure over the groups before and with this one; the first group gives the order.
    Window {
        of: Box<Measure>,
        window: WindowKind,
    },
    /// A function of the measure's distribution over finer groups: "the average monthly sales by year" is the mean of sums over months.
    Nested {
        aggregate: Aggregate,
        of: Box<Measure>,
        /// The finer groups.
        over: Vec<super::Group>,
        /// Only finer groups that pass count: "how many customers placed more than 10 orders".
        #[serde(default, skip_serializing_if = "Option::is_none")]
        test: Option<super::Test>,
    },
}

impl Measure {
    /// Returns the column where the measure is one column's values or one aggregate of them.
    pub fn column(&self) -> Option<&ColumnRef> {
        match self {
            Self::Raw {
                of: Scalar::Column { column },
            }
            | Self::Aggregate {
                of: Scalar::Column { column },
                ..
            } => Some(column),
            _ => None,
        }
    }
}

impl Measure {
    /// Replaces each number of rows in the measure by another measure.
    pub fn replace_counts(&mut self, by: &Self) {
        match self {
            Self::Count => *self = by.clone(),
            Self::Filtered { of, .. }
            | Self::Share { of, .. }
            | Self::Change { of, .. }
            | Self::Window { of, .. }
            | Self::Nested { of, .. } => of.replace_counts(by),
            Self::Arithmetic { left, right, .. } => {
                left.replace_counts(by);
                right.replace_counts(by);
            }
            Self::CountOf { .. }
            | Self::Raw { .. }
            | Self::Aggregate { .. }
            | Self::WeightedMean { .. }
            | Self::Correlation { .. }
            | Self::Number { .. } => {}
        }
    }
}

/// The whole that a share is taken of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(
    tag = "type",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum ShareOf {
    /// All groups of the result together.
    Result,
    /// The groups that agree in these groups of the plan (indexes): "within each island".
    Group { groups: Vec<usize> },
    /// All measures of the plan together, in each group ("share of the three candidates").
    Measures,
}

/// The time that a change is measured against.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(
    tag = "type",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum Against {
    /// The period before.
    Previous,
    /// The same period of the year before.
    YearBefore,
    /// `n` periods before.
    Before { n: u32 },
    /// The first period of the result.
    First,
    /// The last period against the first one: one figure for each further group.
    FirstToLast,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum ChangeAs {
    Difference,
    Percent,
    /// The base is 100.
    Index,
    /// Value and earlier value side by side.
    SideBySide,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(
    tag = "type",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum WindowKind {
    /// The running total (of sums and counts), or the running mean of a mean.
    Cumulative,
    /// The mean of this and the `periods - 1` before.
    Moving { periods: u32 },
    /// 1 for the largest.
    Rank { descending: bool },
}
