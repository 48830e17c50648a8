use actix_web::{
    HttpRequest,
    web::{Bytes, Data, Json},
};
use portolan_auth::AuthError;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::{
    answer::{Refusal, body},
    session,
};
use crate::http::App;

/// Keys that somebody's own metadata may have; they travel in a cookie with every request.
const METADATA_BYTES: usize = 4_096;

#[derive(Debug, Deserialize)]
struct UpdateUser {
    password: Option<String>,
    current_password: Option<String>,
    email: Option<String>,
    phone: Option<String>,
    data: Option<Map<String, Value>>,
}

/// The signed-in person.
pub async fn get_user(
    app: Data<App>,
    request: HttpRequest,
) -> Result<Json<portolan_auth::User>, Refusal> {
    let (user, _) = session::current(&app, &request).await?;
    Ok(Json(session::shape(&app, &user).await?))
}

/// Changes password or metadata; an address could not be confirmed without a mailer.
pub async fn update_user(
    app: Data<App>,
    request: HttpRequest,
    bytes: Bytes,
) -> Result<Json<portolan_auth::User>, Refusal> {
    let (user, session_id) = session::current(&app, &request).await?;
    let change: UpdateUser = body(&bytes)?;
    if change.email.is_some_and(|email| Some(email) != user.email) {
        return Err(Refusal(AuthError::EmailDisabled));
    }
    if change.phone.is_some_and(|phone| Some(phone) != user.phone) {
        return Err(Refusal(AuthError::PhoneDisabled));
    }
    let hash = match change.password {
        Some(password) => {
            let known = user.encrypted_password.clone();
            Some(new_password(&app, password, change.current_password, known).await?)
        }
        None => None,
    };
    let mut metadata = user.user_metadata.clone();
    for (key, value) in change.data.unwrap_or_default() {
        if value.is_null() {
            metadata.remove(&key);
        } else {
            metadata.insert(key, value);
        }
    }
    if serde_json::to_string(&metadata).map_or(true, |text| text.len() > METADATA_BYTES) {
        return Err(Refusal(AuthError::Validation(format!(
            "User metadata must fit into {METADATA_BYTES} bytes"
        ))));
    }
    let has_new_password = hash.is_some();
    let user = app
        .store
        .update_user(user.id, app.clock.now(), move |user| {
            user.user_metadata = metadata;
            if hash.is_some() {
                user.encrypted_password = hash;
            }
        })
        .await
        .map_err(|error| Refusal::from_store(error, AuthError::UserNotFound))?;
    if has_new_password {
        // Whoever knew the old password is out.
        app.store
            .end_sessions(user.id, Some(session_id))
            .await
            .map_err(|error| Refusal::from_store(error, AuthError::SessionNotFound))?;
    }
    Ok(Json(session::shape(&app, &user).await?))
}

async fn new_password(
    app: &App,
    password: String,
    current: Option<String>,
    known: Option<String>,
) -> Result<String, Refusal> {
    app.auth.rules.check(&password)?;
    let (passwords, salt) = (app.auth.passwords.clone(), app.ids.bytes());
    actix_web::web::block(move || {
        if let Some(current) = current
            && !passwords.verify(&current, known.as_deref())
        {
            return Err(Refusal(AuthError::InvalidCredentials));
        }
        if known.is_some() && passwords.verify(&password, known.as_deref()) {
            return Err(Refusal(AuthError::SamePassword));
        }
        passwords.hash(&password, salt).map_err(Refusal::unexpected)
    })
    .await
    .map_err(Refusal::unexpected)?
}
