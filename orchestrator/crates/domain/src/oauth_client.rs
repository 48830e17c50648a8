use chrono::{DateTime, Utc};
use uuid::Uuid;

/// An OAuth client that users sign in to through this server.
#[derive(Clone, Debug, PartialEq)]
pub struct OauthClient {
    pub id: Uuid,
    /// None of an OAuth client that cannot keep a secret.
    pub secret_hash: Option<String>,
    /// `public` or `confidential`.
    pub client_type: String,
    /// How it shows its secret.
    pub authentication: String,
    /// Empty if there is none; so are the addresses.
    pub name: String,
    pub uri: String,
    pub logo_uri: String,
    pub redirect_uris: Vec<String>,
    pub grant_types: Vec<String>,
    /// `manual` by an operator, `dynamic` by the client itself.
    pub registration_type: String,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
}
