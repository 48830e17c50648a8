use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::Direction;

/// The transport of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum MessageKind {
    Mail,
    Sms,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum OutboxStatus {
    Waiting,
    Sent,
    Failed,
}

/// The part of the queue that an admin looks at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum OutboxPart {
    /// Failed, or waiting after a failed attempt.
    #[default]
    Stuck,
    /// Waiting for the first attempt, or for its result.
    Queued,
    Sent,
    All,
}

/// The columns that messages are sorted by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum OutboxSort {
    #[default]
    CreatedAt,
    Recipient,
}

/// A choice of messages, and their order.
#[derive(Clone, Debug, Default)]
pub struct OutboxFilter {
    pub part: OutboxPart,
    /// A part of the recipient's address, whatever its case.
    pub search: Option<String>,
    pub sort: OutboxSort,
    pub direction: Direction,
}

/// An outgoing message as admins see it: without its content.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "MailMessage")]
#[serde(rename_all = "camelCase")]
pub struct OutboxItem {
    pub id: Uuid,
    pub kind: MessageKind,
    /// The kind of code that it carries, such as `recovery`, or `feedback_reply`.
    pub purpose: String,
    pub recipient: String,
    pub status: OutboxStatus,
    pub attempts: u32,
    /// The next attempt, while it waits.
    pub due_at: DateTime<Utc>,
    pub last_error: Option<String>,
    /// The end of its code, or of its use; it isn't sent after that.
    pub expires_at: DateTime<Utc>,
    pub created_at: DateTime<Utc>,
}
