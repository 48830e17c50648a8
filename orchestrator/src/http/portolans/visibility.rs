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
};

#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(rename = "SetPortolanVisibility")]
pub struct SetVisibility {
    visibility: Visibility,
}

/// Decides who may see a document. The charts in it keep their own visibility.
pub async fn set_visibility(
    app: Data<App>,
    caller: Caller,
    portolan_id: Path<Uuid>,
    body: Json<SetVisibility>,
) -> Result<HttpResponse, Problem> {
    app.store
        .set_portolan_visibility(*portolan_id, caller.user_id, body.visibility)
        .await?;
    Ok(HttpResponse::NoContent().finish())
}
