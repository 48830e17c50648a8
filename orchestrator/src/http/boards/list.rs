use actix_web::web::{Data, Json, Query};
use portolan_domain::{Board, Page};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::http::{App, caller::Caller, page::PageQuery, problem::Problem};

#[derive(Debug, Deserialize, JsonSchema)]
pub struct BoardListQuery {
    /// Only boards whose title contains this.
    q: Option<String>,
}

/// The caller's boards, the one that changed last first.
pub async fn list_boards(
    app: Data<App>,
    caller: Caller,
    search: Query<BoardListQuery>,
    page: Query<PageQuery>,
) -> Result<Json<Page<Board>>, Problem> {
    let page = page.into_inner().request()?;
    Ok(Json(
        app.store
            .boards(caller.user_id, search.q.as_deref(), &page)
            .await?,
    ))
}
