use chrono::{DateTime, Utc};
use portolan_blocks::{ChartBlock, ChartKind};
use uuid::Uuid;

use super::{
    Result, Store, StoreError,
    database::Session,
    paging::{Below, containing, page, place, rows_wanted},
    search,
    value::{Json, Row, params, words},
};
use crate::model::{Chart, ChartVersion, Page, PageRequest, Visibility};

words!(ChartKind);
words!(Visibility);

const NO_CHART: StoreError = StoreError::NotFound("chart");

/// A chart that no chat drew.
#[derive(Clone, Debug)]
pub struct NewChart<'a> {
    pub user_id: Uuid,
    pub chart: &'a ChartBlock,
    pub now: DateTime<Utc>,
}

/// Where a chart in a block comes from.
pub(super) struct Origin {
    pub(super) user_id: Uuid,
    pub(super) chat_id: Uuid,
    pub(super) turn_id: Uuid,
}

impl Store {
    pub async fn create_chart(&self, new: &NewChart<'_>) -> Result<()> {
        let mut transaction = self.database.write().await?;
        if !insert(&mut transaction, new.user_id, None, new.chart, new.now).await? {
            return Err(StoreError::Conflict(
                "a chart with this id is there already",
            ));
        }
        add_version(&mut transaction, new.chart, new.now).await?;
        transaction.commit().await
    }

    /// Whosever it is, for the caller to check its visibility.
    pub async fn chart(&self, chart_id: Uuid) -> Result<Chart> {
        let mut session = self.database.read().await?;
        let row = session
            .row("SELECT * FROM charts WHERE id = $1", params![chart_id])
            .await?
            .ok_or(NO_CHART)?;
        Chart::try_from(&row)
    }

    /// One version, or the newest.
    pub async fn chart_version(
        &self,
        chart_id: Uuid,
        version: Option<u32>,
    ) -> Result<ChartVersion> {
        let mut session = self.database.read().await?;
        let row = session
            .row(
                "SELECT chart, created_at FROM chart_versions WHERE chart_id = $1 \
                 AND version = COALESCE($2, (SELECT version FROM charts WHERE id = $1))",
                params![chart_id, version.map(u64::from)],
            )
            .await?
            .ok_or(NO_CHART)?;
        ChartVersion::try_from(&row)
    }

    /// All versions, newest first.
    pub async fn chart_versions(&self, chart_id: Uuid) -> Result<Vec<ChartVersion>> {
        let mut session = self.database.read().await?;
        let rows = session
            .rows(
                "SELECT chart, created_at FROM chart_versions WHERE chart_id = $1 ORDER BY version DESC",
                params![chart_id],
            )
            .await?;
        rows.iter().map(ChartVersion::try_from).collect()
    }

    /// The user's charts, the last changed first; `search` is a part of the title.
    pub async fn charts(
        &self,
        user_id: Uuid,
        search: Option<&str>,
        request: &PageRequest,
    ) -> Result<Page<Chart>> {
        let below = Below::from_request(request)?;
        let mut session = self.database.read().await?;
        let rows = session
            .rows(
                "SELECT * FROM charts WHERE user_id = $1 AND (updated_at, id) < ($2, $3) AND title_key LIKE $4 ESCAPE '\\' \
                 ORDER BY updated_at DESC, id DESC LIMIT $5",
                params![
                    user_id,
                    below.millis,
                    below.id,
                    containing(search.unwrap_or_default()),
                    rows_wanted(request),
                ],
            )
            .await?;
        chart_page(request, &rows)
    }

    /// Everybody's public charts, the last changed first.
    pub async fn public_charts(&self, request: &PageRequest) -> Result<Page<Chart>> {
        let below = Below::from_request(request)?;
        let mut session = self.database.read().await?;
        let rows = session
            .rows(
                "SELECT * FROM charts WHERE visibility = 'public' AND (updated_at, id) < ($1, $2) \
                 ORDER BY updated_at DESC, id DESC LIMIT $3",
                params![below.millis, below.id, rows_wanted(request)],
            )
            .await?;
        chart_page(request, &rows)
    }

    /// Adds the version after `base`, the one that was changed; where somebody was faster, a conflict.
    pub async fn add_chart_version(
        &self,
        user_id: Uuid,
        base: u32,
        chart: &ChartBlock,
        now: DateTime<Utc>,
    ) -> Result<Chart> {
        if chart.version != base + 1 {
            return Err(StoreError::Conflict(
                "a new version of a chart counts one more than the last",
            ));
        }
        let mut transaction = self.database.write().await?;
        let row = transaction
            .row(
                "UPDATE charts SET version = $4, kind = $5, title = $6, title_key = $7, description = $8, updated_at = $9 \
                 WHERE id = $1 AND user_id = $2 AND version = $3 RETURNING *",
                params![
                    chart.chart_id,
                    user_id,
                    base,
                    chart.version,
                    chart.kind,
                    &chart.title,
                    chart.title.to_lowercase(),
                    &chart.description,
                    now,
                ],
            )
            .await?;
        let Some(row) = row else {
            own(&mut transaction, chart.chart_id, user_id).await?;
            return Err(StoreError::Conflict(
                "the chart was changed meanwhile: load it again and repeat the change",
            ));
        };
        add_version(&mut transaction, chart, now).await?;
        transaction.commit().await?;
        Chart::try_from(&row)
    }

    pub async fn set_chart_visibility(
        &self,
        chart_id: Uuid,
        user_id: Uuid,
        visibility: Visibility,
    ) -> Result<Chart> {
        let mut transaction = self.database.write().await?;
        let row = transaction
            .row(
                "UPDATE charts SET visibility = $3 WHERE id = $1 AND user_id = $2 RETURNING *",
                params![chart_id, user_id, visibility],
            )
            .await?
            .ok_or(NO_CHART)?;
        transaction.commit().await?;
        Chart::try_from(&row)
    }

    pub async fn delete_chart(&self, chart_id: Uuid, user_id: Uuid) -> Result<()> {
        let mut transaction = self.database.write().await?;
        own(&mut transaction, chart_id, user_id).await?;
        transaction
            .execute(
                "DELETE FROM saved WHERE kind = 'chart' AND item_id = $1",
                params![chart_id],
            )
            .await?;
        transaction
            .execute("DELETE FROM charts WHERE id = $1", params![chart_id])
            .await?;
        transaction.commit().await
    }
}

/// Keeps a chart that a block of a chat holds: a new one, or a new version of one of the user's.
/// Anything else stays in its block alone: it must not be in the way of the log.
pub(super) async fn keep(
    session: &mut Session,
    origin: &Origin,
    chart: &ChartBlock,
    now: DateTime<Utc>,
) -> Result<()> {
    let known = session
        .row(
            "UPDATE charts SET version = $3, kind = $4, title = $5, title_key = $6, description = $7, updated_at = $8 \
             WHERE id = $1 AND user_id = $2 AND version < $3 RETURNING id",
            params![
                chart.chart_id,
                origin.user_id,
                chart.version,
                chart.kind,
                &chart.title,
                chart.title.to_lowercase(),
                &chart.description,
                now,
            ],
        )
        .await?;
    if known.is_none() {
        let drawn_in = Some((origin.chat_id, origin.turn_id));
        if !insert(session, origin.user_id, drawn_in, chart, now).await? {
            return Ok(());
        }
    }
    add_version(session, chart, now).await
}

/// Whether the id was free.
async fn insert(
    session: &mut Session,
    user_id: Uuid,
    drawn_in: Option<(Uuid, Uuid)>,
    chart: &ChartBlock,
    now: DateTime<Utc>,
) -> Result<bool> {
    let (chat_id, turn_id) = drawn_in.unzip();
    let inserted = session
        .execute(
            "INSERT INTO charts (id, user_id, chat_id, turn_id, version, kind, title, title_key, description, \
             visibility, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'private', $10, $10) ON CONFLICT DO NOTHING",
            params![
                chart.chart_id,
                user_id,
                chat_id,
                turn_id,
                chart.version,
                chart.kind,
                &chart.title,
                chart.title.to_lowercase(),
                &chart.description,
                now,
            ],
        )
        .await?;
    Ok(inserted > 0)
}

async fn add_version(session: &mut Session, chart: &ChartBlock, now: DateTime<Utc>) -> Result<()> {
    session
        .execute(
            "INSERT INTO chart_versions (chart_id, version, chart, created_at) VALUES ($1, $2, $3, $4)",
            params![chart.chart_id, chart.version, Json(chart), now],
        )
        .await?;
    search::index_chart(session, chart).await
}

/// Somebody else's chart is not found.
async fn own(session: &mut Session, chart_id: Uuid, user_id: Uuid) -> Result<()> {
    session
        .row(
            "SELECT id FROM charts WHERE id = $1 AND user_id = $2",
            params![chart_id, user_id],
        )
        .await?
        .map(drop)
        .ok_or(NO_CHART)
}

fn chart_page(request: &PageRequest, rows: &[Row]) -> Result<Page<Chart>> {
    let charts = rows.iter().map(Chart::try_from).collect::<Result<_>>()?;
    Ok(page(request, charts, |chart| {
        place(chart.updated_at, chart.id)
    }))
}

impl TryFrom<&Row> for Chart {
    type Error = StoreError;

    fn try_from(row: &Row) -> Result<Self> {
        Ok(Self {
            id: row.get("id")?,
            user_id: row.get("user_id")?,
            chat_id: row.get("chat_id")?,
            turn_id: row.get("turn_id")?,
            version: row.get("version")?,
            kind: row.get("kind")?,
            title: row.get("title")?,
            description: row.get("description")?,
            visibility: row.get("visibility")?,
            created_at: row.get("created_at")?,
            updated_at: row.get("updated_at")?,
        })
    }
}

impl TryFrom<&Row> for ChartVersion {
    type Error = StoreError;

    fn try_from(row: &Row) -> Result<Self> {
        let Json(chart) = row.get("chart")?;
        Ok(Self {
            chart,
            created_at: row.get("created_at")?,
        })
    }
}
