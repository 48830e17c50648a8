use actix_web::HttpRequest;
use portolan_auth::{AuthError, AuthSession, email_address, phone_number};
use serde::Deserialize;

use crate::http::{
    App,
    auth::{answer::Refusal, limits::Attempt, session, signup::known},
    caller::Peer,
};

#[derive(Debug, Deserialize)]
pub struct PasswordGrant {
    email: Option<String>,
    phone: Option<String>,
    password: Option<String>,
}

/// A session for an address or number and its password.
pub async fn grant(
    app: &App,
    request: &HttpRequest,
    peer: Peer,
    body: PasswordGrant,
) -> Result<AuthSession, Refusal> {
    let filled = |text: Option<String>| text.filter(|text| !text.is_empty());
    let (email, phone) = (filled(body.email), filled(body.phone));
    let account = match (&email, &phone) {
        (Some(_), Some(_)) => {
            return Err(Refusal(AuthError::Validation(
                "Only an email address or phone number should be provided on login.".into(),
            )));
        }
        (None, None) => {
            return Err(Refusal(AuthError::Validation(
                "missing email or phone".into(),
            )));
        }
        (Some(_), None) if !app.auth.options.email => {
            return Err(Refusal(AuthError::EmailDisabled));
        }
        (None, Some(_)) if !app.auth.options.phone => {
            return Err(Refusal(AuthError::PhoneDisabled));
        }
        (Some(account), None) | (None, Some(account)) => account,
    };
    app.auth
        .limits
        .check_account(Attempt::SignIn, &peer, account)?;
    let user = match (
        email.as_deref().map(email_address),
        phone.as_deref().map(phone_number),
    ) {
        (Some(Ok(email)), _) => known(app.store.user_by_email(&email).await)?,
        (_, Some(Ok(phone))) => known(app.store.user_by_phone(&phone).await)?,
        _ => None,
    };
    let passwords = app.auth.passwords.clone();
    let hash = user
        .as_ref()
        .and_then(|user| user.encrypted_password.clone());
    let password = body.password.unwrap_or_default();
    // The same work for an unknown person as for a known one.
    let is_right = actix_web::web::block(move || passwords.verify(&password, hash.as_deref()))
        .await
        .map_err(Refusal::unexpected)?;
    let user = user
        .filter(|_| is_right)
        .ok_or(Refusal(AuthError::InvalidCredentials))?;
    if email.is_some() && user.email_confirmed_at.is_none() {
        return Err(Refusal(AuthError::EmailNotConfirmed));
    }
    if phone.is_some() && user.phone_confirmed_at.is_none() {
        return Err(Refusal(AuthError::PhoneNotConfirmed));
    }
    session::open(app, request, peer, &user, "password").await
}
