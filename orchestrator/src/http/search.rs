use actix_web::web::{Data, Json, Query};
use serde::Deserialize;

use super::{App, caller::Caller, page::PageQuery, problem::Problem};
use crate::model::{Page, SearchItem};

#[derive(Debug, Deserialize)]
pub struct SearchQuery {
    #[serde(default)]
    q: String,
}

/// Finds words in the caller's chats and charts and in all public charts.
pub async fn search(
    app: Data<App>,
    caller: Caller,
    query: Query<SearchQuery>,
    page: Query<PageQuery>,
) -> Result<Json<Page<SearchItem>>, Problem> {
    let page = page.into_inner().request()?;
    let _share = app.limits.long_reads.enter(caller.user_id).await?;
    let library = &app.use_cases.library;
    let found = library.search_items(caller.principal(), &query.q, &page);
    Ok(Json(found.await?))
}
