use actix_web::{
    HttpResponse,
    web::{Data, Json, Path},
};
use schemars::JsonSchema;
use serde::Deserialize;
use uuid::Uuid;

use super::send::present;
use crate::{
    chat::Rename,
    http::{App, caller::Caller, problem::Problem, title::checked_title},
};

#[derive(Debug, Deserialize, JsonSchema)]
pub struct UpdateChat {
    title: Option<String>,
    /// The model that new messages go to; null for the default one.
    #[serde(default, deserialize_with = "present")]
    model: Option<Option<String>>,
}

/// Gives a chat another title, which everyone who watches it sees, or another model.
pub async fn update_chat(
    app: Data<App>,
    caller: Caller,
    chat_id: Path<Uuid>,
    body: Json<UpdateChat>,
) -> Result<HttpResponse, Problem> {
    let chat = app.chat_of(&caller, *chat_id).await?;
    let UpdateChat { title, model } = body.into_inner();
    let title = title.as_deref().map(title_if_any).transpose()?;
    if let Some(Some(model)) = &model {
        app.model_for(Some(model.clone()))?;
    }
    if let Some(title) = title {
        app.chats
            .ask(chat.id, chat.user_id, Rename { title })
            .await
            .map_err(Problem::unavailable)?
            .map_err(Problem::unavailable)?;
    }
    if let Some(model) = model {
        app.store
            .set_chat_model(chat.id, chat.user_id, model.as_deref())
            .await?;
    }
    Ok(HttpResponse::NoContent().finish())
}

/// A chat may have no title yet.
pub fn title_if_any(title: &str) -> Result<String, Problem> {
    match title.trim() {
        "" => Ok(String::new()),
        title => checked_title(title),
    }
}
