use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::OauthClient;

/// An OAuth client's request to sign a user in. Its id and code are known to the store by hash alone.
#[derive(Clone, Debug, PartialEq)]
pub struct OauthAuthorization {
    pub client_id: Uuid,
    /// The user who opened it first: only they may answer it.
    pub user_id: Option<Uuid>,
    pub status: OauthAuthorizationStatus,
    /// As the client wrote it.
    pub redirect_uri: String,
    /// With spaces between.
    pub scope: String,
    pub state: Option<String>,
    pub nonce: Option<String>,
    pub resource: Option<String>,
    /// Always S256.
    pub code_challenge: String,
    /// The session that its code was exchanged for.
    pub session_id: Option<Uuid>,
    /// Of the question while it is pending, of the code from then on.
    pub expires_at: DateTime<Utc>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OauthAuthorizationStatus {
    Pending,
    Approved,
    Denied,
}

impl OauthAuthorizationStatus {
    pub fn name(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Approved => "approved",
            Self::Denied => "denied",
        }
    }

    pub fn parse(name: &str) -> Option<Self> {
        [Self::Pending, Self::Approved, Self::Denied]
            .into_iter()
            .find(|status| status.name() == name)
    }
}

/// The access that a user has granted to a client.
#[derive(Clone, Debug, PartialEq)]
pub struct OauthGrant {
    pub client: OauthClient,
    pub scopes: Vec<String>,
    pub granted_at: DateTime<Utc>,
}
