//! Contributors: applications, published items and proposals.

use actix_web::{
    HttpResponse,
    web::{Data, Json, Path},
};
use portolan_domain::{ContributedItem, ContributorApplication, SavedKind, ViewDay};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{
    App,
    caller::{Caller, SignedIn},
    contract::{Routes, delete, get, post, put, resource},
    problem::Problem,
};
use crate::services::contributors::Error;

pub fn routes(routes: &mut Routes<'_>) {
    routes
        .service(
            resource("/api/contributor/application")
                .route(
                    get()
                        .to(get_application)
                        .about("Returns the caller's application to become a contributor."),
                )
                .route(
                    post()
                        .to(apply_as_contributor)
                        .about("Applies to become a contributor.")
                        .empty(204),
                ),
        )
        .service(
            resource("/api/contributor/items").route(
                get()
                    .to(list_contributed_items)
                    .about("Lists the caller's public items with their statistics."),
            ),
        )
        .service(
            resource("/api/contributor/views").route(
                get()
                    .to(list_view_days)
                    .about("Returns how often others opened the caller's items, by day."),
            ),
        )
        .service(
            resource("/api/contributor/topics/{kind}/{itemId}")
                .route(
                    put()
                        .to(publish_to_topic)
                        .about("Publishes a public item of the caller to a topic.")
                        .empty(204),
                )
                .route(
                    delete()
                        .to(remove_from_topic)
                        .about("Removes an item of the caller from its topic.")
                        .empty(204),
                ),
        )
        .service(
            resource("/api/contributor/proposals/{kind}/{itemId}").route(
                put()
                    .to(propose_item)
                    .about("Proposes a public item of the caller for the discover page.")
                    .empty(204),
            ),
        );
}

/// `GET /api/contributor/application`.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ApplicationAnswer {
    /// Null if the caller hasn't applied.
    application: Option<ContributorApplication>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ApplyBody {
    /// The items that the caller wants to publish, in their own words.
    reason: String,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ProposalBody {
    #[serde(default)]
    topic: Option<String>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TopicBody {
    topic: String,
}

async fn get_application(
    app: Data<App>,
    caller: Caller,
) -> Result<Json<ApplicationAnswer>, Problem> {
    let contributors = &app.use_cases.contributors;
    let application = contributors.read_application(caller.principal()).await?;
    Ok(Json(ApplicationAnswer { application }))
}

async fn apply_as_contributor(
    app: Data<App>,
    SignedIn(caller): SignedIn,
    body: Json<ApplyBody>,
) -> Result<HttpResponse, Problem> {
    let contributors = &app.use_cases.contributors;
    contributors.apply(caller.principal(), &body.reason).await?;
    Ok(HttpResponse::NoContent().finish())
}

async fn list_contributed_items(
    app: Data<App>,
    caller: Caller,
) -> Result<Json<Vec<ContributedItem>>, Problem> {
    let _share = app.limits.long_reads.enter(caller.user_id).await?;
    let contributors = &app.use_cases.contributors;
    Ok(Json(contributors.list_items(caller.principal()).await?))
}

/// Days that the figures cover.
const VIEW_DAYS: u16 = 30;

async fn list_view_days(app: Data<App>, caller: Caller) -> Result<Json<Vec<ViewDay>>, Problem> {
    let contributors = &app.use_cases.contributors;
    let days = contributors.list_view_days(caller.principal(), VIEW_DAYS);
    Ok(Json(days.await?))
}

async fn publish_to_topic(
    app: Data<App>,
    caller: Caller,
    item: Path<(SavedKind, Uuid)>,
    body: Json<TopicBody>,
) -> Result<HttpResponse, Problem> {
    let contributors = &app.use_cases.contributors;
    contributors
        .publish_to_topic(caller.principal(), item.into_inner(), &body.topic)
        .await?;
    Ok(HttpResponse::NoContent().finish())
}

async fn remove_from_topic(
    app: Data<App>,
    caller: Caller,
    item: Path<(SavedKind, Uuid)>,
) -> Result<HttpResponse, Problem> {
    let contributors = &app.use_cases.contributors;
    contributors
        .remove_from_topic(caller.principal(), item.into_inner())
        .await?;
    Ok(HttpResponse::NoContent().finish())
}

async fn propose_item(
    app: Data<App>,
    caller: Caller,
    item: Path<(SavedKind, Uuid)>,
    body: Json<ProposalBody>,
) -> Result<HttpResponse, Problem> {
    let contributors = &app.use_cases.contributors;
    let topic = body.topic.as_deref();
    let proposed = contributors.propose_item(caller.principal(), item.into_inner(), topic);
    proposed.await?;
    Ok(HttpResponse::NoContent().finish())
}

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        match error {
            Error::Input(invalid) => invalid.into(),
            Error::NotContributor => {
                Self::forbidden("Only Charters can do this. Apply in the settings.")
            }
            Error::AlreadyContributor => Self::conflict("already_contributor", &error.to_string()),
            Error::Store(error) => error.into(),
        }
    }
}
