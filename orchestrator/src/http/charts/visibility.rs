use actix_web::{
    HttpResponse,
    web::{Data, Json, Path},
};
use portolan_domain::Visibility;
use schemars::JsonSchema;
use serde::Deserialize;
use uuid::Uuid;

use crate::http::{App, caller::Caller, problem::Problem};

#[derive(Debug, Deserialize, JsonSchema)]
pub struct SetChartVisibility {
    visibility: Visibility,
    /// The version to publish; defaults to the newest.
    version: Option<u32>,
}

/// Sets the visibility of a chart and its published version.
pub async fn set_visibility(
    app: Data<App>,
    caller: Caller,
    chart_id: Path<Uuid>,
    body: Json<SetChartVisibility>,
) -> Result<HttpResponse, Problem> {
    let caller = caller.principal();
    let charts = &app.use_cases.charts;
    app.store
        .transact(async |unit| {
            let (visibility, version) = (body.visibility, body.version);
            charts
                .set_visibility(unit, caller, *chart_id, visibility, version)
                .await
        })
        .await?;
    Ok(HttpResponse::NoContent().finish())
}
