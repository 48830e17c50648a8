use actix_web::web::{Data, Json, Query};
use portolan_domain::{Page, PublishedItem, SavedKind};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::http::{App, page::PageQuery, problem::Problem};

#[derive(Debug, Deserialize, JsonSchema)]
pub struct DiscoverQuery {
    /// Only items of this kind.
    kind: Option<SavedKind>,
    /// Only items of this topic.
    topic: Option<String>,
}

/// Lists the featured items, last featured first.
pub async fn discover(
    app: Data<App>,
    wanted: Query<DiscoverQuery>,
    page: Query<PageQuery>,
) -> Result<Json<Page<PublishedItem>>, Problem> {
    let page = page.into_inner().request()?;
    let topic = wanted.topic.as_deref();
    let things = app
        .use_cases
        .library
        .list_featured(wanted.kind, topic, &page);
    Ok(Json(things.await?))
}

/// The charts among them.
pub async fn discover_charts(
    app: Data<App>,
    page: Query<PageQuery>,
) -> Result<Json<Page<PublishedItem>>, Problem> {
    let page = page.into_inner().request()?;
    let kind = Some(SavedKind::Chart);
    let things = app.use_cases.library.list_featured(kind, None, &page);
    Ok(Json(things.await?))
}
