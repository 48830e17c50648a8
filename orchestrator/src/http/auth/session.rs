use actix_web::HttpRequest;
use chrono::TimeDelta;
use portolan_auth::{AmrEntry, AuthError, Claims, SessionTokens, refresh_token, token_hash};
use portolan_domain::FactorStatus;
use serde_json::Value;

use super::{
    addresses::base_url,
    answer::{AuthRefusal, bearer_token},
    audit,
};
use crate::http::{App, caller::Peer};

/// Returns the caller of a token whose session is still valid.
pub struct Current {
    pub user: portolan_domain::User,
    pub session: portolan_domain::AuthSession,
}

/// Opens a session for an authenticated user.
pub async fn open_session(
    app: &App,
    request: &HttpRequest,
    peer: Peer,
    user: &portolan_domain::User,
    method: &str,
) -> Result<SessionTokens, AuthRefusal> {
    let session = begin_session(app, request, &peer, user, method)?;
    let token = refresh_token(app.ids.bytes());
    app.store
        .create_session(&session, &token_hash(&token))
        .await
        .map_err(|error| AuthRefusal::from_store(error, AuthError::UserNotFound))?;
    let mut user = user.clone();
    user.last_sign_in_at = Some(session.created_at);
    audit::note_action(app, &peer, &user, "login").await;
    answer_with_session(app, request, &user, &session, token).await
}

/// A session that is nowhere yet.
pub fn begin_session(
    app: &App,
    request: &HttpRequest,
    peer: &Peer,
    user: &portolan_domain::User,
    method: &str,
) -> Result<portolan_domain::AuthSession, AuthRefusal> {
    let now = app.clock.now();
    if user.is_banned(now) {
        return Err(AuthRefusal(AuthError::UserBanned));
    }
    let seconds = app.auth.options.session_seconds;
    Ok(portolan_domain::AuthSession {
        id: app.ids.id(),
        user_id: user.id,
        aal: "aal1".into(),
        amr: vec![portolan_domain::AuthMethod {
            method: method.into(),
            timestamp: now.timestamp(),
        }],
        user_agent: request
            .headers()
            .get("user-agent")
            .and_then(|value| value.to_str().ok())
            .map(|agent| agent.chars().take(500).collect()),
        ip: Some(peer.address.to_string()),
        not_after: (seconds > 0).then(|| now + TimeDelta::seconds(seconds.into())),
        refreshed_at: None,
        oauth_client_id: None,
        scope: None,
        created_at: now,
    })
}

/// Returns the issuer of tokens.
pub fn token_issuer(app: &App, request: &HttpRequest) -> String {
    match &app.auth.options.issuer {
        Some(issuer) => issuer.clone(),
        None => base_url(app, request),
    }
}

/// Returns the response of a grant: a fresh access token with the refresh token that renews it.
pub async fn answer_with_session(
    app: &App,
    request: &HttpRequest,
    user: &portolan_domain::User,
    session: &portolan_domain::AuthSession,
    refresh_token: String,
) -> Result<SessionTokens, AuthRefusal> {
    let now = app.clock.now();
    let claims = Claims {
        iss: token_issuer(app, request),
        sub: user.id.to_string(),
        aud: super::AUDIENCE.into(),
        exp: Some(now.timestamp() + app.auth.token_seconds),
        iat: Some(now.timestamp()),
        nbf: None,
        email: user.email.clone().unwrap_or_default(),
        phone: user.phone.clone().unwrap_or_default(),
        app_metadata: user.app_metadata.clone(),
        user_metadata: user.user_metadata.clone(),
        // An OAuth client never has operator rights, even if the account has.
        role: match session.oauth_client_id {
            Some(_) => super::AUDIENCE.into(),
            None => token_role(user),
        },
        aal: session.aal.clone(),
        amr: session
            .amr
            .iter()
            .map(|method| AmrEntry {
                method: method.method.clone(),
                timestamp: method.timestamp,
            })
            .collect(),
        session_id: Some(session.id),
        client_id: session.oauth_client_id.map(|id| id.to_string()),
        is_anonymous: user.is_anonymous,
    };
    let access_token = app.auth.sign(&claims).map_err(AuthRefusal::unexpected)?;
    Ok(SessionTokens::new(
        access_token,
        refresh_token,
        to_auth_user(app, user).await?,
        now,
        app.auth.token_seconds,
    ))
}

/// The signed-in user, and the session of their token. What a program does in their name, by what they have
/// allowed it, is not what they do: it changes nothing of the account.
pub async fn current_session(app: &App, request: &HttpRequest) -> Result<Current, AuthRefusal> {
    let current = current_or_program(app, request).await?;
    if current.session.oauth_client_id.is_some() {
        return Err(AuthRefusal(AuthError::NotForOauthClients));
    }
    Ok(current)
}

/// The same of a user who has a name: a guest has nothing that a second factor would guard.
pub async fn named_session(app: &App, request: &HttpRequest) -> Result<Current, AuthRefusal> {
    let current = current_session(app, request).await?;
    if current.user.is_anonymous {
        return Err(AuthRefusal(AuthError::NotForAnonymous));
    }
    Ok(current)
}

/// The same, also of a program in the user's name.
pub async fn current_or_program(app: &App, request: &HttpRequest) -> Result<Current, AuthRefusal> {
    let claims = app.auth.verify(bearer_token(request)?, app.clock.now())?;
    let (Some(user_id), Some(session_id)) = (claims.user_id(), claims.session_id) else {
        return Err(refuse_ended_session(&claims));
    };
    // A deleted user's sessions are gone with them: the user comes first.
    let user = app
        .store
        .user(user_id)
        .await
        .map_err(|error| AuthRefusal::from_store(error, AuthError::TokensUserNotFound))?;
    let session = app
        .store
        .session(session_id, app.clock.now())
        .await
        .map_err(|error| AuthRefusal::from_store(error, AuthError::SessionNotFound))?;
    if session.user_id != user_id {
        return Err(AuthRefusal(AuthError::SessionNotFound));
    }
    if user.is_banned(app.clock.now()) {
        return Err(AuthRefusal(AuthError::UserBanned));
    }
    Ok(Current { user, session })
}

/// A service's token belongs to no one.
fn refuse_ended_session(claims: &Claims) -> AuthRefusal {
    if claims.is_service() {
        AuthRefusal(AuthError::MissingSub)
    } else {
        AuthRefusal(AuthError::SessionNotFound)
    }
}

impl Current {
    /// Fails if the user has a second factor that this session hasn't verified.
    pub fn is_second_level(&self) -> bool {
        self.session.aal == "aal2"
    }

    /// Returns whether the user has yet to show the second factor that they have: anyone who knows only their
    /// password does not get the account with it.
    pub async fn awaits_factor(&self, app: &App) -> Result<bool, AuthRefusal> {
        if self.is_second_level() {
            return Ok(false);
        }
        let factors = app.store.factors(self.user.id).await?;
        Ok(factors.iter().any(portolan_domain::Factor::is_verified))
    }
}

/// The user in the client's form.
pub async fn to_auth_user(
    app: &App,
    user: &portolan_domain::User,
) -> Result<portolan_auth::AuthUser, AuthRefusal> {
    let identities = app
        .store
        .identities(user.id)
        .await
        .map_err(|error| AuthRefusal::from_store(error, AuthError::UserNotFound))?;
    let factors = app
        .store
        .factors(user.id)
        .await
        .map_err(|error| AuthRefusal::from_store(error, AuthError::UserNotFound))?;
    let user = user.clone();
    Ok(portolan_auth::AuthUser {
        id: user.id,
        aud: super::AUDIENCE.into(),
        role: token_role(&user),
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
        phone_change_sent_at: user.phone_change_sent_at,
        reauthentication_sent_at: user.reauthentication_sent_at,
        invited_at: user.invited_at,
        last_sign_in_at: user.last_sign_in_at,
        app_metadata: user.app_metadata,
        user_metadata: user.user_metadata,
        identities: identities.into_iter().map(to_user_identity).collect(),
        factors: factors.into_iter().map(to_user_factor).collect(),
        created_at: user.created_at,
        updated_at: user.updated_at,
        banned_until: user.banned_until,
        deleted_at: user.deleted_at,
        is_anonymous: user.is_anonymous,
    })
}

fn token_role(user: &portolan_domain::User) -> String {
    match user.role {
        portolan_domain::TokenRole::Authenticated => "authenticated",
        portolan_domain::TokenRole::ServiceRole => "service_role",
        portolan_domain::TokenRole::SupabaseAdmin => "supabase_admin",
    }
    .into()
}

/// A factor without its secret.
pub fn to_user_factor(factor: portolan_domain::Factor) -> portolan_auth::UserFactor {
    portolan_auth::UserFactor {
        id: factor.id,
        friendly_name: factor.friendly_name,
        factor_type: factor.factor_type.name().into(),
        status: match factor.status {
            FactorStatus::Verified => "verified",
            FactorStatus::Unverified => "unverified",
        }
        .into(),
        phone: factor.phone,
        last_challenged_at: factor.last_challenged_at,
        created_at: factor.created_at,
        updated_at: factor.updated_at,
    }
}

pub fn to_user_identity(identity: portolan_domain::Identity) -> portolan_auth::UserIdentity {
    portolan_auth::UserIdentity {
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
