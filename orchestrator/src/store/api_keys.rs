use chrono::{DateTime, TimeDelta, Utc};
use uuid::Uuid;

use super::{
    Result, Store, StoreError,
    value::{Json, Row, params},
};
use crate::model::ApiKey;

const NO_KEY: StoreError = StoreError::NotFound("API key");

/// The last use is noted this often at most: a busy key must not write on every request.
const USE_NOTED_EVERY: TimeDelta = TimeDelta::minutes(1);

impl Store {
    /// Keeps the key with the hash of its secret.
    pub async fn create_api_key(&self, key: &ApiKey, hash: &str) -> Result<()> {
        let mut transaction = self.database.write().await?;
        transaction
            .execute(
                "INSERT INTO api_keys (id, user_id, name, hash, scopes, created_at) VALUES ($1, $2, $3, $4, $5, $6)",
                params![key.id, key.user_id, &key.name, hash, Json(&key.scopes), key.created_at],
            )
            .await?;
        transaction.commit().await
    }

    /// The key whose secret has this hash; notes the use.
    pub async fn use_api_key(&self, hash: &str, now: DateTime<Utc>) -> Result<ApiKey> {
        let row = self
            .database
            .read()
            .await?
            .row("SELECT * FROM api_keys WHERE hash = $1", params![hash])
            .await?;
        let mut key = ApiKey::try_from(&row.ok_or(NO_KEY)?)?;
        if key
            .last_used_at
            .is_none_or(|last| now - last >= USE_NOTED_EVERY)
        {
            let mut transaction = self.database.write().await?;
            transaction
                .execute(
                    "UPDATE api_keys SET last_used_at = $2 WHERE id = $1",
                    params![key.id, now],
                )
                .await?;
            transaction.commit().await?;
            key.last_used_at = Some(now);
        }
        Ok(key)
    }

    pub async fn api_keys(&self, user_id: Uuid) -> Result<Vec<ApiKey>> {
        let mut session = self.database.read().await?;
        let rows = session
            .rows(
                "SELECT * FROM api_keys WHERE user_id = $1 ORDER BY created_at DESC, id DESC",
                params![user_id],
            )
            .await?;
        rows.iter().map(ApiKey::try_from).collect()
    }

    pub async fn delete_api_key(&self, key_id: Uuid, user_id: Uuid) -> Result<()> {
        let mut transaction = self.database.write().await?;
        let deleted = transaction
            .execute(
                "DELETE FROM api_keys WHERE id = $1 AND user_id = $2",
                params![key_id, user_id],
            )
            .await?;
        if deleted == 0 {
            return Err(NO_KEY);
        }
        transaction.commit().await
    }
}

impl TryFrom<&Row> for ApiKey {
    type Error = StoreError;

    fn try_from(row: &Row) -> Result<Self> {
        let Json(scopes) = row.get("scopes")?;
        Ok(Self {
            id: row.get("id")?,
            user_id: row.get("user_id")?,
            name: row.get("name")?,
            scopes,
            last_used_at: row.get("last_used_at")?,
            created_at: row.get("created_at")?,
        })
    }
}
