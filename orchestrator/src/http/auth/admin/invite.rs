use actix_web::{
    HttpRequest,
    web::{Bytes, Data, Json, Query},
};
use portolan_auth::{AuthError, VerificationType, email_address};
use serde::Deserialize;
use serde_json::{Map, Value};

use super::check;
use crate::{
    http::{
        App,
        auth::{
            addresses::{RedirectQuery, destination},
            answer::{AuthRefusal, body},
            audit,
            letters::{self, CodeEmail, Way},
            new_account::{self, NewAccount},
            session,
            signup::known,
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
    check(&app, &request)?;
    let body: Invite = body(&bytes)?;
    let email = email_address(&body.email.unwrap_or_default())?;
    letters::check_way(&app, PostKind::Mail, "invite")?;
    let user = match known(app.store.user_by_email(&email).await)? {
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
            new_account::create(&app, account).await?
        }
    };
    let letter = CodeEmail {
        kind: OneTimeKind::Invite,
        verification: VerificationType::Invite,
        to: email,
    };
    let way = Way {
        redirect_to: destination(&app, &request, wish.redirect_to.as_deref()),
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
    Ok(Json(session::shape(&app, &user).await?))
}
