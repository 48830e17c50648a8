use actix_web::{
    HttpRequest, HttpResponse,
    web::{Bytes, Data, Query},
};
use portolan_auth::{VerificationType, email_address};
use portolan_domain::{MessageKind, OneTimeKind};
use serde::Deserialize;
use serde_json::json;

use super::{
    addresses::{ChallengeMembers, RedirectQuery, choose_redirect},
    answer::{AuthRefusal, parse_body},
    audit,
    limits::Attempt,
    messages::{self, CodeMessage, RedirectTarget},
    signup::{known_user, validation_failed},
};
use crate::http::{App, caller::Peer};

#[derive(Debug, Deserialize)]
struct Recover {
    email: Option<String>,
    #[serde(flatten)]
    challenge: ChallengeMembers,
}

/// Sends a link to reset the password. The answer doesn't reveal whether the address is known.
pub async fn recover(
    app: Data<App>,
    request: HttpRequest,
    peer: Peer,
    redirect_query: Query<RedirectQuery>,
    bytes: Bytes,
) -> Result<HttpResponse, AuthRefusal> {
    let body: Recover = parse_body(&bytes)?;
    let challenge = body.challenge.read(&app)?;
    let email = body.email.filter(|email| !email.is_empty());
    let email = email.ok_or_else(|| validation_failed("Password recovery requires an email"))?;
    let email = email_address(&email)?;
    app.auth.limits.check(Attempt::Send, &peer)?;
    app.auth
        .limits
        .check_account(Attempt::Send, &peer, &email)?;
    messages::check_transport(&app, MessageKind::Mail, "recovery")?;
    if let Some(user) = known_user(app.store.user_by_email(&email).await)? {
        messages::check_mail_interval(&app, user.recovery_sent_at)?;
        let message = CodeMessage {
            kind: OneTimeKind::Recovery,
            verification: VerificationType::Recovery,
            to: email,
        };
        let target = RedirectTarget {
            redirect_to: choose_redirect(&app, &request, redirect_query.redirect_to.as_deref()),
            challenge,
        };
        let now = app.clock.now();
        let user = messages::send_emails(&app, &request, &user, &[message], &target, |user| {
            user.recovery_sent_at = Some(now);
        })
        .await?;
        audit::note_action(&app, &peer, &user, "user_recovery_requested").await;
    } else {
        messages::check_stranger(&app, &email, MessageKind::Mail)?;
    }
    Ok(HttpResponse::Ok().json(json!({})))
}
