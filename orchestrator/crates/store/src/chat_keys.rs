//! Idempotency keys of requests that create chats or turns.

use portolan_chat::IdempotencyKey;
use uuid::Uuid;

use super::{
    Result, Store,
    value::{DatabaseRow, params},
};

/// The item that an earlier request with the same key has created.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyUse {
    /// By the same request.
    Replay(Uuid),
    /// By another request.
    Reused,
}

impl Store {
    /// Claims a key for a chat that the same unit of work creates; returns the earlier use of the key if
    /// there is one. Concurrent requests with the same key wait for each other.
    pub async fn claim_chat_key(
        &self,
        user_id: Uuid,
        key: &IdempotencyKey,
        chat_id: Uuid,
    ) -> Result<Option<KeyUse>> {
        let mut transaction = self.database.write().await?;
        let claimed = transaction
            .execute(
                "INSERT INTO chat_keys (user_id, key, body_hash, chat_id) VALUES ($1, $2, $3, $4) \
                 ON CONFLICT DO NOTHING",
                params![user_id, &key.key, hex::encode(key.body_hash), chat_id],
            )
            .await?;
        transaction.commit().await?;
        if claimed == 1 {
            return Ok(None);
        }
        self.chat_of_key(user_id, key).await
    }

    /// Returns the chat that a request with this key has created.
    pub async fn chat_of_key(&self, user_id: Uuid, key: &IdempotencyKey) -> Result<Option<KeyUse>> {
        let mut session = self.database.read().await?;
        let row = session
            .row(
                "SELECT chat_id AS id, body_hash FROM chat_keys WHERE user_id = $1 AND key = $2",
                params![user_id, &key.key],
            )
            .await?;
        row.map(|row| key_use(&row, key)).transpose()
    }

    /// Returns the turn of the chat that a message with this key has begun.
    pub async fn turn_of_key(&self, chat_id: Uuid, key: &IdempotencyKey) -> Result<Option<KeyUse>> {
        let mut session = self.database.read().await?;
        let row = session
            .row(
                "SELECT id, body_hash FROM turns WHERE chat_id = $1 AND idempotency_key = $2",
                params![chat_id, &key.key],
            )
            .await?;
        row.map(|row| key_use(&row, key)).transpose()
    }
}

fn key_use(row: &DatabaseRow, key: &IdempotencyKey) -> Result<KeyUse> {
    let body_hash = row.get::<Option<String>>("body_hash")?;
    if body_hash == Some(hex::encode(key.body_hash)) {
        Ok(KeyUse::Replay(row.get("id")?))
    } else {
        Ok(KeyUse::Reused)
    }
}
