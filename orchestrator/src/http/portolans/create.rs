use actix_web::{
    HttpResponse,
    http::StatusCode,
    web::{Data, Json},
};
use schemars::JsonSchema;
use serde::Deserialize;
use uuid::Uuid;

use super::{checked_markdown, get::portolan_answer};
use crate::{
    http::{
        App,
        caller::{Caller, MaybeCaller},
        problem::Problem,
        title::checked_title,
    },
    store::NewPortolan,
};

/// The title of an unnamed portolan.
const UNTITLED: &str = "Untitled portolan";

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CreatePortolan {
    title: Option<String>,
    #[serde(default)]
    markdown: String,
}

/// Makes a document, private at first.
pub async fn create_portolan(
    app: Data<App>,
    caller: Caller,
    body: Json<CreatePortolan>,
) -> Result<HttpResponse, Problem> {
    let id = make_portolan(&app, caller, body.into_inner()).await?;
    let made = app.store.portolan(id).await?;
    let answer = portolan_answer(&app, &MaybeCaller(Some(caller)), made).await?;
    Ok(answer.respond(StatusCode::CREATED))
}

/// The new document's id.
pub async fn make_portolan(
    app: &App,
    caller: Caller,
    body: CreatePortolan,
) -> Result<Uuid, Problem> {
    let title = checked_title(body.title.as_deref().unwrap_or(UNTITLED))?;
    let markdown = checked_markdown(body.markdown)?;
    let id = app.ids.id();
    app.store
        .create_portolan(&NewPortolan {
            id,
            user_id: caller.user_id,
            title: &title,
            markdown: &markdown,
            now: app.clock.now(),
        })
        .await?;
    Ok(id)
}
