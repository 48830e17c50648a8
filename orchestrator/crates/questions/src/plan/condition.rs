//! Conditions: typed tests in a tree.

use serde::{Deserialize, Serialize};

use super::{Aggregate, ColumnRef, Scalar};

/// A condition on a row.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(
    tag = "type",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum Condition {
    And {
        all: Vec<Condition>,
    },
    Or {
        any: Vec<Condition>,
    },
    Not {
        of: Box<Condition>,
    },
    Test {
        of: Operand,
        test: Test,
    },
    /// The row has a partner in another table: a semi-join; `Not` makes it an anti-join.
    Exists {
        table: String,
        /// A column of a table of the plan.
        left: ColumnRef,
        /// A column of `table`.
        right: ColumnRef,
        /// Conditions on the partner.
        conditions: Vec<Condition>,
    },
}

/// The tested quantity or text of a row.
pub type Operand = Scalar;

/// A test of one value. Missing values pass no test but `Missing`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(
    tag = "type",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum Test {
    /// Equal to one of the literals.
    In {
        values: Vec<Literal>,
    },
    /// Different from each of the literals, and present.
    NotIn {
        values: Vec<Literal>,
    },
    Compare {
        comparison: Comparison,
        value: Literal,
    },
    /// Both ends included, except that a date or year `high` may be `open` (before it).
    Between {
        low: Literal,
        high: Literal,
        #[serde(default)]
        open: bool,
    },
    /// Contains the text, whatever the letters' case.
    Contains {
        text: String,
    },
    StartsWith {
        text: String,
    },
    EndsWith {
        text: String,
    },
    Missing,
    Present,
    IsTrue,
    IsFalse,
    /// Against an aggregate of the same quantity: "above average".
    AgainstAggregate {
        comparison: Comparison,
        aggregate: Aggregate,
        within: Within,
    },
    /// Against another quantity of the same row: "more for A than for B".
    AgainstScalar {
        comparison: Comparison,
        other: Scalar,
    },
}

/// The rows over which an aggregate in a condition is taken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(
    tag = "type",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum Within {
    /// All rows of the table (in `GroupTest`: all groups).
    All,
    /// The rows that agree in these columns.
    Group { columns: Vec<ColumnRef> },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Comparison {
    Less,
    AtMost,
    More,
    AtLeast,
    Equal,
    NotEqual,
}

/// A value in a condition, in the unit and notation of its column.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(
    tag = "type",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum Literal {
    Text {
        text: String,
    },
    Number {
        number: f64,
    },
    Boolean {
        boolean: bool,
    },
    /// `YYYY-MM-DD`.
    Date {
        date: String,
    },
    /// `YYYY-MM-DDTHH:MM:SS`.
    Datetime {
        datetime: String,
    },
}
