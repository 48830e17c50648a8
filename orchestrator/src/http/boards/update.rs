use actix_web::web::{Data, Json, Path};
use chrono::{DateTime, Utc};
use portolan_boards::{Edge, Node};
use portolan_domain::BoardChange;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::http::{App, caller::Caller, problem::Problem};

#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct UpdateBoard {
    title: Option<String>,
    nodes: Vec<Node>,
    removed_node_ids: Vec<String>,
    edges: Vec<Edge>,
    removed_edge_ids: Vec<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct UpdatedBoard {
    revision: u64,
    updated_at: DateTime<Utc>,
}

/// Changes a board element by element; the last writer of each wins.
pub async fn update_board(
    app: Data<App>,
    caller: Caller,
    board_id: Path<Uuid>,
    body: Json<UpdateBoard>,
) -> Result<Json<UpdatedBoard>, Problem> {
    let UpdateBoard {
        title,
        nodes,
        removed_node_ids,
        edges,
        removed_edge_ids,
    } = body.into_inner();
    let change = BoardChange {
        title,
        nodes,
        removed_node_ids,
        edges,
        removed_edge_ids,
    };
    let (caller, boards) = (caller.principal(), &app.use_cases.boards);
    let (revision, updated_at) = app
        .store
        .transact(async |unit| boards.update_board(unit, caller, *board_id, change).await)
        .await?;
    Ok(Json(UpdatedBoard {
        revision,
        updated_at,
    }))
}
