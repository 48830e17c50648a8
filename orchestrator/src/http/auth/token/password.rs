use actix_web::HttpRequest;
use portolan_auth::{AuthError, SessionTokens, email_address, phone_number};
use portolan_domain::User;
use serde::Deserialize;

use crate::http::{
    App,
    auth::{answer::AuthRefusal, limits::Attempt, new_account, session, signup::known_user},
    caller::Peer,
};

#[derive(Debug, Deserialize)]
pub struct PasswordGrant {
    email: Option<String>,
    phone: Option<String>,
    password: Option<String>,
}

/// A session for an address or number and its password.
pub async fn grant_password(
    app: &App,
    request: &HttpRequest,
    peer: Peer,
    body: PasswordGrant,
) -> Result<SessionTokens, AuthRefusal> {
    let filled = |text: Option<String>| text.filter(|text| !text.is_empty());
    let (email, phone) = (filled(body.email), filled(body.phone));
    let account = match (&email, &phone) {
        (Some(_), Some(_)) => {
            return Err(AuthRefusal(AuthError::Validation(
                "Only an email address or phone number should be provided on login.".into(),
            )));
        }
        (None, None) => {
            return Err(AuthRefusal(AuthError::Validation(
                "missing email or phone".into(),
            )));
        }
        (Some(_), None) if !app.auth.options.email => {
            return Err(AuthRefusal(AuthError::EmailDisabled));
        }
        (None, Some(_)) if !app.auth.options.phone => {
            return Err(AuthRefusal(AuthError::PhoneDisabled));
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
        (Some(Ok(email)), _) => known_user(app.store.user_by_email(&email).await)?,
        (_, Some(Ok(phone))) => known_user(app.store.user_by_phone(&phone).await)?,
        _ => None,
    };
    let passwords = app.auth.passwords.clone();
    let hash = user
        .as_ref()
        .and_then(|user| user.encrypted_password.clone());
    let known_hash = hash.clone();
    let password = body.password.unwrap_or_default();
    // The same work for an unknown user as for a known one.
    let (is_right, password) =
        actix_web::web::block(move || (passwords.verify(&password, hash.as_deref()), password))
            .await
            .map_err(AuthRefusal::unexpected)?;
    let user = user
        .filter(|_| is_right)
        .ok_or(AuthRefusal(AuthError::InvalidCredentials))?;
    if email.is_some() && user.email_confirmed_at.is_none() {
        return Err(AuthRefusal(AuthError::EmailNotConfirmed));
    }
    if phone.is_some() && user.phone_confirmed_at.is_none() {
        return Err(AuthRefusal(AuthError::PhoneNotConfirmed));
    }
    if let Some(hash) = known_hash.filter(|hash| app.auth.passwords.is_outdated(hash)) {
        replace_hash(app, &user, hash, password).await?;
    }
    session::open_session(app, request, peer, &user, "password").await
}

/// Stores a hash of our own in place of an imported one, unless the password has changed since.
async fn replace_hash(
    app: &App,
    user: &User,
    known: String,
    password: String,
) -> Result<(), AuthRefusal> {
    let hash = new_account::hash(app, password).await?;
    app.store
        .update_user(user.id, app.clock.now(), move |user| {
            if user.encrypted_password.as_ref() == Some(&known) {
                user.encrypted_password = Some(hash);
            }
        })
        .await
        .map_err(|error| AuthRefusal::from_store(error, AuthError::UserNotFound))?;
    Ok(())
}
