use portolan_blocks::{Block, Cursor, Event, StoredEvent, UserMessage};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::{IdempotencyKey, JournaledStep, Price, SendRefusal, Unavailable, Usage};

/// An effect that the machine requests; effects run in order.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// One transaction, answered by `Input::Begun`.
    Begin(Begin),
    /// One transaction, answered by `Input::Committed` or `Input::CommitFailed`.
    Commit(Commit),
    /// To every viewer that is live.
    Publish(Published),
    /// The answer to a send: the turn's id, also for a replayed key.
    Reply {
        request: u64,
        result: Result<Uuid, SendRefusal>,
    },
    /// The answer to a cancel or a rename.
    Done {
        request: u64,
        result: Result<(), Unavailable>,
    },
    /// Run the assistant; its outputs come back as `Input::Outputs`.
    StartTurn(TurnStart),
    /// The raised hold is committed: the assistant may make its next model call.
    ContinueTurn { turn_id: Uuid },
    /// Drop the assistant's run of this turn.
    StopTurn { turn_id: Uuid },
    /// Estimate what the cut model call used for `kept`, after `steps` finished ones, and check
    /// the numbers of `cut`, the block that was being written, which will be kept too; answered by
    /// `Input::Estimated`, with no usage where it cannot be told.
    Estimate {
        turn_id: Uuid,
        steps: u32,
        kept: Vec<Block>,
        cut: Option<Block>,
    },
    /// The state is spent; the log is the truth.
    Retire,
}

/// Begins a turn. In this order, in one transaction: a known key → replayed or `KeyReused`;
/// `busy` → `TurnRunning`; an unknown parent → `ParentUnknown`; no room for the hold →
/// `UsageLimitReached` or `TurnsRunning`; otherwise key, hold, turn (with one attempt counted),
/// `event` and the title are committed. Refusals leave nothing behind.
#[derive(Clone, Debug, PartialEq)]
pub struct Begin {
    pub turn_id: Uuid,
    pub parent: Option<Uuid>,
    pub key: Option<IdempotencyKey>,
    /// A turn is running already: only the key can be answered, nothing is written.
    pub busy: bool,
    pub price: Price,
    pub hold: u64,
    /// `turn.started` and the id that it takes.
    pub event: StoredEvent,
    /// The chat's title: a `chat.changed` under the next id.
    pub title: Option<String>,
}

/// Everything that becomes true together.
#[derive(Clone, Debug, PartialEq)]
pub struct Commit {
    /// The id of the first event, or of the next one where there are none. The log's last id
    /// must be one less, otherwise another process wrote: `CommitFailed`.
    pub first_id: u64,
    pub events: Vec<StoredEvent>,
    /// The running turn that steps, attempts, hold and settlement belong to.
    pub turn_id: Option<Uuid>,
    pub steps: Vec<StoredStep>,
    /// How many attempts without progress the turn has had from now on.
    pub attempts: Option<u32>,
    /// Credits that the turn's hold should come to. Where there is no room, all else is
    /// committed and `Committed { hold: Some(NoRoom) }` says so.
    pub raise_hold: Option<u64>,
    pub settlement: Option<Settlement>,
}

/// A step with its place in the turn's journal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StoredStep {
    /// Counts from 1 within the turn.
    pub number: u32,
    /// The last event that belongs to it; blocks closed later are of the next step.
    pub last_event_id: u64,
    /// The credits to which the hold must be raised before the next model call.
    pub next_hold: Option<u64>,
    pub step: JournaledStep,
}

/// Charges a turn once and releases its hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settlement {
    pub turn_id: Uuid,
    pub usage: Usage,
    /// Never more than the hold.
    pub credits: u64,
    /// Credits that the usage costs at the turn's price, charged or not.
    pub cost: u64,
}

/// An event on its way to the viewers.
#[derive(Clone, Debug, PartialEq)]
pub struct Published {
    /// The stream's `id`; None for events that carry none.
    pub cursor: Option<Cursor>,
    pub event: Event,
}

/// The input of the assistant for running a turn from its last finished step.
#[derive(Clone, Debug, PartialEq)]
pub struct TurnStart {
    pub turn_id: Uuid,
    pub parent: Option<Uuid>,
    pub model: String,
    pub message: UserMessage,
    /// 1 for the first; counts on while no progress is made.
    pub attempt: u32,
    /// Credits held for the next model call.
    pub hold: u64,
    /// The journal: empty at the turn's beginning.
    pub steps: Vec<JournaledStep>,
    /// The blocks of the finished steps.
    pub blocks: Vec<Block>,
    /// Blocks that the unfinished model call had closed: the new call's own beginning. What it
    /// repeats of them is dropped, and the usage of the turn counts them by estimate.
    pub kept: Vec<Block>,
    /// How many references the turn has so far; the next one's index is one more.
    pub references: u32,
}
