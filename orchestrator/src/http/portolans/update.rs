use actix_web::web::{Data, Json, Path};
use serde::Deserialize;
use uuid::Uuid;

use super::{
    checked_markdown,
    get::{PortolanAnswer, portolan_answer},
};
use crate::{
    http::{
        App,
        caller::{Caller, MaybeCaller},
        problem::Problem,
        title::checked_title,
    },
    model::PortolanChange,
};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UpdatePortolan {
    title: Option<String>,
    markdown: Option<String>,
}

/// Changes a document's title, its text, or both.
pub async fn update_portolan(
    app: Data<App>,
    caller: Caller,
    portolan_id: Path<Uuid>,
    body: Json<UpdatePortolan>,
) -> Result<Json<PortolanAnswer>, Problem> {
    let UpdatePortolan { title, markdown } = body.into_inner();
    let change = PortolanChange {
        title: title.as_deref().map(checked_title).transpose()?,
        markdown: markdown.map(checked_markdown).transpose()?,
    };
    let changed = app
        .store
        .change_portolan(*portolan_id, caller.user_id, &change, app.clock.now())
        .await?;
    Ok(Json(
        portolan_answer(&app, &MaybeCaller(Some(caller)), changed).await?,
    ))
}
