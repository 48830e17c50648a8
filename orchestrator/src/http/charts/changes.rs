use actix_web::web::{Data, Json, Path, Query};
use schemars::JsonSchema;
use serde::Deserialize;
use uuid::Uuid;

use crate::{
    charts::{Changes, compare_versions},
    http::{App, caller::Caller, problem::Problem},
};

#[derive(Debug, Deserialize, JsonSchema)]
pub struct ComparedVersions {
    from: u32,
    /// Defaults to the newest.
    to: Option<u32>,
}

/// Returns the changes between two versions of one of the caller's charts, mark by mark.
pub async fn chart_changes(
    app: Data<App>,
    caller: Caller,
    chart_id: Path<Uuid>,
    compared: Query<ComparedVersions>,
) -> Result<Json<Changes>, Problem> {
    let chart = app.own_chart(&caller, *chart_id).await?;
    let from = app
        .store
        .chart_version(chart.id, Some(compared.from))
        .await?;
    let to = app.store.chart_version(chart.id, compared.to).await?;
    Ok(Json(compare_versions(&from, &to)))
}
