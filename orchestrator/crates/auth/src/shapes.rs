use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use uuid::Uuid;

/// The answer of every call that grants tokens.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SessionTokens {
    pub access_token: String,
    /// `bearer`.
    pub token_type: String,
    /// Seconds; never 0, or the client sees no session.
    pub expires_in: i64,
    /// Seconds since 1970.
    pub expires_at: i64,
    pub refresh_token: String,
    pub user: AuthUser,
    /// The provider's own tokens, for the client only: they aren't stored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub provider_token: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub provider_refresh_token: Option<String>,
}

impl SessionTokens {
    pub fn new(
        access_token: String,
        refresh_token: String,
        user: AuthUser,
        now: DateTime<Utc>,
        expires_in: i64,
    ) -> Self {
        Self {
            access_token,
            token_type: "bearer".to_owned(),
            expires_in,
            expires_at: now.timestamp() + expires_in,
            refresh_token,
            user,
            provider_token: None,
            provider_refresh_token: None,
        }
    }
}

/// The user in the client's form. It is part of the session cookie, so keep the metadata small.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AuthUser {
    pub id: Uuid,
    /// `authenticated`.
    pub aud: String,
    /// `authenticated`.
    pub role: String,
    /// Empty if there is none.
    pub email: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub email_confirmed_at: Option<DateTime<Utc>>,
    /// Empty if there is none.
    pub phone: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub phone_confirmed_at: Option<DateTime<Utc>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confirmation_sent_at: Option<DateTime<Utc>>,
    /// The first of the two confirmations.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confirmed_at: Option<DateTime<Utc>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recovery_sent_at: Option<DateTime<Utc>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub new_email: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub new_phone: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub email_change_sent_at: Option<DateTime<Utc>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub phone_change_sent_at: Option<DateTime<Utc>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reauthentication_sent_at: Option<DateTime<Utc>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub invited_at: Option<DateTime<Utc>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_sign_in_at: Option<DateTime<Utc>>,
    /// `provider` and `providers`, which the client requires.
    pub app_metadata: Map<String, Value>,
    pub user_metadata: Map<String, Value>,
    pub identities: Vec<UserIdentity>,
    /// Second factors; absent if there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub factors: Vec<UserFactor>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub banned_until: Option<DateTime<Utc>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deleted_at: Option<DateTime<Utc>>,
    pub is_anonymous: bool,
}

/// A sign-in method: the address itself, or an account at another provider.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct UserIdentity {
    pub identity_id: Uuid,
    /// The provider's own id of the user.
    pub id: String,
    pub user_id: Uuid,
    pub identity_data: Map<String, Value>,
    pub provider: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_sign_in_at: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
}

/// A second factor; never with its secret.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct UserFactor {
    pub id: Uuid,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub friendly_name: Option<String>,
    /// `totp`, `phone`, `webauthn` or `recovery_code`.
    pub factor_type: String,
    /// `verified` or `unverified`.
    pub status: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub phone: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_challenged_at: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
}
