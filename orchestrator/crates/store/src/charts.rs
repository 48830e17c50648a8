use chrono::{DateTime, Utc};
use portolan_blocks::{ChartBlock, ChartKind, Event};
use portolan_domain::{
    Chart, Interval, NewWebhookEvent, Page, PageRequest, SavedKind, Schedule, VersionReason,
    Visibility, WebhookEventData,
};
use portolan_realtime::ChangeKind;
use portolan_rest::ExposedTable;
use uuid::Uuid;

use super::{
    Result, Store, StoreError,
    chart_versions::{NewVersion, add_version, stamps},
    database::Session,
    hidden_items,
    item_limit::ItemKind,
    log,
    paging::{Below, containing_pattern, row_limit_of, to_cursor, to_page},
    saved,
    value::{DatabaseRow, params, words},
    webhook_deliveries,
};

words!(ChartKind);
words!(Interval);
words!(Visibility);

pub(super) const NO_CHART: StoreError = StoreError::NotFound("chart");

/// A chart that no chat drew.
#[derive(Clone, Debug)]
pub struct NewChart<'a> {
    pub user_id: Uuid,
    pub first: NewVersion<'a>,
    pub now: DateTime<Utc>,
}

/// The origin of a chart in a block.
pub(super) struct Origin {
    pub(super) user_id: Uuid,
    pub(super) chat_id: Uuid,
    pub(super) turn_id: Uuid,
}

impl Store {
    pub async fn create_chart(&self, new: &NewChart<'_>) -> Result<()> {
        let mut transaction = self.database.write().await?;
        self.ensure_room(&mut transaction, new.user_id, ItemKind::Chart)
            .await?;
        if !insert(
            &mut transaction,
            new.user_id,
            None,
            new.first.chart,
            new.now,
        )
        .await?
        {
            return Err(StoreError::Conflict(
                "a chart with this id is there already",
            ));
        }
        add_version(&mut transaction, &new.first, new.now).await?;
        transaction.commit().await?;
        let id = new.first.chart.chart_id;
        self.changed(ChangeKind::Insert, ExposedTable::Charts, new.user_id, id);
        Ok(())
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

    /// Returns the question of the turn that drew a chart.
    pub async fn question_of(&self, turn_id: Uuid) -> Result<Option<String>> {
        let mut session = self.database.read().await?;
        let row = session
            .row(
                "SELECT chat_id, first_event_id FROM turns WHERE id = $1",
                params![turn_id],
            )
            .await?;
        let Some(row) = row else { return Ok(None) };
        let first: u64 = row.get("first_event_id")?;
        let before = first.saturating_sub(1);
        let events = log::stored_after(&mut session, row.get("chat_id")?, before, 1).await?;
        Ok(events
            .into_iter()
            .next()
            .and_then(|stored| match stored.event {
                Event::TurnStarted { message, .. } => Some(message.text),
                _ => None,
            }))
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
                    containing_pattern(search.unwrap_or_default()),
                    row_limit_of(request),
                ],
            )
            .await?;
        chart_page(request, &rows)
    }

    /// Decides who sees the chart, and which version others see from now on: this one, or the newest.
    pub async fn set_chart_visibility(
        &self,
        chart_id: Uuid,
        user_id: Uuid,
        visibility: Visibility,
        version: Option<u32>,
        now: DateTime<Utc>,
    ) -> Result<Chart> {
        let mut transaction = self.database.write().await?;
        let before = published_state(&mut transaction, chart_id, user_id).await?;
        hidden_items::ensure_shown(&mut transaction, SavedKind::Chart, chart_id, visibility)
            .await?;
        let row = transaction
            .row(
                "UPDATE charts SET visibility = $3, published_version = CASE WHEN $3 = 'private' THEN NULL \
                 ELSE COALESCE($4, version) END WHERE id = $1 AND user_id = $2 \
                 AND COALESCE($4, version) IN (SELECT version FROM chart_versions WHERE chart_id = $1) RETURNING *",
                params![chart_id, user_id, visibility, version.map(u64::from)],
            )
            .await?
            .ok_or(StoreError::NotFound("version of this chart"))?;
        let chart = Chart::try_from(&row)?;
        if before != (chart.visibility, chart.published_version) {
            record_publication(&mut transaction, &chart, now).await?;
        }
        transaction.commit().await?;
        self.changed(ChangeKind::Update, ExposedTable::Charts, user_id, chart_id);
        Ok(chart)
    }

    pub async fn delete_chart(&self, chart_id: Uuid, user_id: Uuid) -> Result<()> {
        let mut transaction = self.database.write().await?;
        require_owner(&mut transaction, chart_id, user_id).await?;
        let forgotten = saved::forget_item(&mut transaction, SavedKind::Chart, chart_id).await?;
        transaction
            .execute(
                "DELETE FROM curated WHERE kind = 'chart' AND item_id = $1",
                params![chart_id],
            )
            .await?;
        transaction
            .execute("DELETE FROM charts WHERE id = $1", params![chart_id])
            .await?;
        transaction.commit().await?;
        self.changed(ChangeKind::Delete, ExposedTable::Charts, user_id, chart_id);
        self.forgot(SavedKind::Chart, chart_id, &forgotten);
        Ok(())
    }
}

/// Keeps a chart that a block of a chat holds: a new one, or a new version of one of the user's.
/// Anything else stays in its block alone: it must not be in the way of the log. Tells which of these
/// it was.
pub(super) async fn keep_version(
    session: &mut Session,
    origin: &Origin,
    chart: &ChartBlock,
    now: DateTime<Utc>,
) -> Result<Option<ChangeKind>> {
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
            return Ok(None);
        }
    }
    let kind = known.map_or(ChangeKind::Insert, |_| ChangeKind::Update);
    let source_ids = chart
        .query
        .as_ref()
        .map(|query| query.source_ids.as_slice());
    let sources = stamps(session, origin.user_id, source_ids.unwrap_or_default()).await?;
    let version = NewVersion {
        chart,
        reason: VersionReason::Asked,
        note: None,
        annotations: &[],
        sources: &sources,
    };
    add_version(session, &version, now).await?;
    Ok(Some(kind))
}

/// Returns whether the id was free.
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

/// Returns who may see the user's chart, and which version.
async fn published_state(
    session: &mut Session,
    chart_id: Uuid,
    user_id: Uuid,
) -> Result<(Visibility, Option<u32>)> {
    let row = session
        .row(
            "SELECT visibility, published_version FROM charts WHERE id = $1 AND user_id = $2",
            params![chart_id, user_id],
        )
        .await?
        .ok_or(NO_CHART)?;
    Ok((row.get("visibility")?, row.get("published_version")?))
}

/// Records for the owner's webhooks that others see the chart, or another version of it.
async fn record_publication(
    session: &mut Session,
    chart: &Chart,
    now: DateTime<Utc>,
) -> Result<()> {
    let Some(version) = chart.published_version else {
        return Ok(());
    };
    let row = session
        .row(
            "SELECT title FROM chart_versions WHERE chart_id = $1 AND version = $2",
            params![chart.id, version],
        )
        .await?
        .ok_or(NO_CHART)?;
    let data = WebhookEventData::ChartPublished {
        chart_id: chart.id,
        version,
        title: row.get("title")?,
        visibility: chart.visibility,
    };
    let subject = format!("{} {version} {}", chart.id, now.timestamp_millis());
    let published = NewWebhookEvent::new(&subject, data, now);
    webhook_deliveries::record_event(session, chart.user_id, &published).await
}

/// Reads a chart. Another user's chart is not found.
pub(super) async fn require_owner(
    session: &mut Session,
    chart_id: Uuid,
    user_id: Uuid,
) -> Result<()> {
    session
        .row(
            "SELECT id FROM charts WHERE id = $1 AND user_id = $2",
            params![chart_id, user_id],
        )
        .await?
        .map(drop)
        .ok_or(NO_CHART)
}

fn chart_page(request: &PageRequest, rows: &[DatabaseRow]) -> Result<Page<Chart>> {
    let charts = rows.iter().map(Chart::try_from).collect::<Result<_>>()?;
    Ok(to_page(request, charts, |chart| {
        to_cursor(chart.updated_at, chart.id)
    }))
}

impl TryFrom<&DatabaseRow> for Chart {
    type Error = StoreError;

    fn try_from(row: &DatabaseRow) -> Result<Self> {
        Ok(Self {
            id: row.get("id")?,
            user_id: row.get("user_id")?,
            chat_id: row.get("chat_id")?,
            turn_id: row.get("turn_id")?,
            version: row.get("version")?,
            published_version: row.get("published_version")?,
            kind: row.get("kind")?,
            title: row.get("title")?,
            description: row.get("description")?,
            visibility: row.get("visibility")?,
            schedule: read_schedule(row)?,
            schedule_error: row.get("refresh_error")?,
            created_at: row.get("created_at")?,
            updated_at: row.get("updated_at")?,
        })
    }
}

fn read_schedule(row: &DatabaseRow) -> Result<Option<Schedule>> {
    let every: Option<Interval> = row.get("refresh_every")?;
    let next_at = row.get("refresh_at")?;
    Ok(every
        .zip(next_at)
        .map(|(every, next_at)| Schedule { every, next_at }))
}
