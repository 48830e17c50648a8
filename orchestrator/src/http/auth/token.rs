use actix_web::{
    HttpRequest, HttpResponse,
    web::{Bytes, Data, Query},
};
use chrono::TimeDelta;
use portolan_auth::{AuthError, email_address, refresh_token, token_hash};
use serde::Deserialize;

use super::{
    answer::{Refusal, body},
    session,
};
use crate::{
    http::{App, caller::Peer},
    store::{Rotation, StoreError},
};

/// How long a refresh token may be shown again, as tabs do that refresh together.
const REUSE_SECONDS: i64 = 10;

#[derive(Debug, Deserialize)]
pub struct Grant {
    grant_type: Option<String>,
}

#[derive(Debug, Deserialize)]
struct Password {
    email: Option<String>,
    phone: Option<String>,
    password: Option<String>,
}

#[derive(Debug, Deserialize)]
struct Refresh {
    refresh_token: Option<String>,
}

/// Grants a session for a password, or for the refresh token of an earlier one.
pub async fn grant_token(
    app: Data<App>,
    request: HttpRequest,
    peer: Peer,
    grant: Query<Grant>,
    bytes: Bytes,
) -> Result<HttpResponse, Refusal> {
    match grant.grant_type.as_deref() {
        Some("password") => {
            if !app.limits.may_sign_in(&peer) {
                return Err(Refusal(AuthError::TooManyRequests));
            }
            with_password(&app, &request, peer, body(&bytes)?).await
        }
        Some("refresh_token") => with_refresh_token(&app, body(&bytes)?).await,
        _ => Err(Refusal(AuthError::UnsupportedGrantType)),
    }
}

async fn with_password(
    app: &App,
    request: &HttpRequest,
    peer: Peer,
    body: Password,
) -> Result<HttpResponse, Refusal> {
    if body.phone.is_some_and(|phone| !phone.is_empty()) {
        return Err(Refusal(AuthError::PhoneDisabled));
    }
    let (Some(email), Some(password)) = (body.email, body.password) else {
        return Err(Refusal(AuthError::Validation(
            "missing email or phone".into(),
        )));
    };
    let known = match email_address(&email) {
        Ok(email) => match app.store.user_by_email(&email).await {
            Ok(user) => Some(user),
            Err(StoreError::NotFound(_)) => None,
            Err(error) => return Err(Refusal::from_store(error, AuthError::InvalidCredentials)),
        },
        Err(_) => None,
    };
    let passwords = app.auth.passwords.clone();
    let hash = known
        .as_ref()
        .and_then(|user| user.encrypted_password.clone());
    // The same work for an unknown person as for a known one.
    let is_right = actix_web::web::block(move || passwords.verify(&password, hash.as_deref()))
        .await
        .map_err(Refusal::unexpected)?;
    let user = known
        .filter(|_| is_right)
        .ok_or(Refusal(AuthError::InvalidCredentials))?;
    if user.is_banned(app.clock.now()) {
        return Err(Refusal(AuthError::UserBanned));
    }
    if user.email_confirmed_at.is_none() {
        return Err(Refusal(AuthError::EmailNotConfirmed));
    }
    let session = session::open(app, request, peer, &user, "password").await?;
    Ok(HttpResponse::Ok().json(session))
}

async fn with_refresh_token(app: &App, body: Refresh) -> Result<HttpResponse, Refusal> {
    let presented = body
        .refresh_token
        .filter(|token| !token.is_empty())
        .ok_or_else(|| Refusal(AuthError::Validation("refresh_token required".into())))?;
    let fresh = refresh_token(app.ids.bytes());
    let rotation = app
        .store
        .rotate_refresh_token(
            &token_hash(&presented),
            &token_hash(&fresh),
            TimeDelta::seconds(REUSE_SECONDS),
            app.clock.now(),
        )
        .await
        .map_err(|error| Refusal::from_store(error, AuthError::RefreshTokenNotFound))?;
    let session = match rotation {
        Rotation::Rotated(session) => session,
        Rotation::Unknown => return Err(Refusal(AuthError::RefreshTokenNotFound)),
        Rotation::Expired => return Err(Refusal(AuthError::SessionExpired)),
        Rotation::Reused {
            user_id,
            session_id,
        } => {
            tracing::warn!(user.id = %user_id, session.id = %session_id, "a used refresh token was shown again; its session has ended");
            return Err(Refusal(AuthError::RefreshTokenAlreadyUsed));
        }
    };
    let user = app
        .store
        .user(session.user_id)
        .await
        .map_err(|error| Refusal::from_store(error, AuthError::RefreshTokenNotFound))?;
    if user.is_banned(app.clock.now()) {
        return Err(Refusal(AuthError::UserBanned));
    }
    let answer = session::answer(app, &user, &session, fresh).await?;
    Ok(HttpResponse::Ok().json(answer))
}
