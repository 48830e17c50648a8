use actix_web::{
    HttpRequest, HttpResponse,
    web::{Data, Query},
};
use portolan_auth::AuthError;
use serde::Deserialize;

use super::{answer::AuthRefusal, audit, session};
use crate::http::{App, caller::Peer};

#[derive(Debug, Deserialize)]
pub struct SignOut {
    scope: Option<String>,
}

/// Ends every session of the user, this one (`local`), or all but this one (`others`).
pub async fn sign_out(
    app: Data<App>,
    request: HttpRequest,
    peer: Peer,
    query: Query<SignOut>,
) -> Result<HttpResponse, AuthRefusal> {
    let current = session::current_or_program(&app, &request).await?;
    let (user, session_id) = (current.user, current.session.id);
    // A program signs no one out but itself.
    let is_program = current.session.oauth_client_id.is_some();
    let ended = match query.scope.as_deref() {
        None | Some("global" | "local" | "others") if is_program => {
            app.store.end_session(session_id).await
        }
        None | Some("global") => app.store.end_sessions(user.id, None).await.map(drop),
        Some("local") => app.store.end_session(session_id).await,
        Some("others") => app
            .store
            .end_sessions(user.id, Some(session_id))
            .await
            .map(drop),
        Some(scope) => {
            return Err(AuthRefusal(AuthError::Validation(format!(
                "Unsupported logout scope {scope:?}"
            ))));
        }
    };
    ended.map_err(|error| AuthRefusal::from_store(error, AuthError::SessionNotFound))?;
    audit::note_action(&app, &peer, &user, "logout").await;
    Ok(HttpResponse::NoContent().finish())
}
