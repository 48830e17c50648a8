use actix_web::{
    HttpResponse,
    web::{Data, Json, Path, Query},
};
use uuid::Uuid;

use crate::{
    http::{App, caller::Admin, page::PageQuery, problem::Problem},
    model::{OutboxItem, Page},
    store::StoreError,
};

/// Returns the verification emails and text messages that are stuck, newest first.
pub async fn list_stuck_messages(
    app: Data<App>,
    _admin: Admin,
    page: Query<PageQuery>,
) -> Result<Json<Page<OutboxItem>>, Problem> {
    let page = page.into_inner().request()?;
    Ok(Json(app.store.stuck_messages(&page).await?))
}

/// Tries a stuck message again at once.
pub async fn retry_message(
    app: Data<App>,
    _admin: Admin,
    message_id: Path<Uuid>,
) -> Result<HttpResponse, Problem> {
    match app.store.retry_message(*message_id, app.clock.now()).await {
        Err(StoreError::Conflict(cause)) => Err(Problem::conflict("message_not_stuck", cause)),
        Err(error) => Err(error.into()),
        Ok(()) => {
            app.outbox.wake();
            Ok(HttpResponse::NoContent().finish())
        }
    }
}
