use actix_web::{
    HttpResponse,
    http::header::{ETag, EntityTag, IfNoneMatch},
    web::{Data, Header, Path, Query},
};
use portolan_boards::{PictureTheme, draw_picture};
use schemars::JsonSchema;
use serde::Deserialize;
use uuid::Uuid;

use crate::http::{App, caller::MaybeCaller, problem::Problem};

#[derive(Debug, Deserialize, JsonSchema)]
pub struct PictureQuery {
    #[serde(default)]
    theme: PictureTheme,
}

/// A board as lists show it: a small drawing of where things lie, fetched again only after a change.
pub async fn board_picture(
    app: Data<App>,
    caller: MaybeCaller,
    board_id: Path<Uuid>,
    query: Query<PictureQuery>,
    known: Option<Header<IfNoneMatch>>,
) -> Result<HttpResponse, Problem> {
    let board = app.visible_board(&caller, *board_id).await?;
    let tag = EntityTag::new_strong(format!("{}-{:?}", board.revision, query.theme).to_lowercase());
    let is_known = known.is_some_and(|Header(known)| match known {
        IfNoneMatch::Any => true,
        IfNoneMatch::Items(tags) => tags.iter().any(|other| other.weak_eq(&tag)),
    });
    let mut response = if is_known {
        HttpResponse::NotModified()
    } else {
        HttpResponse::Ok()
    };
    response
        .insert_header(ETag(tag))
        .insert_header(("cache-control", "private, no-cache"));
    if is_known {
        return Ok(response.finish());
    }
    let (_, canvas) = app.store.board_canvas(board.id).await?;
    let drawing = draw_picture(&canvas, query.theme)
        .ok_or_else(|| Problem::not_found("picture: the board is empty"))?;
    Ok(response
        .content_type("image/svg+xml")
        .insert_header(("x-content-type-options", "nosniff"))
        .insert_header(("content-security-policy", "default-src 'none'; sandbox"))
        .body(drawing))
}
