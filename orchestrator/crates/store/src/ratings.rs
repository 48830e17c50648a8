//! Ratings of answers: stored beside the log, since they can change.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use portolan_blocks::{Rating, Thumb};
use uuid::Uuid;

use super::{
    Result, Store, StoreError,
    database::Session,
    value::{DatabaseRow, params, words},
};

words!(Thumb);

impl Store {
    /// Sets or removes the user's rating of one of their turns.
    pub async fn rate_turn(
        &self,
        turn_id: Uuid,
        user_id: Uuid,
        rating: Option<&Rating>,
        now: DateTime<Utc>,
    ) -> Result<()> {
        let mut transaction = self.database.write().await?;
        transaction
            .row(
                "SELECT id FROM turns WHERE id = $1 AND user_id = $2",
                params![turn_id, user_id],
            )
            .await?
            .ok_or(StoreError::NotFound("turn"))?;
        match rating {
            Some(Rating { rating, comment }) => {
                transaction
                    .execute(
                        "INSERT INTO ratings (turn_id, rating, comment, rated_at) VALUES ($1, $2, $3, $4) \
                         ON CONFLICT (turn_id) DO UPDATE SET rating = $2, comment = $3, rated_at = $4",
                        params![turn_id, *rating, comment, now],
                    )
                    .await?;
            }
            None => {
                transaction
                    .execute("DELETE FROM ratings WHERE turn_id = $1", params![turn_id])
                    .await?;
            }
        }
        transaction.commit().await
    }
}

/// Of the chat's turns whose first event is in `start..end`.
pub(super) async fn ratings_between(
    session: &mut Session,
    chat_id: Uuid,
    start: u64,
    end: u64,
) -> Result<HashMap<Uuid, Rating>> {
    let rows = session
        .rows(
            "SELECT ratings.* FROM ratings JOIN turns ON turns.id = ratings.turn_id \
             WHERE turns.chat_id = $1 AND turns.first_event_id >= $2 AND turns.first_event_id < $3",
            params![chat_id, start, end],
        )
        .await?;
    rows.iter()
        .map(|row| Ok((row.get("turn_id")?, Rating::try_from(row)?)))
        .collect()
}

impl TryFrom<&DatabaseRow> for Rating {
    type Error = StoreError;

    fn try_from(row: &DatabaseRow) -> Result<Self> {
        Ok(Self {
            rating: row.get("rating")?,
            comment: row.get("comment")?,
        })
    }
}
