use actix_web::HttpRequest;
use portolan_auth::{AuthError, AuthMethod, AuthSession, Claims, refresh_token, token_hash};
use serde_json::Value;
use uuid::Uuid;

use super::answer::{Refusal, bearer};
use crate::{
    http::{App, caller::Peer},
    model,
};

/// Opens a session for a person who has proven who they are.
pub async fn open(
    app: &App,
    request: &HttpRequest,
    peer: Peer,
    user: &model::User,
    method: &str,
) -> Result<AuthSession, Refusal> {
    let now = app.clock.now();
    let user = app
        .store
        .update_user(user.id, now, |user| user.last_sign_in_at = Some(now))
        .await
        .map_err(|error| Refusal::from_store(error, AuthError::UserNotFound))?;
    let session = model::AuthSession {
        id: app.ids.id(),
        user_id: user.id,
        aal: "aal1".into(),
        amr: vec![model::AuthMethod {
            method: method.into(),
            timestamp: now.timestamp(),
        }],
        user_agent: request
            .headers()
            .get("user-agent")
            .and_then(|value| value.to_str().ok())
            .map(|agent| agent.chars().take(500).collect()),
        ip: Some(peer.address.to_string()),
        not_after: None,
        refreshed_at: None,
        created_at: now,
    };
    let token = refresh_token(app.ids.bytes());
    app.store
        .create_session(&session, &token_hash(&token))
        .await
        .map_err(|error| Refusal::from_store(error, AuthError::UserNotFound))?;
    answer(app, &user, &session, token).await
}

/// What a grant answers: a fresh access token with the refresh token that renews it.
pub async fn answer(
    app: &App,
    user: &model::User,
    session: &model::AuthSession,
    refresh_token: String,
) -> Result<AuthSession, Refusal> {
    let now = app.clock.now();
    let claims = Claims {
        iss: format!("{}/auth/v1", app.site.url().unwrap_or_default()),
        sub: user.id.to_string(),
        aud: super::AUDIENCE.into(),
        exp: Some(now.timestamp() + app.auth.token_seconds),
        iat: Some(now.timestamp()),
        nbf: None,
        email: user.email.clone().unwrap_or_default(),
        phone: user.phone.clone().unwrap_or_default(),
        app_metadata: user.app_metadata.clone(),
        user_metadata: user.user_metadata.clone(),
        role: "authenticated".into(),
        aal: session.aal.clone(),
        amr: session
            .amr
            .iter()
            .map(|method| AuthMethod {
                method: method.method.clone(),
                timestamp: method.timestamp,
            })
            .collect(),
        session_id: Some(session.id),
        is_anonymous: user.is_anonymous,
    };
    let access_token = app.auth.sign(&claims).map_err(Refusal::unexpected)?;
    Ok(AuthSession::new(
        access_token,
        refresh_token,
        shape(app, user).await?,
        now,
        app.auth.token_seconds,
    ))
}

/// The signed-in person, and the session of their token.
pub async fn current(app: &App, request: &HttpRequest) -> Result<(model::User, Uuid), Refusal> {
    let claims = app.auth.verify(bearer(request)?, app.clock.now())?;
    let (Some(user_id), Some(session_id)) = (claims.user_id(), claims.session_id) else {
        return Err(Refusal(AuthError::SessionNotFound));
    };
    let session = app
        .store
        .session(session_id, app.clock.now())
        .await
        .map_err(|error| Refusal::from_store(error, AuthError::SessionNotFound))?;
    if session.user_id != user_id {
        return Err(Refusal(AuthError::SessionNotFound));
    }
    let user = app
        .store
        .user(user_id)
        .await
        .map_err(|error| Refusal::from_store(error, AuthError::TokensUserNotFound))?;
    Ok((user, session_id))
}

/// A person as the client keeps them.
pub async fn shape(app: &App, user: &model::User) -> Result<portolan_auth::User, Refusal> {
    let identities = app
        .store
        .identities(user.id)
        .await
        .map_err(|error| Refusal::from_store(error, AuthError::UserNotFound))?;
    let user = user.clone();
    Ok(portolan_auth::User {
        id: user.id,
        aud: super::AUDIENCE.into(),
        role: "authenticated".into(),
        email: user.email.unwrap_or_default(),
        email_confirmed_at: user.email_confirmed_at,
        phone: user.phone.unwrap_or_default(),
        phone_confirmed_at: user.phone_confirmed_at,
        confirmation_sent_at: user.confirmation_sent_at,
        confirmed_at: user.email_confirmed_at.or(user.phone_confirmed_at),
        recovery_sent_at: user.recovery_sent_at,
        new_email: user.new_email,
        new_phone: user.new_phone,
        email_change_sent_at: user.email_change_sent_at,
        invited_at: user.invited_at,
        last_sign_in_at: user.last_sign_in_at,
        app_metadata: user.app_metadata,
        user_metadata: user.user_metadata,
        identities: identities.into_iter().map(identity).collect(),
        created_at: user.created_at,
        updated_at: user.updated_at,
        banned_until: user.banned_until,
        is_anonymous: user.is_anonymous,
    })
}

fn identity(identity: model::Identity) -> portolan_auth::Identity {
    portolan_auth::Identity {
        identity_id: identity.id,
        id: identity.provider_id,
        user_id: identity.user_id,
        email: identity
            .identity_data
            .get("email")
            .and_then(Value::as_str)
            .map(str::to_owned),
        identity_data: identity.identity_data,
        provider: identity.provider,
        last_sign_in_at: identity.last_sign_in_at,
        created_at: identity.created_at,
        updated_at: identity.updated_at,
    }
}
