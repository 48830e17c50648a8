use actix_web::{
    HttpResponse,
    web::{Data, Json, Path, Query},
};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use uuid::Uuid;

use crate::{
    http::{App, caller::Admin, page::PageQuery, problem::Problem},
    model::{OutboxFilter, OutboxItem, Page},
    store::StoreError,
};

/// The part of the queue that is listed; the stuck messages where nothing is said.
#[derive(Deserialize, JsonSchema)]
pub struct FilterQuery {
    #[serde(default)]
    status: OutboxFilter,
}

/// Returns verification emails and text messages of one part of the queue, newest first.
pub async fn list_messages(
    app: Data<App>,
    admin: Admin,
    filter: Query<FilterQuery>,
    page: Query<PageQuery>,
) -> Result<Json<Page<OutboxItem>>, Problem> {
    let _share = app.limits.long_reads.enter(admin.0.user_id).await?;
    let page = page.into_inner().request()?;
    let messages = app.store.outbox_messages(filter.status, &page).await?;
    Ok(Json(messages))
}

/// Tries a message that was not sent again at once.
pub async fn retry_message(
    app: Data<App>,
    admin: Admin,
    message_id: Path<Uuid>,
) -> Result<HttpResponse, Problem> {
    let action = app.admin_action(admin, "mail.retried", ("message", *message_id), json!({}));
    match app.store.retry_message(*message_id, &action).await {
        Err(StoreError::Conflict(cause)) => Err(Problem::conflict("message_not_stuck", cause)),
        Err(error) => Err(error.into()),
        Ok(()) => {
            app.outbox.wake();
            Ok(HttpResponse::NoContent().finish())
        }
    }
}
