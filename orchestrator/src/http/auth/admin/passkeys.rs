use actix_web::{
    HttpRequest, HttpResponse,
    web::{Data, Json, Path},
};
use portolan_auth::AuthError;

use super::{find_user, require_operator};
use crate::http::{
    App,
    auth::{
        answer::AuthRefusal,
        audit,
        passkeys::{PasskeyItem, check_enabled, passkey_item, read_id},
    },
    caller::Peer,
};

/// Lists a user's passkeys.
pub async fn list_passkeys(
    app: Data<App>,
    request: HttpRequest,
    user_id: Path<String>,
) -> Result<Json<Vec<PasskeyItem>>, AuthRefusal> {
    require_operator(&app, &request)?;
    check_enabled(&app)?;
    let user = find_user(&app, &user_id).await?;
    let passkeys = app.store.passkeys(user.id).await?;
    Ok(Json(passkeys.into_iter().map(passkey_item).collect()))
}

/// Removes a passkey that its user has lost.
pub async fn delete_passkey(
    app: Data<App>,
    request: HttpRequest,
    peer: Peer,
    path: Path<(String, String)>,
) -> Result<HttpResponse, AuthRefusal> {
    require_operator(&app, &request)?;
    check_enabled(&app)?;
    let (user_id, passkey_id) = path.into_inner();
    let user = find_user(&app, &user_id).await?;
    app.store
        .delete_passkey(user.id, read_id(&passkey_id)?)
        .await
        .map_err(|error| AuthRefusal::from_store(error, AuthError::PasskeyNotFound))?;
    audit::note_operator(&app, &peer, "passkey_deleted", &user).await;
    Ok(HttpResponse::NoContent().finish())
}
