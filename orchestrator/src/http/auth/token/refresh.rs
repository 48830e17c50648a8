use actix_web::HttpRequest;
use chrono::TimeDelta;
use portolan_auth::{AuthError, SessionTokens, refresh_token, token_hash};
use portolan_store::Rotation;
use serde::Deserialize;
use uuid::Uuid;

use crate::http::{
    App,
    auth::{answer::AuthRefusal, session},
};

#[derive(Debug, Deserialize)]
pub struct RefreshGrant {
    refresh_token: Option<String>,
}

/// The same session with fresh tokens, for the refresh token of an earlier grant.
pub async fn grant_refresh(
    app: &App,
    request: &HttpRequest,
    body: RefreshGrant,
) -> Result<SessionTokens, AuthRefusal> {
    let presented = body
        .refresh_token
        .filter(|token| !token.is_empty())
        .ok_or_else(|| AuthRefusal(AuthError::Validation("refresh_token required".into())))?;
    let (_, session) = renew_session(app, request, None, presented).await?;
    Ok(session)
}

/// The session of the refresh token that a client shows, or a program with `client_id`, and its
/// fresh tokens.
pub async fn renew_session(
    app: &App,
    request: &HttpRequest,
    client_id: Option<Uuid>,
    presented: String,
) -> Result<(portolan_domain::AuthSession, SessionTokens), AuthRefusal> {
    let now = app.clock.now();
    let options = &app.auth.options;
    let (rotation, token) = if options.rotate_refresh_tokens {
        let fresh = refresh_token(app.ids.bytes());
        let interval = TimeDelta::seconds(options.reuse_seconds.into());
        let (old, new) = (token_hash(&presented), token_hash(&fresh));
        let rotation = app
            .store
            .rotate_refresh_token(client_id, &old, &new, interval, now)
            .await;
        (rotation, fresh)
    } else {
        let renewed = app
            .store
            .renew_session(client_id, &token_hash(&presented), now)
            .await;
        (renewed, presented)
    };
    let rotation = rotation
        .map_err(|error| AuthRefusal::from_store(error, AuthError::RefreshTokenNotFound))?;
    let session = match rotation {
        Rotation::Rotated(session) => session,
        Rotation::Unknown => return Err(AuthRefusal(AuthError::RefreshTokenNotFound)),
        Rotation::Expired => return Err(AuthRefusal(AuthError::SessionExpired)),
        Rotation::Reused {
            user_id,
            session_id,
        } => {
            tracing::warn!(user.id = %user_id, session.id = %session_id, "refresh token reused, session ended");
            return Err(AuthRefusal(AuthError::RefreshTokenAlreadyUsed));
        }
    };
    let user = app
        .store
        .user(session.user_id)
        .await
        .map_err(|error| AuthRefusal::from_store(error, AuthError::RefreshTokenNotFound))?;
    if user.is_banned(now) {
        return Err(AuthRefusal(AuthError::UserBanned));
    }
    let answer = session::answer_with_session(app, request, &user, &session, token).await?;
    Ok((session, answer))
}
