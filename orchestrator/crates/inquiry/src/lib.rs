//! From a question about tables to a typed plan, a question back or an honest refusal.
//!
//! Pure and deterministic: the same question over the same profiles gives the same answer.

mod answer;
pub mod plan;
pub mod schema;

pub use answer::{
    Answer, Choice, DeclineReason, Echo, EchoWord, Question, Reading, WordState,
};
