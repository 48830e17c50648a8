use actix_web::{
    HttpResponse,
    web::{Data, Json, Path, Query},
};
use portolan_domain::{
    AdminActionKind, AdminItem, Direction, ItemFilter, ItemSort, ItemStatus, SavedKind,
};
use portolan_store::Store;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use uuid::Uuid;

use super::list::{ListAnswer, ListQuery, answer_list, check_reason};
use crate::http::{App, caller::Admin, problem::Problem};

const COLUMNS: [&str; 9] = [
    "id",
    "title",
    "author.username",
    "ownerEmail",
    "updatedAt",
    "isCurated",
    "views",
    "hiddenAt",
    "hiddenReason",
];

#[derive(Debug, Deserialize, JsonSchema)]
pub struct ItemQuery {
    q: Option<String>,
    #[serde(default)]
    status: ItemStatus,
    #[serde(default)]
    sort: ItemSort,
    #[serde(default)]
    direction: Direction,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HideBody {
    reason: String,
}

/// Lists public or hidden charts.
pub async fn list_charts(
    app: Data<App>,
    admin: Admin,
    query: Query<ItemQuery>,
    list: Query<ListQuery>,
) -> Result<ListAnswer<AdminItem>, Problem> {
    answer_items(app, admin, (SavedKind::Chart, "charts"), query, list).await
}

/// Lists public or hidden documents.
pub async fn list_portolans(
    app: Data<App>,
    admin: Admin,
    query: Query<ItemQuery>,
    list: Query<ListQuery>,
) -> Result<ListAnswer<AdminItem>, Problem> {
    answer_items(app, admin, (SavedKind::Portolan, "portolans"), query, list).await
}

async fn answer_items(
    app: Data<App>,
    admin: Admin,
    (kind, name): (SavedKind, &'static str),
    query: Query<ItemQuery>,
    list: Query<ListQuery>,
) -> Result<ListAnswer<AdminItem>, Problem> {
    let query = query.into_inner();
    if query.status == ItemStatus::Hidden && query.sort != ItemSort::Time {
        return Err(Problem::invalid(
            "sort",
            "Hidden items are sorted by time only.",
        ));
    }
    let filter = ItemFilter {
        search: query.q,
        status: query.status,
        sort: query.sort,
        direction: query.direction,
    };
    let read = async move |store: Store, request| store.admin_items(kind, &filter, &request).await;
    answer_list(app, admin, list.into_inner(), (name, &COLUMNS), read).await
}

/// Hides a public item: it becomes private, and its owner can't share it.
pub async fn hide_item(
    app: Data<App>,
    admin: Admin,
    path: Path<(SavedKind, Uuid)>,
    body: Json<HideBody>,
) -> Result<HttpResponse, Problem> {
    let (kind, item_id) = path.into_inner();
    let reason = check_reason(&body.reason)?;
    let detail = json!({"reason": reason});
    let action = app.admin_action(
        admin,
        AdminActionKind::ItemHidden,
        (kind.name(), item_id),
        detail,
    );
    app.store.hide_item(kind, item_id, &reason, &action).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Shows a hidden item again, as it was.
pub async fn show_item(
    app: Data<App>,
    admin: Admin,
    path: Path<(SavedKind, Uuid)>,
) -> Result<HttpResponse, Problem> {
    let (kind, item_id) = path.into_inner();
    let action = app.admin_action(
        admin,
        AdminActionKind::ItemShown,
        (kind.name(), item_id),
        json!({}),
    );
    app.store.show_item(kind, item_id, &action).await?;
    Ok(HttpResponse::NoContent().finish())
}
