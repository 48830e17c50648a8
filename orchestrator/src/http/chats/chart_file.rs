use actix_web::{
    HttpResponse,
    web::{Data, Path},
};
use portolan_blocks::{BlockContent, ChartBlock, Cursor, Fold};
use portolan_draw::{DrawRequest, Theme};
use uuid::Uuid;

use crate::{
    charts::write_csv,
    http::{
        App,
        caller::Caller,
        charts::export::{draw_request, file_response, paint_image, redrawable},
        problem::Problem,
    },
};

/// Returns the path of a chart of an answer as a file.
pub fn chart_path(turn_id: Uuid, block_id: Uuid, format: &str) -> String {
    format!("/api/turns/{turn_id}/charts/{block_id}.{format}")
}

/// Returns a chart of an answer as a file, drawn by the same code as on the page.
pub async fn chart_file(
    app: Data<App>,
    caller: Caller,
    path: Path<(Uuid, Uuid, String)>,
) -> Result<HttpResponse, Problem> {
    let (turn_id, block_id, format) = path.into_inner();
    let chart = find_chart(&app, &caller, turn_id, block_id).await?;
    let (media_type, bytes) = match format.as_str() {
        "csv" => {
            let data = chart.data.as_ref();
            let data = data.ok_or_else(|| Problem::not_found("table in this chart"))?;
            (
                "text/csv; charset=utf-8",
                write_csv(data).map_err(Problem::internal)?,
            )
        }
        "json" => (
            "application/json",
            serde_json::to_vec_pretty(&chart).map_err(Problem::internal)?,
        ),
        "vl.json" | "vg.json" | "py" | "R" => redrawable(&app, &chart, &format).await?,
        picture => {
            let svg = draw_request(&app, DrawRequest::of_chart(&chart, Theme::Light)).await?;
            match picture {
                "png" => (
                    "image/png",
                    paint_image(move || portolan_draw::paint_png(&svg, 2.0)).await?,
                ),
                "pdf" => (
                    "application/pdf",
                    paint_image(move || portolan_draw::print_pdf(&svg, &chart.title)).await?,
                ),
                _ => ("image/svg+xml", svg.into_bytes()),
            }
        }
    };
    Ok(file_response(media_type).body(bytes))
}

/// Finds a chart in the caller's own turn; all others are not found.
async fn find_chart(
    app: &App,
    caller: &Caller,
    turn_id: Uuid,
    block_id: Uuid,
) -> Result<ChartBlock, Problem> {
    let turn = app.store.turn(turn_id).await?;
    if turn.user_id != caller.user_id {
        return Err(Problem::not_found("turn"));
    }
    let mut fold = Fold::new(turn.chat_id, String::new());
    for stored in app.store.branch(turn.chat_id, turn_id, 1).await? {
        fold.apply(Some(Cursor::stored(stored.id)), stored.event);
    }
    let turns = fold.into_chat().turns.into_iter();
    let block = turns
        .flat_map(|turn| turn.blocks)
        .find(|block| block.id == block_id);
    match block.map(|block| block.content) {
        Some(BlockContent::Chart(chart)) => Ok(*chart),
        _ => Err(Problem::not_found("chart")),
    }
}
