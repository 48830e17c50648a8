use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;

/// A feedback message; without a user it came from the contact page.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Feedback {
    pub id: Uuid,
    #[serde(skip)]
    pub user_id: Option<Uuid>,
    pub text: String,
    #[schemars(with = "FeedbackMetadata")]
    pub metadata: Value,
    pub status: FeedbackStatus,
    pub created_at: DateTime<Utc>,
}

/// The origin of feedback.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FeedbackMetadata {
    /// The page that it was written on.
    pub route: String,
    /// The address to answer to.
    pub email: Option<String>,
}

/// Feedback with its author, for admins and forwarding.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FeedbackItem {
    #[serde(flatten)]
    pub feedback: Feedback,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub user: Option<FeedbackUser>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct FeedbackUser {
    pub id: Uuid,
    pub email: Option<String>,
}

/// The delivery state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum FeedbackStatus {
    New,
    Seen,
    Done,
}
