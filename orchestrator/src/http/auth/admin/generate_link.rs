use actix_web::{
    HttpRequest, HttpResponse,
    web::{Bytes, Data, Query},
};
use chrono::{DateTime, Utc};
use portolan_auth::{AuthError, VerificationType, email_address};
use portolan_domain::{OneTimeKind, User};
use serde::Deserialize;
use serde_json::{Map, Value, json};

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
        signup::{known_user, validation_failed},
        user::note_email_change,
    },
    caller::Peer,
};

#[derive(Debug, Deserialize)]
struct GenerateLink {
    #[serde(rename = "type")]
    kind: Option<String>,
    email: Option<String>,
    new_email: Option<String>,
    password: Option<String>,
    data: Option<Map<String, Value>>,
}

/// Returns the link of an email, for operators who send it themselves.
pub async fn generate_link(
    app: Data<App>,
    request: HttpRequest,
    peer: Peer,
    redirect_query: Query<RedirectQuery>,
    bytes: Bytes,
) -> Result<HttpResponse, AuthRefusal> {
    require_operator(&app, &request)?;
    let body: GenerateLink = parse_body(&bytes)?;
    let kind = body.kind.clone().unwrap_or_default();
    let email = email_address(body.email.as_deref().unwrap_or_default())?;
    let (token_kind, verification) = match kind.as_str() {
        "signup" => (OneTimeKind::Confirmation, VerificationType::Signup),
        "invite" => (OneTimeKind::Invite, VerificationType::Invite),
        "magiclink" => (OneTimeKind::MagicLink, VerificationType::Magiclink),
        "recovery" => (OneTimeKind::Recovery, VerificationType::Recovery),
        "email_change_current" => (
            OneTimeKind::EmailChangeCurrent,
            VerificationType::EmailChange,
        ),
        "email_change_new" => (OneTimeKind::EmailChangeNew, VerificationType::EmailChange),
        _ => {
            return Err(validation_failed(
                "type must be one of signup, invite, magiclink, recovery, email_change_current, email_change_new",
            ));
        }
    };
    let new_email = match verification {
        VerificationType::EmailChange => Some(email_address(
            body.new_email.as_deref().unwrap_or_default(),
        )?),
        _ => None,
    };
    let (user, is_new) = find_or_create_user(&app, &kind, &email, &new_email, body).await?;
    let to = match (token_kind, &new_email) {
        (OneTimeKind::EmailChangeNew, Some(new)) => new.clone(),
        _ => email,
    };
    let message = CodeMessage {
        kind: token_kind,
        verification,
        to,
    };
    let target = RedirectTarget {
        redirect_to: choose_redirect(&app, &request, redirect_query.redirect_to.as_deref()),
        challenge: None,
    };
    let now = app.clock.now();
    let (user, secrets) =
        messages::prepare_email(&app, &request, &user, &[message], &target, |user| {
            note_sent_link(user, token_kind, new_email, now);
        })
        .await?;
    let action = if is_new {
        "user_signedup"
    } else {
        "user_recovery_requested"
    };
    audit::note_operator(&app, &peer, action, &user).await;
    let secrets = secrets.into_iter().next();
    let secrets = secrets.ok_or_else(|| AuthRefusal::unexpected("a message without secrets"))?;
    let mut answer = json!(session::to_auth_user(&app, &user).await?);
    answer["action_link"] = json!(secrets.link);
    answer["email_otp"] = json!(secrets.code);
    answer["hashed_token"] = json!(secrets.link_token);
    answer["redirect_to"] = json!(target.redirect_to);
    answer["verification_type"] = json!(kind);
    Ok(HttpResponse::Ok()
        .insert_header(("cache-control", "no-store"))
        .json(answer))
}

/// Returns the user of the link: an existing one, or for the first three kinds a new one.
async fn find_or_create_user(
    app: &App,
    kind: &str,
    email: &str,
    new_email: &Option<String>,
    body: GenerateLink,
) -> Result<(User, bool), AuthRefusal> {
    let found = known_user(app.store.user_by_email(email).await)?;
    if let Some(new) = new_email
        && known_user(app.store.user_by_email(new).await)?.is_some()
    {
        return Err(AuthRefusal(AuthError::EmailExists));
    }
    match (found, kind) {
        (Some(user), "signup" | "invite") if user.email_confirmed_at.is_some() => {
            Err(AuthRefusal(AuthError::EmailExists))
        }
        (Some(user), _) => Ok((user, false)),
        (None, "signup" | "invite" | "magiclink") => {
            let password = body.password.filter(|password| !password.is_empty());
            let hash = match (kind, password) {
                ("signup", None) => {
                    return Err(validation_failed("Signup requires a valid password"));
                }
                ("signup", Some(password)) => {
                    app.auth.rules.check(&password)?;
                    Some(new_account::hash(app, password).await?)
                }
                _ => None,
            };
            let account = NewAccount {
                email: Some(email.to_owned()),
                encrypted_password: hash,
                user_metadata: body.data.unwrap_or_default(),
                ..NewAccount::default()
            };
            Ok((new_account::create_account(app, account).await?, true))
        }
        (None, _) => Err(AuthRefusal(AuthError::UserNotFound)),
    }
}

fn note_sent_link(
    user: &mut User,
    kind: OneTimeKind,
    new_email: Option<String>,
    now: DateTime<Utc>,
) {
    match kind {
        OneTimeKind::Invite => {
            user.invited_at = Some(now);
            user.confirmation_sent_at = Some(now);
        }
        OneTimeKind::MagicLink | OneTimeKind::Recovery => user.recovery_sent_at = Some(now),
        OneTimeKind::EmailChangeCurrent | OneTimeKind::EmailChangeNew => {
            // The second of the two links continues with the change that the first has begun.
            if user.new_email != new_email
                && let Some(new) = new_email
            {
                note_email_change(user, new, now);
            }
        }
        _ => user.confirmation_sent_at = Some(now),
    }
}
