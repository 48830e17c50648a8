use chrono::{DateTime, Utc};
use portolan_auth::{api_key, shown_prefix};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::Direction;
use crate::ids::Ids;

/// The scopes of a key; a key without scopes has all rights of its owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Scope {
    /// To read: nothing is changed.
    Read,
    /// To change, and to read.
    Write,
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
    pub last_used_at: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
}

impl ApiKey {
    /// A new key and its secret.
    pub fn new(
        ids: &Ids,
        user_id: Uuid,
        name: &str,
        scopes: Vec<Scope>,
        now: DateTime<Utc>,
    ) -> (Self, String) {
        let secret = api_key(ids.bytes());
        let key = Self {
            id: ids.id(),
            user_id,
            name: name.to_owned(),
            prefix: shown_prefix(&secret).to_owned(),
            scopes,
            last_used_at: None,
            created_at: now,
        };
        (key, secret)
    }

    pub fn may_change(&self) -> bool {
        self.scopes.is_empty() || self.scopes.contains(&Scope::Write)
    }
}

/// The columns that all keys are sorted by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum KeySort {
    #[default]
    CreatedAt,
    LastUsedAt,
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
