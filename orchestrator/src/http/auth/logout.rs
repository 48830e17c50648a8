use actix_web::{
    HttpRequest, HttpResponse,
    web::{Data, Query},
};
use portolan_auth::AuthError;
use serde::Deserialize;

use super::{answer::Refusal, session};
use crate::http::App;

#[derive(Debug, Deserialize)]
pub struct SignOut {
    #[serde(default)]
    scope: Scope,
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Scope {
    /// Every session of the person.
    #[default]
    Global,
    /// This one.
    Local,
    /// All but this one.
    Others,
}

/// Ends sessions.
pub async fn sign_out(
    app: Data<App>,
    request: HttpRequest,
    query: Query<SignOut>,
) -> Result<HttpResponse, Refusal> {
    let (user, session_id) = session::current(&app, &request).await?;
    let ended = match query.scope {
        Scope::Global => app.store.end_sessions(user.id, None).await.map(drop),
        Scope::Local => app.store.end_session(session_id).await,
        Scope::Others => app
            .store
            .end_sessions(user.id, Some(session_id))
            .await
            .map(drop),
    };
    ended.map_err(|error| Refusal::from_store(error, AuthError::SessionNotFound))?;
    Ok(HttpResponse::NoContent().finish())
}
