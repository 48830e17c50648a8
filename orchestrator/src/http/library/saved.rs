use actix_web::{
    HttpResponse,
    web::{Data, Json, Path, Query},
};
use portolan_domain::{Page, SavedItem, SavedKind};
use uuid::Uuid;

use crate::{
    http::{App, caller::Caller, page::PageQuery, problem::Problem},
    services::library,
};

/// Lists the caller's bookmarks, last saved first, without items that they can no longer see.
pub async fn list_saved(
    app: Data<App>,
    caller: Caller,
    query: Query<PageQuery>,
) -> Result<Json<Page<SavedItem>>, Problem> {
    let page = query.into_inner().request()?;
    Ok(Json(app.store.saved_items(caller.user_id, &page).await?))
}

/// Bookmarks something that the caller may see; again changes nothing.
pub async fn save(
    app: Data<App>,
    caller: Caller,
    path: Path<(SavedKind, Uuid)>,
) -> Result<HttpResponse, Problem> {
    let (kind, item_id) = path.into_inner();
    let (caller, library) = (caller.principal(), &app.use_cases.library);
    app.store
        .transact(async |unit| library.save_item(unit, caller, kind, item_id).await)
        .await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Removes a bookmark; one that is not there is no error.
pub async fn unsave(
    app: Data<App>,
    caller: Caller,
    path: Path<(SavedKind, Uuid)>,
) -> Result<HttpResponse, Problem> {
    let (kind, item_id) = path.into_inner();
    let caller = caller.principal();
    app.store
        .transact(async |unit| library::unsave_item(unit, caller, kind, item_id).await)
        .await?;
    Ok(HttpResponse::NoContent().finish())
}
