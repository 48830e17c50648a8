use actix_web::{
    HttpRequest, HttpResponse,
    web::{Bytes, Data, Path},
};
use portolan_blocks::Event;
use portolan_chat::Parent;
use portolan_chat_actors::Send;
use portolan_telemetry::Trace;
use schemars::JsonSchema;
use serde::Deserialize;
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::send::{begin_turn, idempotency_key};
use crate::http::{
    App,
    body::{self, BODY_BYTES},
    caller::Caller,
    problem::Problem,
};

#[derive(Debug, Default, Deserialize, JsonSchema)]
pub struct RetryTurn {
    /// In place of the chat's own.
    model: Option<String>,
}

/// Asks the same again beside a turn: a sibling with the same message and parent.
pub async fn retry_turn(
    app: Data<App>,
    caller: Caller,
    path: Path<(Uuid, Uuid)>,
    request: HttpRequest,
    body: Result<Bytes, actix_web::Error>,
) -> Result<HttpResponse, Problem> {
    let (chat_id, turn_id) = path.into_inner();
    let chat = app.chat_of(&caller, chat_id).await?;
    let body = body.map_err(|error| body::unreadable_body(error, BODY_BYTES))?;
    let RetryTurn { model } = if body.is_empty() {
        RetryTurn::default()
    } else {
        serde_json::from_slice(&body)
            .map_err(|error| Problem::invalid("body", format!("Invalid JSON body: {error}.")))?
    };
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
    let hash = Sha256::new()
        .chain_update(turn_id.as_bytes())
        .chain_update(&body)
        .finalize();
    let send = Send {
        message,
        parent: turn.parent_turn_id.map_or(Parent::Root, Parent::Turn),
        model: app.model_for(model.or_else(|| chat.model.clone()))?,
        key: idempotency_key(&request, hash.into())?,
        trace: Trace::current(),
    };
    begin_turn(&app, &chat, send).await
}
