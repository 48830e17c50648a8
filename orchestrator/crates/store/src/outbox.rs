//! Emails and text messages between the transaction that issues their code, or keeps their text, and
//! the server that takes them.
//!
//! Claiming a message counts its attempt and moves `due_at` to the end of the lease. The attempt's
//! number is the fence: a server whose lease has ended settles nothing.

use chrono::{DateTime, Utc};
use portolan_domain::{
    AdminAction, MessageKind, OutboxFilter, OutboxItem, OutboxPart, OutboxSort, OutboxStatus, Page,
    PageRequest,
};
use uuid::Uuid;

use super::{
    Result, Store, StoreError, admin_actions,
    database::{Session, Transaction},
    keyset::{Key, KeyKind, Keyset, keyset_page},
    paging::{containing_pattern, row_limit_of},
    value::{DatabaseRow, params, words},
};

words!(MessageKind);
words!(OutboxStatus);

const NO_MESSAGE: StoreError = StoreError::NotFound("message");

/// A message to queue, due at once.
#[derive(Clone, Debug, PartialEq)]
pub struct NewMessage {
    pub id: Uuid,
    /// None for visitors without an account.
    pub user_id: Option<Uuid>,
    pub kind: MessageKind,
    pub purpose: &'static str,
    pub recipient: String,
    pub sealed_content: String,
    pub expires_at: DateTime<Utc>,
    pub created_at: DateTime<Utc>,
}

/// A message that one server may send until its lease ends.
#[derive(Clone, Debug, PartialEq)]
pub struct ClaimedMessage {
    pub id: Uuid,
    pub kind: MessageKind,
    pub recipient: String,
    pub sealed_content: String,
    pub created_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
    /// Counts from 1.
    pub attempt: u32,
}

/// Result of an attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Delivery {
    Sent,
    /// Tried again at this time.
    Postponed(DateTime<Utc>, String),
    /// Never tried again by itself.
    Failed(String),
}

impl Store {
    /// Claims the message of one of these kinds that has been due for longest.
    pub async fn claim_message(
        &self,
        kinds: [Option<MessageKind>; 2],
        now: DateTime<Utc>,
        lease_end: DateTime<Utc>,
    ) -> Result<Option<ClaimedMessage>> {
        let waiting = self
            .database
            .read()
            .await?
            .row(
                "SELECT id FROM outbox WHERE status = 'waiting' AND due_at <= $1 AND kind IN ($2, $3) LIMIT 1",
                params![now, kinds[0], kinds[1]],
            )
            .await?;
        // An idle server takes no write lock.
        if waiting.is_none() {
            return Ok(None);
        }
        let mut transaction = self.database.write().await?;
        let statement = if transaction.is_postgres() {
            CLAIM_POSTGRES
        } else {
            CLAIM_SQLITE
        };
        let parameters = params![now, lease_end, kinds[0], kinds[1]];
        let row = transaction.row(statement, parameters).await?;
        transaction.commit().await?;
        row.as_ref().map(ClaimedMessage::try_from).transpose()
    }

    /// Records the result of an attempt; false if a later attempt, or an admin, was faster.
    pub async fn settle_message(
        &self,
        id: Uuid,
        attempt: u32,
        delivery: &Delivery,
        now: DateTime<Utc>,
    ) -> Result<bool> {
        let mut transaction = self.database.write().await?;
        let changed = match delivery {
            // The code in it is no one's business any more.
            Delivery::Sent => {
                transaction
                    .execute(
                        "UPDATE outbox SET status = 'sent', settled_at = $3, last_error = NULL, sealed_content = '' \
                         WHERE id = $1 AND attempts = $2 AND status = 'waiting'",
                        params![id, attempt, now],
                    )
                    .await?
            }
            Delivery::Postponed(due_at, error) => {
                transaction
                    .execute(
                        "UPDATE outbox SET due_at = $3, leased_until = NULL, last_error = $4 \
                         WHERE id = $1 AND attempts = $2 AND status = 'waiting'",
                        params![id, attempt, *due_at, error],
                    )
                    .await?
            }
            Delivery::Failed(error) => {
                transaction
                    .execute(
                        "UPDATE outbox SET status = 'failed', leased_until = NULL, settled_at = $3, last_error = $4 \
                         WHERE id = $1 AND attempts = $2 AND status = 'waiting'",
                        params![id, attempt, now, error],
                    )
                    .await?
            }
        };
        transaction.commit().await?;
        Ok(changed == 1)
    }

    /// Lists the messages of one part of the queue, for admins.
    pub async fn outbox_messages(
        &self,
        filter: &OutboxFilter,
        request: &PageRequest,
    ) -> Result<Page<OutboxItem>> {
        let search = filter.search.as_deref().unwrap_or_default();
        let (key, kind) = match filter.sort {
            OutboxSort::CreatedAt => ("created_at", KeyKind::Integer),
            OutboxSort::Recipient => ("LOWER(recipient)", KeyKind::Text),
        };
        let of_part = match filter.part {
            OutboxPart::Stuck => " AND status <> 'sent' AND last_error IS NOT NULL",
            OutboxPart::Queued => " AND status = 'waiting' AND last_error IS NULL",
            OutboxPart::Sent => " AND status = 'sent'",
            OutboxPart::All => "",
        };
        let keyset = Keyset {
            select: format!("SELECT {key} AS sort_key, outbox.* FROM outbox"),
            conditions: match search.trim().is_empty() {
                true => of_part.to_owned(),
                false => format!("{of_part} AND LOWER(recipient) LIKE $4 ESCAPE '\\'"),
            },
            key,
            id: "id",
            direction: filter.direction,
        };
        let place = kind.start(request, filter.direction)?;
        let mut session = self.database.scan().await?;
        let rows = session
            .composed_rows(
                keyset.sql(),
                params![
                    place.0,
                    place.1,
                    row_limit_of(request),
                    containing_pattern(search.trim())
                ],
            )
            .await?;
        let items = rows.iter().map(|row| {
            let item = OutboxItem::try_from(row)?;
            let id = item.id.to_string();
            Ok((item, kind.read(row)?, id))
        });
        let items: Vec<(OutboxItem, Key, String)> = items.collect::<Result<_>>()?;
        Ok(keyset_page(request, items))
    }

    /// Makes a stuck message due at once.
    ///
    /// # Errors
    /// `Conflict` if it was sent, or has expired.
    pub async fn retry_message(&self, id: Uuid, action: &AdminAction) -> Result<()> {
        let now = action.created_at;
        let mut transaction = self.database.write().await?;
        let changed = transaction
            .execute(
                "UPDATE outbox SET status = 'waiting', due_at = $2, settled_at = NULL \
                 WHERE id = $1 AND status <> 'sent' AND (leased_until IS NULL OR leased_until <= $2) AND expires_at > $2",
                params![id, now],
            )
            .await?;
        if changed == 0 {
            let row = transaction
                .row("SELECT id FROM outbox WHERE id = $1", params![id])
                .await?;
            return Err(row.map_or(NO_MESSAGE, |_| {
                StoreError::Conflict(
                    "this message can't be sent again: it was sent, is being sent, or has expired",
                )
            }));
        }
        admin_actions::record(&mut transaction, action).await?;
        transaction.commit().await
    }

    /// Deletes messages that were settled before this time.
    pub async fn delete_settled_messages(&self, before: DateTime<Utc>) -> Result<u64> {
        let mut transaction = self.database.write().await?;
        let deleted = transaction
            .execute("DELETE FROM outbox WHERE settled_at < $1", params![before])
            .await?;
        transaction.commit().await?;
        Ok(deleted)
    }
}

/// SQLite has one writer: no other server sees the row between the two parts.
const CLAIM_SQLITE: &str = "UPDATE outbox SET due_at = $2, leased_until = $2, attempts = attempts + 1 WHERE id = (\
     SELECT id FROM outbox WHERE status = 'waiting' AND due_at <= $1 AND kind IN ($3, $4) \
     ORDER BY due_at, id LIMIT 1) RETURNING *";
/// Rows that another server is claiming are passed over.
const CLAIM_POSTGRES: &str = "UPDATE outbox SET due_at = $2, leased_until = $2, attempts = attempts + 1 WHERE id = (\
     SELECT id FROM outbox WHERE status = 'waiting' AND due_at <= $1 AND kind IN ($3, $4) \
     ORDER BY due_at, id LIMIT 1 FOR UPDATE SKIP LOCKED) RETURNING *";

/// Queues messages in the transaction that issues their codes.
pub(super) async fn queue_messages(
    transaction: &mut Transaction,
    messages: &[NewMessage],
) -> Result<()> {
    let session: &mut Session = transaction;
    for message in messages {
        session
            .execute(
                "INSERT INTO outbox (id, user_id, kind, purpose, recipient, sealed_content, status, attempts, due_at, \
                 expires_at, created_at) VALUES ($1, $2, $3, $4, $5, $6, 'waiting', 0, $8, $7, $8)",
                params![
                    message.id,
                    message.user_id,
                    message.kind,
                    message.purpose,
                    &message.recipient,
                    &message.sealed_content,
                    message.expires_at,
                    message.created_at,
                ],
            )
            .await?;
    }
    Ok(())
}

impl TryFrom<&DatabaseRow> for ClaimedMessage {
    type Error = StoreError;

    fn try_from(row: &DatabaseRow) -> Result<Self> {
        Ok(Self {
            id: row.get("id")?,
            kind: row.get("kind")?,
            recipient: row.get("recipient")?,
            sealed_content: row.get("sealed_content")?,
            created_at: row.get("created_at")?,
            expires_at: row.get("expires_at")?,
            attempt: row.get("attempts")?,
        })
    }
}

impl TryFrom<&DatabaseRow> for OutboxItem {
    type Error = StoreError;

    fn try_from(row: &DatabaseRow) -> Result<Self> {
        Ok(Self {
            id: row.get("id")?,
            kind: row.get("kind")?,
            purpose: row.get("purpose")?,
            recipient: row.get("recipient")?,
            status: row.get("status")?,
            attempts: row.get("attempts")?,
            due_at: row.get("due_at")?,
            last_error: row.get("last_error")?,
            expires_at: row.get("expires_at")?,
            created_at: row.get("created_at")?,
        })
    }
}
