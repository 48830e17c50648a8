use actix_web::{
    HttpResponse,
    web::{Bytes, Data},
};
use futures_util::stream;

use crate::{
    chat::WatchPerson,
    http::{
        App,
        caller::Caller,
        chats::{KEEP_ALIVE, SESSION_CHECK, event_stream},
        problem::Problem,
    },
};

/// What concerns the caller in every tab: `plan.changed`, `notification`.
pub async fn user_events(app: Data<App>, caller: Caller) -> Result<HttpResponse, Problem> {
    let tail = app
        .usage
        .send(WatchPerson {
            user_id: caller.user_id,
        })
        .await
        .map_err(Problem::unavailable)?;
    let started = tokio::time::Instant::now();
    let first = Some(Bytes::from_static(b": joined\n\n"));
    let bytes = stream::unfold(
        (app, caller, tail, started, first),
        |(app, caller, mut tail, mut checked, first)| async move {
            if let Some(first) = first {
                return Some((Ok(first), (app, caller, tail, checked, None)));
            }
            if checked.elapsed() >= SESSION_CHECK {
                app.check_session(&caller).await.ok()?;
                checked = tokio::time::Instant::now();
            }
            let bytes = match tokio::time::timeout(KEEP_ALIVE, tail.next()).await {
                Ok(bytes) => bytes?,
                Err(_) => Bytes::from_static(b": keep-alive\n\n"),
            };
            Some((Ok(bytes), (app, caller, tail, checked, None)))
        },
    );
    Ok(event_stream(bytes))
}
