use chrono::{DateTime, Utc};
use portolan_auth::AuthError;
use serde_json::{Map, Value, json};

use super::answer::Refusal;
use crate::{
    http::App,
    ids::Ids,
    model::{Identity, User},
    store::StoreError,
};

/// Bytes of a user's own metadata: they travel in a cookie with every request, in the token and beside it.
const METADATA_BYTES: usize = 8_192;

/// An account that is about to be made.
#[derive(Debug, Default)]
pub struct NewAccount {
    pub email: Option<String>,
    pub phone: Option<String>,
    pub encrypted_password: Option<String>,
    pub user_metadata: Map<String, Value>,
    /// The address counts as known to be right.
    pub is_confirmed: bool,
}

/// Stores the account with the identities of its address and number.
pub async fn create(app: &App, account: NewAccount) -> Result<User, Refusal> {
    let now = app.clock.now();
    let mut user = User::new(app.ids.id(), now);
    let mut identities = Vec::new();
    user.encrypted_password = account.encrypted_password;
    check_metadata(&account.user_metadata)?;
    user.user_metadata = account.user_metadata;
    let confirmed_at = account.is_confirmed.then_some(now);
    if let Some(email) = account.email {
        user.email_confirmed_at = confirmed_at;
        user.add_provider("email");
        identities.push(identity(&app.ids, &user, now, "email", &email));
        user.email = Some(email);
    }
    if let Some(phone) = account.phone {
        user.phone_confirmed_at = confirmed_at;
        user.add_provider("phone");
        identities.push(identity(&app.ids, &user, now, "phone", &phone));
        user.phone = Some(phone);
    }
    if identities.is_empty() {
        user.is_anonymous = true;
        user.app_metadata = Map::new();
    }
    store(app, &user, &identities).await?;
    Ok(user)
}

/// Stores a person who is ready made.
pub async fn store(app: &App, user: &User, identities: &[Identity]) -> Result<(), Refusal> {
    match app.store.create_user_with(user, identities).await {
        Ok(()) => Ok(()),
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
    user.email_confirmed_at = Some(now);
    user.encrypted_password = Some(encrypted_password);
    user.add_provider("email");
    let identity = identity(ids, &user, now, "email", email);
    user.email = Some(email.to_owned());
    (user, identity)
}

/// The way in that an address or number is.
pub fn identity(
    ids: &Ids,
    user: &User,
    now: DateTime<Utc>,
    provider: &str,
    address: &str,
) -> Identity {
    let is_confirmed = match provider {
        "email" => user.email_confirmed_at.is_some(),
        _ => user.phone_confirmed_at.is_some(),
    };
    Identity {
        id: ids.id(),
        user_id: user.id,
        provider: provider.into(),
        provider_id: user.id.to_string(),
        identity_data: [
            ("sub".to_owned(), json!(user.id)),
            (provider.to_owned(), json!(address)),
            (format!("{provider}_verified"), json!(is_confirmed)),
        ]
        .into_iter()
        .collect(),
        last_sign_in_at: is_confirmed.then_some(now),
        created_at: now,
        updated_at: now,
    }
}

/// Hashes a password on a thread where it doesn't block requests.
pub async fn hash(app: &App, password: String) -> Result<String, Refusal> {
    let (passwords, salt) = (app.auth.passwords.clone(), app.ids.bytes());
    actix_web::web::block(move || passwords.hash(&password, salt))
        .await
        .map_err(Refusal::unexpected)?
        .map_err(Refusal::unexpected)
}

/// The metadata with the changes in it; null takes a key away.
pub fn merged(
    mut metadata: Map<String, Value>,
    changes: Map<String, Value>,
) -> Result<Map<String, Value>, Refusal> {
    for (key, value) in changes {
        if value.is_null() {
            metadata.remove(&key);
        } else {
            metadata.insert(key, value);
        }
    }
    check_metadata(&metadata)?;
    Ok(metadata)
}

pub fn check_metadata(metadata: &Map<String, Value>) -> Result<(), Refusal> {
    if serde_json::to_string(metadata).is_ok_and(|text| text.len() <= METADATA_BYTES) {
        return Ok(());
    }
    Err(Refusal(AuthError::Validation(format!(
        "User metadata must fit into {METADATA_BYTES} bytes"
    ))))
}
