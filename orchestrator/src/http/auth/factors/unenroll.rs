use actix_web::{
    HttpRequest, HttpResponse,
    web::{Data, Path},
};
use portolan_auth::AuthError;
use serde_json::json;

use super::find;
use crate::http::{
    App,
    auth::{answer::Refusal, audit, session},
    caller::Peer,
};

/// Takes a factor away; a verified one only from the second level.
pub async fn unenroll(
    app: Data<App>,
    request: HttpRequest,
    peer: Peer,
    factor_id: Path<String>,
) -> Result<HttpResponse, Refusal> {
    let current = session::current(&app, &request).await?;
    let factor = find(&app, &current, &factor_id).await?;
    if factor.is_verified() && !current.is_second_level() {
        return Err(Refusal(AuthError::AalToUnenroll));
    }
    app.store
        .delete_factor(current.user.id, factor.id)
        .await
        .map_err(|error| Refusal::from_store(error, AuthError::FactorNotFound))?;
    audit::note(&app, &peer, &current.user, "factor_unenrolled").await;
    Ok(HttpResponse::Ok().json(json!({ "id": factor.id })))
}
