use actix_web::web::{Data, Json, Path};
use schemars::JsonSchema;
use serde::Deserialize;
use uuid::Uuid;

use super::answer::ChartAnswer;
use crate::http::{App, caller::Caller, problem::Problem};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RestoreVersion {
    version: u32,
}

/// Restores an older version with its rows as a new version.
pub async fn restore_version(
    app: Data<App>,
    caller: Caller,
    chart_id: Path<Uuid>,
    body: Json<RestoreVersion>,
) -> Result<Json<ChartAnswer>, Problem> {
    let (caller, charts) = (caller.principal(), &app.use_cases.charts);
    let (chart, version) = app
        .store
        .transact(async |unit| {
            charts
                .restore_version(unit, caller, *chart_id, body.version)
                .await
        })
        .await?;
    Ok(Json(app.chart_answer(true, chart, version).await?))
}
