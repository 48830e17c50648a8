use actix_web::{
    HttpRequest, HttpResponse,
    web::{Bytes, Data, Query},
};
use portolan_auth::{AuthError, VerificationType, email_address, phone_number};
use portolan_domain::{MessageKind, OneTimeKind, User};
use serde::Deserialize;
use serde_json::json;

use super::{
    addresses::{ChallengeMembers, RedirectQuery, choose_redirect},
    answer::{AuthRefusal, parse_body},
    limits::Attempt,
    messages::{self, CodeMessage, RedirectTarget},
    signup::{known_user, validation_failed},
    user::{change_messages, note_email_change},
};
use crate::http::{App, caller::Peer};

#[derive(Debug, Deserialize)]
struct Resend {
    #[serde(rename = "type")]
    kind: Option<String>,
    email: Option<String>,
    phone: Option<String>,
    #[serde(flatten)]
    challenge: ChallengeMembers,
}

/// Sends a message again. The answer doesn't reveal whether the address is known.
pub async fn resend(
    app: Data<App>,
    request: HttpRequest,
    peer: Peer,
    redirect_query: Query<RedirectQuery>,
    bytes: Bytes,
) -> Result<HttpResponse, AuthRefusal> {
    let body: Resend = parse_body(&bytes)?;
    let kind = match body.kind.as_deref() {
        Some("signup") => VerificationType::Signup,
        Some("email_change") => VerificationType::EmailChange,
        Some("sms") => VerificationType::Sms,
        Some("phone_change") => VerificationType::PhoneChange,
        _ => {
            return Err(validation_failed(
                "Missing one of these types: signup, email_change, sms, phone_change",
            ));
        }
    };
    let target = RedirectTarget {
        redirect_to: choose_redirect(&app, &request, redirect_query.redirect_to.as_deref()),
        challenge: body.challenge.read(&app)?,
    };
    let filled = |text: Option<String>| text.filter(|text| !text.is_empty());
    let (email, phone) = (filled(body.email), filled(body.phone));
    if email.is_some() && phone.is_some() {
        return Err(validation_failed(
            "Only an email address or phone number should be provided on resend",
        ));
    }
    let address = if kind.is_phone() {
        let phone =
            phone.ok_or_else(|| validation_failed("Type provided requires a phone number"))?;
        if !app.auth.options.phone {
            return Err(AuthRefusal(AuthError::PhoneDisabled));
        }
        phone_number(&phone)?
    } else {
        let email =
            email.ok_or_else(|| validation_failed("Type provided requires an email address"))?;
        if !app.auth.options.email {
            return Err(AuthRefusal(AuthError::EmailDisabled));
        }
        email_address(&email)?
    };
    app.auth.limits.check(Attempt::Send, &peer)?;
    app.auth
        .limits
        .check_account(Attempt::Send, &peer, &address)?;
    let transport = if kind.is_phone() {
        MessageKind::Sms
    } else {
        MessageKind::Mail
    };
    messages::check_transport(&app, transport, "confirmation")?;
    send_again(&app, &request, kind, &address, &target).await?;
    Ok(HttpResponse::Ok().json(if kind.is_phone() {
        json!({ "message_id": app.ids.id() })
    } else {
        json!({})
    }))
}

async fn send_again(
    app: &App,
    request: &HttpRequest,
    kind: VerificationType,
    address: &str,
    target: &RedirectTarget,
) -> Result<(), AuthRefusal> {
    let found = if kind.is_phone() {
        app.store.user_by_phone(address).await
    } else {
        app.store.user_by_email(address).await
    };
    let found = match (known_user(found)?, kind) {
        // The new address is as good as the old one.
        (None, VerificationType::EmailChange) => {
            known_user(app.store.user_by_new_email(address).await)?
        }
        (None, VerificationType::PhoneChange) => {
            known_user(app.store.user_by_new_phone(address).await)?
        }
        (found, _) => found,
    };
    let Some(user) = found.filter(|user| is_waiting(user, kind)) else {
        let transport = if kind.is_phone() {
            MessageKind::Sms
        } else {
            MessageKind::Mail
        };
        return messages::check_stranger(app, address, transport);
    };
    let now = app.clock.now();
    let message = |kind, verification, to: &str| CodeMessage {
        kind,
        verification,
        to: to.to_owned(),
    };
    match kind {
        VerificationType::EmailChange => {
            messages::check_mail_interval(app, user.email_change_sent_at)?;
            let new = user.new_email.clone().unwrap_or_default();
            let sent = change_messages(app, &user, &new);
            messages::send_emails(app, request, &user, &sent, target, |user| {
                note_email_change(user, new, now);
            })
            .await?;
        }
        VerificationType::PhoneChange => {
            messages::check_sms_interval(app, user.phone_change_sent_at)?;
            let new = user.new_phone.clone().unwrap_or_default();
            let sent = [message(OneTimeKind::PhoneChange, kind, &new)];
            messages::send_emails(app, request, &user, &sent, target, |user| {
                user.phone_change_sent_at = Some(now);
            })
            .await?;
        }
        VerificationType::Sms => {
            messages::check_sms_interval(app, user.confirmation_sent_at)?;
            let sent = [message(OneTimeKind::PhoneConfirmation, kind, address)];
            messages::send_emails(app, request, &user, &sent, target, |user| {
                user.confirmation_sent_at = Some(now);
            })
            .await?;
        }
        _ => {
            messages::check_mail_interval(app, user.confirmation_sent_at)?;
            let sent = [message(OneTimeKind::Confirmation, kind, address)];
            messages::send_emails(app, request, &user, &sent, target, |user| {
                user.confirmation_sent_at = Some(now);
            })
            .await?;
        }
    }
    Ok(())
}

fn is_waiting(user: &User, kind: VerificationType) -> bool {
    match kind {
        VerificationType::EmailChange => user.new_email.is_some(),
        VerificationType::PhoneChange => user.new_phone.is_some(),
        VerificationType::Sms => user.phone_confirmed_at.is_none(),
        _ => user.email_confirmed_at.is_none(),
    }
}
