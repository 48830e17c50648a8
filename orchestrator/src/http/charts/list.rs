use actix_web::web::{Data, Json, Query};
use portolan_domain::{Chart, Page};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::http::{App, caller::Caller, page::PageQuery, problem::Problem};

#[derive(Debug, Deserialize, JsonSchema)]
pub struct ChartListQuery {
    /// Only charts whose title contains this.
    q: Option<String>,
}

/// The caller's charts, the one that changed last first.
pub async fn list_charts(
    app: Data<App>,
    caller: Caller,
    search: Query<ChartListQuery>,
    page: Query<PageQuery>,
) -> Result<Json<Page<Chart>>, Problem> {
    let page = page.into_inner().request()?;
    Ok(Json(
        app.store
            .charts(caller.user_id, search.q.as_deref(), &page)
            .await?,
    ))
}
