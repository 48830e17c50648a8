//! From a question about tables to a typed plan, a question back or an honest refusal.
//!
//! Pure and deterministic: the same question over the same profiles gives the same answer.

mod answer;
mod compose;
mod decide;
mod dialogue;
mod language;
mod link;
mod parse;
pub mod plan;
pub mod schema;

pub use answer::{Answer, Choice, DeclineReason, Echo, EchoWord, Question, Reading, WordState};

/// Understands a question.
pub fn answer(question: &Question<'_>) -> Answer {
    decide::answer(question)
}
