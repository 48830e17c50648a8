use actix_web::{
    HttpResponse,
    web::{Data, Path},
};
use uuid::Uuid;

use crate::{
    chat::Cancel,
    http::{App, caller::Caller, problem::Problem},
};

/// Deletes a chat with all its turns; its charts stay.
pub async fn delete_chat(
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
    app.store.delete_chat(chat.id, caller.user_id).await?;
    Ok(HttpResponse::NoContent().finish())
}
