use actix_web::{
    HttpRequest, HttpResponse,
    web::{Bytes, Data},
};
use chrono::{DateTime, Utc};
use portolan_auth::{AuthError, email_address};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use url::{Host, Url};

use super::{
    answer::{Refusal, body},
    session,
};
use crate::{
    http::{App, caller::Peer},
    ids::Ids,
    model::{Identity, User},
    store::StoreError,
};

#[derive(Debug, Deserialize)]
struct SignUp {
    email: Option<String>,
    phone: Option<String>,
    password: Option<String>,
    #[serde(default)]
    data: Option<Map<String, Value>>,
}

/// Creates an account with an e-mail address and a password, and signs in.
///
/// Without a mailer nobody could confirm an address, so people sign up only from this very
/// machine; elsewhere the operator creates accounts with `portolan user create`.
pub async fn sign_up(
    app: Data<App>,
    request: HttpRequest,
    peer: Peer,
    bytes: Bytes,
) -> Result<HttpResponse, Refusal> {
    if !app.limits.may_sign_in(&peer) {
        return Err(Refusal(AuthError::TooManyRequests));
    }
    let body: SignUp = body(&bytes)?;
    if body.phone.is_some_and(|phone| !phone.is_empty()) {
        return Err(Refusal(AuthError::PhoneDisabled));
    }
    let Some(email) = body.email.filter(|email| !email.is_empty()) else {
        return Err(Refusal(AuthError::AnonymousDisabled));
    };
    if !(app.auth.confirms_local_sign_ups && peer.is_local && has_local_host(&request)) {
        return Err(Refusal(AuthError::SignupDisabled));
    }
    let email = email_address(&email)?;
    let password = body
        .password
        .filter(|password| !password.is_empty())
        .ok_or_else(|| {
            Refusal(AuthError::Validation(
                "Signup requires a valid password".into(),
            ))
        })?;
    app.auth.rules.check(&password)?;
    let user = create(&app, &email, password, body.data.unwrap_or_default()).await?;
    let session = session::open(&app, &request, peer, &user, "password").await?;
    Ok(HttpResponse::Ok().json(session))
}

/// Stores a confirmed account.
async fn create(
    app: &App,
    email: &str,
    password: String,
    user_metadata: Map<String, Value>,
) -> Result<User, Refusal> {
    let (passwords, salt) = (app.auth.passwords.clone(), app.ids.bytes());
    let hash = actix_web::web::block(move || passwords.hash(&password, salt))
        .await
        .map_err(Refusal::unexpected)?
        .map_err(Refusal::unexpected)?;
    let (mut user, identity) = confirmed_account(&app.ids, app.clock.now(), email, hash);
    user.user_metadata = user_metadata;
    match app.store.create_user(&user, Some(&identity)).await {
        Ok(()) => Ok(user),
        Err(StoreError::Conflict(_)) => Err(Refusal(AuthError::UserAlreadyExists)),
        Err(error) => Err(Refusal::from_store(error, AuthError::UserNotFound)),
    }
}

/// An account whose address is known to be right, with the identity that goes with it.
pub fn confirmed_account(
    ids: &Ids,
    now: DateTime<Utc>,
    email: &str,
    encrypted_password: String,
) -> (User, Identity) {
    let mut user = User::new(ids.id(), now);
    user.email = Some(email.to_owned());
    user.email_confirmed_at = Some(now);
    user.encrypted_password = Some(encrypted_password);
    user.app_metadata = map([
        ("provider", json!("email")),
        ("providers", json!(["email"])),
    ]);
    let identity = Identity {
        id: ids.id(),
        user_id: user.id,
        provider: "email".into(),
        provider_id: user.id.to_string(),
        identity_data: map([
            ("sub", json!(user.id)),
            ("email", json!(email)),
            ("email_verified", json!(true)),
        ]),
        last_sign_in_at: None,
        created_at: now,
        updated_at: now,
    };
    (user, identity)
}

fn map<const N: usize>(entries: [(&str, Value); N]) -> Map<String, Value> {
    entries
        .into_iter()
        .map(|(key, value)| (key.to_owned(), value))
        .collect()
}

/// Whether the browser itself thinks that it speaks to this machine: no name was rebound to it.
fn has_local_host(request: &HttpRequest) -> bool {
    let host = request
        .headers()
        .get("host")
        .and_then(|host| host.to_str().ok())
        .and_then(|host| Url::parse(&format!("http://{host}")).ok());
    match host.as_ref().and_then(Url::host) {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}
