use actix_web::{
    HttpResponse,
    web::{Data, Path},
};
use uuid::Uuid;

use crate::http::{App, caller::Caller, problem::Problem};

/// Deletes a board; its chat, charts and sources stay.
pub async fn delete_board(
    app: Data<App>,
    caller: Caller,
    board_id: Path<Uuid>,
) -> Result<HttpResponse, Problem> {
    app.store.delete_board(*board_id, caller.user_id).await?;
    Ok(HttpResponse::NoContent().finish())
}
