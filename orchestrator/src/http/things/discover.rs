use actix_web::web::{Data, Json, Query};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::{
    http::{App, page::PageQuery, problem::Problem},
    model::{Page, SavedKind, Thing},
};

#[derive(Debug, Deserialize, JsonSchema)]
pub struct DiscoverQuery {
    /// Only things of this kind.
    kind: Option<SavedKind>,
}

/// Lists the featured items, last featured first.
pub async fn discover(
    app: Data<App>,
    wanted: Query<DiscoverQuery>,
    page: Query<PageQuery>,
) -> Result<Json<Page<Thing>>, Problem> {
    let page = page.into_inner().request()?;
    Ok(Json(
        app.use_cases
            .library
            .list_featured(wanted.kind, &page)
            .await?,
    ))
}

/// The charts among them.
pub async fn discover_charts(
    app: Data<App>,
    page: Query<PageQuery>,
) -> Result<Json<Page<Thing>>, Problem> {
    let page = page.into_inner().request()?;
    let kind = Some(SavedKind::Chart);
    Ok(Json(
        app.use_cases.library.list_featured(kind, &page).await?,
    ))
}
