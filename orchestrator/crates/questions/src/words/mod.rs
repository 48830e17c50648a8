//! Words about a plan and its rows, as a data journalist would write them.
//!
//! `names` turns columns, measures and groups into human names with their units, each named once; `conditions` says which rows
//! are read; `numbers` writes numbers and dates; `notes` lists the choices behind a chart; `findings` answers the
//! question from the rows: who leads, how a figure moved, how big a share is; `next` proposes what to ask now.
//!
//! A sentence about the rows is made from the rows and the plan's meaning and from nothing else. Where the rows leave something
//! open, such as a tie, a period that is not over or a sample, the sentence says so or is left out.

mod conditions;
mod direction;
mod findings;
mod flags;
mod names;
mod next;
mod notes;
mod numbers;

pub use conditions::condition_words;
pub use findings::{Findings, findings};
pub use names::{
    aggregate_word, capitalized, column_name, column_title, entity_plural, group_title,
    group_words, is_percent, joined, measure_title, measure_unit, measure_words, period_word,
    plural, scalar_unit, shared_title,
};
pub use next::next_questions;
pub use notes::{label, notes};
pub use numbers::{date_label, number, percent, value_text};
