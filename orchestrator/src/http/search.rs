use actix_web::web::{Data, Json, Query};
use portolan_domain::{Page, SearchItem};
use schemars::JsonSchema;
use serde::Deserialize;

use super::{
    App,
    caller::Caller,
    contract::{Routes, get, resource},
    page::PageQuery,
    problem::Problem,
};

pub fn routes(routes: &mut Routes<'_>) {
    routes.service(
        resource("/api/search").route(
            get()
                .to(search)
                .about("Searches the caller's items and public ones."),
        ),
    );
}

#[derive(Debug, Deserialize, JsonSchema)]
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
