use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;

use super::Direction;

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
    /// An admin's answer, which was sent by email.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reply: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replied_at: Option<DateTime<Utc>>,
}

impl FeedbackItem {
    /// Returns the address that an answer goes to.
    pub fn reply_address(&self) -> Option<&str> {
        let of_user = self.user.as_ref().and_then(|user| user.email.as_deref());
        of_user.or_else(|| self.feedback.metadata["email"].as_str())
    }

    /// Returns the page that it was written on; None if that is no page of this site.
    pub fn route(&self) -> Option<&str> {
        let route = self.feedback.metadata["route"].as_str()?;
        let is_own = route.starts_with('/')
            && !route.starts_with("//")
            && !route.contains(|character: char| character == '\\' || character.is_control());
        is_own.then_some(route)
    }
}

/// A choice of feedback, and its order by time.
#[derive(Clone, Debug, Default)]
pub struct FeedbackFilter {
    pub status: Option<FeedbackStatus>,
    /// A part of the text, the sender's address or the page, whatever its case.
    pub search: Option<String>,
    pub direction: Direction,
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
