use chrono::{DateTime, Utc};
use portolan_blocks::Outcome;
use uuid::Uuid;

/// A turn as the store keeps it beside the log.
#[derive(Clone, Debug, PartialEq)]
pub struct Turn {
    pub id: Uuid,
    pub chat_id: Uuid,
    pub user_id: Uuid,
    pub parent_turn_id: Option<Uuid>,
    pub model: String,
    /// The id of its `turn.started`.
    pub first_event_id: u64,
    /// Starts since the last progress, this one included.
    pub attempts: u32,
    /// Credits reserved for it; 0 once it is settled.
    pub hold: u64,
    /// None while it runs.
    pub outcome: Option<Outcome>,
    pub charged: u64,
    pub started_at: DateTime<Utc>,
    pub finished_at: Option<DateTime<Utc>>,
}

/// A stored event as bytes, which a stream sends without parsing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoggedEvent {
    pub id: u64,
    /// Such as `block.closed`.
    pub event: String,
    /// JSON.
    pub data: String,
}
