use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::{Result, Store, StoreError};
use crate::model::User;

/// A user of another auth server, as described by their token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostedPerson {
    pub id: Uuid,
    pub email: Option<String>,
    pub phone: Option<String>,
    pub is_anonymous: bool,
}

impl Store {
    /// Creates the person's row when they are first seen, and follows what the other server says of
    /// them since. An address that another user has here stays theirs: no one is taken for another
    /// person because of an address.
    pub async fn ensure_hosted_person(
        &self,
        person: &HostedPerson,
        now: DateTime<Utc>,
    ) -> Result<User> {
        match self.user(person.id).await {
            Ok(user) => return self.follow(user, person, now).await,
            Err(StoreError::NotFound(_)) => {}
            Err(error) => return Err(error),
        }
        let email = self.free_email(person).await?;
        let phone = self.free_phone(person).await?;
        let user = User {
            email,
            phone,
            is_anonymous: person.is_anonymous,
            ..User::new(person.id, now)
        };
        match self.create_user(&user, None).await {
            Ok(()) => Ok(user),
            // Another request of theirs may have been faster.
            Err(error @ StoreError::Conflict(_)) => self.user(person.id).await.map_err(|_| error),
            Err(error) => Err(error),
        }
    }

    async fn follow(&self, user: User, person: &HostedPerson, now: DateTime<Utc>) -> Result<User> {
        let is_known = user.email == lower_email(person)
            && user.phone == person.phone
            && user.is_anonymous == person.is_anonymous;
        if is_known || user.deleted_at.is_some() {
            return Ok(user);
        }
        let email = self.free_email(person).await?;
        let phone = self.free_phone(person).await?;
        if (&user.email, &user.phone, user.is_anonymous) == (&email, &phone, person.is_anonymous) {
            return Ok(user);
        }
        let followed = self.update_user(person.id, now, |user| {
            user.email = email;
            user.phone = phone;
            user.is_anonymous = person.is_anonymous;
        });
        match followed.await {
            // Another user got the address in between.
            Err(StoreError::Conflict(_)) => Ok(user),
            followed => followed,
        }
    }

    /// The person's address, where no one else here has it.
    async fn free_email(&self, person: &HostedPerson) -> Result<Option<String>> {
        let Some(email) = lower_email(person) else {
            return Ok(None);
        };
        is_free(self.user_by_email(&email).await, person).map(|is_free| is_free.then_some(email))
    }

    async fn free_phone(&self, person: &HostedPerson) -> Result<Option<String>> {
        let Some(phone) = person.phone.clone() else {
            return Ok(None);
        };
        is_free(self.user_by_phone(&phone).await, person).map(|is_free| is_free.then_some(phone))
    }
}

fn lower_email(person: &HostedPerson) -> Option<String> {
    person.email.as_deref().map(str::to_lowercase)
}

fn is_free(owner: Result<User>, person: &HostedPerson) -> Result<bool> {
    match owner {
        Ok(owner) => Ok(owner.id == person.id),
        Err(StoreError::NotFound(_)) => Ok(true),
        Err(error) => Err(error),
    }
}
