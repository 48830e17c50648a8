use chrono::{DateTime, Utc};
use portolan_domain::{
    AdminAction, Feedback, FeedbackFilter, FeedbackItem, FeedbackStatus, FeedbackUser, Page,
    PageRequest,
};
use uuid::Uuid;

use super::{
    NewMessage, Result, Store, StoreError, admin_actions,
    keyset::{Keyset, keyset_page, start},
    outbox,
    paging::{containing_pattern, row_limit_of},
    value::{DatabaseRow, Json, params, words},
};

words!(FeedbackStatus);

const NO_FEEDBACK: StoreError = StoreError::NotFound("feedback");

const FEEDBACK_ITEM: &str = "SELECT feedback.*, users.email FROM feedback \
     LEFT JOIN users ON users.id = feedback.user_id WHERE feedback.id = $1";

/// Feedback that is due for forwarding, claimed by one forwarder.
#[derive(Clone, Debug, PartialEq)]
pub struct ClaimedFeedback {
    pub item: FeedbackItem,
    /// Counts from 1.
    pub attempt: u32,
}

impl Store {
    /// Stores it; it is forwarded from `forward_at` on, if a target is configured.
    pub async fn create_feedback(
        &self,
        feedback: &Feedback,
        forward_at: Option<DateTime<Utc>>,
    ) -> Result<()> {
        let mut transaction = self.database.write().await?;
        transaction
            .execute(
                "INSERT INTO feedback (id, user_id, text, metadata, status, forward_at, created_at) \
                 VALUES ($1, $2, $3, $4, $5, $6, $7)",
                params![
                    feedback.id,
                    feedback.user_id,
                    &feedback.text,
                    Json(&feedback.metadata),
                    feedback.status,
                    forward_at,
                    feedback.created_at,
                ],
            )
            .await?;
        transaction.commit().await
    }

    /// How often the user gave feedback since then: for the limit per hour.
    pub async fn feedback_since(&self, user_id: Uuid, since: DateTime<Utc>) -> Result<u64> {
        let mut session = self.database.read().await?;
        session
            .row(
                "SELECT COUNT(*) AS count FROM feedback WHERE user_id = $1 AND created_at > $2",
                params![user_id, since],
            )
            .await?
            .map_or(Ok(0), |row| row.get("count"))
    }

    /// Lists the feedback of all users, for admins.
    pub async fn feedback(
        &self,
        filter: &FeedbackFilter,
        request: &PageRequest,
    ) -> Result<Page<FeedbackItem>> {
        let search = filter.search.as_deref().unwrap_or_default();
        let mut conditions = String::new();
        if filter.status.is_some() {
            conditions.push_str(" AND feedback.status = $4");
        }
        if !search.trim().is_empty() {
            conditions.push_str(
                " AND (LOWER(feedback.text) LIKE $5 ESCAPE '\\' OR LOWER(feedback.metadata) LIKE $5 ESCAPE '\\' \
                 OR users.email LIKE $5 ESCAPE '\\')",
            );
        }
        let keyset = Keyset {
            select: "SELECT feedback.*, users.email FROM feedback LEFT JOIN users ON users.id = feedback.user_id"
                .to_owned(),
            conditions,
            key: "feedback.created_at",
            id: "feedback.id",
            direction: filter.direction,
        };
        let place: (i64, String) = start(request, filter.direction)?;
        let mut session = self.database.scan().await?;
        let rows = session
            .composed_rows(
                keyset.sql(),
                params![
                    place.0,
                    place.1,
                    row_limit_of(request),
                    filter.status,
                    containing_pattern(search.trim())
                ],
            )
            .await?;
        let items = rows.iter().map(|row| {
            let item = FeedbackItem::try_from(row)?;
            let (key, id) = (row.get("created_at")?, item.feedback.id.to_string());
            Ok((item, key, id))
        });
        let items: Vec<(FeedbackItem, i64, String)> = items.collect::<Result<_>>()?;
        Ok(keyset_page(request, items))
    }

    pub async fn feedback_item(&self, id: Uuid) -> Result<FeedbackItem> {
        let mut session = self.database.read().await?;
        let row = session.row(FEEDBACK_ITEM, params![id]).await?;
        FeedbackItem::try_from(&row.ok_or(NO_FEEDBACK)?)
    }

    /// Keeps an admin's answer and queues its email; the feedback is done with it.
    ///
    /// # Errors
    /// `Conflict` if it was answered before.
    pub async fn reply_to_feedback(
        &self,
        id: Uuid,
        reply: &str,
        message: Option<NewMessage>,
        action: &AdminAction,
    ) -> Result<()> {
        let mut transaction = self.database.write().await?;
        let replied = transaction
            .execute(
                "UPDATE feedback SET reply = $2, replied_at = $3, status = 'done' \
                 WHERE id = $1 AND replied_at IS NULL",
                params![id, reply, action.created_at],
            )
            .await?;
        if replied == 0 {
            let row = transaction.row(FEEDBACK_ITEM, params![id]).await?;
            return Err(row.map_or(NO_FEEDBACK, |_| {
                StoreError::Conflict("this feedback was answered already: continue by email")
            }));
        }
        outbox::queue_messages(&mut transaction, message.as_slice()).await?;
        admin_actions::record(&mut transaction, action).await?;
        transaction.commit().await
    }

    pub async fn set_feedback_status(
        &self,
        id: Uuid,
        status: FeedbackStatus,
        action: &AdminAction,
    ) -> Result<()> {
        let mut transaction = self.database.write().await?;
        let changed = transaction
            .execute(
                "UPDATE feedback SET status = $2 WHERE id = $1",
                params![id, status],
            )
            .await?;
        if changed == 0 {
            return Err(NO_FEEDBACK);
        }
        admin_actions::record(&mut transaction, action).await?;
        transaction.commit().await
    }

    /// Takes one that is due, so that no one else does before `again_at`.
    pub async fn claim_feedback(
        &self,
        now: DateTime<Utc>,
        again_at: DateTime<Utc>,
    ) -> Result<Option<ClaimedFeedback>> {
        let mut transaction = self.database.write().await?;
        let claimed = transaction
            .row(
                "UPDATE feedback SET forward_at = $2, forward_attempts = forward_attempts + 1 \
                 WHERE forward_at <= $1 AND id = (SELECT id FROM feedback WHERE forward_at <= $1 \
                 ORDER BY forward_at, id LIMIT 1) RETURNING id, forward_attempts",
                params![now, again_at],
            )
            .await?;
        let Some(claimed) = claimed else {
            return Ok(None);
        };
        let row = transaction
            .row(FEEDBACK_ITEM, params![claimed.get::<Uuid>("id")?])
            .await?
            .ok_or(NO_FEEDBACK)?;
        transaction.commit().await?;
        Ok(Some(ClaimedFeedback {
            item: FeedbackItem::try_from(&row)?,
            attempt: claimed.get("forward_attempts")?,
        }))
    }

    /// It has arrived.
    pub async fn feedback_forwarded(&self, id: Uuid, now: DateTime<Utc>) -> Result<()> {
        let mut transaction = self.database.write().await?;
        transaction
            .execute(
                "UPDATE feedback SET forward_at = NULL, forwarded_at = $2 WHERE id = $1",
                params![id, now],
            )
            .await?;
        transaction.commit().await
    }

    /// It is tried again then; None gives up.
    pub async fn postpone_feedback(
        &self,
        id: Uuid,
        forward_at: Option<DateTime<Utc>>,
    ) -> Result<()> {
        let mut transaction = self.database.write().await?;
        transaction
            .execute(
                "UPDATE feedback SET forward_at = $2 WHERE id = $1",
                params![id, forward_at],
            )
            .await?;
        transaction.commit().await
    }
}

impl TryFrom<&DatabaseRow> for FeedbackItem {
    type Error = StoreError;

    fn try_from(row: &DatabaseRow) -> Result<Self> {
        let Json(metadata) = row.get("metadata")?;
        let user_id: Option<Uuid> = row.get("user_id")?;
        let email = row.get("email")?;
        Ok(Self {
            feedback: Feedback {
                id: row.get("id")?,
                user_id,
                text: row.get("text")?,
                metadata,
                status: row.get("status")?,
                created_at: row.get("created_at")?,
            },
            user: user_id.map(|id| FeedbackUser { id, email }),
            reply: row.get("reply")?,
            replied_at: row.get("replied_at")?,
        })
    }
}
