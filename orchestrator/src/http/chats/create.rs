use actix_web::{
    HttpResponse,
    web::{Data, Json},
};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::{
    http::{App, caller::Caller, problem::Problem},
    model::NewChat,
};

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CreateChat {
    title: Option<String>,
    model: Option<String>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct CreatedChat {
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
    let CreateChat { title, model } = body.into_inner();
    let title = super::update::checked_title(title.unwrap_or_default())?;
    if let Some(model) = &model {
        app.known_model(model)?;
    }
    let chat = app
        .store
        .create_chat(NewChat {
            id: app.ids.id(),
            user_id: caller.user_id,
            title,
            model,
            created_at: app.clock.now(),
        })
        .await?;
    Ok(HttpResponse::Created().json(CreatedChat {
        id: chat.id,
        title: chat.title,
        created_at: chat.created_at,
    }))
}
