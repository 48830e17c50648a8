use actix_web::{
    HttpResponse,
    web::{Data, Json},
};
use portolan_boards::Canvas;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::checked_title;
use crate::{
    http::{App, caller::Caller, problem::Problem},
    store::NewBoard,
};

#[derive(Debug, Deserialize)]
pub struct CreateBoard {
    title: Option<String>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CreatedBoard {
    pub board_id: Uuid,
}

/// What a board is called that nobody has named.
pub const UNTITLED: &str = "Untitled board";

/// Makes an empty board.
pub async fn create_board(
    app: Data<App>,
    caller: Caller,
    body: Json<CreateBoard>,
) -> Result<HttpResponse, Problem> {
    let title = checked_title(body.title.as_deref().unwrap_or(UNTITLED))?;
    let board_id = app.ids.id();
    app.store
        .create_board(&NewBoard {
            id: board_id,
            user_id: caller.user_id,
            title: &title,
            chat_id: None,
            source_url: None,
            canvas: &Canvas::default(),
            now: app.clock.now(),
        })
        .await?;
    Ok(HttpResponse::Created().json(CreatedBoard { board_id }))
}
