//! Public items, as they were published.

use chrono::{DateTime, Utc};
use portolan_domain::{
    AdminAction, Author, Direction, FeatureSettings, FeaturedItem, Page, PageRequest,
    PublishedItem, SavedKind, chart_thumbnail,
};
use uuid::Uuid;

use super::{
    Result, Store, StoreError, admin_actions,
    keyset::{keyset_page, start},
    paging::{Below, row_limit_of, to_cursor, to_page},
    value::{DatabaseRow, Param, params},
};

/// Selects the public items that meet a condition, as others see them, with their authors, in an order.
macro_rules! published_items {
    ($condition:literal, $order:literal) => {
        concat!(
            "SELECT things.*, profiles.username, curated.curated_at FROM (",
            "SELECT 'chart' AS kind, charts.id, charts.user_id, published.title, published.version, charts.updated_at \
             FROM charts JOIN chart_versions AS published ON published.chart_id = charts.id \
             AND published.version = charts.published_version WHERE charts.visibility = 'public' \
             UNION ALL SELECT 'board', id, user_id, title, CAST(NULL AS BIGINT), updated_at FROM boards \
             WHERE visibility = 'public' \
             UNION ALL SELECT 'portolan', id, user_id, title, CAST(NULL AS BIGINT), updated_at FROM portolans \
             WHERE visibility = 'public'",
            ") AS things LEFT JOIN profiles ON profiles.user_id = things.user_id \
             LEFT JOIN curated ON curated.kind = things.kind AND curated.item_id = things.id WHERE ",
            $condition,
            " AND things.kind = COALESCE($4, things.kind) ORDER BY ",
            $order,
            " DESC, things.id DESC LIMIT $3"
        )
    };
}

/// Selects featured items that are public and meet a condition, in their order: each is looked up by its id.
macro_rules! select_featured {
    ($condition:literal) => {
        concat!(
            "SELECT curated.*, curated.item_id AS id, profiles.username, \
             COALESCE(published.title, boards.title, portolans.title) AS title, published.version, \
             COALESCE(charts.updated_at, boards.updated_at, portolans.updated_at) AS updated_at FROM curated \
             LEFT JOIN charts ON curated.kind = 'chart' AND charts.id = curated.item_id AND charts.visibility = 'public' \
             LEFT JOIN chart_versions AS published ON published.chart_id = charts.id \
             AND published.version = charts.published_version \
             LEFT JOIN boards ON curated.kind = 'board' AND boards.id = curated.item_id AND boards.visibility = 'public' \
             LEFT JOIN portolans ON curated.kind = 'portolan' AND portolans.id = curated.item_id \
             AND portolans.visibility = 'public' \
             LEFT JOIN profiles ON profiles.user_id = COALESCE(charts.user_id, boards.user_id, portolans.user_id) \
             WHERE COALESCE(published.chart_id, boards.id, portolans.id) IS NOT NULL AND ",
            $condition,
            " ORDER BY curated.position, curated.item_id LIMIT $3"
        )
    };
}

/// Featured items that the admins' list has.
const MOST_FEATURED: i64 = 500;

impl Store {
    /// Returns all public items, of one kind or all kinds, last changed first.
    pub async fn published_items(
        &self,
        kind: Option<SavedKind>,
        request: &PageRequest,
    ) -> Result<Page<PublishedItem>> {
        let below = Below::from_request(request)?;
        let mut session = self.database.read().await?;
        let rows = session
            .rows(
                published_items!(
                    "(things.updated_at, things.id) < ($1, $2)",
                    "things.updated_at"
                ),
                params![below.millis, below.id, row_limit_of(request), word(kind)],
            )
            .await?;
        things(request, &rows, |thing| thing.updated_at)
    }

    /// Returns a user's public items of a kind, last changed first.
    pub async fn published_items_of(
        &self,
        user_id: Uuid,
        kind: SavedKind,
        request: &PageRequest,
    ) -> Result<Page<PublishedItem>> {
        let below = Below::from_request(request)?;
        let mut session = self.database.read().await?;
        let rows = session
            .rows(
                published_items!(
                    "(things.updated_at, things.id) < ($1, $2) AND things.user_id = $5",
                    "things.updated_at"
                ),
                params![below.millis, below.id, row_limit_of(request), kind, user_id],
            )
            .await?;
        things(request, &rows, |thing| thing.updated_at)
    }

    /// Lists the featured items that are shown now, in the order that admins gave them. Items that are no longer
    /// public are left out.
    pub async fn curated_items(
        &self,
        kind: Option<SavedKind>,
        topic: Option<&str>,
        request: &PageRequest,
        now: DateTime<Utc>,
    ) -> Result<Page<PublishedItem>> {
        let (position, id): (i64, String) = start(request, Direction::Ascending)?;
        let mut session = self.database.read().await?;
        let rows = session
            .rows(
                select_featured!(
                    "(curated.position, curated.item_id) > ($1, $2) \
                     AND curated.kind = COALESCE($4, curated.kind) \
                     AND ($5 IS NULL OR curated.topic = $5) \
                     AND COALESCE(curated.starts_at, 0) <= $6 \
                     AND (curated.ends_at IS NULL OR curated.ends_at > $6)"
                ),
                params![position, id, row_limit_of(request), word(kind), topic, now],
            )
            .await?;
        let things = rows.iter().map(|row| {
            let thing = PublishedItem::try_from(row)?;
            let (position, id): (i64, String) = (row.get("position")?, thing.id.to_string());
            Ok((thing, position, id))
        });
        Ok(keyset_page(request, things.collect::<Result<_>>()?))
    }

    /// Lists all featured items in their order, also those that are not shown now.
    pub async fn featured_items(&self) -> Result<Vec<FeaturedItem>> {
        let mut session = self.database.read().await?;
        let rows = session
            .rows(
                select_featured!("(curated.position, curated.item_id) > ($1, $2)"),
                params![i64::MIN, "", MOST_FEATURED],
            )
            .await?;
        let items = rows.iter().map(|row| {
            Ok(FeaturedItem {
                item: PublishedItem::try_from(row)?,
                topic: row.get("topic")?,
                starts_at: row.get("starts_at")?,
                ends_at: row.get("ends_at")?,
            })
        });
        items.collect()
    }

    /// Features a public item with a topic and a schedule; a newly featured item comes first.
    pub async fn curate(
        &self,
        kind: SavedKind,
        item_id: Uuid,
        settings: &FeatureSettings,
        action: &AdminAction,
    ) -> Result<()> {
        let mut transaction = self.database.write().await?;
        transaction
            .row(
                "SELECT id FROM charts WHERE id = $1 AND visibility = 'public' AND $2 = 'chart' \
                 UNION ALL SELECT id FROM boards WHERE id = $1 AND visibility = 'public' AND $2 = 'board' \
                 UNION ALL SELECT id FROM portolans WHERE id = $1 AND visibility = 'public' AND $2 = 'portolan'",
                params![item_id, kind],
            )
            .await?
            .ok_or(StoreError::NotFound("public item"))?;
        transaction
            .execute(
                "INSERT INTO curated (kind, item_id, curated_at, topic, starts_at, ends_at, position) \
                 VALUES ($1, $2, $3, $4, $5, $6, (SELECT COALESCE(MIN(position), 0) - 1 FROM curated)) \
                 ON CONFLICT (kind, item_id) DO UPDATE SET topic = $4, starts_at = $5, ends_at = $6",
                params![
                    kind,
                    item_id,
                    action.created_at,
                    &settings.topic,
                    settings.starts_at,
                    settings.ends_at,
                ],
            )
            .await?;
        admin_actions::record(&mut transaction, action).await?;
        transaction.commit().await
    }

    /// Features an example of the product itself, before all others.
    pub async fn feature_example(
        &self,
        kind: SavedKind,
        item_id: Uuid,
        topic: &str,
        now: DateTime<Utc>,
    ) -> Result<()> {
        let mut transaction = self.database.write().await?;
        transaction
            .execute(
                "INSERT INTO curated (kind, item_id, curated_at, topic, position) \
                 VALUES ($1, $2, $3, $4, (SELECT COALESCE(MIN(position), 0) - 1 FROM curated)) \
                 ON CONFLICT (kind, item_id) DO NOTHING",
                params![kind, item_id, now, topic],
            )
            .await?;
        transaction.commit().await
    }

    /// Features an item no longer; it stays public.
    pub async fn uncurate(
        &self,
        kind: SavedKind,
        item_id: Uuid,
        action: &AdminAction,
    ) -> Result<()> {
        let mut transaction = self.database.write().await?;
        transaction
            .execute(
                "DELETE FROM curated WHERE kind = $1 AND item_id = $2",
                params![kind, item_id],
            )
            .await?;
        admin_actions::record(&mut transaction, action).await?;
        transaction.commit().await
    }

    /// Puts featured items in this order, before those that are not named.
    pub async fn order_curated(
        &self,
        items: &[(SavedKind, Uuid)],
        action: &AdminAction,
    ) -> Result<()> {
        let mut transaction = self.database.write().await?;
        let row = transaction
            .row(
                "SELECT COALESCE(MIN(position), 0) AS first FROM curated",
                params![],
            )
            .await?;
        let first: i64 = row.map_or(Ok(0), |row| row.get("first"))?;
        let before = i64::try_from(items.len()).unwrap_or(i64::MAX);
        for (place, (kind, item_id)) in (first.saturating_sub(before)..).zip(items) {
            transaction
                .execute(
                    "UPDATE curated SET position = $3 WHERE kind = $1 AND item_id = $2",
                    params![*kind, *item_id, place],
                )
                .await?;
        }
        admin_actions::record(&mut transaction, action).await?;
        transaction.commit().await
    }
}

fn word(kind: Option<SavedKind>) -> Param<'static> {
    kind.map_or(Param::Text(None), Param::from)
}

fn things(
    request: &PageRequest,
    rows: &[DatabaseRow],
    time: impl Fn(&PublishedItem) -> DateTime<Utc>,
) -> Result<Page<PublishedItem>> {
    let things = rows
        .iter()
        .map(PublishedItem::try_from)
        .collect::<Result<_>>()?;
    Ok(to_page(request, things, |thing| {
        to_cursor(time(thing), thing.id)
    }))
}

impl TryFrom<&DatabaseRow> for PublishedItem {
    type Error = StoreError;

    fn try_from(row: &DatabaseRow) -> Result<Self> {
        let id = row.get("id")?;
        let version: Option<u32> = row.get("version")?;
        Ok(Self {
            kind: row.get("kind")?,
            id,
            title: row.get("title")?,
            author: Author::named(row.get("username")?),
            thumbnail_url: version.map(|version| chart_thumbnail(id, version)),
            updated_at: row.get("updated_at")?,
            curated_at: row.get("curated_at")?,
        })
    }
}
