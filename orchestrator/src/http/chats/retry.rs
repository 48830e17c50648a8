use actix_web::{
    HttpRequest, HttpResponse,
    web::{Data, Path},
};
use portolan_blocks::Event;
use portolan_chat::Parent;
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::send::{begin_turn, idempotency_key};
use crate::{
    chat::Send,
    http::{App, caller::Caller, problem::Problem},
};

/// Asks the same again beside a turn: a sibling with the same message and parent.
pub async fn retry_turn(
    app: Data<App>,
    caller: Caller,
    path: Path<(Uuid, Uuid)>,
    request: HttpRequest,
) -> Result<HttpResponse, Problem> {
    let (chat_id, turn_id) = path.into_inner();
    let chat = app.chat_of(&caller, chat_id).await?;
    let turn = app.store.turn(turn_id).await?;
    if turn.chat_id != chat.id {
        return Err(Problem::not_found("turn"));
    }
    let events = app
        .store
        .events_after(chat.id, turn.first_event_id.saturating_sub(1), 1)
        .await?;
    let Some(Event::TurnStarted { message, .. }) =
        events.into_iter().next().map(|stored| stored.event)
    else {
        return Err(Problem::internal("a turn does not begin with turn.started"));
    };
    let send = Send {
        message,
        parent: turn.parent_turn_id.map_or(Parent::Root, Parent::Turn),
        model: app.model_for(chat.model.clone())?,
        key: idempotency_key(&request, Sha256::digest(turn_id.as_bytes()).into())?,
    };
    begin_turn(&app, &chat, send).await
}
