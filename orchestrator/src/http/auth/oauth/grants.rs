use actix_web::{
    HttpRequest, HttpResponse,
    web::{Data, Json, Query},
};
use portolan_auth::AuthError;
use serde::Deserialize;
use serde_json::{Value, json};
use uuid::Uuid;

use super::{check_enabled, client::client_details};
use crate::http::{
    App,
    auth::{answer::AuthRefusal, audit, session, signup::validation_failed},
    caller::Peer,
};

/// Lists the OAuth clients that the signed-in user has authorized, newest first.
pub async fn list_grants(app: Data<App>, request: HttpRequest) -> Result<Json<Value>, AuthRefusal> {
    check_enabled(&app)?;
    let user = session::current_session(&app, &request).await?.user;
    let grants = app.store.oauth_grants(user.id).await?;
    let list = grants.iter().map(|grant| {
        json!({
            "client": client_details(&grant.client),
            "scopes": grant.scopes,
            "granted_at": grant.granted_at,
        })
    });
    Ok(Json(list.collect()))
}

#[derive(Debug, Deserialize)]
pub struct Revoked {
    client_id: Option<String>,
}

/// Revokes the user's grant to an OAuth client and ends its sessions.
pub async fn revoke_grant(
    app: Data<App>,
    request: HttpRequest,
    peer: Peer,
    query: Query<Revoked>,
) -> Result<HttpResponse, AuthRefusal> {
    check_enabled(&app)?;
    let user = session::current_session(&app, &request).await?.user;
    let client_id = query.client_id.as_deref().filter(|id| !id.is_empty());
    let client_id = client_id.ok_or_else(|| validation_failed("client_id is required"))?;
    let client_id: Uuid = client_id
        .parse()
        .map_err(|_| validation_failed("invalid client_id format"))?;
    app.store
        .revoke_oauth_grant(user.id, client_id)
        .await
        .map_err(|error| AuthRefusal::from_store(error, AuthError::OauthGrantNotFound))?;
    audit::note_action(&app, &peer, &user, "token_revoked").await;
    Ok(HttpResponse::NoContent().finish())
}
