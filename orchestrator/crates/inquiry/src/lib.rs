//! From a question about tables to a typed plan, a question back or an honest refusal.
//!
//! Pure and deterministic: the same question over the same profiles gives the same answer.

mod answer;
pub mod chart;
mod compose;
mod decide;
mod dialogue;
mod language;
mod link;
mod parse;
pub mod plan;
mod prepared;
pub mod schema;
pub mod sql;
pub mod words;

pub use answer::{Answer, Choice, DeclineReason, Echo, EchoWord, Question, Reading, WordState};
pub use prepared::{Prepared, prepare};

/// Understands a question.
pub fn answer(question: &Question<'_>) -> Answer {
    decide::answer(question)
}
