use actix_web::{
    HttpRequest, HttpResponse,
    http::{StatusCode, header},
    web::{Data, Json, Path},
};
use portolan_domain::PortolanChange;
use schemars::JsonSchema;
use serde::Deserialize;
use uuid::Uuid;

use super::get::portolan_answer;
use crate::{
    http::{
        App,
        caller::{Caller, MaybeCaller},
        problem::Problem,
    },
    services::portolans::Error,
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
        RevisionPrecondition::Revision(revision) => body.revision = Some(revision),
        RevisionPrecondition::Any => body.revision = None,
        RevisionPrecondition::Unstated if body.revision.is_none() => {
            return Err(revision_required());
        }
        RevisionPrecondition::Unstated => {}
    }
    let change = PortolanChange {
        revision: body.revision,
        title: body.title,
        markdown: body.markdown,
    };
    let (viewer, portolans) = (MaybeCaller(Some(caller)), &app.use_cases.portolans);
    let changed = app.store.transact(async |unit| {
        let caller = caller.principal();
        portolans
            .update_portolan(unit, caller, *portolan_id, change)
            .await
    });
    match changed.await {
        Ok(changed) => Ok(portolan_answer(&app, &viewer, changed)
            .await?
            .respond(StatusCode::OK)),
        Err(error @ Error::Stale(_)) => {
            let stored = app.store.portolan(*portolan_id).await?;
            let current = portolan_answer(&app, &viewer, stored).await?;
            Err(Problem::from(error).with_current(&current))
        }
        Err(error) => Err(error.into()),
    }
}

/// The precondition of the request's `If-Match` header.
enum RevisionPrecondition {
    Revision(u64),
    /// `*`: whatever is stored.
    Any,
    Unstated,
}

fn expected_revision(request: &HttpRequest) -> Result<RevisionPrecondition, Problem> {
    let Some(value) = request.headers().get(header::IF_MATCH) else {
        return Ok(RevisionPrecondition::Unstated);
    };
    let value = value.to_str().unwrap_or_default().trim();
    if value == "*" {
        return Ok(RevisionPrecondition::Any);
    }
    value.trim_matches('"').parse().map_or_else(
        |_| {
            Err(Problem::invalid(
                "If-Match",
                "Send the document's ETag, such as \"3\".",
            ))
        },
        |revision| Ok(RevisionPrecondition::Revision(revision)),
    )
}

fn revision_required() -> Problem {
    Problem::new(
        StatusCode::PRECONDITION_REQUIRED,
        "revision_required",
        "Send the document's \"revision\", or its ETag as If-Match.",
    )
}
