use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::Serialize;
use uuid::Uuid;

/// A chat in a list; its messages are in its log.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Chat {
    pub id: Uuid,
    #[serde(skip)]
    pub user_id: Uuid,
    pub title: String,
    /// The model that new messages go to, where the user chose one.
    pub model: Option<String>,
    /// 0 before the first event.
    pub last_event_id: u64,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
}

/// A chat in a search result, with the matching text.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "ChatSummary")]
pub struct FoundChat {
    #[serde(flatten)]
    pub chat: Chat,
    /// None if nothing was looked for, or only the title has it.
    #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
    pub found: Option<Match>,
}

/// The newest place of a chat that has the words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "ChatMatch")]
#[serde(rename_all = "camelCase")]
pub struct Match {
    pub turn_id: Uuid,
    /// Plain text; matches are enclosed in U+E000 and U+E001.
    pub snippet: String,
}

/// Something that a search over everything found.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "SearchHit")]
#[serde(rename_all = "camelCase")]
pub struct SearchItem {
    pub kind: SearchKind,
    pub id: Uuid,
    pub title: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub snippet: Option<String>,
    /// The turn of a chat that has the words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn_id: Option<Uuid>,
    pub updated_at: DateTime<Utc>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum SearchKind {
    Chat,
    Chart,
}
