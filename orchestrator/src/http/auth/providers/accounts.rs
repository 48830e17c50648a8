//! Sign-in and linking with the accounts of providers.

use actix_web::HttpRequest;
use portolan_auth::{AuthError, email_address};
use portolan_domain::{Identity, User};
use portolan_store::StoreError;
use serde_json::{Map, Value, json};

use super::find_provider;
use crate::http::{
    App,
    auth::{
        answer::AuthRefusal,
        audit,
        new_account::{self, merged},
        signup::{known_user, may_sign_up},
    },
    caller::Peer,
};

/// The identity of a user at a provider.
#[derive(Clone, Debug, PartialEq)]
pub struct ProviderAccount {
    /// The provider's own id of them.
    pub id: String,
    pub email: Option<String>,
    pub is_email_verified: bool,
    /// The data stored with the identity; name and picture are copied to a new user's metadata.
    pub data: Map<String, Value>,
}

/// Returns the user with this identity: its owner, the owner of the same verified address, or a new user.
pub async fn sign_in(
    app: &App,
    request: &HttpRequest,
    peer: &Peer,
    provider: &str,
    account: ProviderAccount,
) -> Result<User, AuthRefusal> {
    let now = app.clock.now();
    match app.store.identity(provider, &account.id).await {
        Ok(found) => {
            let user = app.store.user(found.user_id).await?;
            let identity = Identity {
                identity_data: identity_data(&account),
                last_sign_in_at: Some(now),
                updated_at: now,
                ..found
            };
            app.store.save_identity(&identity).await?;
            return Ok(user);
        }
        Err(StoreError::NotFound(_)) => {}
        Err(error) => return Err(error.into()),
    }
    let email = account
        .email
        .as_deref()
        .and_then(|email| email_address(email).ok());
    let owner = match &email {
        Some(email) => known_user(app.store.user_by_email(email).await)?,
        None => None,
    };
    let allows_unverified = find_provider(app, provider)
        .await
        .is_ok_and(|provider| provider.options.allows_unverified_email);
    let is_trusted = account.is_email_verified;
    if email.is_some() && !is_trusted && (owner.is_some() || !allows_unverified) {
        return Err(AuthRefusal(AuthError::ProviderEmailUnverified));
    }
    if let Some(owner) = owner {
        return attach_identity(app, owner, provider, account, |user| {
            if user.email_confirmed_at.is_none() {
                // The password was set before the address was confirmed, so it may be another user's.
                user.encrypted_password = None;
                user.email_confirmed_at = Some(now);
            }
        })
        .await;
    }
    if !may_sign_up(app, request, peer) {
        return Err(AuthRefusal(AuthError::SignupDisabled));
    }
    let mut user = User::new(app.ids.id(), now);
    user.email_confirmed_at = (email.is_some() && is_trusted).then_some(now);
    user.email = email;
    user.add_provider(provider);
    user.user_metadata = provider_metadata(Map::new(), &account)?;
    let identity = new_identity(app, &user, provider, &account);
    new_account::store(app, &user, &[identity]).await?;
    audit::note_action(app, peer, &user, "user_signedup").await;
    Ok(user)
}

/// Adds the identity to a user who is signed in.
pub async fn link_account(
    app: &App,
    peer: &Peer,
    user: User,
    provider: &str,
    account: ProviderAccount,
) -> Result<User, AuthRefusal> {
    match app.store.identity(provider, &account.id).await {
        Ok(identity) if identity.user_id == user.id => {
            return Err(AuthRefusal(AuthError::IdentityExists));
        }
        Ok(_) => return Err(AuthRefusal(AuthError::IdentityOfAnother)),
        Err(StoreError::NotFound(_)) => {}
        Err(error) => return Err(error.into()),
    }
    let email = account
        .email
        .as_deref()
        .filter(|_| account.is_email_verified)
        .and_then(|email| email_address(email).ok());
    let free = match &email {
        Some(email) => known_user(app.store.user_by_email(email).await)?.is_none(),
        None => false,
    };
    let now = app.clock.now();
    let user = attach_identity(app, user, provider, account, |user| {
        // A guest gets the address that the provider knows.
        if user.is_anonymous && user.email.is_none() && free {
            user.email = email;
            user.email_confirmed_at = Some(now);
        }
        user.is_anonymous = false;
    })
    .await?;
    audit::note_action(app, peer, &user, "identity_linked").await;
    Ok(user)
}

async fn attach_identity(
    app: &App,
    user: User,
    provider: &str,
    account: ProviderAccount,
    change: impl FnOnce(&mut User) + Send,
) -> Result<User, AuthRefusal> {
    let identity = new_identity(app, &user, provider, &account);
    let metadata = provider_metadata(user.user_metadata, &account)?;
    app.store
        .attach_identity(&identity, app.clock.now(), |user| {
            user.user_metadata = metadata;
            change(user);
        })
        .await
        .map_err(|error| match error {
            StoreError::Conflict(_) => AuthRefusal(AuthError::IdentityOfAnother),
            error => AuthRefusal::from_store(error, AuthError::UserNotFound),
        })
}

fn new_identity(app: &App, user: &User, provider: &str, account: &ProviderAccount) -> Identity {
    let now = app.clock.now();
    Identity {
        id: app.ids.id(),
        user_id: user.id,
        provider: provider.to_owned(),
        provider_id: account.id.clone(),
        identity_data: identity_data(account),
        last_sign_in_at: Some(now),
        created_at: now,
        updated_at: now,
    }
}

fn identity_data(account: &ProviderAccount) -> Map<String, Value> {
    let mut data = account.data.clone();
    data.insert("sub".into(), json!(account.id));
    data.insert("provider_id".into(), json!(account.id));
    if let Some(email) = &account.email {
        data.insert("email".into(), json!(email));
        data.insert("email_verified".into(), json!(account.is_email_verified));
    }
    data
}

/// Name and picture if there are none yet.
fn provider_metadata(
    known: Map<String, Value>,
    account: &ProviderAccount,
) -> Result<Map<String, Value>, AuthRefusal> {
    let mut new = Map::new();
    for name in ["full_name", "avatar_url", "user_name", "custom_claims"] {
        if let (Some(value), None) = (account.data.get(name), known.get(name)) {
            new.insert(name.to_owned(), value.clone());
        }
    }
    merged(known, new)
}
