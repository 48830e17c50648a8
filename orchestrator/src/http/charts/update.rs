use actix_web::web::{Data, Json, Path};
use portolan_blocks::{ChartBlock, ChartKind};
use portolan_charts::{ChartRequest, Kind};
use portolan_questions::from_stored_for;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;
use uuid::Uuid;

use super::{
    annotations,
    answer::{ChartAnswer, conflict},
};
use crate::{
    charts::{Rows, WantedQuery, check_over_rows, is_stale_note},
    http::{App, caller::Caller, problem::Problem},
    model::{Annotation, ChartVersion, VersionReason},
    store::{NewVersion, StoreError},
};

/// Characters that a version's note may have.
const NOTE_LENGTH: usize = 300;

/// Missing fields stay unchanged.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct UpdateChart {
    title: Option<String>,
    description: Option<String>,
    kind: Option<ChartKind>,
    spec: Option<Value>,
    query: Option<WantedQuery>,
    encoding_notes: Option<Vec<String>>,
    annotations: Option<Vec<Annotation>>,
    /// Why it was changed.
    note: Option<String>,
    /// The version that was looked at when this was written.
    base_version: Option<u32>,
}

/// Changes a chart: a new version, unless it is the same chart after all.
pub async fn update_chart(
    app: Data<App>,
    caller: Caller,
    chart_id: Path<Uuid>,
    body: Json<UpdateChart>,
) -> Result<Json<ChartAnswer>, Problem> {
    let body = body.into_inner();
    let chart = app.own_chart(&caller, *chart_id).await?;
    if body.base_version.is_some_and(|base| base != chart.version) {
        let stale = StoreError::Conflict(
            "the chart was changed meanwhile: load it again and repeat the change",
        );
        return Err(stale_version(&app, chart.id, stale).await);
    }
    if body
        .note
        .as_ref()
        .is_some_and(|note| note.chars().count() > NOTE_LENGTH)
    {
        return Err(Problem::invalid(
            "note",
            format!("A note has at most {NOTE_LENGTH} characters."),
        ));
    }
    annotations::check(body.annotations.as_deref().unwrap_or_default())?;
    let base = app
        .store
        .chart_version(chart.id, Some(chart.version))
        .await?;
    let note = body.note.clone().filter(|note| !note.trim().is_empty());
    let rows = new_rows(&app, &caller, &body, &base).await?;
    let mut changed = merged(body, &base, rows)?;
    if changed.chart == base.chart && changed.annotations == base.annotations {
        return Ok(Json(app.chart_answer(true, chart, base).await?));
    }
    changed.chart.version = chart.version + 1;
    changed.note = note;
    changed.created_at = app.clock.now();
    let new = NewVersion {
        chart: &changed.chart,
        reason: changed.reason,
        note: changed.note.as_deref(),
        annotations: &changed.annotations,
        sources: &changed.sources,
    };
    let added = app
        .store
        .add_chart_version(caller.user_id, chart.version, &new, changed.created_at)
        .await;
    match added {
        Ok(chart) => Ok(Json(app.chart_answer(true, chart, changed).await?)),
        Err(error) => Err(stale_version(&app, chart.id, error).await),
    }
}

/// Returns the problem of a change that lost against another one, with the newest version of the
/// caller's chart.
async fn stale_version(app: &App, chart_id: Uuid, error: StoreError) -> Problem {
    if !matches!(error, StoreError::Conflict(_)) {
        return error.into();
    }
    match app.newest_version(chart_id).await {
        Ok(current) => conflict(error).with_current(&current),
        Err(problem) => problem,
    }
}

/// The rows of another query. The same query keeps the rows that the chart has: refreshing is a
/// thing of its own.
async fn new_rows(
    app: &App,
    caller: &Caller,
    body: &UpdateChart,
    base: &ChartVersion,
) -> Result<Option<Rows>, Problem> {
    let Some(wanted) = &body.query else {
        return Ok(None);
    };
    let is_known = base
        .chart
        .query
        .as_ref()
        .is_some_and(|query| query.sql == wanted.sql && query.source_ids == wanted.source_ids);
    if is_known {
        return Ok(None);
    }
    Ok(Some(app.maker.rows(caller.user_id, wanted).await?))
}

fn merged(
    body: UpdateChart,
    base: &ChartVersion,
    rows: Option<Rows>,
) -> Result<ChartVersion, Problem> {
    let old = &base.chart;
    let is_rewritten = body.title.is_some() && body.description.is_some();
    let notes = match body.encoding_notes {
        Some(notes) => notes,
        // They told of the query before.
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
        kind: body.kind.unwrap_or(old.kind),
        title: body.title.unwrap_or_else(|| old.title.clone()),
        description: body.description.unwrap_or_else(|| old.description.clone()),
        spec: body.spec.unwrap_or_else(|| old.spec.clone()),
        encoding_notes: notes,
        choices,
    };
    let draws_rows = Kind::of(request.kind).is_some_and(|kind| kind.draws_rows);
    let plan = match &rows {
        Some(rows) => body
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
        annotations: body.annotations.unwrap_or_else(|| base.annotations.clone()),
        sources,
        created_at: base.created_at,
    })
}
