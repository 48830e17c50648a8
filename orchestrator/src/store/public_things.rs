//! What everybody may see: as it was published.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::{
    Result, Store, StoreError,
    charts::NO_CHART,
    paging::{Below, page, place, rows_wanted},
    value::{Row, params},
};
use crate::model::{Author, Page, PageRequest, SavedKind, Thing, chart_thumbnail};

/// Public charts with their authors, that also fulfil a condition, in an order.
macro_rules! public_charts {
    ($condition:literal, $order:literal) => {
        concat!(
            "SELECT charts.id, published.title, published.version, profiles.username, charts.updated_at, \
             curated.curated_at FROM charts JOIN chart_versions AS published ON published.chart_id = charts.id \
             AND published.version = charts.published_version \
             LEFT JOIN profiles ON profiles.user_id = charts.user_id \
             LEFT JOIN curated ON curated.kind = 'chart' AND curated.item_id = charts.id \
             WHERE charts.visibility = 'public' AND ",
            $condition,
            " ORDER BY ",
            $order,
            " DESC, charts.id DESC LIMIT $3"
        )
    };
}

impl Store {
    /// Everybody's public charts, the last changed first.
    pub async fn public_charts(&self, request: &PageRequest) -> Result<Page<Thing>> {
        let below = Below::from_request(request)?;
        let mut session = self.database.read().await?;
        let rows = session
            .rows(
                public_charts!(
                    "(charts.updated_at, charts.id) < ($1, $2)",
                    "charts.updated_at"
                ),
                params![below.millis, below.id, rows_wanted(request)],
            )
            .await?;
        things(request, &rows, |thing| thing.updated_at)
    }

    /// A person's public charts, the last changed first.
    pub async fn public_charts_of(
        &self,
        user_id: Uuid,
        request: &PageRequest,
    ) -> Result<Page<Thing>> {
        let below = Below::from_request(request)?;
        let mut session = self.database.read().await?;
        let rows = session
            .rows(
                public_charts!(
                    "(charts.updated_at, charts.id) < ($1, $2) AND charts.user_id = $4",
                    "charts.updated_at"
                ),
                params![below.millis, below.id, rows_wanted(request), user_id],
            )
            .await?;
        things(request, &rows, |thing| thing.updated_at)
    }

    /// What admins show to everybody, the last chosen first. What is no longer public is left out.
    pub async fn curated_charts(&self, request: &PageRequest) -> Result<Page<Thing>> {
        let below = Below::from_request(request)?;
        let mut session = self.database.read().await?;
        let rows = session
            .rows(
                public_charts!(
                    "(curated.curated_at, charts.id) < ($1, $2)",
                    "curated.curated_at"
                ),
                params![below.millis, below.id, rows_wanted(request)],
            )
            .await?;
        things(request, &rows, |thing| {
            thing.curated_at.unwrap_or(thing.updated_at)
        })
    }

    /// Shows a public chart to everybody; again changes nothing.
    pub async fn curate_chart(&self, chart_id: Uuid, now: DateTime<Utc>) -> Result<()> {
        let mut transaction = self.database.write().await?;
        transaction
            .row(
                "SELECT id FROM charts WHERE id = $1 AND visibility = 'public'",
                params![chart_id],
            )
            .await?
            .ok_or(NO_CHART)?;
        transaction
            .execute(
                "INSERT INTO curated (kind, item_id, curated_at) VALUES ('chart', $1, $2) ON CONFLICT DO NOTHING",
                params![chart_id, now],
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
        Ok(Self {
            kind: SavedKind::Chart,
            id,
            title: row.get("title")?,
            author: Author {
                username: row.get("username")?,
            },
            thumbnail_url: Some(chart_thumbnail(id, row.get("version")?)),
            updated_at: row.get("updated_at")?,
            curated_at: row.get("curated_at")?,
        })
    }
}
