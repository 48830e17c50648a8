use actix_web::{
    HttpRequest,
    web::{Bytes, Data, Json, Query},
};
use portolan_auth::{AuthError, VerificationType, email_address};
use serde::Deserialize;
use serde_json::{Map, Value};

use super::require_operator;
use crate::{
    http::{
        App,
        auth::{
            addresses::{RedirectQuery, choose_redirect},
            answer::{AuthRefusal, parse_body},
            audit,
            letters::{self, CodeEmail, Way},
            new_account::{self, NewAccount},
            session,
            signup::known_user,
        },
        caller::Peer,
    },
    mail::PostKind,
    model::{OneTimeKind, User},
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
    wish: Query<RedirectQuery>,
    bytes: Bytes,
) -> Result<Json<portolan_auth::AuthUser>, AuthRefusal> {
    require_operator(&app, &request)?;
    let body: Invite = parse_body(&bytes)?;
    let email = email_address(&body.email.unwrap_or_default())?;
    letters::check_way(&app, PostKind::Mail, "invite")?;
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
    let letter = CodeEmail {
        kind: OneTimeKind::Invite,
        verification: VerificationType::Invite,
        to: email,
    };
    let way = Way {
        redirect_to: choose_redirect(&app, &request, wish.redirect_to.as_deref()),
        challenge: None,
    };
    let now = app.clock.now();
    let change = |user: &mut User| {
        user.invited_at = Some(now);
        user.confirmation_sent_at = Some(now);
    };
    let (user, _) =
        letters::send_and_wait(&app, &request, &user, &[letter], &way, "invite", change).await?;
    audit::note_operator(&app, &peer, "user_invited", &user).await;
    Ok(Json(session::to_auth_user(&app, &user).await?))
}
