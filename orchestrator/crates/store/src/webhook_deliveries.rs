//! Events on their way to webhooks.
//!
//! An event is recorded in the transaction that makes it true, once for each webhook that is subscribed
//! to it. Claiming a delivery counts its attempt and moves `due_at` to the end of the lease. The
//! attempt's number is the fence: a server whose lease has ended settles nothing.

use chrono::{DateTime, Utc};
use portolan_domain::{
    DeliveryAttempt, DeliveryStatus, NewWebhookEvent, Page, PageRequest, WebhookDelivery,
    WebhookEvent, WebhookEventData, WebhookStatus,
};
use portolan_environment::ids::named_id;
use serde_json::{Value, json};
use uuid::Uuid;

use super::{
    Result, Store, StoreError,
    database::{Session, Transaction},
    paging::{Below, row_limit_of, to_cursor, to_page},
    value::{DatabaseRow, Json, params, words},
    webhooks::{NO_WEBHOOK, SigningSecrets, find_webhook, signing_secrets},
};

words!(WebhookEvent);
words!(DeliveryStatus);

const NO_DELIVERY: StoreError = StoreError::NotFound("delivery");
const NOT_ENABLED: StoreError =
    StoreError::Conflict("this webhook is disabled: enable it, then try again");

/// Deliveries of a webhook that may wait at once for tests and repetitions that its owner asks for.
const MOST_QUEUED: u64 = 1_000;

/// A delivery that one server may attempt until its lease ends.
#[derive(Clone, Debug, PartialEq)]
pub struct ClaimedDelivery {
    pub id: Uuid,
    pub webhook_id: Uuid,
    pub event_id: Uuid,
    pub payload: String,
    pub url: String,
    pub secrets: SigningSecrets,
    /// Whether its webhook may be sent anything.
    pub is_enabled: bool,
    /// The first failed attempt of its webhook since the last successful one.
    pub failing_since: Option<DateTime<Utc>>,
    /// Counts from 1.
    pub attempt: u32,
    /// Failed attempts since it was queued.
    pub failures: u32,
}

/// Result of an attempt, for its delivery.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeliveryResult {
    Delivered,
    /// Attempted again at this time.
    Postponed(DateTime<Utc>),
    /// Never attempted again by itself.
    Failed,
}

/// An attempt that has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndedAttempt {
    pub result: DeliveryResult,
    pub details: DeliveryAttempt,
    /// Whether its webhook gets nothing more until its owner enables it.
    pub disables: bool,
}

impl Store {
    /// Claims the delivery that has been due for longest, of a webhook that no attempt is running to:
    /// one that is slow or out of reach keeps no other waiting.
    pub async fn claim_delivery(
        &self,
        now: DateTime<Utc>,
        lease_end: DateTime<Utc>,
    ) -> Result<Option<ClaimedDelivery>> {
        let due = self
            .database
            .read()
            .await?
            .row(
                "SELECT id FROM webhook_deliveries WHERE status = 'queued' AND due_at <= $1 LIMIT 1",
                params![now],
            )
            .await?;
        // An idle server takes no write lock.
        if due.is_none() {
            return Ok(None);
        }
        let mut transaction = self.database.write().await?;
        let statement = if transaction.is_postgres() {
            CLAIM_POSTGRES
        } else {
            CLAIM_SQLITE
        };
        let Some(row) = transaction.row(statement, params![now, lease_end]).await? else {
            return Ok(None);
        };
        let webhook_id: Uuid = row.get("webhook_id")?;
        let webhook = transaction
            .row("SELECT * FROM webhooks WHERE id = $1", params![webhook_id])
            .await?
            .ok_or(NO_WEBHOOK)?;
        transaction.commit().await?;
        Ok(Some(ClaimedDelivery {
            id: row.get("id")?,
            webhook_id,
            event_id: row.get("event_id")?,
            payload: row.get("payload")?,
            url: webhook.get("url")?,
            secrets: signing_secrets(&webhook, now)?,
            is_enabled: webhook.get::<WebhookStatus>("status")? == WebhookStatus::Enabled,
            failing_since: webhook.get("failing_since")?,
            attempt: row.get("attempts")?,
            failures: row.get("failures")?,
        }))
    }

    /// Records the result of an attempt; false if a later attempt was faster.
    pub async fn settle_delivery(
        &self,
        claimed: &ClaimedDelivery,
        ended: &EndedAttempt,
        now: DateTime<Utc>,
    ) -> Result<bool> {
        let (status, due_at, failures) = match ended.result {
            DeliveryResult::Delivered => (DeliveryStatus::Delivered, None, claimed.failures),
            DeliveryResult::Postponed(due_at) => {
                (DeliveryStatus::Queued, Some(due_at), claimed.failures + 1)
            }
            DeliveryResult::Failed => (DeliveryStatus::Failed, None, claimed.failures + 1),
        };
        let details = &ended.details;
        let mut transaction = self.database.write().await?;
        let changed = transaction
            .execute(
                "UPDATE webhook_deliveries SET status = $3, failures = $4, due_at = COALESCE($5, due_at), \
                 leased_until = NULL, settled_at = $6, attempted_at = $7, duration_millis = $8, \
                 response_status = $9, response_body = $10, error = $11 \
                 WHERE id = $1 AND attempts = $2 AND status = 'queued'",
                params![
                    claimed.id,
                    claimed.attempt,
                    status,
                    failures,
                    due_at,
                    (status != DeliveryStatus::Queued).then_some(now),
                    details.attempted_at,
                    details.duration_millis,
                    details.response_status.map(u64::from),
                    &details.response_body,
                    &details.error,
                ],
            )
            .await?;
        if changed == 0 {
            return Ok(false);
        }
        let failed_at = (ended.result != DeliveryResult::Delivered).then_some(details.attempted_at);
        transaction
            .execute(
                "UPDATE webhooks SET failing_since = CASE WHEN $2 IS NULL THEN NULL \
                 ELSE COALESCE(failing_since, $2) END WHERE id = $1",
                params![claimed.webhook_id, failed_at],
            )
            .await?;
        if ended.disables {
            disable_failing(&mut transaction, claimed.webhook_id, now).await?;
        }
        transaction.commit().await?;
        Ok(true)
    }

    /// Lists the deliveries of the user's webhook, the newest first.
    pub async fn webhook_deliveries(
        &self,
        webhook_id: Uuid,
        user_id: Uuid,
        status: Option<DeliveryStatus>,
        request: &PageRequest,
    ) -> Result<Page<WebhookDelivery>> {
        let below = Below::from_request(request)?;
        let mut session = self.database.scan().await?;
        find_webhook(&mut session, webhook_id, user_id).await?;
        let rows = session
            .rows(
                "SELECT * FROM webhook_deliveries WHERE webhook_id = $1 AND (created_at, id) < ($2, $3) \
                 AND status = COALESCE($4, status) ORDER BY created_at DESC, id DESC LIMIT $5",
                params![webhook_id, below.millis, below.id, status, row_limit_of(request)],
            )
            .await?;
        let deliveries = rows.iter().map(WebhookDelivery::try_from);
        Ok(to_page(
            request,
            deliveries.collect::<Result<_>>()?,
            |delivery| to_cursor(delivery.created_at, delivery.id),
        ))
    }

    /// Queues a test event for the user's webhook alone.
    pub async fn queue_test_event(
        &self,
        webhook_id: Uuid,
        user_id: Uuid,
        event_id: Uuid,
        now: DateTime<Utc>,
    ) -> Result<WebhookDelivery> {
        let mut transaction = self.database.write().await?;
        require_room(&mut transaction, webhook_id, user_id).await?;
        let event = NewWebhookEvent {
            id: event_id,
            data: WebhookEventData::Test { webhook_id },
            occurred_at: now,
        };
        insert_delivery(&mut transaction, webhook_id, &event).await?;
        let queued = find_delivery(&mut transaction, delivery_id(webhook_id, event_id)).await?;
        transaction.commit().await?;
        Ok(queued)
    }

    /// Makes a settled delivery due at once, under its old event id.
    ///
    /// # Errors
    /// `Conflict` where it is still on its way, or its webhook is disabled.
    pub async fn resend_delivery(
        &self,
        (webhook_id, delivery): (Uuid, Uuid),
        user_id: Uuid,
        now: DateTime<Utc>,
    ) -> Result<WebhookDelivery> {
        let mut transaction = self.database.write().await?;
        require_room(&mut transaction, webhook_id, user_id).await?;
        let changed = transaction
            .execute(
                "UPDATE webhook_deliveries SET status = 'queued', due_at = $3, failures = 0, settled_at = NULL, \
                 leased_until = NULL WHERE id = $1 AND webhook_id = $2 \
                 AND (status <> 'queued' OR leased_until IS NULL)",
                params![delivery, webhook_id, now],
            )
            .await?;
        let found = find_delivery(&mut transaction, delivery).await?;
        if found.webhook_id != webhook_id {
            return Err(NO_DELIVERY);
        }
        if changed == 0 {
            return Err(StoreError::Conflict(
                "this event is being sent right now: wait for the result",
            ));
        }
        transaction.commit().await?;
        Ok(found)
    }

    /// Makes the webhook's failed deliveries since this time due at once; returns how many.
    pub async fn replay_deliveries(
        &self,
        webhook_id: Uuid,
        user_id: Uuid,
        since: DateTime<Utc>,
        now: DateTime<Utc>,
    ) -> Result<u64> {
        let mut transaction = self.database.write().await?;
        require_room(&mut transaction, webhook_id, user_id).await?;
        let queued = transaction
            .execute(
                "UPDATE webhook_deliveries SET status = 'queued', due_at = $3, failures = 0, settled_at = NULL \
                 WHERE id IN (SELECT id FROM webhook_deliveries WHERE webhook_id = $1 AND status = 'failed' \
                 AND created_at >= $2 ORDER BY created_at, id LIMIT $4)",
                params![webhook_id, since, now, MOST_QUEUED],
            )
            .await?;
        transaction.commit().await?;
        Ok(queued)
    }

    /// Deletes deliveries that were settled before this time.
    pub async fn delete_settled_deliveries(&self, before: DateTime<Utc>) -> Result<u64> {
        let mut transaction = self.database.write().await?;
        let deleted = transaction
            .execute(
                "DELETE FROM webhook_deliveries WHERE settled_at < $1",
                params![before],
            )
            .await?;
        transaction.commit().await?;
        Ok(deleted)
    }
}

/// SQLite has one writer: no other server sees the row between the two parts.
const CLAIM_SQLITE: &str = "UPDATE webhook_deliveries SET due_at = $2, leased_until = $2, attempts = attempts + 1 \
     WHERE id = (SELECT id FROM webhook_deliveries AS due WHERE status = 'queued' AND due_at <= $1 \
     AND NOT EXISTS (SELECT 1 FROM webhook_deliveries AS running WHERE running.webhook_id = due.webhook_id \
     AND running.status = 'queued' AND running.leased_until > $1) \
     ORDER BY due_at, id LIMIT 1) RETURNING *";
/// Rows that another server is claiming are passed over.
const CLAIM_POSTGRES: &str = "UPDATE webhook_deliveries SET due_at = $2, leased_until = $2, attempts = attempts + 1 \
     WHERE id = (SELECT id FROM webhook_deliveries AS due WHERE status = 'queued' AND due_at <= $1 \
     AND NOT EXISTS (SELECT 1 FROM webhook_deliveries AS running WHERE running.webhook_id = due.webhook_id \
     AND running.status = 'queued' AND running.leased_until > $1) \
     ORDER BY due_at, id LIMIT 1 FOR UPDATE SKIP LOCKED) RETURNING *";

/// Records an event for the user's webhooks that are subscribed to it, in the transaction that makes it
/// true.
pub(super) async fn record_event(
    session: &mut Session,
    user_id: Uuid,
    event: &NewWebhookEvent,
) -> Result<()> {
    let webhooks = session.rows(SELECT_ENABLED, params![user_id]).await?;
    record_for(session, &webhooks, event).await
}

/// Reads the enabled webhooks of user `$1`, for [`record_for`].
pub(super) const SELECT_ENABLED: &str =
    "SELECT id, events FROM webhooks WHERE user_id = $1 AND status = 'enabled'";

/// Records an event for each of these webhooks that is subscribed to it.
pub(super) async fn record_for(
    session: &mut Session,
    webhooks: &[DatabaseRow],
    event: &NewWebhookEvent,
) -> Result<()> {
    for row in webhooks {
        let Json(subscribed): Json<Vec<WebhookEvent>> = row.get("events")?;
        if subscribed.contains(&event.data.event()) {
            insert_delivery(session, row.get("id")?, event).await?;
        }
    }
    Ok(())
}

/// Settles what waits for a webhook that gets nothing more; its owner can send it again.
pub(super) async fn fail_queued(
    session: &mut Session,
    webhook_id: Uuid,
    now: DateTime<Utc>,
) -> Result<()> {
    session
        .execute(
            "UPDATE webhook_deliveries SET status = 'failed', leased_until = NULL, settled_at = $2, error = $3 \
             WHERE webhook_id = $1 AND status = 'queued'",
            params![webhook_id, now, "the webhook was disabled"],
        )
        .await?;
    Ok(())
}

/// Disables a webhook that has failed for too long, and has its owner know.
async fn disable_failing(
    transaction: &mut Transaction,
    webhook_id: Uuid,
    now: DateTime<Utc>,
) -> Result<()> {
    let row = transaction
        .row(
            "UPDATE webhooks SET status = 'failed' WHERE id = $1 AND status = 'enabled' RETURNING user_id, url",
            params![webhook_id],
        )
        .await?;
    let Some(row) = row else { return Ok(()) };
    fail_queued(transaction, webhook_id, now).await?;
    let key = format!("webhook_disabled:{webhook_id}:{}", now.timestamp_millis());
    let url: String = row.get("url")?;
    transaction
        .execute(
            "INSERT INTO notifications (id, user_id, kind, title, description, idempotency_key, created_at) \
             VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (idempotency_key) DO NOTHING",
            params![
                named_id(&key),
                row.get::<Uuid>("user_id")?,
                "webhook_disabled",
                "A webhook was disabled",
                format!("{url} has not accepted events for a while. Fix it, then enable it in the settings."),
                &key,
                now,
            ],
        )
        .await?;
    Ok(())
}

/// Refuses to queue more for another user's webhook, one that is disabled, or a long queue.
async fn require_room(session: &mut Session, webhook_id: Uuid, user_id: Uuid) -> Result<()> {
    let webhook = find_webhook(session, webhook_id, user_id).await?;
    if webhook.status != WebhookStatus::Enabled {
        return Err(NOT_ENABLED);
    }
    let row = session
        .row(
            "SELECT COUNT(*) AS queued FROM webhook_deliveries WHERE webhook_id = $1 AND status = 'queued'",
            params![webhook_id],
        )
        .await?;
    let queued: u64 = row.map_or(Ok(0), |row| row.get("queued"))?;
    if queued >= MOST_QUEUED {
        return Err(StoreError::Conflict(
            "too many events wait for this webhook: wait until they are sent",
        ));
    }
    Ok(())
}

fn delivery_id(webhook_id: Uuid, event_id: Uuid) -> Uuid {
    named_id(&format!("webhook delivery {webhook_id} {event_id}"))
}

async fn insert_delivery(
    session: &mut Session,
    webhook_id: Uuid,
    event: &NewWebhookEvent,
) -> Result<()> {
    let payload = json!({
        "type": event.data.event(),
        "timestamp": event.occurred_at,
        "data": event.data,
    });
    session
        .execute(
            "INSERT INTO webhook_deliveries (id, webhook_id, event_id, event, payload, status, attempts, failures, \
             due_at, created_at) VALUES ($1, $2, $3, $4, $5, 'queued', 0, 0, $6, $6) \
             ON CONFLICT (webhook_id, event_id) DO NOTHING",
            params![
                delivery_id(webhook_id, event.id),
                webhook_id,
                event.id,
                event.data.event(),
                payload.to_string(),
                event.occurred_at,
            ],
        )
        .await?;
    Ok(())
}

async fn find_delivery(session: &mut Session, id: Uuid) -> Result<WebhookDelivery> {
    let row = session
        .row(
            "SELECT * FROM webhook_deliveries WHERE id = $1",
            params![id],
        )
        .await?;
    WebhookDelivery::try_from(&row.ok_or(NO_DELIVERY)?)
}

impl TryFrom<&DatabaseRow> for WebhookDelivery {
    type Error = StoreError;

    fn try_from(row: &DatabaseRow) -> Result<Self> {
        let Json(payload): Json<Value> = row.get("payload")?;
        let status: DeliveryStatus = row.get("status")?;
        let attempted_at: Option<DateTime<Utc>> = row.get("attempted_at")?;
        let last_attempt = attempted_at.map(|attempted_at| {
            Ok::<_, StoreError>(DeliveryAttempt {
                attempted_at,
                duration_millis: row.get("duration_millis")?,
                response_status: row.get("response_status")?,
                response_body: row.get("response_body")?,
                error: row.get("error")?,
            })
        });
        let due_at = row.get("due_at")?;
        Ok(Self {
            id: row.get("id")?,
            webhook_id: row.get("webhook_id")?,
            event_id: row.get("event_id")?,
            event: row.get("event")?,
            payload,
            status,
            attempts: row.get("attempts")?,
            next_attempt_at: (status == DeliveryStatus::Queued).then_some(due_at),
            last_attempt: last_attempt.transpose()?,
            created_at: row.get("created_at")?,
        })
    }
}
