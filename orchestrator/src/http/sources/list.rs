use actix_web::web::{Data, Json, Query};
use serde::Deserialize;

use super::get::SourceAnswer;
use crate::http::{App, caller::Caller, page::Page, page::PageQuery, problem::Problem};

#[derive(Debug, Deserialize)]
pub struct ListSources {
    limit: Option<u32>,
    cursor: Option<String>,
}

/// The caller's sources, newest first.
pub async fn list_sources(
    app: Data<App>,
    caller: Caller,
    query: Query<ListSources>,
) -> Result<Json<Page<SourceAnswer>>, Problem> {
    let page = PageQuery::new(query.limit, query.cursor.as_deref())?;
    let found = app
        .store
        .list_sources(caller.user_id, page.cursor(), page.limit())
        .await?;
    Ok(Json(Page::from(found).map(SourceAnswer::from)))
}
