use actix_web::web::{Data, Json, Path, Query};
use portolan_domain::{ChatView, Page};
use uuid::Uuid;

use crate::http::{App, caller::Caller, page::PageQuery, problem::Problem};

/// Lists which admins viewed the caller's chat, when and why.
pub async fn list_views(
    app: Data<App>,
    caller: Caller,
    chat_id: Path<Uuid>,
    page: Query<PageQuery>,
) -> Result<Json<Page<ChatView>>, Problem> {
    let chat = app.chat_of(&caller, *chat_id).await?;
    let page = page.into_inner().request()?;
    Ok(Json(app.store.chat_views(chat.id, &page).await?))
}
