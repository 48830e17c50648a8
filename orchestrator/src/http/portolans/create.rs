use actix_web::{
    HttpResponse,
    http::StatusCode,
    web::{Data, Json},
};
use schemars::JsonSchema;
use serde::Deserialize;

use super::get::portolan_answer;
use crate::{
    http::{
        App,
        caller::{Caller, MaybeCaller},
        problem::Problem,
    },
    services::portolans::PortolanDraft,
};

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
    let CreatePortolan { title, markdown } = body.into_inner();
    let draft = PortolanDraft { title, markdown };
    let portolans = &app.use_cases.portolans;
    let id = app
        .store
        .transact(async |unit| {
            let caller = caller.principal();
            portolans.create_portolan(unit, caller, draft).await
        })
        .await?;
    let created = app.store.portolan(id).await?;
    let answer = portolan_answer(&app, &MaybeCaller(Some(caller)), created).await?;
    Ok(answer.respond(StatusCode::CREATED))
}
