use actix_web::{
    HttpResponse,
    web::{Data, Json, Path},
};
use portolan_domain::Visibility;
use schemars::JsonSchema;
use serde::Deserialize;
use uuid::Uuid;

use crate::{
    http::{App, caller::Caller, problem::Problem},
    services::portolans,
};

#[derive(Debug, Deserialize, JsonSchema)]
pub struct SetPortolanVisibility {
    visibility: Visibility,
}

/// Sets the visibility of a document. The charts in it keep their own visibility.
pub async fn set_visibility(
    app: Data<App>,
    caller: Caller,
    portolan_id: Path<Uuid>,
    body: Json<SetPortolanVisibility>,
) -> Result<HttpResponse, Problem> {
    let caller = caller.principal();
    app.store
        .transact(async |unit| {
            portolans::set_visibility(unit, caller, *portolan_id, body.visibility).await
        })
        .await?;
    Ok(HttpResponse::NoContent().finish())
}
