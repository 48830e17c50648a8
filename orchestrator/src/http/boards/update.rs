use actix_web::web::{Data, Json, Path};
use chrono::{DateTime, Utc};
use portolan_boards::{Edge, Invalid, MOST_EDGES, MOST_NODES, Node, check_edge, check_node};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::{
    http::{App, caller::Caller, problem::Problem, title::checked_title},
    model::BoardChange,
};

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
    at_most("nodes", nodes.len().max(removed_node_ids.len()), MOST_NODES)?;
    at_most("edges", edges.len().max(removed_edge_ids.len()), MOST_EDGES)?;
    for (index, node) in nodes.iter().enumerate() {
        check_node(node).map_err(|invalid| problem("nodes", index, &invalid))?;
    }
    for (index, edge) in edges.iter().enumerate() {
        check_edge(edge).map_err(|invalid| problem("edges", index, &invalid))?;
    }
    let change = BoardChange {
        title: title.as_deref().map(checked_title).transpose()?,
        nodes,
        removed_node_ids,
        edges,
        removed_edge_ids,
    };
    let now = app.clock.now();
    let revision = app
        .store
        .change_board(*board_id, caller.user_id, &change, now)
        .await?;
    Ok(Json(UpdatedBoard {
        revision,
        updated_at: now,
    }))
}

fn at_most(path: &str, count: usize, most: usize) -> Result<(), Problem> {
    if count > most {
        return Err(Problem::invalid(
            path,
            format!("A board has at most {most} {path}; this names {count}."),
        ));
    }
    Ok(())
}

fn problem(list: &str, index: usize, invalid: &Invalid) -> Problem {
    Problem::invalid(
        &format!("{list}[{index}].{}", invalid.path),
        invalid.message.clone(),
    )
}
