use chrono::{DateTime, Utc};
use portolan_domain::{Author, Page, PageRequest, SavedItem, SavedKind, chart_thumbnail};
use portolan_realtime::ChangeKind;
use uuid::Uuid;

use super::{
    Result, Store, StoreError,
    database::Session,
    item_limit::ItemKind,
    item_views,
    paging::{Below, row_limit_of, to_cursor, to_page},
    value::{DatabaseRow, params, words},
};

words!(SavedKind);

impl Store {
    /// Bookmarks an item; the caller has checked that the user may see it. Idempotent.
    pub async fn save_item(
        &self,
        user_id: Uuid,
        kind: SavedKind,
        item_id: Uuid,
        now: DateTime<Utc>,
    ) -> Result<()> {
        let mut transaction = self.database.write().await?;
        self.ensure_room(&mut transaction, user_id, ItemKind::Bookmark)
            .await?;
        let saved = transaction
            .execute(
                "INSERT INTO saved (user_id, kind, item_id, saved_at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
                params![user_id, kind, item_id, now],
            )
            .await?;
        transaction.commit().await?;
        if saved > 0 {
            self.saved_changed(ChangeKind::Insert, user_id, kind, item_id);
        }
        Ok(())
    }

    pub async fn unsave_item(&self, user_id: Uuid, kind: SavedKind, item_id: Uuid) -> Result<()> {
        let mut transaction = self.database.write().await?;
        let unsaved = transaction
            .execute(
                "DELETE FROM saved WHERE user_id = $1 AND kind = $2 AND item_id = $3",
                params![user_id, kind, item_id],
            )
            .await?;
        transaction.commit().await?;
        if unsaved > 0 {
            self.saved_changed(ChangeKind::Delete, user_id, kind, item_id);
        }
        Ok(())
    }

    /// Announces the bookmarks that [`forget_item`] removed; call it after the commit.
    pub(super) fn forgot(&self, kind: SavedKind, item_id: Uuid, users: &[Uuid]) {
        for user_id in users {
            self.saved_changed(ChangeKind::Delete, *user_id, kind, item_id);
        }
    }

    /// Returns the user's bookmarks, last saved first, without items that are deleted or no longer shared
    /// with them.
    pub async fn saved_items(
        &self,
        user_id: Uuid,
        request: &PageRequest,
    ) -> Result<Page<SavedItem>> {
        let below = Below::from_request(request)?;
        let mut session = self.database.read().await?;
        let rows = session
            .rows(
                "SELECT saved.kind, saved.item_id, saved.saved_at, profiles.username, \
                 COALESCE(CASE WHEN charts.user_id = $1 THEN charts.title ELSE published.title END, boards.title, portolans.title, chats.title) AS title, \
                 CASE WHEN charts.user_id = $1 THEN charts.version ELSE published.version END AS chart_version \
                 FROM saved LEFT JOIN charts ON saved.kind = 'chart' AND charts.id = saved.item_id \
                 AND (charts.user_id = $1 OR charts.visibility <> 'private') \
                 LEFT JOIN chart_versions AS published ON published.chart_id = charts.id \
                 AND published.version = charts.published_version \
                 LEFT JOIN boards ON saved.kind = 'board' AND boards.id = saved.item_id \
                 AND (boards.user_id = $1 OR boards.visibility <> 'private') \
                 LEFT JOIN portolans ON saved.kind = 'portolan' AND portolans.id = saved.item_id \
                 AND (portolans.user_id = $1 OR portolans.visibility <> 'private') \
                 LEFT JOIN chats ON saved.kind = 'chat' AND chats.id = saved.item_id AND chats.user_id = $1 \
                 LEFT JOIN profiles ON profiles.user_id = COALESCE(charts.user_id, boards.user_id, portolans.user_id, chats.user_id) \
                 WHERE saved.user_id = $1 AND COALESCE(charts.id, boards.id, portolans.id, chats.id) IS NOT NULL \
                 AND (saved.saved_at, saved.item_id) < ($2, $3) \
                 ORDER BY saved.saved_at DESC, saved.item_id DESC LIMIT $4",
                params![user_id, below.millis, below.id, row_limit_of(request)],
            )
            .await?;
        let items = rows
            .iter()
            .map(SavedItem::try_from)
            .collect::<Result<_>>()?;
        Ok(to_page(request, items, |item| {
            to_cursor(item.saved_at, item.id)
        }))
    }
}

/// Deletes all bookmarks and statistics of a deleted item and returns the users who had bookmarked it.
pub(super) async fn forget_item(
    session: &mut Session,
    kind: SavedKind,
    item_id: Uuid,
) -> Result<Vec<Uuid>> {
    item_views::forget(session, kind, item_id).await?;
    let rows = session
        .rows(
            "DELETE FROM saved WHERE kind = $1 AND item_id = $2 RETURNING user_id",
            params![kind, item_id],
        )
        .await?;
    rows.iter().map(|row| row.get("user_id")).collect()
}

impl TryFrom<&DatabaseRow> for SavedItem {
    type Error = StoreError;

    fn try_from(row: &DatabaseRow) -> Result<Self> {
        let id = row.get("item_id")?;
        let version: Option<u32> = row.get("chart_version")?;
        Ok(Self {
            kind: row.get("kind")?,
            id,
            title: row.get("title")?,
            saved_at: row.get("saved_at")?,
            author: Author::named(row.get("username")?),
            thumbnail_url: version.map(|version| chart_thumbnail(id, version)),
        })
    }
}
