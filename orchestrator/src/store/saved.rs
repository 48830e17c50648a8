use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::{
    Result, Store, StoreError,
    paging::{Below, page, place, rows_wanted},
    value::{Row, params, words},
};
use crate::model::{Page, PageRequest, SavedItem, SavedKind};

words!(SavedKind);

impl Store {
    /// Bookmarks a thing; the caller has checked that the user may see it. Again changes nothing.
    pub async fn save_item(
        &self,
        user_id: Uuid,
        kind: SavedKind,
        item_id: Uuid,
        now: DateTime<Utc>,
    ) -> Result<()> {
        let mut transaction = self.database.write().await?;
        transaction
            .execute(
                "INSERT INTO saved (user_id, kind, item_id, saved_at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
                params![user_id, kind, item_id, now],
            )
            .await?;
        transaction.commit().await
    }

    pub async fn unsave_item(&self, user_id: Uuid, kind: SavedKind, item_id: Uuid) -> Result<()> {
        let mut transaction = self.database.write().await?;
        transaction
            .execute(
                "DELETE FROM saved WHERE user_id = $1 AND kind = $2 AND item_id = $3",
                params![user_id, kind, item_id],
            )
            .await?;
        transaction.commit().await
    }

    /// The user's bookmarks, the last saved first.
    pub async fn saved_items(
        &self,
        user_id: Uuid,
        request: &PageRequest,
    ) -> Result<Page<SavedItem>> {
        let below = Below::from_request(request)?;
        let mut session = self.database.read().await?;
        let rows = session
            .rows(
                "SELECT * FROM saved WHERE user_id = $1 AND (saved_at, item_id) < ($2, $3) \
                 ORDER BY saved_at DESC, item_id DESC LIMIT $4",
                params![user_id, below.millis, below.id, rows_wanted(request)],
            )
            .await?;
        let items = rows
            .iter()
            .map(SavedItem::try_from)
            .collect::<Result<_>>()?;
        Ok(page(request, items, |item| {
            place(item.saved_at, item.item_id)
        }))
    }
}

impl TryFrom<&Row> for SavedItem {
    type Error = StoreError;

    fn try_from(row: &Row) -> Result<Self> {
        Ok(Self {
            kind: row.get("kind")?,
            item_id: row.get("item_id")?,
            saved_at: row.get("saved_at")?,
        })
    }
}
