use actix_web::{
    HttpResponse,
    web::{Data, Json},
};
use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::{
    http::{App, caller::Caller, problem::Problem},
    model::Chat,
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

/// Opens an empty chat.
pub async fn create_chat(
    app: Data<App>,
    caller: Caller,
    body: Json<CreateChat>,
) -> Result<HttpResponse, Problem> {
    let CreateChat {
        title,
        model,
        board_id,
    } = body.into_inner();
    let draft = ChatDraft {
        title: title.unwrap_or_default(),
        model,
        board_id,
    };
    let chat = create_own_chat(&app, caller, draft).await?;
    Ok(HttpResponse::Created().json(CreatedChat {
        id: chat.id,
        title: chat.title,
        created_at: chat.created_at,
    }))
}

pub async fn create_own_chat(app: &App, caller: Caller, draft: ChatDraft) -> Result<Chat, Problem> {
    let (caller, chats) = (caller.principal(), &app.use_cases.chats);
    let created = app
        .store
        .transact(async |unit| chats.create_chat(unit, caller, draft).await);
    Ok(created.await?)
}
