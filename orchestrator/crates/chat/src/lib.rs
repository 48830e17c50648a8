//! The state machine of one chat: `step(state, input) -> effects`.
//!
//! Pure: no I/O, no clock, no randomness. An actor carries inputs in and effects out; the same
//! machine runs under a seeded scheduler in the tests.

mod price;
mod turn;

pub use price::{Price, Usage};
pub use turn::{JournaledStep, StepPart, TurnOutput};
