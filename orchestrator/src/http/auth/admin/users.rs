use actix_web::{
    HttpRequest, HttpResponse,
    web::{Bytes, Data, Json, Path, Query},
};
use chrono::{DateTime, TimeDelta, Utc};
use portolan_auth::{AuthError, email_address, is_password_hash, phone_number};
use portolan_domain::{TokenRole, User};
use portolan_store::StoreError;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use uuid::Uuid;

use super::{Paging, find_user, require_operator};
use crate::http::{
    App,
    auth::{
        AUDIENCE,
        answer::{AuthRefusal, parse_body},
        audit,
        new_account::{self, merged},
        session,
        signup::{known_user, validation_failed},
    },
    caller::Peer,
};

/// The fields of a user that an operator may set.
#[derive(Debug, Default, Deserialize)]
struct Attributes {
    id: Option<String>,
    email: Option<String>,
    phone: Option<String>,
    password: Option<String>,
    password_hash: Option<String>,
    email_confirm: Option<bool>,
    phone_confirm: Option<bool>,
    user_metadata: Option<Map<String, Value>>,
    app_metadata: Option<Map<String, Value>>,
    ban_duration: Option<String>,
    role: Option<String>,
}

/// Lists a page of all users.
pub async fn list_users(
    app: Data<App>,
    request: HttpRequest,
    paging: Query<Paging>,
) -> Result<HttpResponse, AuthRefusal> {
    require_operator(&app, &request)?;
    let (offset, per_page) = paging.window()?;
    let (users, total) = app.store.users(offset, per_page).await?;
    let mut shapes = Vec::with_capacity(users.len());
    for user in &users {
        shapes.push(session::to_auth_user(&app, user).await?);
    }
    let mut answer = paging.answer(&app, "/admin/users", total)?;
    Ok(answer.json(json!({ "users": shapes, "aud": AUDIENCE })))
}

pub async fn get_user(
    app: Data<App>,
    request: HttpRequest,
    user_id: Path<String>,
) -> Result<Json<portolan_auth::AuthUser>, AuthRefusal> {
    require_operator(&app, &request)?;
    let user = find_user(&app, &user_id).await?;
    Ok(Json(session::to_auth_user(&app, &user).await?))
}

/// Creates a user, whether or not people may sign up.
pub async fn create_user(
    app: Data<App>,
    request: HttpRequest,
    peer: Peer,
    bytes: Bytes,
) -> Result<Json<portolan_auth::AuthUser>, AuthRefusal> {
    require_operator(&app, &request)?;
    let attributes: Attributes = parse_body(&bytes)?;
    let now = app.clock.now();
    let email = read_email(&attributes)?;
    let phone = read_phone(&attributes)?;
    if email.is_none() && phone.is_none() {
        return Err(validation_failed(
            "Cannot create a user without either an email or phone",
        ));
    }
    check_free(&app, None, &email, &phone).await?;
    let id = match attributes.id.as_deref() {
        None | Some("") => app.ids.id(),
        Some(text) => text
            .parse()
            .map_err(|_| validation_failed("ID must conform to the uuid v4 format"))?,
    };
    let mut user = User::new(id, now);
    user.encrypted_password = hash_password(&app, &attributes).await?;
    user.email_confirmed_at =
        (email.is_some() && attributes.email_confirm == Some(true)).then_some(now);
    user.phone_confirmed_at =
        (phone.is_some() && attributes.phone_confirm == Some(true)).then_some(now);
    let mut identities = Vec::new();
    for (provider, address) in [("email", &email), ("phone", &phone)] {
        if let Some(address) = address {
            user.add_provider(provider);
            identities.push(new_account::identity(
                &app.ids, &user, now, provider, address,
            ));
        }
    }
    (user.email, user.phone) = (email, phone);
    change_user(&mut user, &attributes, now)?;
    match new_account::store(&app, &user, &identities).await {
        Err(AuthRefusal(AuthError::UserAlreadyExists)) => {
            return Err(AuthRefusal(AuthError::EmailExists));
        }
        stored => stored?,
    }
    audit::note_operator(&app, &peer, "user_signedup", &user).await;
    Ok(Json(session::to_auth_user(&app, &user).await?))
}

/// Changes a user without their confirmation.
pub async fn update_user(
    app: Data<App>,
    request: HttpRequest,
    peer: Peer,
    user_id: Path<String>,
    bytes: Bytes,
) -> Result<Json<portolan_auth::AuthUser>, AuthRefusal> {
    require_operator(&app, &request)?;
    let user = find_user(&app, &user_id).await?;
    let attributes: Attributes = parse_body(&bytes)?;
    let now = app.clock.now();
    let (email, phone) = (read_email(&attributes)?, read_phone(&attributes)?);
    check_free(&app, Some(user.id), &email, &phone).await?;
    let hash = hash_password(&app, &attributes).await?;
    // Applied to a copy first, so that an invalid change fails before anything is stored.
    change_user(&mut user.clone(), &attributes, now)?;
    let has_new_password = hash.is_some();
    let user = app
        .store
        .update_addresses(user.id, now, app.ids.id(), |user| {
            if let Some(email) = email {
                user.email = Some(email);
                user.email_confirmed_at = Some(now);
            }
            if let Some(phone) = phone {
                user.phone = Some(phone);
                user.phone_confirmed_at = Some(now);
            }
            if hash.is_some() {
                user.encrypted_password = hash;
            }
            if attributes.email_confirm == Some(true) && user.email.is_some() {
                user.email_confirmed_at.get_or_insert(now);
            }
            if attributes.phone_confirm == Some(true) && user.phone.is_some() {
                user.phone_confirmed_at.get_or_insert(now);
            }
            // Was tried above.
            let _ = change_user(user, &attributes, now);
        })
        .await
        .map_err(|error| match error {
            StoreError::Conflict(_) => AuthRefusal(AuthError::EmailExists),
            error => AuthRefusal::from_store(error, AuthError::UserNotFound),
        })?;
    if has_new_password || user.is_banned(now) {
        app.store.end_sessions(user.id, None).await?;
    }
    audit::note_operator(&app, &peer, "user_modified", &user).await;
    Ok(Json(session::to_auth_user(&app, &user).await?))
}

#[derive(Debug, Default, Deserialize)]
struct Delete {
    should_soft_delete: Option<bool>,
}

/// Deletes a user with everything that is theirs; softly, only how to reach them and get in.
pub async fn delete_user(
    app: Data<App>,
    request: HttpRequest,
    peer: Peer,
    user_id: Path<String>,
    bytes: Bytes,
) -> Result<HttpResponse, AuthRefusal> {
    require_operator(&app, &request)?;
    let user = find_user(&app, &user_id).await?;
    let body: Delete = parse_body(&bytes)?;
    audit::note_operator(&app, &peer, "user_deleted", &user).await;
    if body.should_soft_delete == Some(true) {
        app.store
            .delete_user_softly(user.id, app.clock.now())
            .await?;
    } else {
        app.store.delete_user(user.id, app.clock.now()).await?;
    }
    Ok(HttpResponse::Ok().json(json!({})))
}

fn read_email(attributes: &Attributes) -> Result<Option<String>, AuthRefusal> {
    let email = attributes
        .email
        .as_deref()
        .filter(|email| !email.is_empty());
    Ok(email.map(email_address).transpose()?)
}

fn read_phone(attributes: &Attributes) -> Result<Option<String>, AuthRefusal> {
    let phone = attributes
        .phone
        .as_deref()
        .filter(|phone| !phone.is_empty());
    Ok(phone.map(phone_number).transpose()?)
}

/// Refuses addresses that are another user's.
async fn check_free(
    app: &App,
    own: Option<Uuid>,
    email: &Option<String>,
    phone: &Option<String>,
) -> Result<(), AuthRefusal> {
    if let Some(email) = email
        && let Some(user) = known_user(app.store.user_by_email(email).await)?
        && Some(user.id) != own
    {
        return Err(AuthRefusal(AuthError::EmailExists));
    }
    if let Some(phone) = phone
        && let Some(user) = known_user(app.store.user_by_phone(phone).await)?
        && Some(user.id) != own
    {
        return Err(AuthRefusal(AuthError::PhoneExists));
    }
    Ok(())
}

/// The hash to store, where a password or a hash of one is given.
async fn hash_password(app: &App, attributes: &Attributes) -> Result<Option<String>, AuthRefusal> {
    let filled = |text: &Option<String>| text.clone().filter(|text| !text.is_empty());
    match (
        filled(&attributes.password),
        filled(&attributes.password_hash),
    ) {
        (None, None) => Ok(None),
        (Some(_), Some(_)) => Err(validation_failed(
            "Only a password or a password hash should be provided",
        )),
        (Some(password), None) => {
            app.auth.rules.check(&password)?;
            Ok(Some(new_account::hash(app, password).await?))
        }
        (None, Some(hash)) if is_password_hash(&hash) => Ok(Some(hash)),
        (None, Some(_)) => Err(validation_failed(
            "Unsupported password hash: use bcrypt, Argon2i or Argon2id in PHC form, or Firebase scrypt",
        )),
    }
}

/// Everything but addresses and password.
fn change_user(
    user: &mut User,
    attributes: &Attributes,
    now: DateTime<Utc>,
) -> Result<(), AuthRefusal> {
    if let Some(data) = attributes.user_metadata.clone() {
        user.user_metadata = merged(std::mem::take(&mut user.user_metadata), data)?;
    }
    if let Some(data) = attributes.app_metadata.clone() {
        user.app_metadata = merged(std::mem::take(&mut user.app_metadata), data)?;
    }
    if let Some(duration) = attributes
        .ban_duration
        .as_deref()
        .filter(|text| !text.is_empty())
    {
        user.banned_until = match duration {
            "none" => None,
            duration => Some(now + parse_span(duration)?),
        };
    }
    match attributes.role.as_deref() {
        None | Some("") => {}
        Some("authenticated") => user.role = TokenRole::Authenticated,
        Some("service_role") => user.role = TokenRole::ServiceRole,
        Some("supabase_admin") => user.role = TokenRole::SupabaseAdmin,
        Some(_) => {
            return Err(validation_failed(
                "role needs to be authenticated, service_role or supabase_admin",
            ));
        }
    }
    Ok(())
}

/// `24h`, `1h30m`, `90s`: hours, minutes, seconds and milliseconds.
fn parse_span(text: &str) -> Result<TimeDelta, AuthRefusal> {
    let invalid = || {
        AuthRefusal(AuthError::Validation(format!(
            "invalid format for ban duration: time: invalid duration {text:?}"
        )))
    };
    let mut rest = text;
    let mut total = TimeDelta::zero();
    while !rest.is_empty() {
        let digits = rest.find(|character: char| !character.is_ascii_digit());
        let (number, unit) = rest.split_at(digits.ok_or_else(invalid)?);
        let number: i64 = number.parse().map_err(|_| invalid())?;
        let unit_length = unit
            .find(|character: char| character.is_ascii_digit())
            .unwrap_or(unit.len());
        let (unit, left) = unit.split_at(unit_length);
        let part = match unit {
            "h" => TimeDelta::try_hours(number),
            "m" => TimeDelta::try_minutes(number),
            "s" => TimeDelta::try_seconds(number),
            "ms" => TimeDelta::try_milliseconds(number),
            _ => None,
        };
        total = part
            .and_then(|part| total.checked_add(&part))
            .filter(|total| *total < TimeDelta::days(365 * 200))
            .ok_or_else(invalid)?;
        rest = left;
    }
    Ok(total)
}
