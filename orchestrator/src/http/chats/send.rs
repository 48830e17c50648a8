use actix_web::{
    HttpRequest, HttpResponse,
    http::StatusCode,
    web::{Bytes, Data, Path},
};
use portolan_blocks::UserMessage;
use portolan_chat::{IdempotencyKey, Parent, SendRefusal};
use portolan_chat_actors::{Send, SendError};
use portolan_domain::{Chat, as_sentence};
use portolan_store::StoreError;
use portolan_telemetry::Trace;
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::events::{stream_turn, wants_events};
use crate::http::{
    App,
    body::{self, BODY_BYTES},
    caller::Caller,
    problem::Problem,
};

/// Bytes that a message's text may have.
const MESSAGE_BYTES: usize = 100_000;
/// Sources that one message may name.
const MESSAGE_SOURCES: usize = 50;
/// Characters that an idempotency key may have.
const KEY_LENGTH: usize = 200;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SendMessage {
    text: String,
    #[serde(default)]
    source_ids: Vec<Uuid>,
    /// Absent: the newest turn; null: the root.
    #[serde(default, deserialize_with = "present")]
    parent_turn_id: Option<Option<Uuid>>,
    pub model: Option<String>,
}

impl SendMessage {
    /// A message below the chat's newest turn.
    pub fn new(text: String, model: Option<String>) -> Self {
        Self {
            text,
            source_ids: Vec::new(),
            parent_turn_id: None,
            model,
        }
    }

    pub fn with_sources(self, source_ids: Vec<Uuid>) -> Self {
        Self { source_ids, ..self }
    }

    /// Refuses a message without text, or with more than a chat takes.
    pub fn check(&self) -> Result<(), Problem> {
        if self.text.trim().is_empty() {
            return Err(Problem::invalid("text", "Write a question first."));
        }
        if self.text.len() > MESSAGE_BYTES {
            return Err(Problem::invalid(
                "text",
                format!(
                    "The message has {} bytes; the limit is {MESSAGE_BYTES}. Send long data as a file instead.",
                    self.text.len()
                ),
            ));
        }
        if self.source_ids.len() > MESSAGE_SOURCES {
            return Err(Problem::invalid(
                "sourceIds",
                format!("Attach at most {MESSAGE_SOURCES} sources to a message."),
            ));
        }
        Ok(())
    }
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AcceptedTurn {
    turn_id: Uuid,
}

/// Takes a message: a turn begins. A 202 means that turn, key and hold are committed. Clients that accept
/// `text/event-stream` get the turn's events in place of the 202.
pub async fn send_message(
    app: Data<App>,
    caller: Caller,
    chat_id: Path<Uuid>,
    request: HttpRequest,
    body: Result<Bytes, actix_web::Error>,
) -> Result<HttpResponse, Problem> {
    let chat = app.chat_of(&caller, *chat_id).await?;
    let body = body.map_err(|error| body::unreadable_body(error, BODY_BYTES))?;
    let message: SendMessage = serde_json::from_slice(&body)
        .map_err(|error| Problem::invalid("body", format!("Invalid JSON body: {error}.")))?;
    message.check()?;
    let key = idempotency_key(&request, Sha256::digest(&body).into())?;
    let send = message_to_send(&app, &chat, message, key)?;
    if wants_events(&request) {
        let turn_id = start_turn(&app, &chat, send).await?;
        return stream_turn(app, caller, &chat, turn_id).await;
    }
    begin_turn(&app, &chat, send).await
}

/// Completes a message with the chat's model.
pub fn message_to_send(
    app: &App,
    chat: &Chat,
    message: SendMessage,
    key: Option<IdempotencyKey>,
) -> Result<Send, Problem> {
    Ok(Send {
        message: UserMessage {
            text: message.text,
            source_ids: message.source_ids,
        },
        parent: match message.parent_turn_id {
            None => Parent::Newest,
            Some(None) => Parent::Root,
            Some(Some(turn_id)) => Parent::Turn(turn_id),
        },
        model: app.model_for(message.model.or_else(|| chat.model.clone()))?,
        key,
        trace: Trace::current(),
    })
}

/// Hands a message to its chat; the turn's id once it is committed.
pub async fn start_turn(app: &App, chat: &Chat, send: Send) -> Result<Uuid, Problem> {
    app.chats
        .ask(chat.id, chat.user_id, send)
        .await
        .map_err(Problem::unavailable)?
        .map_err(send_problem)
}

/// Hands a message to its chat and answers with the turn's id.
pub async fn begin_turn(app: &App, chat: &Chat, send: Send) -> Result<HttpResponse, Problem> {
    let turn_id = start_turn(app, chat, send).await?;
    Ok(HttpResponse::Accepted().json(AcceptedTurn { turn_id }))
}

pub fn idempotency_key(
    request: &HttpRequest,
    body_hash: [u8; 32],
) -> Result<Option<IdempotencyKey>, Problem> {
    let Some(value) = request.headers().get("idempotency-key") else {
        return Ok(None);
    };
    let key = value
        .to_str()
        .ok()
        .filter(|key| !key.is_empty() && key.len() <= KEY_LENGTH)
        .ok_or_else(|| {
            Problem::invalid(
                "Idempotency-Key",
                format!("Use 1 to {KEY_LENGTH} printable ASCII characters."),
            )
        })?;
    Ok(Some(IdempotencyKey {
        key: key.to_owned(),
        body_hash,
    }))
}

pub fn send_problem(error: SendError) -> Problem {
    match error {
        SendError::UnknownModel(unknown) => Problem::invalid("model", unknown.to_string()),
        SendError::UnknownSource(_) => Problem::invalid("sourceIds", error.to_string()),
        SendError::Draining => Problem::unavailable(error),
        SendError::Refused(refusal) => {
            let (status, code) = match refusal {
                SendRefusal::KeyReused => (StatusCode::CONFLICT, "idempotency_key_reused"),
                SendRefusal::TurnRunning => (StatusCode::CONFLICT, "turn_running"),
                SendRefusal::ParentUnknown => {
                    return Problem::invalid("parentTurnId", refusal.to_string());
                }
                SendRefusal::UsageLimitReached => {
                    (StatusCode::PAYMENT_REQUIRED, "usage_limit_reached")
                }
                SendRefusal::TurnsRunning | SendRefusal::TooManyTurns { .. } => {
                    return Problem::turns_running(&refusal.to_string());
                }
                SendRefusal::PlanLimit { items, limit } => {
                    return StoreError::PlanLimit { items, limit }.into();
                }
                SendRefusal::TooManyItems { items, limit } => {
                    return StoreError::TooManyItems { items, limit }.into();
                }
                SendRefusal::ModelNotIncluded => {
                    return Problem::plan_limit(&refusal.to_string());
                }
                SendRefusal::StoreUnavailable => return Problem::unavailable(refusal),
            };
            Problem::new(status, code, as_sentence(&refusal.to_string()))
        }
    }
}

/// Distinguishes a null field from an absent one.
pub fn present<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    T::deserialize(deserializer).map(Some)
}
