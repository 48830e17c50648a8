use chrono::{DateTime, Utc};
use portolan_domain::User;
use uuid::Uuid;

use super::{Result, Store, StoreError};

/// A user of another auth server, as described by their token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostedUser {
    pub id: Uuid,
    pub email: Option<String>,
    pub phone: Option<String>,
    pub is_anonymous: bool,
}

impl Store {
    /// Creates the user's row on their first request and keeps it in sync with the auth server. An address
    /// that another user already has stays with that user: accounts are never merged by address.
    pub async fn ensure_hosted_user(
        &self,
        hosted: &HostedUser,
        now: DateTime<Utc>,
    ) -> Result<User> {
        match self.user(hosted.id).await {
            Ok(user) => return self.follow(user, hosted, now).await,
            Err(StoreError::NotFound(_)) => {}
            Err(error) => return Err(error),
        }
        let email = self.free_email(hosted).await?;
        let phone = self.free_phone(hosted).await?;
        let user = User {
            email,
            phone,
            is_anonymous: hosted.is_anonymous,
            ..User::new(hosted.id, now)
        };
        match self.create_user(&user, None).await {
            Ok(()) => Ok(user),
            // Another request of theirs may have been faster.
            Err(error @ StoreError::Conflict(_)) => self.user(hosted.id).await.map_err(|_| error),
            Err(error) => Err(error),
        }
    }

    async fn follow(&self, user: User, hosted: &HostedUser, now: DateTime<Utc>) -> Result<User> {
        let is_known = user.email == lower_email(hosted)
            && user.phone == hosted.phone
            && user.is_anonymous == hosted.is_anonymous;
        if is_known || user.deleted_at.is_some() {
            return Ok(user);
        }
        let email = self.free_email(hosted).await?;
        let phone = self.free_phone(hosted).await?;
        if (&user.email, &user.phone, user.is_anonymous) == (&email, &phone, hosted.is_anonymous) {
            return Ok(user);
        }
        let followed = self.update_user(hosted.id, now, |user| {
            user.email = email;
            user.phone = phone;
            user.is_anonymous = hosted.is_anonymous;
        });
        match followed.await {
            // Another user got the address in between.
            Err(StoreError::Conflict(_)) => Ok(user),
            followed => followed,
        }
    }

    /// The hosted's address, where no one else here has it.
    async fn free_email(&self, hosted: &HostedUser) -> Result<Option<String>> {
        let Some(email) = lower_email(hosted) else {
            return Ok(None);
        };
        is_free(self.user_by_email(&email).await, hosted).map(|is_free| is_free.then_some(email))
    }

    async fn free_phone(&self, hosted: &HostedUser) -> Result<Option<String>> {
        let Some(phone) = hosted.phone.clone() else {
            return Ok(None);
        };
        is_free(self.user_by_phone(&phone).await, hosted).map(|is_free| is_free.then_some(phone))
    }
}

fn lower_email(hosted: &HostedUser) -> Option<String> {
    hosted.email.as_deref().map(str::to_lowercase)
}

fn is_free(owner: Result<User>, hosted: &HostedUser) -> Result<bool> {
    match owner {
        Ok(owner) => Ok(owner.id == hosted.id),
        Err(StoreError::NotFound(_)) => Ok(true),
        Err(error) => Err(error),
    }
}
