//! Public items, as they were published.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::{
    Result, Store, StoreError,
    paging::{Below, page, place, rows_wanted},
    value::{Param, Row, params},
};
use crate::model::{Author, Page, PageRequest, SavedKind, Thing, chart_thumbnail};

/// Selects the public items that meet a condition, as others see them, with their authors, in an order.
macro_rules! public_things {
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

impl Store {
    /// All public things, of one kind or of all, the last changed first.
    pub async fn public_things(
        &self,
        kind: Option<SavedKind>,
        request: &PageRequest,
    ) -> Result<Page<Thing>> {
        let below = Below::from_request(request)?;
        let mut session = self.database.read().await?;
        let rows = session
            .rows(
                public_things!(
                    "(things.updated_at, things.id) < ($1, $2)",
                    "things.updated_at"
                ),
                params![below.millis, below.id, rows_wanted(request), word(kind)],
            )
            .await?;
        things(request, &rows, |thing| thing.updated_at)
    }

    /// A person's public things of a kind, the last changed first.
    pub async fn public_things_of(
        &self,
        user_id: Uuid,
        kind: SavedKind,
        request: &PageRequest,
    ) -> Result<Page<Thing>> {
        let below = Below::from_request(request)?;
        let mut session = self.database.read().await?;
        let rows = session
            .rows(
                public_things!(
                    "(things.updated_at, things.id) < ($1, $2) AND things.user_id = $5",
                    "things.updated_at"
                ),
                params![below.millis, below.id, rows_wanted(request), kind, user_id],
            )
            .await?;
        things(request, &rows, |thing| thing.updated_at)
    }

    /// Lists the featured items, last featured first. Items that are no longer public are left out.
    pub async fn curated_things(
        &self,
        kind: Option<SavedKind>,
        request: &PageRequest,
    ) -> Result<Page<Thing>> {
        let below = Below::from_request(request)?;
        let mut session = self.database.read().await?;
        let rows = session
            .rows(
                public_things!(
                    "(curated.curated_at, things.id) < ($1, $2)",
                    "curated.curated_at"
                ),
                params![below.millis, below.id, rows_wanted(request), word(kind)],
            )
            .await?;
        things(request, &rows, |thing| {
            thing.curated_at.unwrap_or(thing.updated_at)
        })
    }

    /// Shows a public thing to everyone; again changes nothing.
    pub async fn curate(&self, kind: SavedKind, item_id: Uuid, now: DateTime<Utc>) -> Result<()> {
        let mut transaction = self.database.write().await?;
        transaction
            .row(
                "SELECT id FROM charts WHERE id = $1 AND visibility = 'public' AND $2 = 'chart' \
                 UNION ALL SELECT id FROM boards WHERE id = $1 AND visibility = 'public' AND $2 = 'board' \
                 UNION ALL SELECT id FROM portolans WHERE id = $1 AND visibility = 'public' AND $2 = 'portolan'",
                params![item_id, kind],
            )
            .await?
            .ok_or(StoreError::NotFound("public thing"))?;
        transaction
            .execute(
                "INSERT INTO curated (kind, item_id, curated_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
                params![kind, item_id, now],
            )
            .await?;
        transaction.commit().await
    }

    pub async fn uncurate(&self, kind: SavedKind, item_id: Uuid) -> Result<()> {
        let mut transaction = self.database.write().await?;
        transaction
            .execute(
                "DELETE FROM curated WHERE kind = $1 AND item_id = $2",
                params![kind, item_id],
            )
            .await?;
        transaction.commit().await
    }
}

fn word(kind: Option<SavedKind>) -> Param<'static> {
    kind.map_or(Param::Text(None), Param::from)
}

fn things(
    request: &PageRequest,
    rows: &[Row],
    time: impl Fn(&Thing) -> DateTime<Utc>,
) -> Result<Page<Thing>> {
    let things = rows.iter().map(Thing::try_from).collect::<Result<_>>()?;
    Ok(page(request, things, |thing| place(time(thing), thing.id)))
}

impl TryFrom<&Row> for Thing {
    type Error = StoreError;

    fn try_from(row: &Row) -> Result<Self> {
        let id = row.get("id")?;
        let version: Option<u32> = row.get("version")?;
        Ok(Self {
            kind: row.get("kind")?,
            id,
            title: row.get("title")?,
            author: Author {
                username: row.get("username")?,
            },
            thumbnail_url: version.map(|version| chart_thumbnail(id, version)),
            updated_at: row.get("updated_at")?,
            curated_at: row.get("curated_at")?,
        })
    }
}
