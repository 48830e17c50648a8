//! The meaning of the result's columns.

use crate::plan::{TimeUnit, UnpivotKind};

use super::text::field_name;

/// The name of the row that adds up the groups beyond the largest ones.
pub const REST: &str = "Other";

/// The columns of a statement's result, in their order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Frame {
    pub groups: Vec<GroupColumn>,
    /// One per measure; a single one where the measures are below each other.
    pub measures: Vec<MeasureColumn>,
    /// The columns of latitude and longitude of a dot map.
    pub place: Option<(String, String)>,
    /// Rows kept of a longer list: how many, and whether the highest come first.
    pub kept: Option<(u32, bool)>,
    /// How many groups are shown before the row that adds up the rest.
    pub rest_after: Option<u32>,
    /// Only every n-th row is read.
    pub sampled: Option<u64>,
    /// Groups of the second dimension that are shown, of how many.
    pub series_kept: Option<(u32, u64)>,
}

/// A result column that names a row's group.
#[derive(Clone, Debug, PartialEq)]
pub struct GroupColumn {
    /// The group's index in the plan; None for the names of measures, which are no group of the plan.
    pub group: Option<usize>,
    pub name: String,
    pub kind: GroupKind,
    /// The labels in their own order, where they have one that is not the alphabet's.
    pub labels: Vec<String>,
    /// How many values to expect.
    pub distinct: u64,
    /// The longest known label in characters.
    pub longest: usize,
}

#[derive(Clone, Debug, PartialEq)]
pub enum GroupKind {
    Nominal,
    /// Texts with an order of their own.
    Ordinal,
    /// Whole numbers that stand for themselves: cylinders, ratings.
    Discrete,
    /// Whole numbers that are years or decades.
    Years(TimeUnit),
    /// Dates at the first day of a period.
    Period(TimeUnit),
    /// Days without a year, such as "May 1".
    DaysOfYear,
    /// Intervals: the column with their upper end, and their width.
    Interval {
        end: String,
        width: f64,
    },
    /// Quantities of single rows.
    Quantity,
    /// The names of measures.
    Measures,
}

impl GroupColumn {
    /// Tells whether the groups follow each other in time.
    pub fn is_timeline(&self) -> bool {
        matches!(
            self.kind,
            GroupKind::Years(_) | GroupKind::Period(_) | GroupKind::DaysOfYear
        )
    }
}

/// A result column that holds a measure.
#[derive(Clone, Debug, PartialEq)]
pub struct MeasureColumn {
    /// The measure's index in the plan; None where several are below each other.
    pub measure: Option<usize>,
    pub name: String,
    /// Whether its values are read in percent.
    pub percent: bool,
}

/// Gives each column of a result a name of its own.
#[derive(Default)]
pub struct Names {
    taken: Vec<String>,
}

impl Names {
    /// Returns the wanted name, with a number where it is taken.
    pub fn fresh(&mut self, wanted: &str) -> String {
        // Names are compared as fields, since "a.b" and "a b" become the same one.
        let wanted = field_name(wanted);
        let mut name = wanted.clone();
        let mut number = 2;
        while self
            .taken
            .iter()
            .any(|known| known.eq_ignore_ascii_case(&name))
        {
            name = format!("{wanted} {number}");
            number += 1;
        }
        self.taken.push(name.clone());
        name
    }
}

/// Returns the kind of the groups that unpivoted columns make.
pub fn unpivoted_kind(kind: UnpivotKind) -> GroupKind {
    match kind {
        // Columns of months give no day, so they are names with an order and not dates.
        UnpivotKind::Months | UnpivotKind::Quarters => GroupKind::Ordinal,
        UnpivotKind::Years => GroupKind::Years(TimeUnit::Year),
        UnpivotKind::Categories => GroupKind::Nominal,
    }
}
