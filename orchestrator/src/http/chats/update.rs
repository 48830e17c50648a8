use actix_web::{
    HttpResponse,
    web::{Data, Json, Path},
};
use schemars::JsonSchema;
use serde::Deserialize;
use uuid::Uuid;

use super::send::present;
use crate::{
    http::{App, caller::Caller, problem::Problem},
    services::chats::ChatChange,
};

#[derive(Debug, Deserialize, JsonSchema)]
pub struct UpdateChat {
    title: Option<String>,
    /// The model that new messages go to; null for the default one.
    #[serde(default, deserialize_with = "present")]
    model: Option<Option<String>>,
}

/// Returns a chat another title, which everyone who watches it sees, or another model.
pub async fn update_chat(
    app: Data<App>,
    caller: Caller,
    chat_id: Path<Uuid>,
    body: Json<UpdateChat>,
) -> Result<HttpResponse, Problem> {
    let UpdateChat { title, model } = body.into_inner();
    app.use_cases
        .chats
        .update_live_chat(caller.principal(), *chat_id, ChatChange { title, model })
        .await?;
    Ok(HttpResponse::NoContent().finish())
}
