use portolan_auth::AuthError;
use portolan_domain::{Identity, User};
use serde_json::{Map, Value};

use super::answer::AuthRefusal;
use crate::{
    http::App,
    services::{
        InvalidInput,
        accounts::{self, Error},
    },
};

pub use crate::services::accounts::{NewAccount, address_identity as identity};

/// Stores the account with the identities of its address and number.
pub async fn create_account(app: &App, account: NewAccount) -> Result<User, AuthRefusal> {
    let created = app
        .store
        .transact(async |unit| app.use_cases.accounts.create_account(unit, account).await);
    Ok(created.await?)
}

/// Stores an account that is complete.
pub async fn store(app: &App, user: &User, identities: &[Identity]) -> Result<(), AuthRefusal> {
    let stored = app
        .store
        .transact(async |unit| accounts::store_account(unit, user, identities).await);
    Ok(stored.await?)
}

/// Hashes a password on a thread where it doesn't block requests.
pub async fn hash(app: &App, password: String) -> Result<String, AuthRefusal> {
    let (passwords, salt) = (app.auth.passwords.clone(), app.ids.bytes());
    actix_web::web::block(move || passwords.hash(&password, salt))
        .await
        .map_err(AuthRefusal::unexpected)?
        .map_err(AuthRefusal::unexpected)
}

/// Returns the metadata with the changes in it; null removes a key.
pub fn merged(
    metadata: Map<String, Value>,
    changes: Map<String, Value>,
) -> Result<Map<String, Value>, AuthRefusal> {
    Ok(accounts::merge_metadata(metadata, changes)?)
}

pub fn check_metadata(metadata: &Map<String, Value>) -> Result<(), AuthRefusal> {
    Ok(accounts::check_metadata(metadata)?)
}

impl From<InvalidInput> for AuthRefusal {
    fn from(invalid: InvalidInput) -> Self {
        let messages: Vec<String> = invalid.0.into_iter().map(|field| field.message).collect();
        Self(AuthError::Validation(messages.join(" ")))
    }
}

impl From<Error> for AuthRefusal {
    fn from(error: Error) -> Self {
        match error {
            Error::Input(invalid) => invalid.into(),
            Error::Exists => Self(AuthError::UserAlreadyExists),
            Error::Store(error) => Self::from_store(error, AuthError::UserNotFound),
        }
    }
}
