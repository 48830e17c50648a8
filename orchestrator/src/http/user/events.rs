use actix_web::{HttpResponse, web::Data};
use portolan_chat_actors::WatchUser;

use crate::http::{
    App, caller::Caller, chats::tail_events, problem::Problem, stream_access::StreamAccess,
};

/// Streams the caller's events for every tab: `plan.changed`, `notification`.
pub async fn user_events(app: Data<App>, caller: Caller) -> Result<HttpResponse, Problem> {
    let tail = app
        .usage
        .send(WatchUser {
            user_id: caller.user_id,
        })
        .await
        .map_err(Problem::unavailable)?;
    let access = StreamAccess::of_owner(&app, caller);
    Ok(tail_events(app, access, tail))
}
