use actix_web::{
    HttpRequest, HttpResponse,
    web::{Bytes, Data, Json, Path},
};
use chrono::{DateTime, Utc};
use portolan_auth::AuthError;
use portolan_domain::Passkey;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{check_enabled, check_level, read_id};
use crate::http::{
    App,
    auth::{
        answer::{AuthRefusal, parse_body},
        audit, session,
        signup::validation_failed,
    },
    caller::Peer,
};

const LONGEST_NAME: usize = 120;

/// A passkey as its owner sees it.
#[derive(Debug, Serialize)]
pub struct PasskeyItem {
    id: Uuid,
    #[serde(skip_serializing_if = "Option::is_none")]
    friendly_name: Option<String>,
    created_at: DateTime<Utc>,
    #[serde(skip_serializing_if = "Option::is_none")]
    last_used_at: Option<DateTime<Utc>>,
}

pub fn passkey_item(passkey: Passkey) -> PasskeyItem {
    PasskeyItem {
        id: passkey.id,
        friendly_name: passkey.friendly_name,
        created_at: passkey.created_at,
        last_used_at: passkey.last_used_at,
    }
}

/// The signed-in user's passkeys.
pub async fn list_passkeys(
    app: Data<App>,
    request: HttpRequest,
) -> Result<Json<Vec<PasskeyItem>>, AuthRefusal> {
    check_enabled(&app)?;
    let current = session::named_session(&app, &request).await?;
    let passkeys = app.store.passkeys(current.user.id).await?;
    Ok(Json(passkeys.into_iter().map(passkey_item).collect()))
}

#[derive(Debug, Deserialize)]
struct PasskeyChange {
    friendly_name: Option<String>,
}

/// Renames a passkey. That changes nothing of who comes in, so any level will do.
pub async fn rename_passkey(
    app: Data<App>,
    request: HttpRequest,
    peer: Peer,
    passkey_id: Path<String>,
    bytes: Bytes,
) -> Result<Json<PasskeyItem>, AuthRefusal> {
    check_enabled(&app)?;
    let current = session::named_session(&app, &request).await?;
    let passkey_id = read_id(&passkey_id)?;
    let body: PasskeyChange = parse_body(&bytes)?;
    let name = body
        .friendly_name
        .filter(|name| !name.is_empty())
        .ok_or_else(|| validation_failed("friendly_name is required"))?;
    if name.chars().count() > LONGEST_NAME {
        return Err(validation_failed(
            "friendly_name must be 120 characters or less",
        ));
    }
    let passkey = app
        .store
        .rename_passkey(current.user.id, passkey_id, &name)
        .await
        .map_err(|error| AuthRefusal::from_store(error, AuthError::PasskeyNotFound))?;
    audit::note_action(&app, &peer, &current.user, "passkey_updated").await;
    Ok(Json(passkey_item(passkey)))
}

/// Takes a passkey away.
pub async fn delete_passkey(
    app: Data<App>,
    request: HttpRequest,
    peer: Peer,
    passkey_id: Path<String>,
) -> Result<HttpResponse, AuthRefusal> {
    check_enabled(&app)?;
    let current = session::named_session(&app, &request).await?;
    check_level(&app, &current).await?;
    app.store
        .delete_passkey(current.user.id, read_id(&passkey_id)?)
        .await
        .map_err(|error| AuthRefusal::from_store(error, AuthError::PasskeyNotFound))?;
    audit::note_action(&app, &peer, &current.user, "passkey_deleted").await;
    Ok(HttpResponse::NoContent().finish())
}
