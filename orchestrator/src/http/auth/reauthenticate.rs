use actix_web::{HttpRequest, HttpResponse, web::Data};
use portolan_auth::{AuthError, VerificationType};
use serde_json::json;

use super::{
    addresses::choose_redirect,
    answer::AuthRefusal,
    audit,
    letters::{self, CodeEmail, Way},
    limits::Attempt,
    session,
    signup::validation_failed,
};
use crate::{
    http::{App, caller::Peer},
    mail::PostKind,
    model::{OneTimeKind, User},
};

/// Sends the signed-in person a code, which a new password may need.
pub async fn reauthenticate(
    app: Data<App>,
    request: HttpRequest,
    peer: Peer,
) -> Result<HttpResponse, AuthRefusal> {
    let user = session::current_session(&app, &request).await?.user;
    app.auth.limits.check(Attempt::Send, &peer)?;
    let (to, post) = match (&user.email, &user.phone) {
        (Some(email), _) => (email.clone(), PostKind::Mail),
        (None, Some(phone)) => (phone.clone(), PostKind::Sms),
        (None, None) => {
            return Err(validation_failed(
                "Reauthentication requires the user to have an email or a phone number",
            ));
        }
    };
    match post {
        PostKind::Mail if user.email_confirmed_at.is_none() => {
            return Err(AuthRefusal(AuthError::EmailUnverified));
        }
        PostKind::Sms if user.phone_confirmed_at.is_none() => {
            return Err(AuthRefusal(AuthError::PhoneUnverified));
        }
        PostKind::Mail => letters::check_mail_interval(&app, user.reauthentication_sent_at)?,
        PostKind::Sms => letters::check_sms_interval(&app, user.reauthentication_sent_at)?,
    }
    letters::check_way(&app, post, "reauthentication")?;
    let letter = CodeEmail {
        kind: OneTimeKind::Reauthentication,
        // No link goes with this code.
        verification: VerificationType::Email,
        to,
    };
    let way = Way {
        redirect_to: choose_redirect(&app, &request, None),
        challenge: None,
    };
    let now = app.clock.now();
    let change = |user: &mut User| user.reauthentication_sent_at = Some(now);
    let name = "reauthentication";
    let (user, delivery) =
        letters::send_and_wait(&app, &request, &user, &[letter], &way, name, change).await?;
    audit::note_action(&app, &peer, &user, "user_reauthenticate_requested").await;
    Ok(HttpResponse::Ok().json(json!({ "delivery": delivery })))
}
