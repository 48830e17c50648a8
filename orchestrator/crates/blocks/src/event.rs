use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;

use crate::{Block, BlockType, UnderstoodWord};

/// An event of a chat, as its log stores it and its stream sends it.
///
/// Serialises as `{"event": "turn.started", "data": {…}}`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ChatEvent")]
#[serde(tag = "event", content = "data", rename_all_fields = "camelCase")]
pub enum Event {
    #[serde(rename = "turn.started")]
    TurnStarted {
        turn_id: Uuid,
        /// None for the root of the chat.
        parent_turn_id: Option<Uuid>,
        model: String,
        message: UserMessage,
        started_at: DateTime<Utc>,
    },
    /// Not stored.
    #[serde(rename = "turn.progress")]
    TurnProgress {
        turn_id: Uuid,
        phase: Phase,
        label: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        done: Option<u64>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        total: Option<u64>,
    },
    /// Replaces what an earlier event of the turn said.
    #[serde(rename = "turn.understood")]
    TurnUnderstood {
        turn_id: Uuid,
        /// In the order of the message.
        words: Vec<UnderstoodWord>,
    },
    #[serde(rename = "block.opened")]
    BlockOpened {
        turn_id: Uuid,
        block_id: Uuid,
        /// Counts from 0 within the turn; a block that is written again keeps it.
        index: u32,
        #[serde(rename = "type")]
        block_type: BlockType,
    },
    /// Not stored; only of `text` and `thinking`.
    #[serde(rename = "block.delta")]
    BlockDelta { block_id: Uuid, text: String },
    #[serde(rename = "block.closed")]
    BlockClosed { turn_id: Uuid, block: Block },
    #[serde(rename = "block.discarded")]
    BlockDiscarded { block_id: Uuid },
    /// Stored only when `final`.
    #[serde(rename = "turn.metered")]
    TurnMetered {
        turn_id: Uuid,
        input_tokens: u64,
        output_tokens: u64,
        credits: u64,
        #[serde(rename = "final")]
        is_final: bool,
    },
    #[serde(rename = "turn.finished")]
    TurnFinished {
        turn_id: Uuid,
        outcome: Outcome,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        error: Option<TurnError>,
        finished_at: DateTime<Utc>,
    },
    #[serde(rename = "chat.changed")]
    ChatChanged { title: String },
    /// Not stored here: the board keeps its own nodes and edges.
    #[serde(rename = "board.changed")]
    BoardChanged {
        board_id: Uuid,
        /// Of the board, after this change.
        revision: u64,
        nodes: Vec<Value>,
        edges: Vec<Value>,
    },
}

impl Event {
    /// The name in the `event:` field of the stream.
    pub fn name(&self) -> &'static str {
        match self {
            Self::TurnStarted { .. } => "turn.started",
            Self::TurnProgress { .. } => "turn.progress",
            Self::TurnUnderstood { .. } => "turn.understood",
            Self::BlockOpened { .. } => "block.opened",
            Self::BlockDelta { .. } => "block.delta",
            Self::BlockClosed { .. } => "block.closed",
            Self::BlockDiscarded { .. } => "block.discarded",
            Self::TurnMetered { .. } => "turn.metered",
            Self::TurnFinished { .. } => "turn.finished",
            Self::ChatChanged { .. } => "chat.changed",
            Self::BoardChanged { .. } => "board.changed",
        }
    }

    /// Returns whether the log keeps it, with an id of its own.
    pub fn is_stored(&self) -> bool {
        match self {
            Self::TurnProgress { .. } | Self::BlockDelta { .. } | Self::BoardChanged { .. } => {
                false
            }
            Self::TurnMetered { is_final, .. } => *is_final,
            Self::TurnStarted { .. }
            | Self::TurnUnderstood { .. }
            | Self::BlockOpened { .. }
            | Self::BlockClosed { .. }
            | Self::BlockDiscarded { .. }
            | Self::TurnFinished { .. }
            | Self::ChatChanged { .. } => true,
        }
    }
}

/// An event of the log with its id: 1, 2, 3 … per chat, no gap.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredEvent {
    pub id: u64,
    pub event: Event,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct UserMessage {
    pub text: String,
    pub source_ids: Vec<Uuid>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Phase {
    Reading,
    Querying,
    Thinking,
    Writing,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Outcome {
    Completed,
    Cancelled,
    /// The credits did not suffice to continue.
    Limited,
    Failed,
}

/// Why a turn did not complete; `code` is stable, `message` is for people.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TurnError {
    pub code: String,
    pub message: String,
    pub retryable: bool,
}
