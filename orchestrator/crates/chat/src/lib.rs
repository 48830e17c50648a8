//! The state machine of one chat: `State::step(input) -> effects`.
//!
//! Pure: no I/O, no clock, no randomness. An actor carries inputs in and effects out; the same
//! machine runs under a seeded scheduler in the tests.
//!
//! The contract between the machine and its driver:
//! - Effects are carried out in the order in which they are returned.
//! - At most one [`Effect::Begin`] and one [`Effect::Commit`] are under way, and never a
//!   [`Begin`] that writes beside a commit. Each is one transaction, answered by one
//!   [`Input::Begun`], or by one [`Input::Committed`] or [`Input::CommitFailed`].
//! - Ids are given out before the commit, but nothing stored is published before its commit.
//! - Once [`Effect::Retire`] is returned the state is spent: rebuild it from the log.

mod effect;
mod follower;
mod input;
mod live_turn;
mod outbox;
mod output;
mod price;
mod recover;
mod resume;
mod state;
mod turn;

pub use effect::{Begin, Commit, Effect, Published, Settlement, StoredStep, TurnStart};
pub use follower::{Follower, LiveBatch, LiveEvent, LiveTail, Missing};
pub use input::{
    BeginResult, HoldResult, IdempotencyKey, Input, MessageInput, Parent, SendRefusal, Unavailable,
};
pub use price::{Price, Usage};
pub use recover::{Recovered, UnfinishedTurn};
pub use resume::Resume;
pub use state::State;
pub use turn::{JournaledStep, StepPart, TurnOutput};
