use actix_web::{
    HttpRequest,
    web::{Bytes, Data, Json, Query},
};
use chrono::{DateTime, TimeDelta, Utc};
use portolan_auth::{AuthError, VerificationType, email_address, phone_number};
use portolan_domain::{MessageKind, OneTimeKind, User};
use portolan_store::StoreError;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::{
    addresses::{ChallengeMembers, RedirectQuery, choose_redirect},
    answer::{AuthRefusal, parse_body},
    audit, confirmation,
    limits::Attempt,
    messages::{self, CodeMessage, RedirectTarget},
    new_account::merged,
    session::{self, Current},
    signup::{confirms_email, known_user},
};
use crate::http::{App, caller::Peer};

/// A sign-in so recent needs no code for a new password.
const RECENT: TimeDelta = TimeDelta::hours(24);

#[derive(Debug, Deserialize)]
struct UpdateUser {
    password: Option<String>,
    current_password: Option<String>,
    nonce: Option<String>,
    email: Option<String>,
    phone: Option<String>,
    data: Option<Map<String, Value>>,
    #[serde(flatten)]
    challenge: ChallengeMembers,
}

/// The signed-in user.
pub async fn get_user(
    app: Data<App>,
    request: HttpRequest,
) -> Result<Json<portolan_auth::AuthUser>, AuthRefusal> {
    let user = session::current_or_program(&app, &request).await?.user;
    Ok(Json(session::to_auth_user(&app, &user).await?))
}

/// Changes password and metadata at once, an address or number when it is confirmed.
pub async fn update_user(
    app: Data<App>,
    request: HttpRequest,
    peer: Peer,
    redirect_query: Query<RedirectQuery>,
    bytes: Bytes,
) -> Result<Json<portolan_auth::AuthUser>, AuthRefusal> {
    let current = session::current_session(&app, &request).await?;
    let change: UpdateUser = parse_body(&bytes)?;
    let target = RedirectTarget {
        redirect_to: choose_redirect(&app, &request, redirect_query.redirect_to.as_deref()),
        challenge: change.challenge.read(&app)?,
    };
    let filled = |text: Option<String>| text.filter(|text| !text.is_empty());
    let email = filled(change.email)
        .map(|email| email_address(&email))
        .transpose()?;
    let phone = filled(change.phone)
        .map(|phone| phone_number(&phone))
        .transpose()?;
    let email = email.filter(|email| current.user.email.as_ref() != Some(email));
    let phone = phone.filter(|phone| current.user.phone.as_ref() != Some(phone));
    let is_guarded = change.password.is_some() || email.is_some() || phone.is_some();
    if is_guarded && current.awaits_factor(&app).await? {
        return Err(AuthRefusal(AuthError::AalToUpdate));
    }
    check_addresses(&app, &request, &peer, &email, &phone).await?;
    let metadata = match change.data {
        Some(data) => Some(merged(current.user.user_metadata.clone(), data)?),
        None => None,
    };
    let hash = match change.password {
        Some(password) => {
            check_nonce(&app, &current, change.nonce.as_deref(), &email, &phone).await?;
            Some(new_password(&app, &current.user, password, change.current_password).await?)
        }
        None => None,
    };
    let has_new_password = hash.is_some();
    let mut user = app
        .store
        .update_user(current.user.id, app.clock.now(), move |user| {
            if let Some(metadata) = metadata {
                user.user_metadata = metadata;
            }
            if hash.is_some() {
                user.encrypted_password = hash;
            }
        })
        .await
        .map_err(|error| AuthRefusal::from_store(error, AuthError::UserNotFound))?;
    if has_new_password {
        // Sessions opened with the old password end.
        app.store
            .end_sessions(user.id, Some(current.session.id))
            .await
            .map_err(|error| AuthRefusal::from_store(error, AuthError::SessionNotFound))?;
        audit::note_action(&app, &peer, &user, "user_updated_password").await;
    }
    if let Some(email) = email {
        user = change_email(&app, &request, &peer, &user, email, &target).await?;
    }
    if let Some(phone) = phone {
        user = change_phone(&app, &request, &user, phone, &target).await?;
    }
    audit::note_action(&app, &peer, &user, "user_modified").await;
    Ok(Json(session::to_auth_user(&app, &user).await?))
}

/// Checks the new addresses before anything is changed.
async fn check_addresses(
    app: &App,
    request: &HttpRequest,
    peer: &Peer,
    email: &Option<String>,
    phone: &Option<String>,
) -> Result<(), AuthRefusal> {
    if let Some(email) = email {
        if !app.auth.options.email {
            return Err(AuthRefusal(AuthError::EmailDisabled));
        }
        app.auth.limits.check(Attempt::Send, peer)?;
        if known_user(app.store.user_by_email(email).await)?.is_some() {
            return Err(AuthRefusal(AuthError::EmailExists));
        }
        if !confirms_email(app, request, peer) {
            messages::check_transport(app, MessageKind::Mail, "email change")?;
        }
    }
    if let Some(phone) = phone {
        if !app.auth.options.phone {
            return Err(AuthRefusal(AuthError::PhoneDisabled));
        }
        app.auth.limits.check(Attempt::Send, peer)?;
        if known_user(app.store.user_by_phone(phone).await)?.is_some() {
            return Err(AuthRefusal(AuthError::PhoneExists));
        }
        if !app.auth.options.auto_confirm_phone {
            messages::check_transport(app, MessageKind::Sms, "phone change")?;
        }
    }
    Ok(())
}

/// A new password of a user who signed in long ago needs a code, where the settings ask for it.
async fn check_nonce(
    app: &App,
    current: &Current,
    nonce: Option<&str>,
    email: &Option<String>,
    phone: &Option<String>,
) -> Result<(), AuthRefusal> {
    let user = &current.user;
    let gets_address = email.is_some() || phone.is_some();
    if user.is_anonymous && user.email.is_none() && user.phone.is_none() && !gets_address {
        return Err(AuthRefusal(AuthError::AnonymousPassword));
    }
    let is_recent = app.clock.now() - current.session.created_at <= RECENT;
    if !app.auth.options.secure_password_change || is_recent {
        return Ok(());
    }
    let nonce = nonce
        .filter(|nonce| !nonce.is_empty())
        .ok_or(AuthRefusal(AuthError::ReauthenticationNeeded))?;
    if confirmation::reauthenticates(app, user, nonce).await? {
        Ok(())
    } else {
        Err(AuthRefusal(AuthError::ReauthenticationNotValid))
    }
}

async fn new_password(
    app: &App,
    user: &User,
    password: String,
    current: Option<String>,
) -> Result<String, AuthRefusal> {
    app.auth.rules.check(&password)?;
    let known = user.encrypted_password.clone();
    let (passwords, salt) = (app.auth.passwords.clone(), app.ids.bytes());
    actix_web::web::block(move || {
        if let Some(current) = current
            && !passwords.verify(&current, known.as_deref())
        {
            return Err(AuthRefusal(AuthError::InvalidCredentials));
        }
        if known.is_some() && passwords.verify(&password, known.as_deref()) {
            return Err(AuthRefusal(AuthError::SamePassword));
        }
        passwords
            .hash(&password, salt)
            .map_err(AuthRefusal::unexpected)
    })
    .await
    .map_err(AuthRefusal::unexpected)?
}

async fn change_email(
    app: &App,
    request: &HttpRequest,
    peer: &Peer,
    user: &User,
    email: String,
    target: &RedirectTarget,
) -> Result<User, AuthRefusal> {
    let now = app.clock.now();
    if confirms_email(app, request, peer) {
        return confirm_change(app, user, move |user| {
            user.email = Some(email);
            user.email_confirmed_at = Some(now);
            user.new_email = None;
            user.is_anonymous = false;
        })
        .await;
    }
    messages::check_mail_interval(app, user.email_change_sent_at)?;
    let sent = change_messages(app, user, &email);
    let change = |user: &mut User| note_email_change(user, email, now);
    let name = "email change";
    let (user, _) =
        messages::send_and_wait(app, request, user, &sent, target, name, change).await?;
    Ok(user)
}

async fn change_phone(
    app: &App,
    request: &HttpRequest,
    user: &User,
    phone: String,
    target: &RedirectTarget,
) -> Result<User, AuthRefusal> {
    let now = app.clock.now();
    if app.auth.options.auto_confirm_phone {
        return confirm_change(app, user, move |user| {
            user.phone = Some(phone);
            user.phone_confirmed_at = Some(now);
            user.new_phone = None;
            user.is_anonymous = false;
        })
        .await;
    }
    messages::check_sms_interval(app, user.phone_change_sent_at)?;
    let message = CodeMessage {
        kind: OneTimeKind::PhoneChange,
        verification: VerificationType::PhoneChange,
        to: phone.clone(),
    };
    let change = |user: &mut User| {
        user.new_phone = Some(phone);
        user.phone_change_sent_at = Some(now);
    };
    let name = "phone change";
    let (user, _) =
        messages::send_and_wait(app, request, user, &[message], target, name, change).await?;
    Ok(user)
}

async fn confirm_change(
    app: &App,
    user: &User,
    change: impl FnOnce(&mut User) + Send,
) -> Result<User, AuthRefusal> {
    let changed = app
        .store
        .update_addresses(user.id, app.clock.now(), app.ids.id(), change)
        .await;
    changed.map_err(|error| match error {
        StoreError::Conflict(_) => AuthRefusal(AuthError::EmailExists),
        error => AuthRefusal::from_store(error, AuthError::UserNotFound),
    })
}

/// Returns the messages to the new address and, if it must confirm too, to the old one.
pub fn change_messages(app: &App, user: &User, new: &str) -> Vec<CodeMessage> {
    let message = |kind, to: &str| CodeMessage {
        kind,
        verification: VerificationType::EmailChange,
        to: to.to_owned(),
    };
    let mut messages = vec![message(OneTimeKind::EmailChangeNew, new)];
    if let (Some(current), true) = (&user.email, app.auth.options.secure_email_change) {
        messages.push(message(OneTimeKind::EmailChangeCurrent, current));
    }
    messages
}

/// A requested new address; what one of the two had confirmed before counts no longer.
pub fn note_email_change(user: &mut User, email: String, now: DateTime<Utc>) {
    user.new_email = Some(email);
    user.email_change_sent_at = Some(now);
    user.email_change_confirmed = None;
}
