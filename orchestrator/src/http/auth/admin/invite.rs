use actix_web::{
    HttpRequest,
    web::{Bytes, Data, Json, Query},
};
use portolan_auth::{AuthError, VerificationType, email_address};
use portolan_domain::{MessageKind, OneTimeKind, User};
use serde::Deserialize;
use serde_json::{Map, Value};

use super::require_operator;
use crate::http::{
    App,
    auth::{
        addresses::{RedirectQuery, choose_redirect},
        answer::{AuthRefusal, parse_body},
        audit,
        messages::{self, CodeMessage, RedirectTarget},
        new_account::{self, NewAccount},
        session,
        signup::known_user,
    },
    caller::Peer,
};

#[derive(Debug, Deserialize)]
struct Invite {
    email: Option<String>,
    data: Option<Map<String, Value>>,
}

/// Asks a user in by mail.
pub async fn invite(
    app: Data<App>,
    request: HttpRequest,
    peer: Peer,
    redirect_query: Query<RedirectQuery>,
    bytes: Bytes,
) -> Result<Json<portolan_auth::AuthUser>, AuthRefusal> {
    require_operator(&app, &request)?;
    let body: Invite = parse_body(&bytes)?;
    let email = email_address(&body.email.unwrap_or_default())?;
    messages::check_transport(&app, MessageKind::Mail, "invite")?;
    let user = match known_user(app.store.user_by_email(&email).await)? {
        Some(user) if user.email_confirmed_at.is_some() => {
            return Err(AuthRefusal(AuthError::EmailExists));
        }
        Some(user) => user,
        None => {
            let account = NewAccount {
                email: Some(email.clone()),
                user_metadata: body.data.unwrap_or_default(),
                ..NewAccount::default()
            };
            new_account::create_account(&app, account).await?
        }
    };
    let message = CodeMessage {
        kind: OneTimeKind::Invite,
        verification: VerificationType::Invite,
        to: email,
    };
    let target = RedirectTarget {
        redirect_to: choose_redirect(&app, &request, redirect_query.redirect_to.as_deref()),
        challenge: None,
    };
    let now = app.clock.now();
    let change = |user: &mut User| {
        user.invited_at = Some(now);
        user.confirmation_sent_at = Some(now);
    };
    let (user, _) =
        messages::send_and_wait(&app, &request, &user, &[message], &target, "invite", change)
            .await?;
    audit::note_operator(&app, &peer, "user_invited", &user).await;
    Ok(Json(session::to_auth_user(&app, &user).await?))
}
