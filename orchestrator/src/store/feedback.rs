use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::{
    Result, Store, StoreError, admin_actions,
    paging::{Below, rows_wanted, to_cursor, to_page},
    value::{DatabaseRow, Json, params, words},
};
use crate::model::{
    AdminAction, Feedback, FeedbackItem, FeedbackStatus, FeedbackUser, Page, PageRequest,
};

words!(FeedbackStatus);

const NO_FEEDBACK: StoreError = StoreError::NotFound("feedback");

/// Feedback that is to be forwarded now, claimed by one forwarder.
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

    /// All users', newest first: for admins.
    pub async fn feedback(&self, request: &PageRequest) -> Result<Page<FeedbackItem>> {
        let below = Below::from_request(request)?;
        let mut session = self.database.read().await?;
        let rows = session
            .rows(
                "SELECT feedback.*, users.email FROM feedback LEFT JOIN users ON users.id = feedback.user_id \
                 WHERE (feedback.created_at, feedback.id) < ($1, $2) \
                 ORDER BY feedback.created_at DESC, feedback.id DESC LIMIT $3",
                params![below.millis, below.id, rows_wanted(request)],
            )
            .await?;
        let items = rows
            .iter()
            .map(FeedbackItem::try_from)
            .collect::<Result<_>>()?;
        Ok(to_page(request, items, |item: &FeedbackItem| {
            to_cursor(item.feedback.created_at, item.feedback.id)
        }))
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
            .row(
                "SELECT feedback.*, users.email FROM feedback LEFT JOIN users ON users.id = feedback.user_id \
                 WHERE feedback.id = $1",
                params![claimed.get::<Uuid>("id")?],
            )
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
        })
    }
}
