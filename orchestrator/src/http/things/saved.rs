use actix_web::{
    HttpResponse,
    web::{Data, Json, Path, Query},
};
use uuid::Uuid;

use crate::{
    http::{
        App,
        caller::{Caller, MaybeCaller},
        page::PageQuery,
        problem::Problem,
    },
    model::{Page, SavedItem, SavedKind},
};

/// The caller's bookmarks, the last saved first; without what they may no longer see.
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
    match kind {
        SavedKind::Board => {
            app.visible_board(&MaybeCaller(Some(caller)), item_id)
                .await?;
        }
        SavedKind::Chart => {
            app.visible_chart(&MaybeCaller(Some(caller)), item_id)
                .await?;
        }
        SavedKind::Chat => {
            app.chat_of(&caller, item_id).await?;
        }
        SavedKind::Portolan => {
            app.visible_portolan(&MaybeCaller(Some(caller)), item_id)
                .await?;
        }
    }
    app.store
        .save_item(caller.user_id, kind, item_id, app.clock.now())
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
    app.store.unsave_item(caller.user_id, kind, item_id).await?;
    Ok(HttpResponse::NoContent().finish())
}
