use actix_web::web::{Data, Json, Query};
use portolan_domain::Page;

use super::get::SourceAnswer;
use crate::http::{App, caller::Caller, page::PageQuery, problem::Problem};

/// The caller's sources, newest first.
pub async fn list_sources(
    app: Data<App>,
    caller: Caller,
    query: Query<PageQuery>,
) -> Result<Json<Page<SourceAnswer>>, Problem> {
    let page = query.into_inner().request()?;
    let found = app.store.sources(caller.user_id, &page).await?;
    Ok(Json(Page {
        items: found.items.into_iter().map(SourceAnswer::from).collect(),
        next_cursor: found.next_cursor,
    }))
}
