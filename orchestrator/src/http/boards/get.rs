use actix_web::{
    HttpRequest,
    web::{Data, Json, Path},
};
use chrono::{DateTime, Utc};
use portolan_boards::{Edge, Node};
use portolan_domain::{Author, SavedKind, Visibility};
use schemars::JsonSchema;
use serde::Serialize;
use uuid::Uuid;

use crate::http::{App, caller::MaybeCaller, problem::Problem};

/// A board with its contents, from the bottom to the top.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Board")]
#[serde(rename_all = "camelCase")]
pub struct BoardAnswer {
    id: Uuid,
    title: String,
    visibility: Visibility,
    /// Whether the caller may change it.
    is_owner: bool,
    author: Author,
    /// The chat whose blocks become nodes, for its owner.
    #[serde(skip_serializing_if = "Option::is_none")]
    chat_id: Option<Uuid>,
    #[serde(skip_serializing_if = "Option::is_none")]
    source_url: Option<String>,
    revision: u64,
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    created_at: DateTime<Utc>,
    updated_at: DateTime<Utc>,
}

/// A board: the caller's own, or one that is shared.
pub async fn get_board(
    app: Data<App>,
    request: HttpRequest,
    caller: MaybeCaller,
    board_id: Path<Uuid>,
) -> Result<Json<BoardAnswer>, Problem> {
    let known = app.visible_board(&caller, *board_id).await?;
    let (board, canvas) = app.store.board_canvas(known.id).await?;
    let is_owner = caller.is(board.user_id);
    app.count_view(
        &request,
        &caller,
        (SavedKind::Board, board.id, board.user_id),
    );
    Ok(Json(BoardAnswer {
        id: board.id,
        title: board.title,
        visibility: board.visibility,
        is_owner,
        author: app.author(board.user_id).await?,
        chat_id: board.chat_id.filter(|_| is_owner),
        source_url: board.source_url,
        revision: board.revision,
        nodes: canvas.nodes.into_iter().map(|kept| kept.item).collect(),
        edges: canvas.edges.into_iter().map(|kept| kept.item).collect(),
        created_at: board.created_at,
        updated_at: board.updated_at,
    }))
}
