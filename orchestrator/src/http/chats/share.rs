use actix_web::{
    HttpResponse,
    web::{Bytes, Data, Json, Path},
};
use chrono::{DateTime, Utc};
use portolan_store::{NewShare, Share, StoreError};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::http::{
    App,
    body::{self, BODY_BYTES},
    caller::Caller,
    problem::Problem,
};

#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShareChat {
    /// The last turn of the branch that is shared; without it the chat's newest.
    turn_id: Option<Uuid>,
}

/// A link to a read-only snapshot of a chat. `url` is a path of this site where no public URL is set.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Share")]
#[serde(rename_all = "camelCase")]
pub struct ShareAnswer {
    token: String,
    url: String,
    shared_at: DateTime<Utc>,
    last_turn_id: Uuid,
}

/// Shares a branch as it is now. Again, it renews the snapshot under the same link.
pub async fn share_chat(
    app: Data<App>,
    caller: Caller,
    chat_id: Path<Uuid>,
    body: Result<Bytes, actix_web::Error>,
) -> Result<HttpResponse, Problem> {
    let body = body.map_err(|error| body::unreadable_body(error, BODY_BYTES))?;
    let ShareChat { turn_id } = if body.is_empty() {
        ShareChat::default()
    } else {
        serde_json::from_slice(&body)
            .map_err(|error| Problem::invalid("body", format!("Invalid JSON body: {error}.")))?
    };
    let share = app
        .store
        .share_chat(&NewShare {
            chat_id: *chat_id,
            user_id: caller.user_id,
            turn_id,
            token: &app.ids.secret(),
            now: app.clock.now(),
        })
        .await
        .map_err(|error| match error {
            StoreError::Conflict(cause) => Problem::conflict("nothing_to_share", cause),
            error => error.into(),
        })?;
    Ok(HttpResponse::Created().json(answer(&app, share)))
}

/// The link, where the chat is shared.
pub async fn get_share(
    app: Data<App>,
    caller: Caller,
    chat_id: Path<Uuid>,
) -> Result<Json<ShareAnswer>, Problem> {
    let share = app.store.share_of(*chat_id, caller.user_id).await?;
    Ok(Json(answer(&app, share)))
}

/// Revokes the link; does nothing if there is none.
pub async fn unshare_chat(
    app: Data<App>,
    caller: Caller,
    chat_id: Path<Uuid>,
) -> Result<HttpResponse, Problem> {
    app.store.unshare_chat(*chat_id, caller.user_id).await?;
    Ok(HttpResponse::NoContent().finish())
}

fn answer(app: &App, share: Share) -> ShareAnswer {
    // No header of a request decides where a link leads: without a public URL it is a path.
    let site = app.site.url().unwrap_or_default();
    ShareAnswer {
        url: format!("{site}/shared/{}", share.token),
        token: share.token,
        shared_at: share.shared_at,
        last_turn_id: share.last_turn_id,
    }
}
