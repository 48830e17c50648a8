use actix_web::{
    HttpResponse,
    web::{Data, Path},
};
use chrono::{DateTime, Utc};
use portolan_blocks::{Block, Outcome, Turn, TurnError, UserMessage};
use portolan_domain::Author;
use schemars::JsonSchema;
use serde::Serialize;
use uuid::Uuid;

use super::export::read_branch;
use crate::http::{App, problem::Problem};

/// A branch of a chat, as anyone with the link may read it.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SharedChat {
    title: String,
    shared_at: DateTime<Utc>,
    author: Author,
    turns: Vec<SharedTurn>,
}

/// A turn without its owner's private data: cost and rating.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct SharedTurn {
    turn_id: Uuid,
    parent_turn_id: Option<Uuid>,
    message: UserMessage,
    model: String,
    outcome: Option<Outcome>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<TurnError>,
    blocks: Vec<Block>,
    started_at: DateTime<Utc>,
    finished_at: Option<DateTime<Utc>>,
}

/// Returns the snapshot of a shared link without sign-in. Sources aren't included, only their blocks.
pub async fn get_shared(app: Data<App>, token: Path<String>) -> Result<HttpResponse, Problem> {
    let share = app.store.shared(&token).await?;
    let turns = read_branch(&app, share.chat_id, share.last_turn_id).await?;
    let author = app.author(share.user_id).await?;
    Ok(HttpResponse::Ok()
        .insert_header(("cache-control", "no-store"))
        .insert_header(("x-robots-tag", "noindex"))
        .json(SharedChat {
            title: share.title,
            shared_at: share.shared_at,
            author,
            turns: turns.into_iter().map(SharedTurn::from).collect(),
        }))
}

impl From<Turn> for SharedTurn {
    fn from(turn: Turn) -> Self {
        Self {
            turn_id: turn.turn_id,
            parent_turn_id: turn.parent_turn_id,
            message: turn.message,
            model: turn.model,
            outcome: turn.outcome,
            error: turn.error,
            blocks: turn.blocks,
            started_at: turn.started_at,
            finished_at: turn.finished_at,
        }
    }
}
