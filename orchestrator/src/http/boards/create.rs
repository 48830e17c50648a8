use actix_web::{
    HttpRequest, HttpResponse,
    web::{Data, Json},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use crate::{
    http::{App, caller::Caller, chats::idempotency_key, problem::Problem},
    services::boards::{BoardDraft, StartedBoard},
};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CreateBoard {
    /// A question, or the address of a page; without it the board is empty.
    q: Option<String>,
    title: Option<String>,
    /// Sources that are there already: what the extension brought.
    #[serde(default)]
    source_ids: Vec<Uuid>,
    model: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreatedBoard {
    pub board_id: Uuid,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chat_id: Option<Uuid>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn_id: Option<Uuid>,
}

/// Makes a board: an empty one, or one that a turn fills, which answers the question or reads the
/// page. The same `Idempotency-Key` again answers with the same board, chat and turn.
pub async fn create_board(
    app: Data<App>,
    caller: Caller,
    request: HttpRequest,
    body: Json<CreateBoard>,
) -> Result<HttpResponse, Problem> {
    let body = body.into_inner();
    let body_hash = Sha256::digest(format!("{body:?}").as_bytes()).into();
    let key = idempotency_key(&request, body_hash)?;
    let draft = BoardDraft {
        question: body.q,
        title: body.title,
        source_ids: body.source_ids,
        model: body.model,
    };
    let boards = &app.use_cases.boards;
    let started = boards.start_board(caller.principal(), draft, key).await?;
    Ok(HttpResponse::Created().json(CreatedBoard::from(started)))
}

impl From<StartedBoard> for CreatedBoard {
    fn from(started: StartedBoard) -> Self {
        let (chat_id, turn_id) = started.chat_and_turn.unzip();
        Self {
            board_id: started.board_id,
            chat_id,
            turn_id,
        }
    }
}
