//! The versions of charts: each is added once and never changed.

use chrono::{DateTime, Utc};
use portolan_blocks::ChartBlock;
use portolan_domain::{
    Annotation, Chart, ChartVersion, NewWebhookEvent, SourceStamp, VersionReason, VersionSummary,
    WebhookEventData,
};
use portolan_realtime::ChangeKind;
use portolan_rest::ExposedTable;
use uuid::Uuid;

use super::{
    Result, Store, StoreError,
    charts::{NO_CHART, require_owner},
    database::Session,
    search,
    value::{DatabaseRow, Json, params, words},
    webhook_deliveries,
};

words!(VersionReason);

/// A version that is being written.
#[derive(Clone, Copy, Debug)]
pub struct NewVersion<'a> {
    pub chart: &'a ChartBlock,
    pub reason: VersionReason,
    pub note: Option<&'a str>,
    pub annotations: &'a [Annotation],
    /// The sources that its rows came from, as they were when its query ran.
    pub sources: &'a [SourceStamp],
}

impl Store {
    /// One version, or the newest.
    pub async fn chart_version(
        &self,
        chart_id: Uuid,
        version: Option<u32>,
    ) -> Result<ChartVersion> {
        let mut session = self.database.read().await?;
        let row = session
            .row(
                "SELECT * FROM chart_versions WHERE chart_id = $1 \
                 AND version = COALESCE($2, (SELECT version FROM charts WHERE id = $1))",
                params![chart_id, version.map(u64::from)],
            )
            .await?
            .ok_or(NO_CHART)?;
        ChartVersion::try_from(&row)
    }

    /// All versions, newest first, without what they draw.
    pub async fn chart_versions(&self, chart_id: Uuid) -> Result<Vec<VersionSummary>> {
        let mut session = self.database.read().await?;
        let rows = session
            .rows(
                "SELECT version, reason, note, title, created_at FROM chart_versions WHERE chart_id = $1 \
                 ORDER BY version DESC",
                params![chart_id],
            )
            .await?;
        rows.iter().map(VersionSummary::try_from).collect()
    }

    /// Adds the version after `base`, the one that was changed; if a concurrent write won, a conflict.
    pub async fn add_chart_version(
        &self,
        user_id: Uuid,
        base: u32,
        new: &NewVersion<'_>,
        now: DateTime<Utc>,
    ) -> Result<Chart> {
        let chart = new.chart;
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
            require_owner(&mut transaction, chart.chart_id, user_id).await?;
            return Err(StoreError::Conflict(
                "the chart has changed: reload it, then repeat your change",
            ));
        };
        add_version(&mut transaction, new, now).await?;
        if new.reason == VersionReason::Refreshed {
            let data = WebhookEventData::ChartRefreshed {
                chart_id: chart.chart_id,
                version: chart.version,
                title: chart.title.clone(),
            };
            let subject = format!("{} {}", chart.chart_id, chart.version);
            let refreshed = NewWebhookEvent::new(&subject, data, now);
            webhook_deliveries::record_event(&mut transaction, user_id, &refreshed).await?;
        }
        transaction.commit().await?;
        self.changed(
            ChangeKind::Update,
            ExposedTable::Charts,
            user_id,
            chart.chart_id,
        );
        Chart::try_from(&row)
    }
}

/// The chart's row already refers to this version.
pub(super) async fn add_version(
    session: &mut Session,
    new: &NewVersion<'_>,
    now: DateTime<Utc>,
) -> Result<()> {
    let chart = new.chart;
    session
        .execute(
            "INSERT INTO chart_versions (chart_id, version, chart, created_at, kind, title, description, reason, note, \
             annotations, sources) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
            params![
                chart.chart_id,
                chart.version,
                Json(chart),
                now,
                chart.kind,
                &chart.title,
                &chart.description,
                new.reason,
                new.note,
                Json(&new.annotations),
                Json(&new.sources),
            ],
        )
        .await?;
    search::index_chart(session, chart).await
}

/// Returns the current names and hashes of the user's sources; deleted ones are left out.
pub(super) async fn stamps(
    session: &mut Session,
    user_id: Uuid,
    source_ids: &[Uuid],
) -> Result<Vec<SourceStamp>> {
    let mut stamps = Vec::with_capacity(source_ids.len());
    for source_id in source_ids {
        let row = session
            .row(
                "SELECT name, content_hash FROM sources WHERE id = $1 AND user_id = $2",
                params![*source_id, user_id],
            )
            .await?;
        if let Some(row) = row {
            stamps.push(SourceStamp {
                source_id: *source_id,
                name: row.get("name")?,
                content_hash: row.get("content_hash")?,
            });
        }
    }
    Ok(stamps)
}

impl TryFrom<&DatabaseRow> for ChartVersion {
    type Error = StoreError;

    fn try_from(row: &DatabaseRow) -> Result<Self> {
        let Json(chart) = row.get("chart")?;
        let Json(annotations) = row.get("annotations")?;
        let Json(sources) = row.get("sources")?;
        Ok(Self {
            chart,
            reason: row.get("reason")?,
            note: row.get("note")?,
            annotations,
            sources,
            created_at: row.get("created_at")?,
        })
    }
}

impl TryFrom<&DatabaseRow> for VersionSummary {
    type Error = StoreError;

    fn try_from(row: &DatabaseRow) -> Result<Self> {
        Ok(Self {
            version: row.get("version")?,
            reason: row.get("reason")?,
            note: row.get("note")?,
            title: row.get("title")?,
            created_at: row.get("created_at")?,
        })
    }
}
