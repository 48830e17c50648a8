use actix_web::{
    HttpRequest, HttpResponse,
    web::{Data, Json},
};
use chrono::{DateTime, Utc};
use portolan_chat::IdempotencyKey;
use portolan_domain::Chat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::send::idempotency_key;
use crate::{
    http::{App, caller::Caller, problem::Problem},
    services::chats::ChatDraft,
};

#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreateChat {
    title: Option<String>,
    model: Option<String>,
    /// The board whose nodes the chat's blocks become.
    board_id: Option<Uuid>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreatedChat {
    id: Uuid,
    title: String,
    created_at: DateTime<Utc>,
}

/// Opens an empty chat. The same `Idempotency-Key` again answers with the same chat.
pub async fn create_chat(
    app: Data<App>,
    caller: Caller,
    request: HttpRequest,
    body: Json<CreateChat>,
) -> Result<HttpResponse, Problem> {
    let body = body.into_inner();
    let body_hash = Sha256::digest(format!("{body:?}").as_bytes()).into();
    let key = idempotency_key(&request, body_hash)?;
    let CreateChat {
        title,
        model,
        board_id,
    } = body;
    let draft = ChatDraft {
        title: title.unwrap_or_default(),
        model,
        board_id,
    };
    let chat = create_own_chat(&app, caller, draft, key.as_ref()).await?;
    Ok(HttpResponse::Created().json(CreatedChat {
        id: chat.id,
        title: chat.title,
        created_at: chat.created_at,
    }))
}

pub async fn create_own_chat(
    app: &App,
    caller: Caller,
    draft: ChatDraft,
    key: Option<&IdempotencyKey>,
) -> Result<Chat, Problem> {
    let (caller, chats) = (caller.principal(), &app.use_cases.chats);
    let created = app
        .store
        .transact(async |unit| chats.create_chat_once(unit, caller, draft, key).await);
    Ok(created.await?)
}
