use actix_web::{
    HttpResponse,
    web::{Data, Path},
};
use portolan_boards::write_canvas;
use uuid::Uuid;

use crate::http::{App, caller::MaybeCaller, charts::file_name, problem::Problem};

/// A board as a file of JSON Canvas 1.0, which other programs open.
pub async fn export_board(
    app: Data<App>,
    caller: MaybeCaller,
    board_id: Path<Uuid>,
) -> Result<HttpResponse, Problem> {
    let known = app.visible_board(&caller, *board_id).await?;
    let (board, canvas) = app.store.board_canvas(known.id).await?;
    let site = app.site.url().unwrap_or_default();
    let file =
        serde_json::to_vec_pretty(&write_canvas(&canvas, &site)).map_err(Problem::internal)?;
    Ok(HttpResponse::Ok()
        .content_type("application/json")
        .insert_header(("cache-control", "private, no-store"))
        .insert_header((
            "content-disposition",
            format!(
                "attachment; filename=\"{}.canvas\"",
                file_name(&board.title, "board")
            ),
        ))
        .body(file))
}
