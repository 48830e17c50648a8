use chrono::{DateTime, Utc};
use portolan_blocks::{TextRange, UserMessage};
use serde::{Deserialize, Deserializer, Serialize};
use uuid::Uuid;

use crate::{Price, TurnOutput, Usage};

/// An input of a chat. `request` numbers are the caller's; the reply repeats them.
#[derive(Clone, Debug, PartialEq)]
pub enum Input {
    /// A message, a retry (the original's parent and message) or an edit (the original's parent).
    /// Answered by `Effect::Reply`.
    Send(MessageInput),
    /// The answer to `Effect::Begin`.
    Begun(BeginResult),
    /// The answer to `Effect::Commit`; `hold` answers its `raise_hold`.
    Committed {
        hold: Option<HoldResult>,
        now: DateTime<Utc>,
    },
    /// The last `Effect::Commit` will not come to pass: fenced, or out of retries.
    CommitFailed,
    /// Reports of the assistant about a turn, in order; ignored once the turn has ended. What they write
    /// becomes one commit.
    Outputs {
        turn_id: Uuid,
        outputs: Vec<TurnOutput>,
        now: DateTime<Utc>,
    },
    /// The assistant panicked or left without `Finished`; `message` is for people.
    TurnCrashed {
        turn_id: Uuid,
        message: String,
        now: DateTime<Utc>,
    },
    /// Ends the running turn and keeps what is there. Answered by `Effect::Done`, once the turn
    /// has ended or at once where none runs.
    Cancel { request: u64, now: DateTime<Utc> },
    /// The answer to `Effect::Estimate`; the numbers are those of the cut block that nothing
    /// explains.
    Estimated {
        turn_id: Uuid,
        usage: Usage,
        unverified_numbers: Vec<TextRange>,
    },
    /// Answered by `Effect::Done` when the title is committed. A stored event inside an open
    /// block would make cursors ambiguous, so it waits for the block's end.
    Rename { request: u64, title: String },
    /// The server is shutting down: hand the turn over to the next owner of the chat.
    HandOver,
}

#[derive(Clone, Debug, PartialEq)]
pub struct MessageInput {
    pub request: u64,
    /// The turn's id, should it begin.
    pub turn_id: Uuid,
    pub parent: Parent,
    pub message: UserMessage,
    pub model: String,
    /// None if the caller gave no key: then nothing can be replayed.
    pub key: Option<IdempotencyKey>,
    pub price: Price,
    /// Credits that the first model call can cost at worst; 0 for a turn that is not charged.
    pub hold: u64,
    /// The chat's title, should the turn begin: of a chat that has none yet.
    pub title: Option<String>,
    pub now: DateTime<Utc>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Parent {
    /// The turn that began last.
    Newest,
    Root,
    Turn(Uuid),
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct IdempotencyKey {
    pub key: String,
    /// SHA-256 of the request's body.
    pub body_hash: [u8; 32],
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BeginResult {
    /// Key, hold and `turn.started` are committed.
    Begun,
    /// The key was used with the same body; nothing was written now.
    Replayed { turn_id: Uuid },
    /// Nothing was written.
    Refused(SendRefusal),
    /// Fenced, or it cannot be told whether it was written: the chat must be rebuilt.
    Uncertain,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HoldResult {
    Raised,
    NoRoom,
}

/// Why a message was not taken; listed in the order in which they are checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
pub enum SendRefusal {
    #[error("this idempotency key was used with another body; take a new key")]
    KeyReused,
    #[error("a turn of this chat is running; wait for its end or cancel it")]
    TurnRunning,
    #[error("this chat has no turn with that id; name one of its turns as the parent")]
    ParentUnknown,
    #[error("the credits of this period are used up")]
    UsageLimitReached,
    #[error("other running turns hold the credits that are left; wait for one to end")]
    TurnsRunning,
    #[error("you've reached the limit of {limit} {items}: delete some first")]
    TooManyItems {
        #[serde(deserialize_with = "read_plural")]
        items: Plural,
        limit: u64,
    },
    #[error("your plan includes {limit} {items}: delete some, or choose a larger plan")]
    PlanLimit {
        #[serde(deserialize_with = "read_plural")]
        items: Plural,
        limit: u64,
    },
    #[error(
        "your plan's limit for answers at the same time is {limit}; wait for one to finish, then send the message again"
    )]
    TooManyTurns { limit: u64 },
    #[error("your plan doesn't include this model: choose another model, or a larger plan")]
    ModelNotIncluded,
    #[error("the chat cannot be written right now; send it again with the same key")]
    StoreUnavailable,
}

/// The chat was retired before a request was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[error("the chat cannot be written right now; try again")]
pub struct Unavailable;

/// The plural of a kind of item.
pub type Plural = &'static str;

/// The kinds of items that a message can make.
const PLURALS: [Plural; 3] = ["charts", "sources", "cards on a board"];

/// Finds the plural in this program, since text of another server does not live as long.
fn read_plural<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Plural, D::Error> {
    let text = String::deserialize(deserializer)?;
    let known = PLURALS.into_iter().find(|plural| *plural == text);
    Ok(known.unwrap_or("items"))
}
