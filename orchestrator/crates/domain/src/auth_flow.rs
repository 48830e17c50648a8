use chrono::{DateTime, Utc};
use serde_json::{Map, Value};
use uuid::Uuid;

/// The code that a browser returns to the client that requested a session.
#[derive(Clone, Debug, PartialEq)]
pub struct AuthCode {
    pub user_id: Uuid,
    /// The authentication method, for the session's `amr`.
    pub method: String,
    pub code_challenge: String,
    pub challenge_method: String,
    /// The provider's tokens, encrypted with the code itself.
    pub provider_tokens: Option<String>,
    pub expires_at: DateTime<Utc>,
}

/// A pending sign-in at another provider.
#[derive(Clone, Debug, PartialEq)]
pub struct OauthState {
    pub provider: String,
    /// Checked already.
    pub redirect_to: String,
    pub code_challenge: Option<String>,
    pub challenge_method: Option<String>,
    /// The signed-in user who links the identity; None for a sign-in.
    pub link_user_id: Option<Uuid>,
    pub nonce: String,
    /// The PKCE verifier for the provider.
    pub verifier: String,
    pub expires_at: DateTime<Utc>,
}

/// Something that was done to an account.
#[derive(Clone, Debug, PartialEq)]
pub struct AuthAuditEntry {
    pub id: Uuid,
    /// None if an operator's key was used.
    pub actor_id: Option<Uuid>,
    /// An address, or what kind of key it was.
    pub actor: String,
    /// `login`, `user_signedup`, `user_modified` …
    pub action: String,
    pub traits: Map<String, Value>,
    pub ip: String,
    pub created_at: DateTime<Utc>,
}
