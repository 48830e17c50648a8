use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::Value;
use uuid::Uuid;

/// What somebody told us; without a user it came from the contact page.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Feedback {
    pub id: Uuid,
    pub user_id: Option<Uuid>,
    pub text: String,
    /// An object: the route it came from, the address to answer to.
    pub metadata: Value,
    pub created_at: DateTime<Utc>,
}
