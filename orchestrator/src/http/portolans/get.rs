use actix_web::{
    HttpRequest, HttpResponse,
    http::{StatusCode, header},
    web::{Data, Path},
};
use chrono::{DateTime, Utc};
use portolan_domain::{Author, Portolan, SavedKind, Visibility};
use schemars::JsonSchema;
use serde::Serialize;
use uuid::Uuid;

use crate::http::{App, caller::MaybeCaller, problem::Problem};

/// A document with its text.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Portolan")]
#[serde(rename_all = "camelCase")]
pub struct PortolanAnswer {
    id: Uuid,
    title: String,
    /// The revision that a change has to name.
    pub(super) revision: u64,
    markdown: String,
    visibility: Visibility,
    /// Whether the caller may change it.
    is_owner: bool,
    author: Author,
    created_at: DateTime<Utc>,
    updated_at: DateTime<Utc>,
}

/// A document: the caller's own, or one that is shared.
pub async fn get_portolan(
    app: Data<App>,
    request: HttpRequest,
    caller: MaybeCaller,
    portolan_id: Path<Uuid>,
) -> Result<HttpResponse, Problem> {
    let found = app.visible_portolan(&caller, *portolan_id).await?;
    let owner_id = found.0.user_id;
    app.count_view(
        &request,
        &caller,
        (SavedKind::Portolan, found.0.id, owner_id),
    );
    Ok(portolan_answer(&app, &caller, found)
        .await?
        .respond(StatusCode::OK))
}

impl PortolanAnswer {
    /// Returns the document with its revision as the entity tag, for `If-Match`.
    pub(super) fn respond(&self, status: StatusCode) -> HttpResponse {
        HttpResponse::build(status)
            .insert_header((header::ETAG, format!("\"{}\"", self.revision)))
            .json(self)
    }
}

pub async fn portolan_answer(
    app: &App,
    caller: &MaybeCaller,
    (portolan, markdown): (Portolan, String),
) -> Result<PortolanAnswer, Problem> {
    Ok(PortolanAnswer {
        id: portolan.id,
        title: portolan.title,
        revision: portolan.revision,
        markdown,
        visibility: portolan.visibility,
        is_owner: caller.is(portolan.user_id),
        author: app.author(portolan.user_id).await?,
        created_at: portolan.created_at,
        updated_at: portolan.updated_at,
    })
}
