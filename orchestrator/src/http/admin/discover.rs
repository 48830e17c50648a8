use actix_web::{
    HttpResponse,
    web::{Data, Json, Path, Query},
};
use uuid::Uuid;

use crate::{
    http::{App, caller::Admin, page::PageQuery, problem::Problem},
    model::{Page, SavedKind, Thing},
};

/// All public charts, the last changed first.
pub async fn list_charts(
    app: Data<App>,
    _admin: Admin,
    page: Query<PageQuery>,
) -> Result<Json<Page<Thing>>, Problem> {
    let page = page.into_inner().request()?;
    let kind = Some(SavedKind::Chart);
    Ok(Json(app.store.public_things(kind, &page).await?))
}

/// All public documents, the last changed first.
pub async fn list_portolans(
    app: Data<App>,
    _admin: Admin,
    page: Query<PageQuery>,
) -> Result<Json<Page<Thing>>, Problem> {
    let page = page.into_inner().request()?;
    let kind = Some(SavedKind::Portolan);
    Ok(Json(app.store.public_things(kind, &page).await?))
}

/// Shows a public thing to everyone.
pub async fn curate(
    app: Data<App>,
    _admin: Admin,
    path: Path<(SavedKind, Uuid)>,
) -> Result<HttpResponse, Problem> {
    let (kind, item_id) = path.into_inner();
    app.store.curate(kind, item_id, app.clock.now()).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Shows it no longer; it stays public.
pub async fn uncurate(
    app: Data<App>,
    _admin: Admin,
    path: Path<(SavedKind, Uuid)>,
) -> Result<HttpResponse, Problem> {
    let (kind, item_id) = path.into_inner();
    app.store.uncurate(kind, item_id).await?;
    Ok(HttpResponse::NoContent().finish())
}
