//! Leases on chats: one owner at a time, each with a greater epoch than the one before.
//!
//! On SQLite there is one process, so a chat is always given to the one process that asks; its earlier owner is
//! fenced off. On PostgreSQL a lease runs out by the database's clock, and until then the chat is
//! refused to others.

use uuid::Uuid;

use super::{Result, Store, chats::NO_CHAT, value::params};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lease {
    /// The chat is yours: every write names this epoch.
    Acquired { epoch: u64 },
    /// Ask its owner, or again when its lease may have run out.
    HeldBy { owner: String },
}

impl Store {
    /// `owner` names this process: the same name takes a chat over from itself at once.
    pub async fn acquire(&self, chat_id: Uuid, owner: &str) -> Result<Lease> {
        let mut transaction = self.database.write().await?;
        let epoch: u64 = transaction
            .row(
                "UPDATE chats SET epoch = epoch + 1 WHERE id = $1 RETURNING epoch",
                params![chat_id],
            )
            .await?
            .ok_or(NO_CHAT)?
            .get("epoch")?;
        if self.database.is_postgres() {
            let taken = transaction
                .row(
                    "INSERT INTO leases (chat_id, owner, epoch, expires_at) \
                     VALUES ($1, $2, $3, CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) + $4) \
                     ON CONFLICT (chat_id) DO UPDATE SET owner = excluded.owner, epoch = excluded.epoch, \
                     expires_at = excluded.expires_at WHERE leases.owner = excluded.owner \
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
        }
        transaction.commit().await?;
        Ok(Lease::Acquired { epoch })
    }

    /// Renews all leases of this process; gives the chats that are still its own, with their epochs.
    /// Empty on SQLite, where nothing runs out.
    pub async fn renew_leases(&self, owner: &str) -> Result<Vec<(Uuid, u64)>> {
        if !self.database.is_postgres() {
            return Ok(Vec::new());
        }
        let mut transaction = self.database.write().await?;
        let rows = transaction
            .rows(
                "UPDATE leases SET expires_at = CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) + $2 \
                 WHERE owner = $1 RETURNING chat_id, epoch",
                params![owner, self.lease_millis],
            )
            .await?;
        transaction.commit().await?;
        rows.iter()
            .map(|row| Ok((row.get("chat_id")?, row.get("epoch")?)))
            .collect()
    }

    /// Lets others have the chat at once; does nothing where they have it already.
    pub async fn release(&self, chat_id: Uuid, epoch: u64) -> Result<()> {
        if !self.database.is_postgres() {
            return Ok(());
        }
        let mut transaction = self.database.write().await?;
        transaction
            .execute(
                "DELETE FROM leases WHERE chat_id = $1 AND epoch = $2",
                params![chat_id, epoch],
            )
            .await?;
        transaction.commit().await
    }

    /// Lets go of all chats of this process, when it stops.
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
