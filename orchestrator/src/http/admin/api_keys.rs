use actix_web::{
    HttpResponse,
    web::{Data, Path, Query},
};
use portolan_domain::{AdminActionKind, Direction, KeyFilter, KeySort, OwnedApiKey};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use uuid::Uuid;

use super::list::{ListAnswer, ListQuery, answer_list};
use crate::http::{App, caller::Admin, problem::Problem};

const COLUMNS: [&str; 10] = [
    "id",
    "name",
    "prefix",
    "user.email",
    "user.username",
    "scopes",
    "expiresAt",
    "requestsPerMinute",
    "createdAt",
    "lastUsedAt",
];

#[derive(Debug, Deserialize, JsonSchema)]
pub struct KeyQuery {
    q: Option<String>,
    #[serde(default)]
    sort: KeySort,
    #[serde(default)]
    direction: Direction,
}

/// Lists all users' API keys, without their secrets.
pub async fn list_all_api_keys(
    app: Data<App>,
    admin: Admin,
    query: Query<KeyQuery>,
    list: Query<ListQuery>,
) -> Result<ListAnswer<OwnedApiKey>, Problem> {
    let query = query.into_inner();
    let filter = KeyFilter {
        search: query.q,
        sort: query.sort,
        direction: query.direction,
    };
    let read = async move |store: portolan_store::Store, request| {
        store.all_api_keys(&filter, &request).await
    };
    answer_list(app, admin, list.into_inner(), ("api-keys", &COLUMNS), read).await
}

/// Revokes a user's API key.
pub async fn revoke_api_key(
    app: Data<App>,
    admin: Admin,
    key_id: Path<Uuid>,
) -> Result<HttpResponse, Problem> {
    let key = app.store.api_key(*key_id).await?;
    let detail = json!({"name": key.name, "prefix": key.prefix, "userId": key.user_id});
    let action = app.admin_action(
        admin,
        AdminActionKind::ApiKeyRevoked,
        ("api_key", *key_id),
        detail,
    );
    app.store.revoke_api_key(*key_id, &action).await?;
    Ok(HttpResponse::NoContent().finish())
}
