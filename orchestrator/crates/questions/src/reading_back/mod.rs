//! Statements and charts of others, read back: only where another model than the built-in one wrote them.
//!
//! `select` reads the plan behind a statement, for follow-ups and changes by a sentence; it returns nothing where the
//! statement says more than it can hold. `contradictions` compares a proposed chart with the plan of the question, from
//! the facts that `statement` finds in the SQL and `drawn` in the specification.

mod contradictions;
mod drawn;
mod select;
mod statement;

pub use contradictions::{Contradiction, Proposed, contradictions};
pub use select::{read_back, with_drawn_mark};
