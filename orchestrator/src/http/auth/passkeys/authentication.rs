use actix_web::{
    HttpRequest, HttpResponse,
    web::{Bytes, Data, Json},
};
use chrono::TimeDelta;
use portolan_auth::{AuthError, PasskeyAnswer};
use portolan_domain::{PasskeyChallenge, User};

use super::{CeremonyOptions, check_enabled, read_answer, registration::refuse_credential};
use crate::http::{
    App,
    auth::{
        answer::AuthRefusal,
        limits::Attempt,
        relying_party::{CEREMONY_MINUTES, from_text, relying_party, to_text},
        session,
    },
    caller::Peer,
};

/// Asks for any passkey of this server; who answers is not known yet.
pub async fn send_options(
    app: Data<App>,
    request: HttpRequest,
    peer: Peer,
) -> Result<Json<CeremonyOptions>, AuthRefusal> {
    check_enabled(&app)?;
    app.auth.limits.check(Attempt::SignIn, &peer)?;
    let ceremony = relying_party(&app, &request)?
        .request_any()
        .map_err(AuthRefusal::unexpected)?;
    let now = app.clock.now();
    let challenge = PasskeyChallenge {
        id: app.ids.id(),
        user_id: None,
        ceremony: ceremony.state,
        expires_at: now + TimeDelta::minutes(CEREMONY_MINUTES),
    };
    app.store.create_passkey_challenge(&challenge, now).await?;
    Ok(Json(CeremonyOptions {
        challenge_id: challenge.id,
        options: ceremony.options,
        expires_at: challenge.expires_at.timestamp(),
    }))
}

/// A session for anyone with the passkey. One that no one has is refused as a wrong one is.
pub async fn verify(
    app: Data<App>,
    request: HttpRequest,
    peer: Peer,
    bytes: Bytes,
) -> Result<HttpResponse, AuthRefusal> {
    check_enabled(&app)?;
    app.auth.limits.check(Attempt::SignIn, &peer)?;
    let (challenge_id, answer) = read_answer(&bytes)?;
    let now = app.clock.now();
    let challenge = app
        .store
        .take_passkey_challenge(challenge_id, None)
        .await?
        .ok_or(AuthRefusal(AuthError::PasskeyChallengeNotFound))?;
    if challenge.expires_at <= now {
        return Err(AuthRefusal(AuthError::PasskeyChallengeExpired));
    }
    let answer = PasskeyAnswer::read(&answer).map_err(refuse_credential)?;
    let wrong = || AuthError::CredentialWrong;
    let passkey = app
        .store
        .passkey_by_credential(&answer.credential_id())
        .await
        .map_err(|error| AuthRefusal::from_store(error, wrong()))?;
    let used = relying_party(&app, &request)?
        .finish_request_any(
            &challenge.ceremony,
            &answer,
            passkey.user_id,
            &from_text(&passkey.credential)?,
        )
        .map_err(refuse_credential)?;
    let user = app
        .store
        .user(passkey.user_id)
        .await
        .map_err(|error| AuthRefusal::from_store(error, wrong()))?;
    check_owner(&app, &user)?;
    if !app
        .store
        .use_passkey(&passkey, &to_text(&used)?, now)
        .await?
    {
        return Err(AuthRefusal(wrong()));
    }
    let session = session::open_session(&app, &request, peer, &user, "passkey").await?;
    Ok(HttpResponse::Ok()
        .insert_header(("cache-control", "no-store"))
        .json(session))
}

/// Returns whether the owner of a right passkey may come in.
fn check_owner(app: &App, user: &User) -> Result<(), AuthRefusal> {
    let refuse = |code, words| Err(AuthRefusal(AuthError::PasskeyOwnerRefused(code, words)));
    if user.email.is_some() && user.email_confirmed_at.is_none() {
        return refuse("email_not_confirmed", "Email not confirmed");
    }
    if user.phone.is_some() && user.phone_confirmed_at.is_none() {
        return refuse("phone_not_confirmed", "Phone not confirmed");
    }
    if user.is_banned(app.clock.now()) {
        return refuse("user_banned", "User is banned");
    }
    Ok(())
}
