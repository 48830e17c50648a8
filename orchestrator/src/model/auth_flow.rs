use chrono::{DateTime, Utc};
use serde_json::{Map, Value};
use uuid::Uuid;

/// What a browser brings back to the program that asked for a session.
#[derive(Clone, Debug, PartialEq)]
pub struct AuthCode {
    pub user_id: Uuid,
    /// How the person proved who they are, for the session's `amr`.
    pub method: String,
    pub code_challenge: String,
    pub challenge_method: String,
    /// What the provider gave, sealed with the code itself.
    pub provider_tokens: Option<String>,
    pub expires_at: DateTime<Utc>,
}

/// Somebody whom we have sent to another provider.
#[derive(Clone, Debug, PartialEq)]
pub struct OauthState {
    pub provider: String,
    /// Checked already.
    pub redirect_to: String,
    pub code_challenge: Option<String>,
    pub challenge_method: Option<String>,
    /// The signed-in person who links the identity; None for a sign-in.
    pub link_user_id: Option<Uuid>,
    pub nonce: String,
    /// What proves to the provider that we are those who asked.
    pub verifier: String,
    pub expires_at: DateTime<Utc>,
}

/// Something that was done to an account.
#[derive(Clone, Debug, PartialEq)]
pub struct AuthAuditEntry {
    pub id: Uuid,
    /// None where an operator's key was used.
    pub actor_id: Option<Uuid>,
    /// An address, or what kind of key it was.
    pub actor: String,
    /// `login`, `user_signedup`, `user_modified` …
    pub action: String,
    pub traits: Map<String, Value>,
    pub ip: String,
    pub created_at: DateTime<Utc>,
}
