//! Views of shared items, counted by day.

use chrono::{DateTime, NaiveDate, Utc};
use portolan_domain::{SavedKind, ViewDay};
use uuid::Uuid;

use super::{
    Result, Store,
    database::Session,
    days::{day_column, day_of},
    value::params,
};

/// Views of one item to add to its day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NewViews {
    pub kind: SavedKind,
    pub item_id: Uuid,
    pub owner_id: Uuid,
    pub viewed_at: DateTime<Utc>,
    pub views: u64,
}

impl Store {
    /// Adds views to their days; those of deleted accounts are dropped.
    pub async fn add_views(&self, added: &[NewViews]) -> Result<()> {
        let mut transaction = self.database.write().await?;
        for new in added {
            transaction
                .execute(
                    "INSERT INTO item_views (kind, item_id, day, user_id, views) \
                     SELECT $1, $2, $3, id, $5 FROM users WHERE id = $4 \
                     ON CONFLICT (kind, item_id, day) DO UPDATE SET views = item_views.views + $5",
                    params![
                        new.kind,
                        new.item_id,
                        day_of(new.viewed_at),
                        new.owner_id,
                        new.views
                    ],
                )
                .await?;
        }
        transaction.commit().await
    }

    /// Returns the views of all items of a user in the last days, oldest first; days without views are left out.
    pub async fn view_days(
        &self,
        user_id: Uuid,
        days: u16,
        now: DateTime<Utc>,
    ) -> Result<Vec<ViewDay>> {
        let first = day_of(now) - i64::from(days) + 1;
        let mut session = self.database.read().await?;
        let rows = session
            .rows(
                "SELECT day, CAST(SUM(views) AS BIGINT) AS views FROM item_views \
                 WHERE user_id = $1 AND day >= $2 GROUP BY day ORDER BY day",
                params![user_id, first],
            )
            .await?;
        let days = rows.iter().map(|row| {
            let day: NaiveDate = day_column(row)?;
            Ok(ViewDay {
                day,
                views: row.get("views")?,
            })
        });
        days.collect()
    }
}

/// Deletes the statistics, the topic and the proposal of an item that is deleted.
pub(super) async fn forget(session: &mut Session, kind: SavedKind, item_id: Uuid) -> Result<()> {
    for sql in [
        "DELETE FROM item_views WHERE kind = $1 AND item_id = $2",
        "DELETE FROM item_topics WHERE kind = $1 AND item_id = $2",
        "DELETE FROM proposals WHERE kind = $1 AND item_id = $2",
    ] {
        session.execute(sql, params![kind, item_id]).await?;
    }
    Ok(())
}
