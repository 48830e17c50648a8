//! The query plan: a question's meaning as typed data.
//!
//! A plan names the rows it reads (`table`, `joins`, `unpivot`, `conditions`), how it groups them (`groups`), what it
//! measures in each group (`measures`), which groups or rows it keeps (`select`, `limit`) and in which order (`order`), and
//! how it wants to be shown (`present`). Each part carries its provenance. SQL, chart, words and follow-ups are derived from
//! the plan and from nothing else; it is stored with the chart.

mod condition;
mod group;
mod measure;
mod present;
mod provenance;

pub use condition::{Comparison, Condition, Literal, Operand, Test, Within};
pub use group::{BinBy, Group, Season, TimeSource, TimeUnit};
pub use measure::{Against, Aggregate, Arithmetic, ChangeAs, Measure, Scalar, ShareOf, WindowKind};
pub use present::{Axis, Mark, Orientation, Present, Stacking};
pub use provenance::{Part, Provenance, WordSpan};

use serde::{Deserialize, Serialize};

/// A column of one of the tables. A column that `Unpivot` makes has the plan's own table.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ColumnRef {
    pub table: String,
    pub column: String,
}

/// The meaning of a question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct QueryPlan {
    /// The table whose rows are read and counted.
    pub table: String,
    /// The rows' name in plain words, singular: "penguin", "flight".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entity: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub joins: Vec<Join>,
    /// Turns columns into rows before everything else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unpivot: Option<Part<Unpivot>>,
    pub shape: Shape,
    /// Never empty, except for `Shape::Rows` and `Shape::Map`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub measures: Vec<Part<Measure>>,
    /// Measures that are ranked by and not shown: `Select` and `Order` name them by indexes from `measures.len()` on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hidden: Vec<Measure>,
    /// The first group is the axis, the second the series. In `Shape::Rows` the columns that name a row.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<Part<Group>>,
    /// All of them hold.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub conditions: Vec<Part<Condition>>,
    /// Rows that repeat the sum of others ("World", "Total") and are left out: each with its reason.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub without_totals: Vec<Part<Condition>>,
    /// Conditions on what was measured in a group ("neighborhoods with at least 3 deaths"); all of them hold.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub having: Vec<Part<GroupTest>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub select: Option<Part<Select>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub order: Vec<Part<Order>>,
    #[serde(default, skip_serializing_if = "Present::is_default")]
    pub present: Present,
    /// Facts that a reader must know, each a short sentence.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

impl QueryPlan {
    /// Returns an empty plan over a table.
    pub fn new(table: &str, shape: Shape) -> Self {
        Self {
            table: table.to_owned(),
            entity: None,
            joins: Vec::new(),
            unpivot: None,
            shape,
            measures: Vec::new(),
            hidden: Vec::new(),
            groups: Vec::new(),
            conditions: Vec::new(),
            without_totals: Vec::new(),
            having: Vec::new(),
            select: None,
            order: Vec::new(),
            present: Present::default(),
            notes: Vec::new(),
        }
    }
}

/// The kind of rows that a plan yields.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Shape {
    /// One row per combination of the groups, with the measures of each; one row in all without groups.
    Groups,
    /// Rows of the table, not aggregated: `groups` name a row, `measures` are `Measure::Raw`.
    Rows,
    /// How the values of the first measure (`Measure::Raw`) are spread, for each group: histogram, box plot.
    Distribution,
    /// The first two measures (`Measure::Raw`) against each other, a point a row; groups are colours. A third measure is the size.
    Relation,
    /// Places: `present.latitude` and `present.longitude`, a dot a row, or regions by the first group.
    Map,
}

/// A table that is joined to those before it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Join {
    pub table: String,
    /// A column of a table that the plan has already.
    pub left: ColumnRef,
    /// A column of `table`.
    pub right: ColumnRef,
    /// Keeps rows that have no partner ("departments without employees count 0").
    #[serde(default)]
    pub outer: bool,
}

/// Columns that become rows: one column with their names, one with their values.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Unpivot {
    pub columns: Vec<UnpivotColumn>,
    /// The column with the names ("month").
    pub name_column: String,
    /// The column with the values ("temperature").
    pub value_column: String,
    pub kind: UnpivotKind,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct UnpivotColumn {
    pub column: String,
    /// The text in the name column ("January", "Coderre").
    pub label: String,
    /// The number behind the label for months, quarters and years.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<i64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum UnpivotKind {
    /// The columns are months 1 to 12; they keep that order.
    Months,
    Quarters,
    Years,
    /// Parts of one whole or like quantities side by side.
    Categories,
}

/// A test of a measure of each group.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct GroupTest {
    pub measure: Measure,
    pub test: Test,
}

/// The rows of the result that are kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(
    tag = "type",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum Select {
    /// The first `n` of the first group (or of the rows in `Shape::Rows`) by a measure.
    Top {
        n: u32,
        /// The index of the measure in the plan.
        by: usize,
        descending: bool,
        /// Keeps rows that are equal to the last one.
        ties: bool,
        /// The groups (indexes) within which the first `n` are taken; empty for once in all.
        within: Vec<usize>,
    },
    /// The first `percent` of 100 of the groups or rows by a measure.
    TopPercent {
        percent: f64,
        by: usize,
        descending: bool,
        within: Vec<usize>,
    },
    /// Only the `n`-th by a measure, from 1.
    Nth { n: u32, by: usize, descending: bool },
    /// The first or last rows in the order of a scalar (a date), within groups if there are any.
    Edge {
        n: u32,
        by: Scalar,
        last: bool,
        within: Vec<usize>,
    },
}

/// An order that was asked for, or that follows from the meaning.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Order {
    pub by: OrderBy,
    pub descending: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(
    tag = "type",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum OrderBy {
    /// An index into the plan's measures.
    Measure { index: usize },
    /// An index into the plan's groups.
    Group { index: usize },
    /// A quantity that is not shown.
    Other { measure: Box<Measure> },
}
