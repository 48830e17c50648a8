use actix_web::web::{Data, Json, Query};
use serde::Deserialize;

use crate::{
    http::{App, caller::Caller, page::Page, page::PageQuery, problem::Problem},
    model::ChartSummary,
};

#[derive(Debug, Deserialize)]
pub struct ListCharts {
    limit: Option<u32>,
    cursor: Option<String>,
}

/// The caller's charts, the one that changed last first.
pub async fn list_charts(
    app: Data<App>,
    caller: Caller,
    query: Query<ListCharts>,
) -> Result<Json<Page<ChartSummary>>, Problem> {
    let page = PageQuery::new(query.limit, query.cursor.as_deref())?;
    let found = app
        .store
        .list_charts(caller.user_id, page.cursor(), page.limit())
        .await?;
    Ok(Json(found.into()))
}
