use actix_web::{
    HttpResponse,
    web::{Bytes, Data},
};
use portolan_boards::read_canvas;

use super::{BOARD_BYTES, create::CreatedBoard};
use crate::{
    http::{App, body, caller::Caller, problem::Problem},
    services::boards::UNTITLED,
};

/// Makes a board of a file of JSON Canvas 1.0, ours or another program's.
pub async fn import_board(
    app: Data<App>,
    caller: Caller,
    body: Result<Bytes, actix_web::Error>,
) -> Result<HttpResponse, Problem> {
    let body = body.map_err(|error| body::unreadable_body(error, BOARD_BYTES))?;
    let file = serde_json::from_slice(&body).map_err(|error| {
        Problem::invalid("body", format!("This isn't a JSON Canvas file: {error}."))
    })?;
    let canvas =
        read_canvas(file).map_err(|invalid| Problem::invalid(&invalid.path, invalid.message))?;
    let title = canvas.title.as_deref().map(str::trim);
    let title = title.filter(|title| !title.is_empty()).unwrap_or(UNTITLED);
    let boards = &app.use_cases.boards;
    let board_id = app
        .store
        .transact(async |unit| {
            boards
                .create_from_canvas(unit, caller.principal(), title, &canvas)
                .await
        })
        .await?;
    Ok(HttpResponse::Created().json(CreatedBoard {
        board_id,
        chat_id: None,
        turn_id: None,
    }))
}
