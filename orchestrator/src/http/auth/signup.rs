use actix_web::{
    HttpRequest, HttpResponse,
    web::{Bytes, Data, Query},
};
use portolan_auth::{AuthError, VerificationType, email_address, phone_number};
use portolan_domain::{MessageKind, OneTimeKind, User};
use portolan_store::StoreError;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::{
    addresses::{ChallengeMembers, RedirectQuery, choose_redirect, is_development},
    answer::{AuthRefusal, parse_body},
    audit,
    limits::Attempt,
    messages::{self, CodeMessage, RedirectTarget},
    new_account::{self, NewAccount, check_metadata},
    session,
};
use crate::http::{App, caller::Peer};

#[derive(Debug, Deserialize)]
struct SignUp {
    email: Option<String>,
    phone: Option<String>,
    password: Option<String>,
    data: Option<Map<String, Value>>,
    channel: Option<String>,
    #[serde(flatten)]
    challenge: ChallengeMembers,
}

/// Creates an account: with an email address or a telephone number and a password, or of a user who gives
/// neither.
pub async fn sign_up(
    app: Data<App>,
    request: HttpRequest,
    peer: Peer,
    redirect_query: Query<RedirectQuery>,
    bytes: Bytes,
) -> Result<HttpResponse, AuthRefusal> {
    let body: SignUp = parse_body(&bytes)?;
    let filled = |text: &Option<String>| text.clone().filter(|text| !text.is_empty());
    let (email, phone) = (filled(&body.email), filled(&body.phone));
    if !may_sign_up(&app, &request, &peer) {
        return Err(AuthRefusal(AuthError::SignupDisabled));
    }
    check_metadata(body.data.as_ref().unwrap_or(&Map::new()))?;
    match (email, phone) {
        (None, None) => sign_up_anonymously(&app, &request, peer, body).await,
        (Some(email), None) => {
            sign_up_by_email(&app, &request, peer, &redirect_query, body, email).await
        }
        (None, Some(phone)) => {
            sign_up_by_phone(&app, &request, peer, &redirect_query, body, phone).await
        }
        (Some(_), Some(_)) => Err(validation_failed(
            "Only an email address or phone number should be provided on signup.",
        )),
    }
}

/// Returns whether new users may sign up, from where they ask.
pub fn may_sign_up(app: &App, request: &HttpRequest, peer: &Peer) -> bool {
    let policy = &app.use_cases.accounts.policy;
    policy.allows_sign_up(is_development(app, request, peer))
}

/// Returns whether their email addresses count as verified.
pub fn confirms_email(app: &App, request: &HttpRequest, peer: &Peer) -> bool {
    let policy = &app.use_cases.accounts.policy;
    policy.confirms_email(is_development(app, request, peer))
}

async fn sign_up_anonymously(
    app: &App,
    request: &HttpRequest,
    peer: Peer,
    body: SignUp,
) -> Result<HttpResponse, AuthRefusal> {
    if !app.auth.allows_guests() {
        return Err(AuthRefusal(AuthError::AnonymousDisabled));
    }
    app.auth.limits.check(Attempt::Anonymous, &peer)?;
    let account = NewAccount {
        user_metadata: body.data.unwrap_or_default(),
        ..NewAccount::default()
    };
    let user = new_account::create_account(app, account).await?;
    app.store
        .set_credits(user.id, app.auth.options.anonymous_credits, app.clock.now())
        .await
        .map_err(|error| AuthRefusal::from_store(error, AuthError::UserNotFound))?;
    audit::note_action(app, &peer, &user, "user_signedup").await;
    let session = session::open_session(app, request, peer, &user, "anonymous").await?;
    Ok(HttpResponse::Ok().json(session))
}

async fn sign_up_by_email(
    app: &App,
    request: &HttpRequest,
    peer: Peer,
    redirect_query: &RedirectQuery,
    body: SignUp,
    email: String,
) -> Result<HttpResponse, AuthRefusal> {
    if !app.auth.options.email {
        return Err(AuthRefusal(AuthError::EmailSignupsDisabled));
    }
    let password = require_password(body.password)?;
    let challenge = body.challenge.read(app)?;
    app.auth.rules.check(&password)?;
    let email = email_address(&email)?;
    app.auth.limits.check(Attempt::SignUp, &peer)?;
    app.auth
        .limits
        .check_account(Attempt::SignUp, &peer, &email)?;
    let is_confirmed = confirms_email(app, request, &peer);
    if !is_confirmed {
        messages::check_transport(app, MessageKind::Mail, "confirmation")?;
    }
    // Hashed even if not needed, so that a known address takes as long as a new one.
    let hash = new_account::hash(app, password).await?;
    let account = NewAccount {
        email: Some(email.clone()),
        encrypted_password: Some(hash),
        user_metadata: body.data.unwrap_or_default(),
        is_confirmed,
        ..NewAccount::default()
    };
    if is_confirmed {
        let user = new_account::create_account(app, account).await?;
        audit::note_action(app, &peer, &user, "user_signedup").await;
        let session = session::open_session(app, request, peer, &user, "password").await?;
        return Ok(HttpResponse::Ok().json(session));
    }
    let user = match known_user(app.store.user_by_email(&email).await)? {
        None => new_account::create_account(app, account).await?,
        Some(user) if user.email_confirmed_at.is_none() => user,
        Some(_) => return unknown_to_strangers(app, account).await,
    };
    messages::check_mail_interval(app, user.confirmation_sent_at)?;
    let message = CodeMessage {
        kind: OneTimeKind::Confirmation,
        verification: VerificationType::Signup,
        to: email,
    };
    let target = RedirectTarget {
        redirect_to: choose_redirect(app, request, redirect_query.redirect_to.as_deref()),
        challenge,
    };
    let now = app.clock.now();
    let user = messages::send_emails(app, request, &user, &[message], &target, |user| {
        user.confirmation_sent_at = Some(now);
    })
    .await?;
    audit::note_action(app, &peer, &user, "user_confirmation_requested").await;
    Ok(HttpResponse::Ok().json(session::to_auth_user(app, &user).await?))
}

async fn sign_up_by_phone(
    app: &App,
    request: &HttpRequest,
    peer: Peer,
    redirect_query: &RedirectQuery,
    body: SignUp,
    phone: String,
) -> Result<HttpResponse, AuthRefusal> {
    if !app.auth.options.phone {
        return Err(AuthRefusal(AuthError::PhoneSignupsDisabled));
    }
    check_channel(app, body.channel.as_deref())?;
    let password = require_password(body.password)?;
    app.auth.rules.check(&password)?;
    let phone = phone_number(&phone)?;
    app.auth.limits.check(Attempt::SignUp, &peer)?;
    app.auth
        .limits
        .check_account(Attempt::SignUp, &peer, &phone)?;
    let is_confirmed = app.auth.options.auto_confirm_phone;
    if !is_confirmed {
        messages::check_transport(app, MessageKind::Sms, "confirmation")?;
    }
    let hash = new_account::hash(app, password).await?;
    let account = NewAccount {
        phone: Some(phone.clone()),
        encrypted_password: Some(hash),
        user_metadata: body.data.unwrap_or_default(),
        is_confirmed,
        ..NewAccount::default()
    };
    if is_confirmed {
        let user = new_account::create_account(app, account).await?;
        audit::note_action(app, &peer, &user, "user_signedup").await;
        let session = session::open_session(app, request, peer, &user, "password").await?;
        return Ok(HttpResponse::Ok().json(session));
    }
    let user = match known_user(app.store.user_by_phone(&phone).await)? {
        None => new_account::create_account(app, account).await?,
        Some(user) if user.phone_confirmed_at.is_none() => user,
        Some(_) => return unknown_to_strangers(app, account).await,
    };
    messages::check_sms_interval(app, user.confirmation_sent_at)?;
    let message = CodeMessage {
        kind: OneTimeKind::PhoneConfirmation,
        verification: VerificationType::Sms,
        to: phone,
    };
    let target = RedirectTarget {
        redirect_to: choose_redirect(app, request, redirect_query.redirect_to.as_deref()),
        challenge: None,
    };
    let now = app.clock.now();
    let user = messages::send_emails(app, request, &user, &[message], &target, |user| {
        user.confirmation_sent_at = Some(now);
    })
    .await?;
    audit::note_action(app, &peer, &user, "user_confirmation_requested").await;
    Ok(HttpResponse::Ok().json(session::to_auth_user(app, &user).await?))
}

/// Returns the answer for a new user, for an address that is already registered: only its owner
/// learns of that.
async fn unknown_to_strangers(app: &App, account: NewAccount) -> Result<HttpResponse, AuthRefusal> {
    match (&account.email, &account.phone) {
        (Some(email), _) => messages::check_stranger(app, email, MessageKind::Mail)?,
        (None, Some(phone)) => messages::check_stranger(app, phone, MessageKind::Sms)?,
        (None, None) => {}
    }
    let now = app.clock.now();
    let mut user = User::new(app.ids.id(), now);
    user.confirmation_sent_at = Some(now);
    user.user_metadata = account.user_metadata;
    let mut identities = Vec::new();
    for (provider, address) in [("email", &account.email), ("phone", &account.phone)] {
        if let Some(address) = address {
            user.add_provider(provider);
            identities.push(new_account::identity(
                &app.ids, &user, now, provider, address,
            ));
        }
    }
    (user.email, user.phone) = (account.email, account.phone);
    let mut shape = session::to_auth_user(app, &user).await?;
    shape.identities = identities
        .into_iter()
        .map(session::to_user_identity)
        .collect();
    Ok(HttpResponse::Ok().json(shape))
}

/// Text messages; other channels are up to the webhook.
pub fn check_channel(app: &App, channel: Option<&str>) -> Result<(), AuthRefusal> {
    match channel {
        None | Some("" | "sms") => Ok(()),
        Some("whatsapp") if app.auth.options.sms_webhook.is_some() => Ok(()),
        Some(_) => Err(validation_failed(
            "Invalid channel, supported values are 'sms' or 'whatsapp'. 'whatsapp' is only supported \
             where messages go to a webhook.",
        )),
    }
}

/// Converts a missing user to None, which isn't a failure.
pub fn known_user(found: Result<User, StoreError>) -> Result<Option<User>, AuthRefusal> {
    match found {
        Ok(user) => Ok(Some(user)),
        Err(StoreError::NotFound(_)) => Ok(None),
        Err(error) => Err(AuthRefusal::from_store(error, AuthError::UserNotFound)),
    }
}

fn require_password(password: Option<String>) -> Result<String, AuthRefusal> {
    password
        .filter(|password| !password.is_empty())
        .ok_or_else(|| validation_failed("Signup requires a valid password"))
}

pub fn validation_failed(words: &str) -> AuthRefusal {
    AuthRefusal(AuthError::Validation(words.into()))
}
