use actix_web::{
    HttpResponse,
    web::{Data, Json, Path},
};
use schemars::JsonSchema;
use serde::Deserialize;
use uuid::Uuid;

use crate::{
    http::{App, caller::Caller, problem::Problem},
    model::Visibility,
    services::charts,
};

#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(rename = "SetChartVisibility")]
pub struct SetVisibility {
    visibility: Visibility,
    /// The version that others see from now on; the newest where it is not said.
    version: Option<u32>,
}

/// Decides who may see a chart, and which version of it.
pub async fn set_visibility(
    app: Data<App>,
    caller: Caller,
    chart_id: Path<Uuid>,
    body: Json<SetVisibility>,
) -> Result<HttpResponse, Problem> {
    let caller = caller.principal();
    app.store
        .transact(async |unit| {
            charts::set_visibility(unit, caller, *chart_id, body.visibility, body.version).await
        })
        .await?;
    Ok(HttpResponse::NoContent().finish())
}
