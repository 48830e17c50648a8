use actix_web::{
    HttpResponse,
    web::{Data, Path},
};
use portolan_chat_actors::Cancel;
use uuid::Uuid;

use crate::http::{App, caller::Caller, problem::Problem};

/// Stops the running turn and keeps the partial answer; does nothing if no turn runs.
pub async fn cancel_turn(
    app: Data<App>,
    caller: Caller,
    chat_id: Path<Uuid>,
) -> Result<HttpResponse, Problem> {
    let chat = app.chat_of(&caller, *chat_id).await?;
    app.chats
        .ask(chat.id, chat.user_id, Cancel)
        .await
        .map_err(Problem::unavailable)?
        .map_err(Problem::unavailable)?;
    Ok(HttpResponse::NoContent().finish())
}
