//! From a question about tables to a typed plan, a question back or an honest refusal.
//!
//! Pure and deterministic: the same question over the same profiles gives the same answer.
//!
//! The parts, in the order of their use:
//!
//! - `schema` reads the profiles: roles, words, units, entities and joins of the columns.
//! - `language` splits the question into tokens; `link` finds the columns and values that they may name; `parse`
//!   covers the tokens with items at the lowest cost.
//! - `compose` turns the items into a [`plan::QueryPlan`]; `dialogue` changes the plan before for a follow-up.
//! - `decide` compares the readings: it answers, asks back with `choices`, or declines.
//! - `sql`, `chart` and `words` derive the statement, the Vega-Lite specification and the sentences from a plan;
//!   [`prepare`] calls all three.
//!
//! # Storage
//!
//! A plan is stored with its chart ([`to_stored`]); follow-ups change the stored plan. `reading_back` serves the charts of other
//! models, which have none.
//!
//! # Score
//!
//! ```text
//! sets=orchestrator/crates/questions/tests/sets/practised
//! target/local/portolan ask --questions $sets/questions.jsonl --out answers.jsonl
//! target/local/portolan ask --questions $sets/dialogues.jsonl --out dialogues.jsonl
//! cargo run --profile local -p portolan-question-score -- $sets answers.jsonl dialogues.jsonl --failures
//! ```
//!
//! `cargo run -p portolan-questions --example plans $sets/questions.jsonl ID` prints the plans of single questions.
//! The set `frozen` is scored for its totals and never read; see `orchestrator/crates/questions/tests/sets/README.md`.

mod alternatives;
mod answer;
pub mod chart;
mod choices;
mod compose;
mod decide;
mod declined;
mod dialogue;
mod echo;
mod guess;
mod judge;
mod language;
mod link;
mod names_in_text;
mod parse;
pub mod plan;
mod prepared;
pub mod reading_back;
mod restated;
mod rewording;
pub mod schema;
pub mod sql;
mod starters;
mod stored;
mod wordings;
pub mod words;

pub use alternatives::{Alternative, Alternatives, alternatives};
pub use answer::{Answer, Choice, DeclineReason, Echo, EchoWord, Question, Reading, WordState};
pub use judge::{WeighedReading, weighed_readings};
pub use prepared::{Prepared, prepare};
pub use starters::{additive_columns, has_same_statement, starters};
pub use stored::{from_stored, from_stored_for, to_stored};

/// Reads the word lists (WordNet, concepts, abbreviations, other languages), once in a process; the first question would
/// wait for them.
pub fn load_words() {
    language::load_words();
}

/// Returns the answer to a question that follows others without a chart, oldest first: it may pick a reading that was asked for,
/// or say what an unknown word stands for.
pub fn answer_after(question: &Question<'_>, unanswered: &[&str]) -> Answer {
    dialogue::answer_after(question, unanswered)
}

/// Returns the readings of a question, a question back, or the reason why the tables cannot answer.
pub fn answer(question: &Question<'_>) -> Answer {
    decide::answer(question)
}
