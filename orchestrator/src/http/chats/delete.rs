use actix_web::{
    HttpResponse,
    web::{Data, Path},
};
use uuid::Uuid;

use crate::{
    http::{App, caller::Caller, problem::Problem},
    services::chats,
};

/// Deletes a chat with all its turns; its charts stay.
pub async fn delete_chat(
    app: Data<App>,
    caller: Caller,
    chat_id: Path<Uuid>,
) -> Result<HttpResponse, Problem> {
    let caller = caller.principal();
    app.use_cases.chats.stop_turn(caller, *chat_id).await?;
    app.store
        .transact(async |unit| chats::delete_chat(unit, caller, *chat_id).await)
        .await?;
    Ok(HttpResponse::NoContent().finish())
}
