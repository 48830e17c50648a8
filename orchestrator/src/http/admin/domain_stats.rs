use actix_web::web::{Data, Json, Query};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::{
    http::{App, caller::Admin, page::PageQuery, problem::Problem},
    model::{DomainStats, Page},
};

#[derive(Debug, Deserialize, JsonSchema)]
pub struct SearchQuery {
    /// Only sites whose name contains this.
    q: Option<String>,
}

/// Which sites people read, the most read first.
pub async fn list_domain_stats(
    app: Data<App>,
    admin: Admin,
    search: Query<SearchQuery>,
    page: Query<PageQuery>,
) -> Result<Json<Page<DomainStats>>, Problem> {
    let _share = app.limits.long_reads.enter(admin.0.user_id).await?;
    let page = page.into_inner().request()?;
    Ok(Json(
        app.store.domain_stats(search.q.as_deref(), &page).await?,
    ))
}
