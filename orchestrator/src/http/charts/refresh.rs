use actix_web::web::{Data, Json, Path};
use schemars::JsonSchema;
use serde::Serialize;
use uuid::Uuid;

use super::answer::{ChartAnswer, revision_conflict};
use crate::{
    charts::{Changes, RefreshError, compare_versions},
    http::{App, caller::Caller, problem::Problem},
};

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "RefreshedChart")]
pub struct RefreshAnswer {
    chart: ChartAnswer,
    changes: Changes,
}

/// Reruns a chart's query over the current data of its sources and returns the changes.
pub async fn refresh_chart(
    app: Data<App>,
    caller: Caller,
    chart_id: Path<Uuid>,
) -> Result<Json<RefreshAnswer>, Problem> {
    let chart = app.own_chart(&caller, *chart_id).await?;
    let refreshed = app
        .use_cases
        .charts
        .maker
        .refresh(chart, app.clock.now())
        .await
        .map_err(|error| match error {
            RefreshError::Store(error) => revision_conflict(error),
            error => error.into(),
        })?;
    let changes = compare_versions(&refreshed.before, &refreshed.after);
    let chart = app
        .chart_answer(true, refreshed.chart, refreshed.after)
        .await?;
    Ok(Json(RefreshAnswer { chart, changes }))
}
