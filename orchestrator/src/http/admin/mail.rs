use actix_web::{
    HttpResponse,
    web::{Data, Path, Query},
};
use portolan_domain::{
    AdminActionKind, Direction, OutboxFilter, OutboxItem, OutboxPart, OutboxSort,
};
use portolan_store::StoreError;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use uuid::Uuid;

use super::list::{ListAnswer, ListQuery, answer_list};
use crate::http::{App, caller::Admin, problem::Problem};

const COLUMNS: [&str; 8] = [
    "createdAt",
    "kind",
    "purpose",
    "recipient",
    "status",
    "attempts",
    "lastError",
    "expiresAt",
];

/// The part of the queue that is listed; the stuck messages by default.
#[derive(Deserialize, JsonSchema)]
pub struct FilterQuery {
    #[serde(default)]
    status: OutboxPart,
    q: Option<String>,
    #[serde(default)]
    sort: OutboxSort,
    #[serde(default)]
    direction: Direction,
}

/// Lists emails and text messages of one part of the queue, newest first.
pub async fn list_messages(
    app: Data<App>,
    admin: Admin,
    query: Query<FilterQuery>,
    list: Query<ListQuery>,
) -> Result<ListAnswer<OutboxItem>, Problem> {
    let query = query.into_inner();
    let filter = OutboxFilter {
        part: query.status,
        search: query.q,
        sort: query.sort,
        direction: query.direction,
    };
    let columns = ("mail", &COLUMNS[..]);
    answer_list(
        app,
        admin,
        list.into_inner(),
        columns,
        async move |store, request| store.outbox_messages(&filter, &request).await,
    )
    .await
}

/// Tries a message that was not sent again at once.
pub async fn retry_message(
    app: Data<App>,
    admin: Admin,
    message_id: Path<Uuid>,
) -> Result<HttpResponse, Problem> {
    let action = app.admin_action(
        admin,
        AdminActionKind::MailRetried,
        ("message", *message_id),
        json!({}),
    );
    match app.store.retry_message(*message_id, &action).await {
        Err(StoreError::Conflict(cause)) => Err(Problem::conflict("message_not_stuck", cause)),
        Err(error) => Err(error.into()),
        Ok(()) => {
            app.outbox.wake();
            Ok(HttpResponse::NoContent().finish())
        }
    }
}
