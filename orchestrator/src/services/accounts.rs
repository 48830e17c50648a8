//! Accounts: who may create one, what a new one holds, and the record of what happened to it.

use std::net::IpAddr;

use chrono::{DateTime, Utc};
use portolan_domain::{AccountPlan, AuthAuditEntry, Identity, Profile, User};
use portolan_environment::{clock::Clock, ids::Ids};
use portolan_store::{Store, StoreError, UnitOfWork};
use serde_json::{Map, Value, json};

use super::{InvalidInput, Principal};

/// Bytes of a user's own metadata: they travel in a cookie with every request, in the token and beside it.
const METADATA_BYTES: usize = 8_192;

/// The use cases of accounts.
#[derive(Clone)]
pub struct AccountService {
    pub policy: SignUpPolicy,
    pub clock: Clock,
    pub ids: Ids,
}

/// The rules for new accounts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SignUpPolicy {
    /// Whether new users may sign up; None: where their addresses can be verified.
    pub sign_up: Option<bool>,
    /// Whether email addresses count as verified; None: in development mode alone.
    pub confirms_email: Option<bool>,
    pub has_mail_server: bool,
    /// Whether there is a mailbox of development mode.
    pub has_mailbox: bool,
}

/// An account that is about to be created.
#[derive(Debug, Default)]
pub struct NewAccount {
    pub email: Option<String>,
    pub phone: Option<String>,
    pub encrypted_password: Option<String>,
    pub user_metadata: Map<String, Value>,
    /// The address counts as verified.
    pub is_confirmed: bool,
}

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error(transparent)]
    Input(#[from] InvalidInput),
    /// Another account has this address or number.
    #[error("an account with this address already exists")]
    Exists,
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl SignUpPolicy {
    /// Returns whether a new user may sign up. `is_development`: the server runs in development mode and the
    /// request comes from its own machine.
    pub fn allows_sign_up(&self, is_development: bool) -> bool {
        self.sign_up
            .unwrap_or(self.has_mail_server || is_development)
    }

    /// Returns whether email addresses count as verified.
    pub fn confirms_email(&self, is_development: bool) -> bool {
        self.confirms_email
            .unwrap_or(self.has_mailbox && is_development)
    }
}

impl AccountService {
    /// Creates the account with the identities of its address and number; without either it is
    /// anonymous.
    pub async fn create_account(
        &self,
        unit: &UnitOfWork,
        account: NewAccount,
    ) -> Result<User, Error> {
        let now = self.clock.now();
        let mut user = User::new(self.ids.id(), now);
        let mut identities = Vec::new();
        user.encrypted_password = account.encrypted_password;
        check_metadata(&account.user_metadata)?;
        user.user_metadata = account.user_metadata;
        let confirmed_at = account.is_confirmed.then_some(now);
        if let Some(email) = account.email {
            user.email_confirmed_at = confirmed_at;
            user.add_provider("email");
            identities.push(address_identity(&self.ids, &user, now, "email", &email));
            user.email = Some(email);
        }
        if let Some(phone) = account.phone {
            user.phone_confirmed_at = confirmed_at;
            user.add_provider("phone");
            identities.push(address_identity(&self.ids, &user, now, "phone", &phone));
            user.phone = Some(phone);
        }
        if identities.is_empty() {
            user.is_anonymous = true;
            user.app_metadata = Map::new();
        }
        store_account(unit, &user, &identities).await?;
        Ok(user)
    }

    /// Records what a user did to their account.
    pub async fn record_action(
        &self,
        unit: &UnitOfWork,
        user: &User,
        action: &str,
        peer: IpAddr,
    ) -> Result<(), Error> {
        let name = user.email.clone().or_else(|| user.phone.clone());
        let entry = AuthAuditEntry {
            id: self.ids.id(),
            actor_id: Some(user.id),
            actor: name.unwrap_or_else(|| "anonymous".into()),
            action: action.into(),
            traits: Map::new(),
            ip: peer.to_string(),
            created_at: self.clock.now(),
        };
        Ok(unit.record_auth_audit(&entry).await?)
    }

    /// Records what an operator did to a user's account with the service key.
    pub async fn record_operator_action(
        &self,
        unit: &UnitOfWork,
        user: &User,
        action: &str,
        peer: IpAddr,
    ) -> Result<(), Error> {
        let mut traits = Map::new();
        traits.insert("user_id".into(), Value::String(user.id.to_string()));
        let addresses = [("user_email", &user.email), ("user_phone", &user.phone)];
        for (name, value) in addresses {
            if let Some(value) = value {
                traits.insert(name.into(), Value::String(value.clone()));
            }
        }
        let entry = AuthAuditEntry {
            id: self.ids.id(),
            actor_id: None,
            actor: "service_role".into(),
            action: action.into(),
            traits,
            ip: peer.to_string(),
            created_at: self.clock.now(),
        };
        Ok(unit.record_auth_audit(&entry).await?)
    }

    /// Returns the caller's tier and credits, exact at this moment.
    pub async fn read_plan(&self, store: &Store, caller: Principal) -> Result<AccountPlan, Error> {
        Ok(store.plan(caller.user_id, self.clock.now()).await?)
    }
}

pub async fn read_profile(store: &Store, caller: Principal) -> Result<Profile, Error> {
    Ok(store.profile(caller.user_id).await?)
}

/// Stores an account that is complete.
pub async fn store_account(
    unit: &UnitOfWork,
    user: &User,
    identities: &[Identity],
) -> Result<(), Error> {
    let stored = unit.create_user_with(user, identities).await;
    stored.map_err(|error| match error {
        StoreError::Conflict(_) => Error::Exists,
        error => error.into(),
    })
}

/// Returns the identity that an email address or a phone number is.
pub fn address_identity(
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

/// Returns the metadata with the changes in it; null removes a key.
pub fn merge_metadata(
    mut metadata: Map<String, Value>,
    changes: Map<String, Value>,
) -> Result<Map<String, Value>, InvalidInput> {
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

pub fn check_metadata(metadata: &Map<String, Value>) -> Result<(), InvalidInput> {
    if serde_json::to_string(metadata).is_ok_and(|text| text.len() <= METADATA_BYTES) {
        return Ok(());
    }
    Err(InvalidInput::at(
        "data",
        format!("User metadata can have at most {METADATA_BYTES} bytes"),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sign_up_needs_mail_server_or_development_unless_set() {
        let policy = SignUpPolicy::default();
        assert!(!policy.allows_sign_up(false));
        assert!(policy.allows_sign_up(true));
        let with_mail = SignUpPolicy {
            has_mail_server: true,
            ..policy
        };
        assert!(with_mail.allows_sign_up(false));
        let closed = SignUpPolicy {
            sign_up: Some(false),
            ..with_mail
        };
        assert!(!closed.allows_sign_up(true));
    }

    #[test]
    fn email_is_verified_without_message_in_development_alone() {
        let policy = SignUpPolicy {
            has_mailbox: true,
            ..SignUpPolicy::default()
        };
        assert!(policy.confirms_email(true));
        assert!(!policy.confirms_email(false));
        let always = SignUpPolicy {
            confirms_email: Some(true),
            ..SignUpPolicy::default()
        };
        assert!(always.confirms_email(false));
    }
}
