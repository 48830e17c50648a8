//! Users' webhooks: their addresses, events and secrets.

use chrono::{DateTime, Utc};
use portolan_domain::{SealedSecret, Webhook, WebhookChange, WebhookStatus};
use uuid::Uuid;

use super::{
    Result, Store, StoreError,
    database::Session,
    value::{DatabaseRow, Json, params, words},
    webhook_deliveries::fail_queued,
};

words!(WebhookStatus);

pub(super) const NO_WEBHOOK: StoreError = StoreError::NotFound("webhook");

/// Webhooks that an account may have.
const MOST_WEBHOOKS: u64 = 10;

/// The secrets of a webhook that sign its deliveries at one moment, the newest first.
pub type SigningSecrets = Vec<SealedSecret>;

impl Store {
    pub async fn create_webhook(&self, webhook: &Webhook, secret: &SealedSecret) -> Result<()> {
        let mut transaction = self.database.write().await?;
        lock_user(&mut transaction, webhook.user_id).await?;
        let row = transaction
            .row(
                "SELECT COUNT(*) AS webhooks FROM webhooks WHERE user_id = $1",
                params![webhook.user_id],
            )
            .await?;
        let count: u64 = row.map_or(Ok(0), |row| row.get("webhooks"))?;
        if count >= MOST_WEBHOOKS {
            return Err(StoreError::TooManyItems {
                items: "webhooks",
                limit: MOST_WEBHOOKS,
            });
        }
        transaction
            .execute(
                "INSERT INTO webhooks (id, user_id, url, description, events, secret_id, sealed_secret, status, \
                 created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
                params![
                    webhook.id,
                    webhook.user_id,
                    &webhook.url,
                    &webhook.description,
                    Json(&webhook.events),
                    secret.id,
                    &secret.sealed,
                    webhook.status,
                    webhook.created_at,
                ],
            )
            .await?;
        transaction.commit().await
    }

    /// Lists the user's webhooks, the newest first.
    pub async fn webhooks(&self, user_id: Uuid) -> Result<Vec<Webhook>> {
        let mut session = self.database.read().await?;
        let rows = session
            .rows(
                "SELECT * FROM webhooks WHERE user_id = $1 ORDER BY created_at DESC, id DESC",
                params![user_id],
            )
            .await?;
        rows.iter().map(Webhook::try_from).collect()
    }

    pub async fn webhook(&self, webhook_id: Uuid, user_id: Uuid) -> Result<Webhook> {
        let mut session = self.database.read().await?;
        find_webhook(&mut session, webhook_id, user_id).await
    }

    /// Changes a webhook. One that is enabled again has not failed yet.
    pub async fn update_webhook(
        &self,
        webhook_id: Uuid,
        user_id: Uuid,
        change: &WebhookChange,
        now: DateTime<Utc>,
    ) -> Result<Webhook> {
        let mut transaction = self.database.write().await?;
        let before = find_webhook(&mut transaction, webhook_id, user_id).await?;
        let url = change.url.as_ref().unwrap_or(&before.url);
        let status = match change.is_enabled {
            Some(true) => WebhookStatus::Enabled,
            Some(false) => WebhookStatus::Disabled,
            None => before.status,
        };
        let is_fresh = *url != before.url || status != before.status;
        let row = transaction
            .row(
                "UPDATE webhooks SET url = $3, description = $4, events = $5, status = $6, failing_since = $7 \
                 WHERE id = $1 AND user_id = $2 RETURNING *",
                params![
                    webhook_id,
                    user_id,
                    url,
                    change.description.as_ref().unwrap_or(&before.description),
                    Json(change.events.as_ref().unwrap_or(&before.events)),
                    status,
                    before.failing_since.filter(|_| !is_fresh),
                ],
            )
            .await?
            .ok_or(NO_WEBHOOK)?;
        if status == WebhookStatus::Disabled {
            fail_queued(&mut transaction, webhook_id, now).await?;
        }
        transaction.commit().await?;
        Webhook::try_from(&row)
    }

    /// Replaces the secret; the one before signs deliveries too, until this time.
    pub async fn rotate_webhook_secret(
        &self,
        webhook_id: Uuid,
        user_id: Uuid,
        secret: &SealedSecret,
        previous_until: DateTime<Utc>,
    ) -> Result<Webhook> {
        let mut transaction = self.database.write().await?;
        let row = transaction
            .row(
                "UPDATE webhooks SET previous_secret_id = secret_id, sealed_previous_secret = sealed_secret, \
                 previous_secret_until = $5, secret_id = $3, sealed_secret = $4 \
                 WHERE id = $1 AND user_id = $2 RETURNING *",
                params![webhook_id, user_id, secret.id, &secret.sealed, previous_until],
            )
            .await?
            .ok_or(NO_WEBHOOK)?;
        transaction.commit().await?;
        Webhook::try_from(&row)
    }

    /// Deletes a webhook with its deliveries.
    pub async fn delete_webhook(&self, webhook_id: Uuid, user_id: Uuid) -> Result<()> {
        let mut transaction = self.database.write().await?;
        let deleted = transaction
            .execute(
                "DELETE FROM webhooks WHERE id = $1 AND user_id = $2",
                params![webhook_id, user_id],
            )
            .await?;
        if deleted == 0 {
            return Err(NO_WEBHOOK);
        }
        transaction.commit().await
    }
}

/// Has those who count the user's webhooks do so in turn.
async fn lock_user(session: &mut Session, user_id: Uuid) -> Result<()> {
    let locked = session
        .execute("UPDATE users SET id = id WHERE id = $1", params![user_id])
        .await?;
    match locked {
        0 => Err(StoreError::NotFound("user")),
        _ => Ok(()),
    }
}

/// Reads the user's own webhook; another user's is not found.
pub(super) async fn find_webhook(
    session: &mut Session,
    webhook_id: Uuid,
    user_id: Uuid,
) -> Result<Webhook> {
    let row = session
        .row(
            "SELECT * FROM webhooks WHERE id = $1 AND user_id = $2",
            params![webhook_id, user_id],
        )
        .await?;
    Webhook::try_from(&row.ok_or(NO_WEBHOOK)?)
}

/// Returns the secrets in a row of a webhook.
pub(super) fn signing_secrets(row: &DatabaseRow, now: DateTime<Utc>) -> Result<SigningSecrets> {
    let mut secrets = vec![SealedSecret {
        id: row.get("secret_id")?,
        sealed: row.get("sealed_secret")?,
    }];
    let until: Option<DateTime<Utc>> = row.get("previous_secret_until")?;
    let previous: Option<Uuid> = row.get("previous_secret_id")?;
    if let Some(id) = previous.filter(|_| until.is_some_and(|until| now < until)) {
        secrets.push(SealedSecret {
            id,
            sealed: row.get("sealed_previous_secret")?,
        });
    }
    Ok(secrets)
}

impl TryFrom<&DatabaseRow> for Webhook {
    type Error = StoreError;

    fn try_from(row: &DatabaseRow) -> Result<Self> {
        let Json(events) = row.get("events")?;
        Ok(Self {
            id: row.get("id")?,
            user_id: row.get("user_id")?,
            url: row.get("url")?,
            description: row.get("description")?,
            events,
            status: row.get("status")?,
            failing_since: row.get("failing_since")?,
            previous_secret_until: row.get("previous_secret_until")?,
            created_at: row.get("created_at")?,
        })
    }
}
