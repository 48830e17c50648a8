use actix_web::{
    HttpResponse,
    web::{Data, Json, Path, Query},
};
use chrono::TimeDelta;
use portolan_domain::{
    AccountPlan, AdminActionKind, Direction, LedgerEntry, NORMAL_PRIORITY, NewGrant, Page,
    UserFilter, UserSort, UserUsage,
};
use portolan_store::{CreditChange, Store};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use uuid::Uuid;

use super::list::{ListAnswer, ListQuery, answer_list, check_days, check_reason};
use crate::http::{App, caller::Admin, page::PageQuery, problem::Problem};

const COLUMNS: [&str; 12] = [
    "userId",
    "email",
    "username",
    "tier",
    "creditsLeft",
    "creditsTotal",
    "periodCreditsUsed",
    "creditsUsed",
    "turns",
    "lastTurnAt",
    "suspendedUntil",
    "createdAt",
];

#[derive(Debug, Deserialize, JsonSchema)]
pub struct UserQuery {
    q: Option<String>,
    #[serde(default)]
    sort: UserSort,
    #[serde(default)]
    direction: Direction,
    days: Option<u16>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct CreditsBody {
    kind: CreditsKind,
    credits: u64,
    reason: String,
    /// Of a grant; without it the credits stay.
    expires_in_days: Option<u16>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum CreditsKind {
    /// Credits beside the plan.
    Grant,
    /// The credits that are left until the period ends.
    Set,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReasonBody {
    reason: String,
}

/// Lists users with their credits and usage.
pub async fn list_user_usage(
    app: Data<App>,
    admin: Admin,
    query: Query<UserQuery>,
    list: Query<ListQuery>,
) -> Result<ListAnswer<UserUsage>, Problem> {
    let query = query.into_inner();
    let filter = UserFilter {
        search: query.q,
        sort: query.sort,
        direction: query.direction,
        days: check_days(query.days)?,
    };
    let now = app.clock.now();
    let read = async move |store: Store, request| store.user_usage(&filter, &request, now).await;
    answer_list(
        app,
        admin,
        list.into_inner(),
        ("user-usage", &COLUMNS),
        read,
    )
    .await
}

/// Lists a user's ledger, newest entry first.
pub async fn list_user_ledger(
    app: Data<App>,
    admin: Admin,
    user_id: Path<Uuid>,
    page: Query<PageQuery>,
) -> Result<Json<Page<LedgerEntry>>, Problem> {
    let _share = app.limits.long_reads.enter(admin.0.user_id).await?;
    let page = page.into_inner().request()?;
    let ledger = app.store.usage(*user_id, &page).await?;
    Ok(Json(without_titles(ledger)))
}

/// Grants credits, or sets how many are left.
pub async fn change_credits(
    app: Data<App>,
    admin: Admin,
    user_id: Path<Uuid>,
    body: Json<CreditsBody>,
) -> Result<Json<AccountPlan>, Problem> {
    let body = body.into_inner();
    let reason = check_reason(&body.reason)?;
    if body.kind == CreditsKind::Grant && body.credits == 0 {
        return Err(Problem::invalid("credits", "Grant at least one credit."));
    }
    if body.credits > MOST_CREDITS {
        let most = format!("Change at most {MOST_CREDITS} credits at a time.");
        return Err(Problem::invalid("credits", most));
    }
    let (name, change) = match body.kind {
        CreditsKind::Grant => {
            let grant = NewGrant {
                credits: body.credits,
                priority: NORMAL_PRIORITY,
                expires_at: body
                    .expires_in_days
                    .map(|days| app.clock.now() + TimeDelta::days(days.into())),
                description: reason.clone(),
            };
            (AdminActionKind::CreditsGranted, CreditChange::Grant(grant))
        }
        CreditsKind::Set => {
            let (credits, reason) = (body.credits, reason.clone());
            (
                AdminActionKind::CreditsSet,
                CreditChange::Set { credits, reason },
            )
        }
    };
    let detail = json!({
        "credits": body.credits, "reason": reason, "expiresInDays": body.expires_in_days,
    });
    let action = app.admin_action(admin, name, ("user", *user_id), detail);
    Ok(Json(
        app.store.change_credits(*user_id, change, &action).await?,
    ))
}

/// Suspends a user: their sessions end, and they can't sign in or use their API keys.
pub async fn suspend_user(
    app: Data<App>,
    admin: Admin,
    user_id: Path<Uuid>,
    body: Json<ReasonBody>,
) -> Result<HttpResponse, Problem> {
    if *user_id == admin.0.user_id {
        return Err(Problem::conflict(
            "own_account",
            "you can't suspend your own account: ask another administrator",
        ));
    }
    let detail = json!({"reason": check_reason(&body.reason)?});
    let action = app.admin_action(
        admin,
        AdminActionKind::UserSuspended,
        ("user", *user_id),
        detail,
    );
    app.store.suspend_user(*user_id, &action).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Restores a suspended user.
pub async fn restore_user(
    app: Data<App>,
    admin: Admin,
    user_id: Path<Uuid>,
    body: Json<ReasonBody>,
) -> Result<HttpResponse, Problem> {
    let detail = json!({"reason": check_reason(&body.reason)?});
    let action = app.admin_action(
        admin,
        AdminActionKind::UserRestored,
        ("user", *user_id),
        detail,
    );
    app.store.restore_user(*user_id, &action).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// The most credits of one change.
const MOST_CREDITS: u64 = 1_000_000_000;

/// A chat is read with a reason that its owner sees, and so is its title.
fn without_titles(mut ledger: Page<LedgerEntry>) -> Page<LedgerEntry> {
    for entry in &mut ledger.items {
        entry.chat_title = None;
    }
    ledger
}
