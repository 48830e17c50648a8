use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::{
    Result, Store, StoreError,
    paging::{Below, page, place, rows_wanted},
    value::{Json, Row, params},
};
use crate::model::{Feedback, Page, PageRequest};

impl Store {
    pub async fn create_feedback(&self, feedback: &Feedback) -> Result<()> {
        let mut transaction = self.database.write().await?;
        transaction
            .execute(
                "INSERT INTO feedback (id, user_id, text, metadata, created_at) VALUES ($1, $2, $3, $4, $5)",
                params![
                    feedback.id,
                    feedback.user_id,
                    &feedback.text,
                    Json(&feedback.metadata),
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

    /// Everybody's, newest first: for admins.
    pub async fn feedback(&self, request: &PageRequest) -> Result<Page<Feedback>> {
        let below = Below::from_request(request)?;
        let mut session = self.database.read().await?;
        let rows = session
            .rows(
                "SELECT * FROM feedback WHERE (created_at, id) < ($1, $2) ORDER BY created_at DESC, id DESC LIMIT $3",
                params![below.millis, below.id, rows_wanted(request)],
            )
            .await?;
        let items = rows.iter().map(Feedback::try_from).collect::<Result<_>>()?;
        Ok(page(request, items, |item| place(item.created_at, item.id)))
    }
}

impl TryFrom<&Row> for Feedback {
    type Error = StoreError;

    fn try_from(row: &Row) -> Result<Self> {
        let Json(metadata) = row.get("metadata")?;
        Ok(Self {
            id: row.get("id")?,
            user_id: row.get("user_id")?,
            text: row.get("text")?,
            metadata,
            created_at: row.get("created_at")?,
        })
    }
}
