use actix_web::{
    HttpResponse,
    web::{Data, Json, Path, Query},
};
use portolan_domain::{
    AdminActionKind, Contributor, ContributorFilter, Direction, PendingApplication,
    PendingProposal, SavedKind,
};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use uuid::Uuid;

use super::list::{ListAnswer, ListQuery, answer_list, check_reason};
use crate::http::{App, caller::Admin, problem::Problem};

const COLUMNS: [&str; 6] = [
    "user.id",
    "user.email",
    "user.username",
    "items",
    "views",
    "recentViews",
];

const APPLICATION_COLUMNS: [&str; 5] = [
    "user.id",
    "user.email",
    "user.username",
    "reason",
    "appliedAt",
];

const PROPOSAL_COLUMNS: [&str; 6] = [
    "kind",
    "id",
    "title",
    "author.username",
    "topic",
    "proposedAt",
];

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct DecisionBody {
    is_accepted: bool,
    reason: String,
}

#[derive(Debug, Deserialize, JsonSchema)]
pub struct ContributorQuery {
    q: Option<String>,
    #[serde(default = "by_name")]
    direction: Direction,
}

fn by_name() -> Direction {
    Direction::Ascending
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WithdrawBody {
    reason: String,
}

/// Lists the contributors by username.
pub async fn list_contributors(
    app: Data<App>,
    admin: Admin,
    query: Query<ContributorQuery>,
    list: Query<ListQuery>,
) -> Result<ListAnswer<Contributor>, Problem> {
    let query = query.into_inner();
    let filter = ContributorFilter {
        search: query.q,
        direction: query.direction,
    };
    let now = app.clock.now();
    let columns = ("contributors", &COLUMNS[..]);
    answer_list(
        app,
        admin,
        list.into_inner(),
        columns,
        async move |store, request| store.contributors(&filter, &request, now).await,
    )
    .await
}

/// Withdraws a contributor's role; their items stay public.
pub async fn withdraw_contributor(
    app: Data<App>,
    admin: Admin,
    user_id: Path<Uuid>,
    body: Json<WithdrawBody>,
) -> Result<HttpResponse, Problem> {
    let reason = check_reason(&body.reason)?;
    let detail = json!({"reason": reason});
    let action = app.admin_action(
        admin,
        AdminActionKind::ContributorWithdrawn,
        ("user", *user_id),
        detail,
    );
    app.store.withdraw_contributor(*user_id, &action).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Lists the applications that wait for a decision, the oldest first.
pub async fn list_applications(
    app: Data<App>,
    admin: Admin,
    list: Query<ListQuery>,
) -> Result<ListAnswer<PendingApplication>, Problem> {
    answer_list(
        app,
        admin,
        list.into_inner(),
        ("contributor-applications", &APPLICATION_COLUMNS),
        async |store, request| store.pending_applications(&request).await,
    )
    .await
}

/// Lists the proposals that wait for a decision, the oldest first.
pub async fn list_proposals(
    app: Data<App>,
    admin: Admin,
    list: Query<ListQuery>,
) -> Result<ListAnswer<PendingProposal>, Problem> {
    let now = app.clock.now();
    answer_list(
        app,
        admin,
        list.into_inner(),
        ("proposals", &PROPOSAL_COLUMNS),
        async move |store, request| store.pending_proposals(&request, now).await,
    )
    .await
}

/// Decides whether a user becomes a contributor.
pub async fn decide_application(
    app: Data<App>,
    admin: Admin,
    user_id: Path<Uuid>,
    body: Json<DecisionBody>,
) -> Result<HttpResponse, Problem> {
    let reason = check_reason(&body.reason)?;
    let name = if body.is_accepted {
        AdminActionKind::ContributorAccepted
    } else {
        AdminActionKind::ContributorDeclined
    };
    let action = app.admin_action(admin, name, ("user", *user_id), json!({"reason": reason}));
    app.store
        .decide_application(*user_id, body.is_accepted, &action)
        .await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Decides whether a proposed item is featured.
pub async fn decide_proposal(
    app: Data<App>,
    admin: Admin,
    item: Path<(SavedKind, Uuid)>,
    body: Json<DecisionBody>,
) -> Result<HttpResponse, Problem> {
    let (kind, item_id) = item.into_inner();
    let reason = check_reason(&body.reason)?;
    let name = if body.is_accepted {
        AdminActionKind::ProposalAccepted
    } else {
        AdminActionKind::ProposalDeclined
    };
    let action = app.admin_action(
        admin,
        name,
        (kind.name(), item_id),
        json!({"reason": reason}),
    );
    let contributors = &app.use_cases.contributors;
    contributors
        .decide_proposal((kind, item_id), body.is_accepted, &action)
        .await?;
    Ok(HttpResponse::NoContent().finish())
}
