use chrono::{DateTime, Utc};
use portolan_auth::{api_key, shown_prefix};
use portolan_environment::ids::Ids;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::Direction;

/// A part of the API that a key opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Scope {
    /// Reads everything of its owner; changes nothing.
    Read,
    /// Asks questions: chats, their answers, and the data behind them.
    Chat,
    /// Creates and changes boards, charts, documents and bookmarks.
    Boards,
    /// Calls the admin routes, where its owner is an admin.
    Admin,
}

impl Scope {
    pub const ALL: [Self; 4] = [Self::Read, Self::Chat, Self::Boards, Self::Admin];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Chat => "chat",
            Self::Boards => "boards",
            Self::Admin => "admin",
        }
    }
}

/// A key that is about to be created.
#[derive(Clone, Debug)]
pub struct NewApiKey {
    pub user_id: Uuid,
    pub name: String,
    pub scopes: Vec<Scope>,
    /// From then on the key is refused; None for one that lasts.
    pub expires_at: Option<DateTime<Utc>>,
    pub requests_per_minute: u32,
}

/// An API key without its secret, which is shown once and then known only by its hash.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ApiKey {
    pub id: Uuid,
    #[serde(skip)]
    pub user_id: Uuid,
    pub name: String,
    /// The first letters of the secret.
    pub prefix: String,
    pub scopes: Vec<Scope>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<DateTime<Utc>>,
    pub requests_per_minute: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_used_at: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
}

impl ApiKey {
    /// Returns a new key and its secret.
    pub fn new(ids: &Ids, new: NewApiKey, now: DateTime<Utc>) -> (Self, String) {
        let secret = api_key(ids.bytes());
        let key = Self {
            id: ids.id(),
            user_id: new.user_id,
            name: new.name,
            prefix: shown_prefix(&secret).to_owned(),
            scopes: new.scopes,
            expires_at: new.expires_at,
            requests_per_minute: new.requests_per_minute,
            last_used_at: None,
            created_at: now,
        };
        (key, secret)
    }

    pub fn is_expired(&self, now: DateTime<Utc>) -> bool {
        self.expires_at.is_some_and(|end| end <= now)
    }
}

/// The columns that all keys are sorted by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum KeySort {
    #[default]
    CreatedAt,
    LastUsedAt,
    Name,
}

/// A choice of keys, and their order.
#[derive(Clone, Debug, Default)]
pub struct KeyFilter {
    /// The beginning of the key, or of its owner's email address or username.
    pub search: Option<String>,
    pub sort: KeySort,
    pub direction: Direction,
}

/// A key and whose it is, for admins.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct OwnedApiKey {
    #[serde(flatten)]
    pub key: ApiKey,
    pub user: KeyOwner,
}

#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct KeyOwner {
    pub id: Uuid,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub username: Option<String>,
}
