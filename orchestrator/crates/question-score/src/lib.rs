//! Scores the answers of `portolan ask` against a question set by the values that the charts show.
//!
//! The sets and their format are in `crates/questions/tests/sets`.

pub mod answer;
pub mod cell;
mod column;
mod distribution;
pub mod drawn;
pub mod report;
pub mod score;
pub mod set;
pub mod table;
pub mod verdict;
