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
    services::boards,
};

#[derive(Debug, Deserialize, JsonSchema)]
pub struct SetBoardVisibility {
    visibility: Visibility,
}

/// Sets the visibility of a board. Items on it keep their own visibility.
pub async fn set_visibility(
    app: Data<App>,
    caller: Caller,
    board_id: Path<Uuid>,
    body: Json<SetBoardVisibility>,
) -> Result<HttpResponse, Problem> {
    let caller = caller.principal();
    app.store
        .transact(async |unit| {
            boards::set_visibility(unit, caller, *board_id, body.visibility).await
        })
        .await?;
    Ok(HttpResponse::NoContent().finish())
}
