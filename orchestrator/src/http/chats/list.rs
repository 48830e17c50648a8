use actix_web::web::{Data, Json, Query};
use serde::Deserialize;

use crate::{
    http::{App, caller::Caller, page::Page, page::PageQuery, problem::Problem},
    model::Chat,
};

#[derive(Debug, Deserialize)]
pub struct ListChats {
    /// Only chats whose title contains this.
    q: Option<String>,
    limit: Option<u32>,
    cursor: Option<String>,
}

/// The caller's chats, the one that changed last first.
pub async fn list_chats(
    app: Data<App>,
    caller: Caller,
    query: Query<ListChats>,
) -> Result<Json<Page<Chat>>, Problem> {
    let page = PageQuery::new(query.limit, query.cursor.as_deref())?;
    let items = app
        .store
        .list_chats(caller.user_id, query.q.as_deref(), page.cursor(), page.limit())
        .await?;
    Ok(Json(page.answer(items)))
}
