use portolan_blocks::{Block, BlockType, Outcome, Phase, TurnError, UnderstoodWord};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;

use crate::Usage;

/// An output of the assistant while it runs a turn; outputs are ordered.
#[derive(Clone, Debug, PartialEq)]
pub enum TurnOutput {
    /// Long work with a name; sent to viewers, not stored.
    Progress {
        phase: Phase,
        label: String,
        done: Option<u64>,
        total: Option<u64>,
    },
    /// The words of the message with their meanings; only while no block is open.
    Understood { words: Vec<UnderstoodWord> },
    /// A block begins; at most one is open at a time.
    BlockOpened {
        block_id: Uuid,
        block_type: BlockType,
    },
    /// More of the open `text` or `thinking` block.
    BlockText { text: String },
    /// Closes the open block of the same id; where none is open, opens it first.
    BlockClosed { block: Block },
    /// Drops the open block, because the model call that wrote it failed and starts again.
    BlockDiscarded,
    /// A model call and its tool calls are over. With `next_hold` the turn wants to go on and
    /// waits for leave: its hold must first be raised to that many credits.
    StepFinished {
        step: JournaledStep,
        usage: Usage,
        next_hold: Option<u64>,
    },
    /// The turn is over. `usage` is the whole turn's, of what was kept.
    Finished {
        outcome: Outcome,
        error: Option<TurnError>,
        usage: Usage,
    },
}

/// A finished step as the journal keeps it: enough to go on from here after a restart.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct JournaledStep {
    pub parts: Vec<StepPart>,
    pub usage: Usage,
}

/// The messages that a step adds to the conversation with the model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(
    tag = "type",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum StepPart {
    /// The raw output of the model, before it was parsed into blocks.
    Text { text: String },
    ToolCall {
        call_id: String,
        name: String,
        arguments: String,
    },
    /// `content` is what the model is told; `kept` is what the tools need to go on (a query's
    /// rows by its id) and the model does not see.
    ToolResult {
        call_id: String,
        content: String,
        kept: Option<Value>,
    },
    /// Data that the model's provider wants back with this step, such as its reasoning; no other model is told.
    ProviderState { model: String, state: Value },
}
