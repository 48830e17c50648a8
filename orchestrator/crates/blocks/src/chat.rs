use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::{Block, Outcome, TurnError, UnderstoodWord, UserMessage};

/// A chat as `GET /api/chats/{id}` returns it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Chat {
    pub id: Uuid,
    pub title: String,
    /// 0 before the first event; resuming the stream after it misses nothing.
    pub last_event_id: u64,
    /// Oldest first.
    pub turns: Vec<Turn>,
}

/// A message and its answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Turn {
    pub turn_id: Uuid,
    /// None for a root of the chat.
    pub parent_turn_id: Option<Uuid>,
    pub message: UserMessage,
    /// The words of the message with their meanings, where the answer came from a query plan.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub understood: Vec<UnderstoodWord>,
    pub model: String,
    /// None while the turn runs.
    pub outcome: Option<Outcome>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<TurnError>,
    /// In the order in which they were closed.
    pub blocks: Vec<Block>,
    /// Zero while the turn runs: only the final metering counts.
    pub metered: Metered,
    /// The user's rating of the answer; stored beside the log.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<Rating>,
    pub started_at: DateTime<Utc>,
    pub finished_at: Option<DateTime<Utc>>,
}

/// A user's rating of an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Rating {
    pub rating: Thumb,
    /// The answer that the user had expected.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Thumb {
    Up,
    Down,
}

/// The usage and charge of a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Metered {
    pub input_tokens: u64,
    pub output_tokens: u64,
    pub credits: u64,
}
