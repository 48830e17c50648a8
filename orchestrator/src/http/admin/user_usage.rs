use actix_web::web::{Data, Json, Query};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::{
    http::{App, caller::Admin, page::PageQuery, problem::Problem},
    model::{Page, UserUsage},
};

#[derive(Debug, Deserialize, JsonSchema)]
pub struct SearchQuery {
    /// Only people whose address or username contains this.
    q: Option<String>,
}

/// Lists the credits and usage of all users, newest users first.
pub async fn list_user_usage(
    app: Data<App>,
    admin: Admin,
    search: Query<SearchQuery>,
    page: Query<PageQuery>,
) -> Result<Json<Page<UserUsage>>, Problem> {
    let _share = app.limits.long_reads.enter(admin.0.user_id).await?;
    let page = page.into_inner().request()?;
    let now = app.clock.now();
    Ok(Json(
        app.store
            .user_usage(search.q.as_deref(), &page, now)
            .await?,
    ))
}
