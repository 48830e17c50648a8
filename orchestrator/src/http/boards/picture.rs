use actix_web::{
    HttpResponse,
    http::header::{ETag, EntityTag, IfNoneMatch},
    web::{Data, Header, Path, Query},
};
use base64::{Engine, engine::general_purpose::STANDARD};
use portolan_boards::{
    Canvas, ChartPictures, NodeContent, PictureTheme, draw_picture, pictured_charts,
};
use portolan_draw::{DrawRequest, Theme};
use schemars::JsonSchema;
use serde::Deserialize;
use uuid::Uuid;

use crate::http::{App, caller::MaybeCaller, charts::export::draw_request, problem::Problem};

#[derive(Debug, Deserialize, JsonSchema)]
pub struct PictureQuery {
    #[serde(default)]
    theme: PictureTheme,
}

/// Charts that are drawn for one picture; others are bars.
const DRAWN_CHARTS: usize = 3;
/// Points that a chart is drawn at: it is shown at half of that.
const CHART_SIZE: (u32, u32) = (460, 340);

/// Serves a board's thumbnail, which clients fetch again only after a change.
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
    let charts = draw_charts(&app, &caller, &canvas, query.theme).await?;
    let drawing = draw_picture(&canvas, query.theme, &charts);
    Ok(response
        .content_type("image/svg+xml")
        .insert_header(("x-content-type-options", "nosniff"))
        .insert_header(("content-security-policy", "default-src 'none'; sandbox"))
        .body(drawing))
}

/// Draws the first charts of a board that the caller may see. One that can't be drawn stays a shape.
async fn draw_charts(
    app: &App,
    caller: &MaybeCaller,
    canvas: &Canvas,
    theme: PictureTheme,
) -> Result<ChartPictures, Problem> {
    let nodes = pictured_charts(canvas, DRAWN_CHARTS);
    let mut pictures = ChartPictures::new();
    if nodes.is_empty() {
        return Ok(pictures);
    }
    let _share = match caller.0 {
        Some(caller) => Some(app.limits.drawings.enter(caller.user_id).await?),
        None => None,
    };
    for node in nodes {
        let NodeContent::Chart {
            chart_id, version, ..
        } = &node.content
        else {
            continue;
        };
        if let Ok(svg) = draw_chart(app, caller, (*chart_id, *version), theme).await {
            let address = format!("data:image/svg+xml;base64,{}", STANDARD.encode(svg));
            pictures.insert(node.id.clone(), address);
        }
    }
    Ok(pictures)
}

async fn draw_chart(
    app: &App,
    caller: &MaybeCaller,
    (chart_id, version): (Uuid, Option<u32>),
    theme: PictureTheme,
) -> Result<String, Problem> {
    let chart = app.visible_chart(caller, chart_id).await?;
    let version = app.visible_version(caller, &chart, version).await?;
    let theme = match theme {
        PictureTheme::Light => Theme::Light,
        PictureTheme::Dark => Theme::Dark,
    };
    let (width, height) = CHART_SIZE;
    let request = DrawRequest {
        width: Some(width),
        height: Some(height),
        ..DrawRequest::of_chart(&version.chart, theme)
    };
    draw_request(app, request).await
}
