use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use uuid::Uuid;

/// Author of the example charts; no one can sign in as this user.
pub const EXAMPLES_USER: Uuid = Uuid::from_u128(0x706f_7274_6f6c_8061_8e65_7861_6d70_6c65);

/// A user who can sign in. The auth protocol's own shape is derived from it.
#[derive(Clone, Debug, PartialEq)]
pub struct User {
    pub id: Uuid,
    /// Lower case, unique.
    pub email: Option<String>,
    /// E.164, unique.
    pub phone: Option<String>,
    /// A PHC string.
    pub encrypted_password: Option<String>,
    pub role: TokenRole,
    /// `provider`, `providers` and what the operator adds.
    pub app_metadata: Map<String, Value>,
    pub user_metadata: Map<String, Value>,
    pub is_anonymous: bool,
    pub email_confirmed_at: Option<DateTime<Utc>>,
    pub phone_confirmed_at: Option<DateTime<Utc>>,
    pub confirmation_sent_at: Option<DateTime<Utc>>,
    pub recovery_sent_at: Option<DateTime<Utc>>,
    /// Requested but not confirmed yet.
    pub new_email: Option<String>,
    pub new_phone: Option<String>,
    pub email_change_sent_at: Option<DateTime<Utc>>,
    /// Which of the two addresses has confirmed the change already.
    pub email_change_confirmed: Option<ChangeSide>,
    pub phone_change_sent_at: Option<DateTime<Utc>>,
    pub reauthentication_sent_at: Option<DateTime<Utc>>,
    pub invited_at: Option<DateTime<Utc>>,
    pub last_sign_in_at: Option<DateTime<Utc>>,
    pub banned_until: Option<DateTime<Utc>>,
    /// Set where an operator has deleted the account but kept its row: no one can sign in.
    pub deleted_at: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
}

impl User {
    /// A user with nothing but an id, for the caller to fill in.
    pub fn new(id: Uuid, now: DateTime<Utc>) -> Self {
        Self {
            id,
            email: None,
            phone: None,
            encrypted_password: None,
            role: TokenRole::Authenticated,
            app_metadata: Map::new(),
            user_metadata: Map::new(),
            is_anonymous: false,
            email_confirmed_at: None,
            phone_confirmed_at: None,
            confirmation_sent_at: None,
            recovery_sent_at: None,
            new_email: None,
            new_phone: None,
            email_change_sent_at: None,
            email_change_confirmed: None,
            phone_change_sent_at: None,
            reauthentication_sent_at: None,
            invited_at: None,
            last_sign_in_at: None,
            banned_until: None,
            deleted_at: None,
            created_at: now,
            updated_at: now,
        }
    }

    pub fn is_banned(&self, now: DateTime<Utc>) -> bool {
        self.deleted_at.is_some() || self.banned_until.is_some_and(|until| until > now)
    }

    /// Returns whether one of the addresses is known to be theirs.
    pub fn is_confirmed(&self) -> bool {
        self.email_confirmed_at.is_some() || self.phone_confirmed_at.is_some()
    }

    /// Notes a way to sign in, so that the client can show it; the first one is the main one.
    pub fn add_provider(&mut self, provider: &str) {
        let mut providers = match self.app_metadata.remove("providers") {
            Some(Value::Array(providers)) => providers,
            _ => Vec::new(),
        };
        if !providers.iter().any(|known| known == provider) {
            providers.push(provider.into());
        }
        let metadata = &mut self.app_metadata;
        metadata
            .entry("provider")
            .or_insert_with(|| provider.into());
        metadata.insert("providers".into(), Value::Array(providers));
    }

    /// Removes a provider from the user's sign-in methods.
    pub fn remove_provider(&mut self, provider: &str) {
        let left = match self.app_metadata.remove("providers") {
            Some(Value::Array(mut providers)) => {
                providers.retain(|known| known != provider);
                providers
            }
            _ => Vec::new(),
        };
        match left.first().cloned() {
            Some(first)
                if self
                    .app_metadata
                    .get("provider")
                    .is_some_and(|main| main == provider) =>
            {
                self.app_metadata.insert("provider".into(), first);
            }
            _ => {}
        }
        self.app_metadata.insert("providers".into(), left.into());
    }
}

/// One of the two addresses of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChangeSide {
    Current,
    New,
}

/// The `role` of an access token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TokenRole {
    Authenticated,
    ServiceRole,
    SupabaseAdmin,
}

/// A sign-in method: the email address itself, or an account at another provider.
#[derive(Clone, Debug, PartialEq)]
pub struct Identity {
    pub id: Uuid,
    pub user_id: Uuid,
    /// `email`, `phone`, `google` …
    pub provider: String,
    /// The user's id there; for `email` and `phone` the user's id.
    pub provider_id: String,
    pub identity_data: Map<String, Value>,
    pub last_sign_in_at: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
}
