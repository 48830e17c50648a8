//! Leases on chats: one owner at a time, each with a greater epoch than the one before.
//!
//! On SQLite there is one process, so a chat is always given to the one process that asks; its earlier owner is
//! fenced off. On PostgreSQL a lease runs out by the database's clock, and until then the chat is
//! refused to others, who may ask its owner for it.

use std::time::Duration;

use uuid::Uuid;

use super::{Result, Store, chats::NO_CHAT, value::params};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lease {
    /// The chat is yours: every write names this epoch.
    Acquired { epoch: u64 },
    /// Ask its owner, or again when its lease may have run out.
    HeldBy { owner: String },
}

/// A lease that was renewed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeldLease {
    pub chat_id: Uuid,
    pub epoch: u64,
    /// Another server has asked for the chat.
    pub is_wanted: bool,
}

/// The state of a chat as every server can see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChatPosition {
    pub last_event_id: u64,
    /// The owner whose lease has not run out.
    pub owner: Option<String>,
}

impl Store {
    /// How long a lease lasts without renewal.
    pub fn lease(&self) -> Duration {
        Duration::from_millis(self.lease_millis)
    }

    /// `owner` names this process: the same name takes a chat over from itself at once.
    pub async fn acquire(&self, chat_id: Uuid, owner: &str) -> Result<Lease> {
        const NEXT_EPOCH: &str = "UPDATE chats SET epoch = epoch + 1 WHERE id = $1 RETURNING epoch";
        let mut transaction = self.database.write().await?;
        if !self.database.is_postgres() {
            let [chats] = transaction
                .commit_with([(NEXT_EPOCH, params![chat_id])])
                .await?;
            let epoch = chats.first().ok_or(NO_CHAT)?.get("epoch")?;
            return Ok(Lease::Acquired { epoch });
        }
        let epoch: u64 = transaction
            .row(NEXT_EPOCH, params![chat_id])
            .await?
            .ok_or(NO_CHAT)?
            .get("epoch")?;
        let taken = transaction
            .row(
                "INSERT INTO leases (chat_id, owner, epoch, expires_at) \
                 VALUES ($1, $2, $3, CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) + $4) \
                 ON CONFLICT (chat_id) DO UPDATE SET owner = excluded.owner, epoch = excluded.epoch, \
                 expires_at = excluded.expires_at, wanted_by = NULL WHERE leases.owner = excluded.owner \
                 OR leases.expires_at <= CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) \
                 RETURNING chat_id",
                params![chat_id, owner, epoch, self.lease_millis],
            )
            .await?;
        if taken.is_none() {
            let row = transaction
                .row(
                    "SELECT owner FROM leases WHERE chat_id = $1",
                    params![chat_id],
                )
                .await?
                .ok_or(NO_CHAT)?;
            return Ok(Lease::HeldBy {
                owner: row.get("owner")?,
            });
        }
        transaction.commit().await?;
        Ok(Lease::Acquired { epoch })
    }

    /// Renews all leases of this process and returns the remaining ones. Empty on SQLite, where leases don't
    /// expire.
    pub async fn renew_leases(&self, owner: &str) -> Result<Vec<HeldLease>> {
        if !self.database.is_postgres() {
            return Ok(Vec::new());
        }
        let mut transaction = self.database.write().await?;
        let rows = transaction
            .rows(
                "UPDATE leases SET expires_at = CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) + $2 \
                 WHERE owner = $1 RETURNING chat_id, epoch, wanted_by",
                params![owner, self.lease_millis],
            )
            .await?;
        transaction.commit().await?;
        rows.iter()
            .map(|row| {
                Ok(HeldLease {
                    chat_id: row.get("chat_id")?,
                    epoch: row.get("epoch")?,
                    is_wanted: row.get::<Option<String>>("wanted_by")?.is_some(),
                })
            })
            .collect()
    }

    /// Asks the owner of a chat to hand it over to `node`: the way that needs no connection to the owner.
    pub async fn request_chat(&self, chat_id: Uuid, node: &str) -> Result<()> {
        if !self.database.is_postgres() {
            return Ok(());
        }
        let mut transaction = self.database.write().await?;
        transaction
            .execute(
                "UPDATE leases SET wanted_by = $2 WHERE chat_id = $1 AND owner <> $2",
                params![chat_id, node],
            )
            .await?;
        transaction.commit().await
    }

    /// Returns how far the log of a chat goes and who owns it; None if the chat is deleted.
    pub async fn chat_position(&self, chat_id: Uuid) -> Result<Option<ChatPosition>> {
        let mut session = self.database.read().await?;
        let sql = if self.database.is_postgres() {
            "SELECT chats.last_event_id, leases.owner FROM chats LEFT JOIN leases ON leases.chat_id = chats.id \
             AND leases.expires_at > CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) WHERE chats.id = $1"
        } else {
            "SELECT last_event_id, NULL AS owner FROM chats WHERE id = $1"
        };
        let row = session.row(sql, params![chat_id]).await?;
        row.map(|row| {
            Ok(ChatPosition {
                last_event_id: row.get("last_event_id")?,
                owner: row.get("owner")?,
            })
        })
        .transpose()
    }

    /// Hands the chat to the server that asked for it, or lets others have it at once; does nothing if they
    /// have it already.
    pub async fn release(&self, chat_id: Uuid, epoch: u64) -> Result<()> {
        if !self.database.is_postgres() {
            return Ok(());
        }
        let mut transaction = self.database.write().await?;
        // No owner writes under epoch 0: the new one takes its own with `acquire`.
        transaction
            .execute(
                "UPDATE leases SET owner = wanted_by, wanted_by = NULL, epoch = 0, \
                 expires_at = CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) + $3 \
                 WHERE chat_id = $1 AND epoch = $2 AND wanted_by IS NOT NULL",
                params![chat_id, epoch, self.lease_millis],
            )
            .await?;
        transaction
            .execute(
                "DELETE FROM leases WHERE chat_id = $1 AND epoch = $2",
                params![chat_id, epoch],
            )
            .await?;
        transaction.commit().await
    }

    /// Releases all leases of this process on shutdown.
    pub async fn release_all(&self, owner: &str) -> Result<()> {
        if !self.database.is_postgres() {
            return Ok(());
        }
        let mut transaction = self.database.write().await?;
        transaction
            .execute("DELETE FROM leases WHERE owner = $1", params![owner])
            .await?;
        transaction.commit().await
    }
}
