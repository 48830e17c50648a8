//! What the engine makes of questions.

#![expect(clippy::unwrap_used, reason = "tests stop where something is wrong")]

mod any_text;
mod asked;
mod cases;
mod choices;
mod contradictions;
mod findings;
mod follow_ups;
mod many_groups;
mod numbers;
mod readings;
mod recovered;
mod sequences;
mod support;
