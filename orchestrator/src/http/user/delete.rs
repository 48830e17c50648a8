use actix_web::{
    HttpResponse,
    web::{Data, Json},
};
use portolan_chat_actors::Cancel;
use schemars::JsonSchema;
use serde::Deserialize;
use uuid::Uuid;

use crate::http::{App, caller::SignedIn, problem::Problem};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DeleteAccount {
    /// The caller's username or email address: no one types it by mistake.
    #[serde(default)]
    confirm: String,
}

/// Deletes the caller's account and everything that is theirs. Their sessions end with it, and
/// with them every stream and socket.
pub async fn delete_account(
    app: Data<App>,
    caller: SignedIn,
    body: Json<DeleteAccount>,
) -> Result<HttpResponse, Problem> {
    let user_id = caller.0.user_id;
    let user = app.store.user(user_id).await?;
    let username = app.store.profile(user_id).await?.username;
    let names: Vec<String> = [username, user.email, user.phone]
        .into_iter()
        .flatten()
        .collect();
    let typed = body.confirm.trim();
    let is_confirmed = match names.is_empty() {
        // A guest has no name.
        true => typed == "delete",
        false => names.iter().any(|name| name.eq_ignore_ascii_case(typed)),
    };
    if !is_confirmed {
        let wanted = match names.is_empty() {
            true => "“delete”".to_owned(),
            false => names.join(" or "),
        };
        return Err(Problem::invalid(
            "confirm",
            format!("Type {wanted} to delete your account and everything in it."),
        ));
    }
    erase_account(&app, user_id).await?;
    tracing::info!(user.id = %user_id, "account deleted by its user");
    Ok(HttpResponse::NoContent().finish())
}

/// Deletes an account and everything in it. Its running answers end first.
pub async fn erase_account(app: &App, user_id: Uuid) -> Result<(), Problem> {
    for chat_id in app.store.running_chats(user_id).await? {
        app.chats
            .ask(chat_id, user_id, Cancel)
            .await
            .map_err(Problem::unavailable)?
            .map_err(Problem::unavailable)?;
    }
    if let Some(billing) = &app.use_cases.billing {
        billing.end_subscriptions(user_id).await?;
    }
    app.store.delete_user(user_id, app.clock.now()).await?;
    // The sweeper retries deletions that fail here.
    if let Err(error) = app.storage.sweep().await {
        tracing::warn!(error.cause = %error, "objects of deleted account not removed, will retry");
    }
    Ok(())
}
