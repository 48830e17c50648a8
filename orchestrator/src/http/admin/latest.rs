use actix_web::{
    HttpResponse,
    web::{Bytes, Data, Json, Query},
};
use futures_util::stream;
use serde::{Deserialize, Serialize};

use crate::{
    chat::{LATEST_CHATS, LatestChats, WatchLatest},
    http::{
        App,
        caller::Admin,
        chats::{KEEP_ALIVE, SESSION_CHECK, event_stream},
        problem::Problem,
    },
    model::{ChatActivity, PageRequest},
};

#[derive(Debug, Deserialize)]
pub struct LatestQuery {
    limit: Option<usize>,
}

#[derive(Debug, Serialize)]
pub struct Latest {
    items: Vec<ChatActivity>,
}

/// The chats of everybody that moved last, the newest first, as the viewer has them in memory.
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
    let started = tokio::time::Instant::now();
    let first = Some(Bytes::from_static(b": joined\n\n"));
    let bytes = stream::unfold(
        (app, admin, tail, started, first),
        |(app, admin, mut tail, mut checked, first)| async move {
            if let Some(first) = first {
                return Some((Ok(first), (app, admin, tail, checked, None)));
            }
            if checked.elapsed() >= SESSION_CHECK {
                app.check_admin(&admin.0).await.ok()?;
                checked = tokio::time::Instant::now();
            }
            let bytes = match tokio::time::timeout(KEEP_ALIVE, tail.next()).await {
                Ok(bytes) => bytes?,
                Err(_) => Bytes::from_static(b": keep-alive\n\n"),
            };
            Some((Ok(bytes), (app, admin, tail, checked, None)))
        },
    );
    Ok(event_stream(bytes))
}
