use actix_web::{
    HttpRequest, HttpResponse,
    web::{Bytes, Data, Query},
};
use portolan_auth::{AuthError, VerificationType, email_address, phone_number};
use portolan_domain::{MessageKind, OneTimeKind};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::{
    addresses::{ChallengeMembers, RedirectQuery, choose_redirect},
    answer::{AuthRefusal, parse_body},
    audit,
    limits::Attempt,
    messages::{self, CodeMessage, RedirectTarget},
    new_account::{self, NewAccount},
    signup::{check_channel, known_user, may_sign_up, validation_failed},
};
use crate::http::{App, caller::Peer};

#[derive(Debug, Deserialize)]
struct SendCode {
    email: Option<String>,
    phone: Option<String>,
    data: Option<Map<String, Value>>,
    create_user: Option<bool>,
    channel: Option<String>,
    #[serde(flatten)]
    challenge: ChallengeMembers,
}

/// Sends a code to an address, with a link, or to a telephone number; anyone who is not known yet gets
/// an account unless the request says otherwise.
pub async fn send_code(
    app: Data<App>,
    request: HttpRequest,
    peer: Peer,
    redirect_query: Query<RedirectQuery>,
    bytes: Bytes,
) -> Result<HttpResponse, AuthRefusal> {
    let body: SendCode = parse_body(&bytes)?;
    let filled = |text: &Option<String>| text.clone().filter(|text| !text.is_empty());
    match (filled(&body.email), filled(&body.phone)) {
        (Some(_), Some(_)) => Err(validation_failed(
            "Only an email address or phone number should be provided",
        )),
        (Some(email), None) => by_email(&app, &request, &peer, &redirect_query, body, &email).await,
        (None, Some(phone)) => by_phone(&app, &request, &peer, body, &phone).await,
        (None, None) => Err(validation_failed("One of email or phone must be set")),
    }
}

/// The same for an address only.
pub async fn send_magic_link(
    app: Data<App>,
    request: HttpRequest,
    peer: Peer,
    redirect_query: Query<RedirectQuery>,
    bytes: Bytes,
) -> Result<HttpResponse, AuthRefusal> {
    let body: SendCode = parse_body(&bytes)?;
    let email = body.email.clone().filter(|email| !email.is_empty());
    let email = email.ok_or_else(|| validation_failed("An email address is required"))?;
    by_email(&app, &request, &peer, &redirect_query, body, &email).await
}

async fn by_email(
    app: &App,
    request: &HttpRequest,
    peer: &Peer,
    redirect_query: &RedirectQuery,
    body: SendCode,
    email: &str,
) -> Result<HttpResponse, AuthRefusal> {
    if !app.auth.options.email {
        return Err(AuthRefusal(AuthError::EmailDisabled));
    }
    let challenge = body.challenge.read(app)?;
    let email = email_address(email)?;
    app.auth.limits.check(Attempt::Send, peer)?;
    app.auth.limits.check_account(Attempt::Send, peer, &email)?;
    messages::check_transport(app, MessageKind::Mail, "magic link")?;
    let user = match known_user(app.store.user_by_email(&email).await)? {
        Some(user) => user,
        None if !may_create(app, request, peer, &body) => {
            messages::check_stranger(app, &email, MessageKind::Mail)?;
            return Ok(HttpResponse::Ok().json(json!({})));
        }
        None => {
            let account = NewAccount {
                email: Some(email.clone()),
                user_metadata: body.data.unwrap_or_default(),
                ..NewAccount::default()
            };
            new_account::create_account(app, account).await?
        }
    };
    messages::check_mail_interval(app, user.recovery_sent_at)?;
    let message = CodeMessage {
        kind: OneTimeKind::MagicLink,
        verification: VerificationType::Magiclink,
        to: email,
    };
    let target = RedirectTarget {
        redirect_to: choose_redirect(app, request, redirect_query.redirect_to.as_deref()),
        challenge,
    };
    let now = app.clock.now();
    let user = messages::send_emails(app, request, &user, &[message], &target, |user| {
        user.recovery_sent_at = Some(now);
    })
    .await?;
    audit::note_action(app, peer, &user, "user_recovery_requested").await;
    Ok(HttpResponse::Ok().json(json!({})))
}

async fn by_phone(
    app: &App,
    request: &HttpRequest,
    peer: &Peer,
    body: SendCode,
    phone: &str,
) -> Result<HttpResponse, AuthRefusal> {
    if !app.auth.options.phone {
        return Err(AuthRefusal(AuthError::PhoneDisabled));
    }
    check_channel(app, body.channel.as_deref())?;
    let phone = phone_number(phone)?;
    app.auth.limits.check(Attempt::Send, peer)?;
    app.auth.limits.check_account(Attempt::Send, peer, &phone)?;
    messages::check_transport(app, MessageKind::Sms, "confirmation")?;
    let user = match known_user(app.store.user_by_phone(&phone).await)? {
        Some(user) => user,
        None if !may_create(app, request, peer, &body) => {
            messages::check_stranger(app, &phone, MessageKind::Sms)?;
            return Ok(HttpResponse::Ok().json(json!({ "message_id": app.ids.id() })));
        }
        None => {
            let account = NewAccount {
                phone: Some(phone.clone()),
                user_metadata: body.data.unwrap_or_default(),
                ..NewAccount::default()
            };
            new_account::create_account(app, account).await?
        }
    };
    messages::check_sms_interval(app, user.confirmation_sent_at)?;
    let message = CodeMessage {
        kind: OneTimeKind::PhoneConfirmation,
        verification: VerificationType::Sms,
        to: phone,
    };
    let target = RedirectTarget {
        redirect_to: choose_redirect(app, request, None),
        challenge: None,
    };
    let now = app.clock.now();
    let user = messages::send_emails(app, request, &user, &[message], &target, |user| {
        user.confirmation_sent_at = Some(now);
    })
    .await?;
    audit::note_action(app, peer, &user, "user_recovery_requested").await;
    Ok(HttpResponse::Ok().json(json!({ "message_id": app.ids.id() })))
}

/// Returns whether an unknown address gets an account. Where it does not, the answer is that of a known
/// address, so that it reveals nothing.
fn may_create(app: &App, request: &HttpRequest, peer: &Peer, body: &SendCode) -> bool {
    may_sign_up(app, request, peer) && body.create_user != Some(false)
}
