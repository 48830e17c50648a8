//! The plan as one SELECT for DataFusion.
//!
//! The statement is built in levels. Level 0 reads the source (`source`), keeps the rows that the conditions let through
//! (`condition`), groups them (`group`) and takes the plain aggregates of each group. A quantity that needs other groups,
//! such as a share, a change or a running total, is computed from the finished groups in a level above (`measure`); a
//! quantity over such a quantity in the level above that. The last level tests groups, picks the best ones and sorts
//! (`keep`). Where nothing needs a second level, all of it is one plain SELECT ... GROUP BY ... ORDER BY; otherwise each
//! level is a common table expression.
//!
//! Shares and changes in percent are fractions: 0.25 is 25 %. Years and decades are whole numbers, other periods the
//! date of their first day, seasons their names in the order of the calendar.
//!
//! The result is described by a [`Frame`]: which column of the result holds which group and which measure. Chart and
//! words read the frame and the plan; neither ever reads SQL.

mod bins;
mod condition;
mod frame;
mod group;
mod keep;
mod levels;
mod measure;
pub mod ordinal;
mod scalar;
mod source;
mod text;
pub mod walk;

pub use bins::nice_width;
pub use frame::{Frame, GroupColumn, GroupKind, MeasureColumn, REST};
pub use keep::MOST_POINTS;
pub use scalar::CLOCK;
pub use text::quote;

use portolan_query::TableProfile;

use crate::plan::QueryPlan;

/// A statement with the meaning of its result columns.
#[derive(Clone, Debug, PartialEq)]
pub struct Statement {
    pub sql: String,
    pub frame: Frame,
}

/// A plan that cannot be written as a query; the reason is for logs and tests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsupported(pub String);

impl Unsupported {
    fn because(reason: impl Into<String>) -> Self {
        Self(reason.into())
    }
}

/// Returns the plan's statement.
///
/// # Errors
///
/// Returns the reason where the plan combines parts that no statement can express.
pub fn select(plan: &QueryPlan, tables: &[TableProfile]) -> Result<Statement, Unsupported> {
    levels::statement(plan, tables)
}
