use chrono::{DateTime, Utc};
use uuid::Uuid;

/// A credential that signs a user in by itself.
#[derive(Clone, Debug, PartialEq)]
pub struct Passkey {
    pub id: Uuid,
    pub user_id: Uuid,
    /// The authenticator's own name of it; no two people have the same.
    pub credential_id: String,
    /// The public half and its counter, as JSON.
    pub credential: String,
    pub friendly_name: Option<String>,
    pub last_used_at: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
}

/// A challenge for an authenticator; answered once.
#[derive(Clone, Debug, PartialEq)]
pub struct PasskeyChallenge {
    pub id: Uuid,
    /// The user who adds a passkey; None at a sign-in, when the user isn't known yet.
    pub user_id: Option<Uuid>,
    pub ceremony: String,
    pub expires_at: DateTime<Utc>,
}
