use chrono::{DateTime, Utc};
use serde::Serialize;
use uuid::Uuid;

/// A chat as lists show it; what was said is in its log.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Chat {
    pub id: Uuid,
    #[serde(skip)]
    pub user_id: Uuid,
    pub title: String,
    /// The model that new messages go to, where the person chose one.
    pub model: Option<String>,
    /// 0 before the first event.
    pub last_event_id: u64,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
}

/// A chat with whose it is and whether it works, as admins see it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ChatActivity {
    #[serde(flatten)]
    pub chat: Chat,
    pub user_id: Uuid,
    pub email: Option<String>,
    pub username: Option<String>,
    pub running: bool,
}
