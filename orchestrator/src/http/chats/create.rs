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
    let chat = make_chat(&app, caller, body.into_inner()).await?;
    Ok(HttpResponse::Created().json(CreatedChat {
        id: chat.id,
        title: chat.title,
        created_at: chat.created_at,
    }))
}

pub async fn make_chat(app: &App, caller: Caller, wanted: CreateChat) -> Result<Chat, Problem> {
    let CreateChat {
        title,
        model,
        board_id,
    } = wanted;
    let title = super::update::title_if_any(title.as_deref().unwrap_or_default())?;
    if let Some(model) = &model {
        app.model_for(Some(model.clone()))?;
    }
    if let Some(board_id) = board_id {
        app.own_board(&caller, board_id).await?;
    }
    let now = app.clock.now();
    let chat = Chat {
        id: app.ids.id(),
        user_id: caller.user_id,
        title,
        model,
        last_event_id: 0,
        created_at: now,
        updated_at: now,
    };
    app.store.create_chat(&chat).await?;
    if let Some(board_id) = board_id {
        app.store
            .set_board_chat(board_id, caller.user_id, chat.id)
            .await?;
    }
    Ok(chat)
}
