use chrono::{DateTime, Utc};
use portolan_blocks::Outcome;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::Direction;

/// A chat with its newest turn, as admins see the latest ones: nothing that its user or a model wrote.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "LatestChat")]
#[serde(rename_all = "camelCase")]
pub struct ChatActivity {
    pub chat_id: Uuid,
    pub user: ActivityUser,
    /// Of the newest turn.
    pub model: String,
    pub running: bool,
    /// None while it runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
    pub turns: u64,
    /// Credits that the turns were charged.
    pub credits: u64,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
}

/// The columns that chats are sorted by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum ActivitySort {
    CreatedAt,
    #[default]
    UpdatedAt,
}

/// A choice of chats, and their order; the last changed first by default.
#[derive(Clone, Debug, Default)]
pub struct ActivityFilter {
    /// The beginning of the owner's email address or username, whatever its case.
    pub search: Option<String>,
    pub sort: ActivitySort,
    pub direction: Direction,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ActivityUser {
    pub id: Uuid,
    pub email: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub username: Option<String>,
}

/// An admin who looked into a user's chat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChatView {
    #[serde(skip)]
    pub id: Uuid,
    pub admin: ViewingAdmin,
    pub reason: String,
    pub viewed_at: DateTime<Utc>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ViewingAdmin {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub username: Option<String>,
}
