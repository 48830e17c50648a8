use actix_web::HttpRequest;
use chrono::TimeDelta;
use portolan_auth::{AuthError, AuthSession, refresh_token, token_hash};
use serde::Deserialize;

use crate::{
    http::{
        App,
        auth::{answer::Refusal, session},
    },
    store::Rotation,
};

#[derive(Debug, Deserialize)]
pub struct RefreshGrant {
    refresh_token: Option<String>,
}

/// The same session with fresh tokens, for the refresh token of an earlier grant.
pub async fn grant(
    app: &App,
    request: &HttpRequest,
    body: RefreshGrant,
) -> Result<AuthSession, Refusal> {
    let presented = body
        .refresh_token
        .filter(|token| !token.is_empty())
        .ok_or_else(|| Refusal(AuthError::Validation("refresh_token required".into())))?;
    let now = app.clock.now();
    let options = &app.auth.options;
    let (rotation, token) = if options.rotate_refresh_tokens {
        let fresh = refresh_token(app.ids.bytes());
        let interval = TimeDelta::seconds(options.reuse_seconds.into());
        let (old, new) = (token_hash(&presented), token_hash(&fresh));
        let rotation = app
            .store
            .rotate_refresh_token(&old, &new, interval, now)
            .await;
        (rotation, fresh)
    } else {
        let renewed = app.store.renew_session(&token_hash(&presented), now).await;
        (renewed, presented)
    };
    let rotation =
        rotation.map_err(|error| Refusal::from_store(error, AuthError::RefreshTokenNotFound))?;
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
    if user.is_banned(now) {
        return Err(Refusal(AuthError::UserBanned));
    }
    session::answer(app, request, &user, &session, token).await
}
