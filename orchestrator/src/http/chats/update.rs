use actix_web::{
    HttpResponse,
    web::{Data, Json, Path},
};
use serde::Deserialize;
use uuid::Uuid;

use crate::{
    chat::Rename,
    http::{App, caller::Caller, problem::Problem},
};

/// Characters that a title may have.
const TITLE_LENGTH: usize = 200;

#[derive(Debug, Deserialize)]
pub struct UpdateChat {
    title: String,
}

/// Gives a chat another title; everybody who watches it sees the change.
pub async fn update_chat(
    app: Data<App>,
    caller: Caller,
    chat_id: Path<Uuid>,
    body: Json<UpdateChat>,
) -> Result<HttpResponse, Problem> {
    let chat = app.chat_of(&caller, *chat_id).await?;
    let title = checked_title(body.into_inner().title)?;
    app.chats
        .ask(chat.id, chat.user_id, Rename { title })
        .await
        .map_err(Problem::unavailable)?
        .map_err(Problem::unavailable)?;
    Ok(HttpResponse::NoContent().finish())
}

pub fn checked_title(title: String) -> Result<String, Problem> {
    let title = title.trim();
    if title.chars().count() > TITLE_LENGTH {
        return Err(Problem::invalid(
            "title",
            format!("A title has at most {TITLE_LENGTH} characters."),
        ));
    }
    Ok(title.to_owned())
}
