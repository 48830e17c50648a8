use actix_web::web::{Data, Json, Query};

use crate::{
    http::{App, caller::Admin, page::PageQuery, problem::Problem},
    model::{OwnedApiKey, Page},
};

/// All users' API keys, the newest first; without their secrets.
pub async fn list_all_api_keys(
    app: Data<App>,
    _admin: Admin,
    page: Query<PageQuery>,
) -> Result<Json<Page<OwnedApiKey>>, Problem> {
    let page = page.into_inner().request()?;
    Ok(Json(app.store.all_api_keys(&page).await?))
}
