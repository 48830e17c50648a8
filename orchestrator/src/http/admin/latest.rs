use actix_web::{
    HttpResponse,
    web::{Data, Query},
};
use portolan_chat_actors::WatchLatest;
use portolan_domain::{ActivityFilter, ActivitySort, ChatActivity, Direction};
use schemars::JsonSchema;
use serde::Deserialize;

use super::list::{ListAnswer, ListQuery, answer_list};
use crate::http::{
    App, caller::Admin, chats::tail_events, problem::Problem, stream_access::StreamAccess,
};

const COLUMNS: [&str; 10] = [
    "chatId",
    "user.email",
    "user.username",
    "model",
    "running",
    "outcome",
    "turns",
    "credits",
    "createdAt",
    "updatedAt",
];

#[derive(Debug, Deserialize, JsonSchema)]
pub struct LatestQuery {
    q: Option<String>,
    #[serde(default)]
    sort: ActivitySort,
    #[serde(default)]
    direction: Direction,
}

/// Lists the chats of all users, the last changed first, without what was written in them: reading a chat takes a
/// reason, which its owner sees.
pub async fn latest_chats(
    app: Data<App>,
    admin: Admin,
    query: Query<LatestQuery>,
    list: Query<ListQuery>,
) -> Result<ListAnswer<ChatActivity>, Problem> {
    let query = query.into_inner();
    let filter = ActivityFilter {
        search: query.q,
        sort: query.sort,
        direction: query.direction,
    };
    let columns = ("latest-chats", &COLUMNS[..]);
    answer_list(
        app,
        admin,
        list.into_inner(),
        columns,
        async move |store, request| store.latest_activity(&filter, &request).await,
    )
    .await
}

/// Streams `chat.latest` for each chat that changes from now on.
pub async fn latest_events(app: Data<App>, admin: Admin) -> Result<HttpResponse, Problem> {
    let tail = app
        .viewer
        .send(WatchLatest)
        .await
        .map_err(Problem::unavailable)?;
    let access = StreamAccess::of_admin(&app, admin.0);
    Ok(tail_events(app, access, tail))
}
