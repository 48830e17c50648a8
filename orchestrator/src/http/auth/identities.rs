use actix_web::{
    HttpRequest, HttpResponse,
    web::{Data, Path},
};
use portolan_auth::AuthError;
use portolan_store::StoreError;
use serde_json::json;
use uuid::Uuid;

use super::{answer::AuthRefusal, audit, session};
use crate::http::{App, caller::Peer};

/// Removes a sign-in method of the signed-in user, but never the last one.
pub async fn unlink_identity(
    app: Data<App>,
    request: HttpRequest,
    peer: Peer,
    identity_id: Path<String>,
) -> Result<HttpResponse, AuthRefusal> {
    let user = session::current_session(&app, &request).await?.user;
    if !app.auth.options.manual_linking {
        return Err(AuthRefusal(AuthError::ManualLinkingDisabled));
    }
    let identity_id: Uuid = identity_id
        .parse()
        .map_err(|_| AuthRefusal(AuthError::BadId("identity_id")))?;
    app.store
        .unlink_identity(user.id, identity_id, app.clock.now())
        .await
        .map_err(|error| match error {
            StoreError::Conflict(_) => AuthRefusal(AuthError::SingleIdentity),
            error => AuthRefusal::from_store(error, AuthError::IdentityNotFound),
        })?;
    audit::note_action(&app, &peer, &user, "identity_unlinked").await;
    Ok(HttpResponse::Ok().json(json!({})))
}
