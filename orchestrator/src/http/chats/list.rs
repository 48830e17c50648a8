use actix_web::web::{Data, Json, Query};
use portolan_domain::{FoundChat, Page};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::http::{App, caller::Caller, page::PageQuery, problem::Problem};

#[derive(Debug, Deserialize, JsonSchema)]
pub struct ChatListQuery {
    /// Only chats whose title contains this, or whose messages contain all of its words.
    q: Option<String>,
}

/// The caller's chats, the one that changed last first.
pub async fn list_chats(
    app: Data<App>,
    caller: Caller,
    search: Query<ChatListQuery>,
    page: Query<PageQuery>,
) -> Result<Json<Page<FoundChat>>, Problem> {
    let page = page.into_inner().request()?;
    let _share = match search.q {
        Some(_) => Some(app.limits.long_reads.enter(caller.user_id).await?),
        None => None,
    };
    Ok(Json(
        app.store
            .chats(caller.user_id, search.q.as_deref(), &page)
            .await?,
    ))
}
