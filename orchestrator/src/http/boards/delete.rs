use actix_web::{
    HttpResponse,
    web::{Data, Path},
};
use uuid::Uuid;

use crate::{
    http::{App, caller::Caller, problem::Problem},
    services::boards,
};

/// Deletes a board; its chat, charts and sources stay.
pub async fn delete_board(
    app: Data<App>,
    caller: Caller,
    board_id: Path<Uuid>,
) -> Result<HttpResponse, Problem> {
    let caller = caller.principal();
    app.store
        .transact(async |unit| boards::delete_board(unit, caller, *board_id).await)
        .await?;
    Ok(HttpResponse::NoContent().finish())
}
