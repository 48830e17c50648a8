use portolan_blocks::{ChartBlock, ChartKind};
use portolan_charts::{ChartRequest, Kind};
use portolan_domain::{Annotation, Chart, ChartVersion, VersionReason};
use portolan_questions::from_stored_for;
use portolan_store::{NewChart, NewVersion, StoreError, UnitOfWork};
use serde_json::Value;
use uuid::Uuid;

use super::{
    ChartService, Error, annotations::check_annotations, find_own_chart, find_visible_chart,
    find_visible_version,
};
use crate::{
    charts::{QueriedRows, RequestedQuery, check_over_rows, is_stale_note},
    services::{InvalidInput, Principal},
};

/// Characters that a version's note may have.
const NOTE_LENGTH: usize = 300;

/// A chart that is about to be created.
#[derive(Clone, Debug)]
pub struct ChartDraft {
    pub kind: ChartKind,
    pub title: String,
    pub description: String,
    pub spec: Value,
    /// For the kinds that draw rows.
    pub query: Option<RequestedQuery>,
    pub encoding_notes: Vec<String>,
    pub annotations: Vec<Annotation>,
}

/// A change of a chart; absent parts stay as they are.
#[derive(Clone, Debug, Default)]
pub struct ChartChange {
    pub title: Option<String>,
    pub description: Option<String>,
    pub kind: Option<ChartKind>,
    pub spec: Option<Value>,
    pub query: Option<RequestedQuery>,
    pub encoding_notes: Option<Vec<String>>,
    pub annotations: Option<Vec<Annotation>>,
    /// Why it was changed.
    pub note: Option<String>,
    /// The version that the change was written for.
    pub base_version: Option<u32>,
}

/// A chart with its newest version.
pub type UpdatedChart = (Chart, ChartVersion);

/// The other query came first: the one that was run belongs to an earlier version.
const CHANGED_MEANWHILE: &str = "the chart has changed: reload it, then repeat your change";

impl ChartService {
    /// Checks a draft and runs its query; nothing is stored yet.
    pub async fn draw_draft(
        &self,
        caller: Principal,
        draft: ChartDraft,
    ) -> Result<ChartVersion, Error> {
        check_annotations(&draft.annotations)?;
        let draws_rows = Kind::of(draft.kind).is_some_and(|kind| kind.draws_rows);
        let wanted = draft.query.filter(|_| draws_rows);
        let rows = match &wanted {
            Some(wanted) => Some(self.maker.rows(caller.user_id, wanted).await?),
            None => None,
        };
        let plan = wanted
            .and_then(|wanted| wanted.plan)
            .zip(rows.as_ref())
            .filter(|(plan, rows)| from_stored_for(plan, &rows.query.sql, &rows.tables).is_some())
            .map(|(plan, _)| plan);
        let request = ChartRequest {
            kind: draft.kind,
            title: draft.title,
            description: draft.description,
            spec: draft.spec,
            encoding_notes: draft.encoding_notes,
            choices: Vec::new(),
        };
        let fits = check_over_rows(&request, rows.as_ref().map(|rows| &rows.data))?;
        let (data, query, sources) = match rows {
            Some(rows) => (Some(rows.data), Some(rows.query), rows.sources),
            None => (None, None, Vec::new()),
        };
        Ok(ChartVersion {
            chart: ChartBlock {
                chart_id: self.ids.id(),
                version: 1,
                kind: fits.kind,
                title: fits.title,
                description: fits.description,
                spec: fits.spec,
                data,
                query,
                encoding_notes: fits.encoding_notes,
                choices: Vec::new(),
                plan,
            },
            reason: VersionReason::Edited,
            note: None,
            annotations: draft.annotations,
            sources,
            created_at: self.clock.now(),
        })
    }

    /// Stores a chart that [`Self::draw_draft`] has drawn.
    pub async fn create_chart(
        &self,
        unit: &UnitOfWork,
        caller: Principal,
        first: &ChartVersion,
    ) -> Result<Chart, Error> {
        let new = NewChart {
            user_id: caller.user_id,
            first: new_version(first),
            now: first.created_at,
        };
        unit.create_chart(&new).await?;
        Ok(unit.chart(first.chart.chart_id).await?)
    }

    /// Runs the query that a change brings, before the transaction that stores the change. None if the chart
    /// keeps its rows: refreshing them is a use case of its own.
    pub async fn run_changed_query(
        &self,
        caller: Principal,
        chart_id: Uuid,
        change: &ChartChange,
    ) -> Result<Option<QueriedRows>, Error> {
        let Some(wanted) = &change.query else {
            return Ok(None);
        };
        let chart = find_own_chart(&self.store, caller, chart_id).await?;
        check_change(change, &chart)?;
        let base = self.store.chart_version(chart_id, Some(chart.version));
        if has_query(&base.await?, wanted) {
            return Ok(None);
        }
        Ok(Some(self.maker.rows(caller.user_id, wanted).await?))
    }

    /// Changes a chart: a new version, unless it is the same chart after all. `rows` are those of
    /// [`Self::run_changed_query`].
    pub async fn update_chart(
        &self,
        unit: &UnitOfWork,
        caller: Principal,
        chart_id: Uuid,
        change: ChartChange,
        rows: Option<QueriedRows>,
    ) -> Result<UpdatedChart, Error> {
        let chart = find_own_chart(unit, caller, chart_id).await?;
        check_change(&change, &chart)?;
        let base = unit.chart_version(chart.id, Some(chart.version)).await?;
        let is_answered = |wanted: &RequestedQuery| rows.is_some() || has_query(&base, wanted);
        if !change.query.as_ref().is_none_or(is_answered) {
            return Err(Error::Stale(CHANGED_MEANWHILE));
        }
        let note = change.note.clone().filter(|note| !note.trim().is_empty());
        let mut changed = merge_changes(change, &base, rows)?;
        if changed.chart == base.chart && changed.annotations == base.annotations {
            return Ok((chart, base));
        }
        changed.chart.version = chart.version + 1;
        changed.note = note;
        changed.created_at = self.clock.now();
        let stored = store_version(unit, caller, &chart, &changed).await?;
        Ok((stored, changed))
    }

    /// Creates a private copy of a chart that the caller may see: of their own the newest version, of
    /// another user's the published one. It keeps the list of sources that its rows came from.
    pub async fn duplicate_chart(
        &self,
        unit: &UnitOfWork,
        caller: Principal,
        chart_id: Uuid,
    ) -> Result<UpdatedChart, Error> {
        let viewer = Some(caller);
        let chart = find_visible_chart(unit, viewer, chart_id).await?;
        let mut copy = find_visible_version(unit, viewer, &chart, None).await?;
        copy.chart.chart_id = self.ids.id();
        copy.chart.version = 1;
        copy.reason = VersionReason::Duplicated;
        copy.note = Some(format!("Duplicated from /charts/{chart_id}"));
        copy.created_at = self.clock.now();
        let stored = self.create_chart(unit, caller, &copy).await?;
        Ok((stored, copy))
    }

    /// Restores an older version with its rows as a new version.
    pub async fn restore_version(
        &self,
        unit: &UnitOfWork,
        caller: Principal,
        chart_id: Uuid,
        version: u32,
    ) -> Result<UpdatedChart, Error> {
        let chart = find_own_chart(unit, caller, chart_id).await?;
        let mut old = unit.chart_version(chart.id, Some(version)).await?;
        old.chart.version = chart.version + 1;
        old.reason = VersionReason::Restored;
        old.note = Some(format!("Version {version}"));
        old.created_at = self.clock.now();
        let stored = store_version(unit, caller, &chart, &old).await?;
        Ok((stored, old))
    }
}

async fn store_version(
    unit: &UnitOfWork,
    caller: Principal,
    chart: &Chart,
    version: &ChartVersion,
) -> Result<Chart, Error> {
    let new = new_version(version);
    let stored = unit.add_chart_version(caller.user_id, chart.version, &new, version.created_at);
    stored.await.map_err(|error| match error {
        StoreError::Conflict(cause) => Error::Stale(cause),
        error => error.into(),
    })
}

fn new_version(version: &ChartVersion) -> NewVersion<'_> {
    NewVersion {
        chart: &version.chart,
        reason: version.reason,
        note: version.note.as_deref(),
        annotations: &version.annotations,
        sources: &version.sources,
    }
}

fn check_change(change: &ChartChange, chart: &Chart) -> Result<(), Error> {
    if change
        .base_version
        .is_some_and(|base| base != chart.version)
    {
        return Err(Error::Stale(CHANGED_MEANWHILE));
    }
    let note = change.note.as_deref().unwrap_or_default();
    if note.chars().count() > NOTE_LENGTH {
        return Err(
            InvalidInput::at("note", format!("Use at most {NOTE_LENGTH} characters.")).into(),
        );
    }
    check_annotations(change.annotations.as_deref().unwrap_or_default())?;
    Ok(())
}

fn has_query(version: &ChartVersion, wanted: &RequestedQuery) -> bool {
    let query = version.chart.query.as_ref();
    query.is_some_and(|query| query.sql == wanted.sql && query.source_ids == wanted.source_ids)
}

fn merge_changes(
    change: ChartChange,
    base: &ChartVersion,
    rows: Option<QueriedRows>,
) -> Result<ChartVersion, Error> {
    let old = &base.chart;
    let is_rewritten = change.title.is_some() && change.description.is_some();
    let notes = match change.encoding_notes {
        Some(notes) => notes,
        // They described the earlier query.
        None if rows.is_some() => Vec::new(),
        None => {
            let mut notes = old.encoding_notes.clone();
            notes.retain(|note| !(is_rewritten && is_stale_note(note)));
            notes
        }
    };
    // Alternatives are kept only for notes that still exist.
    let mut choices = old.choices.clone();
    choices.retain(|choice| notes.contains(&choice.note));
    let request = ChartRequest {
        kind: change.kind.unwrap_or(old.kind),
        title: change.title.unwrap_or_else(|| old.title.clone()),
        description: change
            .description
            .unwrap_or_else(|| old.description.clone()),
        spec: change.spec.unwrap_or_else(|| old.spec.clone()),
        encoding_notes: notes,
        choices,
    };
    let draws_rows = Kind::of(request.kind).is_some_and(|kind| kind.draws_rows);
    let plan = match &rows {
        Some(rows) => change
            .query
            .and_then(|query| query.plan)
            .filter(|plan| from_stored_for(plan, &rows.query.sql, &rows.tables).is_some()),
        None => old.plan.clone(),
    };
    let (data, query, sources) = match rows {
        _ if !draws_rows => (None, None, Vec::new()),
        Some(rows) => (Some(rows.data), Some(rows.query), rows.sources),
        None => (old.data.clone(), old.query.clone(), base.sources.clone()),
    };
    let fits = check_over_rows(&request, data.as_ref())?;
    Ok(ChartVersion {
        chart: ChartBlock {
            chart_id: old.chart_id,
            version: old.version,
            kind: fits.kind,
            title: fits.title,
            description: fits.description,
            spec: fits.spec,
            data,
            query,
            encoding_notes: fits.encoding_notes,
            choices: fits.choices,
            plan: plan.filter(|_| draws_rows),
        },
        reason: VersionReason::Edited,
        note: None,
        annotations: change
            .annotations
            .unwrap_or_else(|| base.annotations.clone()),
        sources,
        created_at: base.created_at,
    })
}
