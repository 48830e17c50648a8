use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// A user's session on one device. Ended sessions are gone.
#[derive(Clone, Debug, PartialEq)]
pub struct AuthSession {
    pub id: Uuid,
    pub user_id: Uuid,
    /// The assurance level: `aal1` or `aal2`.
    pub aal: String,
    pub amr: Vec<AuthMethod>,
    pub user_agent: Option<String>,
    pub ip: Option<String>,
    pub not_after: Option<DateTime<Utc>>,
    pub refreshed_at: Option<DateTime<Utc>>,
    /// The program that acts in a user's name, and the scope that they allowed it.
    pub oauth_client_id: Option<Uuid>,
    pub scope: Option<String>,
    pub created_at: DateTime<Utc>,
}

impl AuthSession {
    pub fn is_over(&self, now: DateTime<Utc>) -> bool {
        self.not_after.is_some_and(|end| end <= now)
    }
}

/// How and when a user proved who they are: a claim's `amr` entry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AuthMethod {
    /// `password`, `otp`, `oauth` …
    pub method: String,
    /// Unix seconds.
    pub timestamp: i64,
}

/// The purpose of a one-time token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OneTimeKind {
    Confirmation,
    Recovery,
    MagicLink,
    Invite,
    EmailChangeCurrent,
    EmailChangeNew,
    PhoneConfirmation,
    PhoneChange,
    Reauthentication,
}
