use actix_web::web::{Data, Json, Path};
use portolan_blocks::ChartBlock;
use schemars::JsonSchema;
use serde::Deserialize;
use uuid::Uuid;

use super::answer::{ChartAnswer, conflict};
use crate::{
    http::{App, caller::Caller, problem::Problem},
    model::VersionReason,
    store::NewVersion,
};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RestoreVersion {
    version: u32,
}

/// Brings an older version back, with the rows that it had: as a new one.
pub async fn restore_version(
    app: Data<App>,
    caller: Caller,
    chart_id: Path<Uuid>,
    body: Json<RestoreVersion>,
) -> Result<Json<ChartAnswer>, Problem> {
    let chart = app.own_chart(&caller, *chart_id).await?;
    let mut old = app
        .store
        .chart_version(chart.id, Some(body.version))
        .await?;
    let note = format!("Version {}", body.version);
    old.chart = ChartBlock {
        version: chart.version + 1,
        ..old.chart
    };
    old.reason = VersionReason::Restored;
    old.note = Some(note);
    old.created_at = app.clock.now();
    let new = NewVersion {
        chart: &old.chart,
        reason: old.reason,
        note: old.note.as_deref(),
        annotations: &old.annotations,
        sources: &old.sources,
    };
    let chart = app
        .store
        .add_chart_version(caller.user_id, chart.version, &new, old.created_at)
        .await
        .map_err(conflict)?;
    Ok(Json(app.chart_answer(true, chart, old).await?))
}
