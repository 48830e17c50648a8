use actix_web::{
    HttpRequest, HttpResponse,
    http::{StatusCode, header},
    web::{Data, Json, Path},
};
use schemars::JsonSchema;
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
    store::StoreError,
};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct UpdatePortolan {
    title: Option<String>,
    markdown: Option<String>,
    /// The revision that the change was made on.
    revision: Option<u64>,
}

/// Changes a document's title, its text, or both.
///
/// The change names the revision that it was made on, in `If-Match` or in the body: 428 without
/// one, 409 with the stored document where another change came first.
pub async fn update_portolan(
    app: Data<App>,
    caller: Caller,
    portolan_id: Path<Uuid>,
    request: HttpRequest,
    body: Json<UpdatePortolan>,
) -> Result<HttpResponse, Problem> {
    let mut body = body.into_inner();
    match expected_revision(&request)? {
        Expected::Revision(revision) => body.revision = Some(revision),
        Expected::Any => body.revision = None,
        Expected::Unstated if body.revision.is_none() => return Err(revision_required()),
        Expected::Unstated => {}
    }
    let changed = apply_change(&app, caller, *portolan_id, body).await?;
    Ok(changed.respond(StatusCode::OK))
}

/// Changes a document. Without a revision the last writer wins, as an SQL update does.
pub async fn apply_change(
    app: &App,
    caller: Caller,
    portolan_id: Uuid,
    body: UpdatePortolan,
) -> Result<PortolanAnswer, Problem> {
    let change = PortolanChange {
        revision: body.revision,
        title: body.title.as_deref().map(checked_title).transpose()?,
        markdown: body.markdown.map(checked_markdown).transpose()?,
    };
    let viewer = MaybeCaller(Some(caller));
    let changed = app
        .store
        .change_portolan(portolan_id, caller.user_id, &change, app.clock.now())
        .await;
    match changed {
        Ok(changed) => portolan_answer(app, &viewer, changed).await,
        Err(StoreError::Conflict(cause)) => {
            let stored = app.store.portolan(portolan_id).await?;
            let current = portolan_answer(app, &viewer, stored).await?;
            Err(Problem::conflict("revision_conflict", cause).with_current(&current))
        }
        Err(error) => Err(error.into()),
    }
}

/// The precondition of the request's `If-Match` header.
enum Expected {
    Revision(u64),
    /// `*`: whatever is stored.
    Any,
    Unstated,
}

fn expected_revision(request: &HttpRequest) -> Result<Expected, Problem> {
    let Some(value) = request.headers().get(header::IF_MATCH) else {
        return Ok(Expected::Unstated);
    };
    let value = value.to_str().unwrap_or_default().trim();
    if value == "*" {
        return Ok(Expected::Any);
    }
    value.trim_matches('"').parse().map_or_else(
        |_| {
            Err(Problem::invalid(
                "If-Match",
                "Send the document's ETag, such as \"3\".",
            ))
        },
        |revision| Ok(Expected::Revision(revision)),
    )
}

fn revision_required() -> Problem {
    Problem::new(
        StatusCode::PRECONDITION_REQUIRED,
        "revision_required",
        "Say which revision you changed: send the document's \"revision\", or its ETag as If-Match.",
    )
}
