use actix_web::{HttpRequest, HttpResponse, web::Data};
use portolan_auth::{AuthError, VerificationType};
use portolan_domain::{MessageKind, OneTimeKind, User};
use serde_json::json;

use super::{
    addresses::choose_redirect,
    answer::AuthRefusal,
    audit,
    limits::Attempt,
    messages::{self, CodeMessage, RedirectTarget},
    session,
    signup::validation_failed,
};
use crate::http::{App, caller::Peer};

/// Sends the signed-in user a reauthentication code, which a password change may require.
pub async fn reauthenticate(
    app: Data<App>,
    request: HttpRequest,
    peer: Peer,
) -> Result<HttpResponse, AuthRefusal> {
    let user = session::current_session(&app, &request).await?.user;
    app.auth.limits.check(Attempt::Send, &peer)?;
    let (to, transport) = match (&user.email, &user.phone) {
        (Some(email), _) => (email.clone(), MessageKind::Mail),
        (None, Some(phone)) => (phone.clone(), MessageKind::Sms),
        (None, None) => {
            return Err(validation_failed(
                "Reauthentication requires the user to have an email or a phone number",
            ));
        }
    };
    match transport {
        MessageKind::Mail if user.email_confirmed_at.is_none() => {
            return Err(AuthRefusal(AuthError::EmailUnverified));
        }
        MessageKind::Sms if user.phone_confirmed_at.is_none() => {
            return Err(AuthRefusal(AuthError::PhoneUnverified));
        }
        MessageKind::Mail => messages::check_mail_interval(&app, user.reauthentication_sent_at)?,
        MessageKind::Sms => messages::check_sms_interval(&app, user.reauthentication_sent_at)?,
    }
    messages::check_transport(&app, transport, "reauthentication")?;
    let message = CodeMessage {
        kind: OneTimeKind::Reauthentication,
        // No link goes with this code.
        verification: VerificationType::Email,
        to,
    };
    let target = RedirectTarget {
        redirect_to: choose_redirect(&app, &request, None),
        challenge: None,
    };
    let now = app.clock.now();
    let change = |user: &mut User| user.reauthentication_sent_at = Some(now);
    let name = "reauthentication";
    let (user, delivery) =
        messages::send_and_wait(&app, &request, &user, &[message], &target, name, change).await?;
    audit::note_action(&app, &peer, &user, "user_reauthenticate_requested").await;
    Ok(HttpResponse::Ok().json(json!({ "delivery": delivery })))
}
