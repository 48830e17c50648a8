use chrono::{DateTime, Utc};
use portolan_blocks::Outcome;
use schemars::JsonSchema;
use serde::Serialize;
use uuid::Uuid;

use super::Direction;

/// A chat with its newest turn, as admins see the latest ones.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "LatestChat")]
#[serde(rename_all = "camelCase")]
pub struct ChatActivity {
    pub chat_id: Uuid,
    pub title: String,
    pub user: ActivityUser,
    pub model: String,
    pub running: bool,
    /// The start of the user's last question.
    pub last_message: String,
    /// None while it runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
    pub updated_at: DateTime<Utc>,
}

/// A choice of chats, and their order by the time of their last change.
#[derive(Clone, Debug)]
pub struct ActivityFilter {
    /// A part of the title, or the beginning of the owner's email address or username, whatever its case.
    pub search: Option<String>,
    pub direction: Direction,
    /// Whether titles and messages are shown and searched.
    pub has_content: bool,
}

impl Default for ActivityFilter {
    /// All chats, the last changed first.
    fn default() -> Self {
        Self {
            search: None,
            direction: Direction::default(),
            has_content: true,
        }
    }
}

impl ChatActivity {
    /// Returns the activity without the chat's title and question.
    pub fn without_content(self) -> Self {
        Self {
            title: String::new(),
            last_message: String::new(),
            ..self
        }
    }
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
