use actix_web::{
    HttpResponse,
    web::{Data, Json, Query},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    chat::{LATEST_CHATS, LatestChats, WatchLatest},
    http::{App, caller::Admin, chats::tail_events, problem::Problem, standing::Standing},
    model::{ChatActivity, PageRequest},
};

#[derive(Debug, Deserialize, JsonSchema)]
pub struct LatestQuery {
    limit: Option<usize>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "LatestChats")]
pub struct Latest {
    items: Vec<ChatActivity>,
}

/// The latest active chats of all users, the newest first, as the viewer has them in memory.
pub async fn latest_chats(
    app: Data<App>,
    _admin: Admin,
    query: Query<LatestQuery>,
) -> Result<Json<Latest>, Problem> {
    let limit = query.limit.unwrap_or(PageRequest::DEFAULT_LIMIT as usize);
    if !(1..=LATEST_CHATS).contains(&limit) {
        return Err(Problem::invalid(
            "limit",
            format!("The list has 1 to {LATEST_CHATS} chats."),
        ));
    }
    let items = app
        .viewer
        .send(LatestChats { limit })
        .await
        .map_err(Problem::unavailable)?;
    Ok(Json(Latest { items }))
}

/// `chat.latest` for every chat that moves from now on.
pub async fn latest_events(app: Data<App>, admin: Admin) -> Result<HttpResponse, Problem> {
    let tail = app
        .viewer
        .send(WatchLatest)
        .await
        .map_err(Problem::unavailable)?;
    let standing = Standing::of_admin(&app, admin.0);
    Ok(tail_events(app, standing, tail))
}
