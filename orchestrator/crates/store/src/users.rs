use chrono::{DateTime, Utc};
use portolan_domain::{ChangeSide, EXAMPLES_USER, Factor, Identity, TokenRole, User};
use portolan_ledger::Plans;
use uuid::Uuid;

use super::{
    Result, Store, StoreError, accounts,
    address_identities::follow_addresses,
    database::Session,
    factors, user_data,
    value::{DatabaseRow, Json, params, words},
};

words!(TokenRole);
words!(ChangeSide);

const NO_USER: StoreError = StoreError::NotFound("user");
const TAKEN: StoreError =
    StoreError::Conflict("somebody with this e-mail address or phone number is there already");

impl Store {
    /// Creates the user with profile, account and the first month's free credits, all at once.
    /// A conflict if the address or number is taken.
    pub async fn create_user(&self, user: &User, identity: Option<&Identity>) -> Result<()> {
        self.create_user_with(user, identity.map_or(&[], std::slice::from_ref))
            .await
    }

    /// The same with any number of identities.
    pub async fn create_user_with(&self, user: &User, identities: &[Identity]) -> Result<()> {
        let mut transaction = self.database.write().await?;
        insert(&mut transaction, &self.plans, user).await?;
        for identity in identities {
            insert_identity(&mut transaction, identity).await?;
        }
        transaction.commit().await
    }

    /// Creates an imported user with their identities and second factors.
    pub async fn import_user(
        &self,
        user: &User,
        identities: &[Identity],
        second_factors: &[Factor],
    ) -> Result<()> {
        let mut transaction = self.database.write().await?;
        insert(&mut transaction, &self.plans, user).await?;
        for identity in identities {
            insert_identity(&mut transaction, identity).await?;
        }
        for factor in second_factors {
            factors::insert(&mut transaction, factor, |_| Ok::<_, StoreError>(())).await?;
        }
        transaction.commit().await
    }

    pub async fn user(&self, id: Uuid) -> Result<User> {
        let mut session = self.database.read().await?;
        let row = session
            .row("SELECT * FROM users WHERE id = $1", params![id])
            .await?;
        User::try_from(&row.ok_or(NO_USER)?)
    }

    /// Without regard to case.
    pub async fn user_by_email(&self, email: &str) -> Result<User> {
        let mut session = self.database.read().await?;
        let row = session
            .row(
                "SELECT * FROM users WHERE email = $1",
                params![email.to_lowercase()],
            )
            .await?;
        User::try_from(&row.ok_or(NO_USER)?)
    }

    pub async fn user_by_phone(&self, phone: &str) -> Result<User> {
        let mut session = self.database.read().await?;
        let row = session
            .row("SELECT * FROM users WHERE phone = $1", params![phone])
            .await?;
        User::try_from(&row.ok_or(NO_USER)?)
    }

    /// Returns the user with the latest unconfirmed request for this address.
    pub async fn user_by_new_email(&self, email: &str) -> Result<User> {
        let mut session = self.database.read().await?;
        let row = session
            .row(
                "SELECT * FROM users WHERE new_email = $1 ORDER BY email_change_sent_at DESC LIMIT 1",
                params![email.to_lowercase()],
            )
            .await?;
        User::try_from(&row.ok_or(NO_USER)?)
    }

    /// The same of a telephone number.
    pub async fn user_by_new_phone(&self, phone: &str) -> Result<User> {
        let mut session = self.database.read().await?;
        let row = session
            .row(
                "SELECT * FROM users WHERE new_phone = $1 ORDER BY phone_change_sent_at DESC LIMIT 1",
                params![phone],
            )
            .await?;
        User::try_from(&row.ok_or(NO_USER)?)
    }

    /// A page of all users, the newest first, and how many there are in all.
    pub async fn users(&self, offset: u64, limit: u32) -> Result<(Vec<User>, u64)> {
        let mut snapshot = self.database.snapshot().await?;
        let rows = snapshot
            .rows(
                "SELECT * FROM users ORDER BY created_at DESC, id DESC LIMIT $1 OFFSET $2",
                params![limit, offset],
            )
            .await?;
        let users = rows.iter().map(User::try_from).collect::<Result<_>>()?;
        let count = snapshot
            .row("SELECT COUNT(*) AS count FROM users", params![])
            .await?
            .ok_or(NO_USER)?
            .get("count")?;
        snapshot.commit().await?;
        Ok((users, count))
    }

    /// Returns whether no one has signed up yet: then the first-run hint is due.
    pub async fn has_users(&self) -> Result<bool> {
        let mut session = self.database.read().await?;
        let row = session
            .row(
                "SELECT id FROM users WHERE id <> $1 LIMIT 1",
                params![EXAMPLES_USER],
            )
            .await?;
        Ok(row.is_some())
    }

    /// Lists anonymous users who were created before a moment, oldest first.
    pub async fn guests_before(&self, before: DateTime<Utc>, most: usize) -> Result<Vec<Uuid>> {
        let mut session = self.database.read().await?;
        let rows = session
            .rows(
                "SELECT id FROM users WHERE is_anonymous AND created_at < $1 AND deleted_at IS NULL \
                 ORDER BY created_at LIMIT $2",
                params![before, i64::try_from(most).unwrap_or(i64::MAX)],
            )
            .await?;
        rows.iter().map(|row| row.get("id")).collect()
    }

    /// Applies `change` to the latest state of the user in one transaction.
    pub async fn update_user(
        &self,
        id: Uuid,
        now: DateTime<Utc>,
        change: impl FnOnce(&mut User) + Send,
    ) -> Result<User> {
        let mut transaction = self.database.write().await?;
        let mut user = lock_user(&mut transaction, id).await?;
        change(&mut user);
        user.id = id;
        user.updated_at = now;
        save_user(&mut transaction, &user).await?;
        transaction.commit().await?;
        Ok(user)
    }

    /// The same for addresses, whose identities follow them; `new_identity` names one that this
    /// may add.
    pub async fn update_addresses(
        &self,
        id: Uuid,
        now: DateTime<Utc>,
        new_identity: Uuid,
        change: impl FnOnce(&mut User) + Send,
    ) -> Result<User> {
        let mut transaction = self.database.write().await?;
        let mut user = lock_user(&mut transaction, id).await?;
        change(&mut user);
        user.id = id;
        user.updated_at = now;
        follow_addresses(&mut transaction, &mut user, now, new_identity).await?;
        save_user(&mut transaction, &user).await?;
        transaction.commit().await?;
        Ok(user)
    }

    /// Deletes the user and everything that is theirs; their objects go from the object store.
    pub async fn delete_user(&self, id: Uuid, now: DateTime<Utc>) -> Result<()> {
        let mut transaction = self.database.write().await?;
        lock_user(&mut transaction, id).await?;
        let rows = user_data::user_rows(&mut transaction, id).await?;
        user_data::delete_user_data(&mut transaction, id, now).await?;
        let deleted = transaction
            .execute("DELETE FROM users WHERE id = $1", params![id])
            .await?;
        if deleted == 0 {
            return Err(NO_USER);
        }
        transaction.commit().await?;
        for row in rows {
            self.notify(row);
        }
        Ok(())
    }

    /// Keeps the row, so that references stay valid, but removes contact details and credentials.
    pub async fn delete_user_softly(&self, id: Uuid, now: DateTime<Utc>) -> Result<()> {
        let mut transaction = self.database.write().await?;
        let user = lock_user(&mut transaction, id).await?;
        let emptied = User {
            role: user.role,
            deleted_at: Some(now),
            updated_at: now,
            ..User::new(id, user.created_at)
        };
        save_user(&mut transaction, &emptied).await?;
        for sql in [
            "DELETE FROM identities WHERE user_id = $1",
            "DELETE FROM sessions WHERE user_id = $1",
            "DELETE FROM one_time_tokens WHERE user_id = $1",
            "DELETE FROM factors WHERE user_id = $1",
            "DELETE FROM passkeys WHERE user_id = $1",
            "DELETE FROM passkey_challenges WHERE user_id = $1",
        ] {
            transaction.execute(sql, params![id]).await?;
        }
        transaction.commit().await
    }

    pub async fn identities(&self, user_id: Uuid) -> Result<Vec<Identity>> {
        let mut session = self.database.read().await?;
        let rows = session
            .rows(
                "SELECT * FROM identities WHERE user_id = $1 ORDER BY created_at, id",
                params![user_id],
            )
            .await?;
        rows.iter().map(Identity::try_from).collect()
    }

    /// Returns the identity of a provider's account.
    pub async fn identity(&self, provider: &str, provider_id: &str) -> Result<Identity> {
        let mut session = self.database.read().await?;
        let row = session
            .row(
                "SELECT * FROM identities WHERE provider = $1 AND provider_id = $2",
                params![provider, provider_id],
            )
            .await?;
        Identity::try_from(&row.ok_or(StoreError::NotFound("identity"))?)
    }

    /// Adds the identity or updates its data. `Conflict` if it belongs to another user.
    pub async fn save_identity(&self, identity: &Identity) -> Result<()> {
        let mut transaction = self.database.write().await?;
        let saved = transaction
            .execute(
                "INSERT INTO identities (id, user_id, provider, provider_id, identity_data, last_sign_in_at, \
                 created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8) \
                 ON CONFLICT (provider, provider_id) DO UPDATE SET identity_data = excluded.identity_data, \
                 last_sign_in_at = excluded.last_sign_in_at, updated_at = excluded.updated_at \
                 WHERE identities.user_id = excluded.user_id",
                &identity_params(identity),
            )
            .await?;
        if saved == 0 {
            return Err(StoreError::Conflict(
                "this identity belongs to somebody else",
            ));
        }
        transaction.commit().await
    }

    /// Adds an identity to its user and applies `change` to the user. `Conflict` if the identity already
    /// belongs to a user.
    pub async fn attach_identity(
        &self,
        identity: &Identity,
        now: DateTime<Utc>,
        change: impl FnOnce(&mut User) + Send,
    ) -> Result<User> {
        let mut transaction = self.database.write().await?;
        let mut user = lock_user(&mut transaction, identity.user_id).await?;
        insert_identity(&mut transaction, identity).await?;
        user.add_provider(&identity.provider);
        change(&mut user);
        user.updated_at = now;
        save_user(&mut transaction, &user).await?;
        transaction.commit().await?;
        Ok(user)
    }

    /// Removes one of the user's identities, but never the last; an address goes with its identity.
    pub async fn unlink_identity(
        &self,
        user_id: Uuid,
        identity_id: Uuid,
        now: DateTime<Utc>,
    ) -> Result<User> {
        let mut transaction = self.database.write().await?;
        // Locks the user, so that two at once do not remove the last two.
        let mut user = lock_user(&mut transaction, user_id).await?;
        let rows = transaction
            .rows(
                "SELECT * FROM identities WHERE user_id = $1",
                params![user_id],
            )
            .await?;
        let identities: Vec<Identity> =
            rows.iter().map(Identity::try_from).collect::<Result<_>>()?;
        if identities.len() <= 1 {
            return Err(StoreError::Conflict(
                "this is the only way to sign in: add another one first",
            ));
        }
        let identity = identities
            .iter()
            .find(|identity| identity.id == identity_id)
            .ok_or(StoreError::NotFound("identity"))?;
        transaction
            .execute("DELETE FROM identities WHERE id = $1", params![identity_id])
            .await?;
        match identity.provider.as_str() {
            "email" => (user.email, user.email_confirmed_at) = (None, None),
            "phone" => (user.phone, user.phone_confirmed_at) = (None, None),
            _ => {}
        }
        let of_provider = |other: &&Identity| other.provider == identity.provider;
        if identities.iter().filter(of_provider).count() == 1 {
            user.remove_provider(&identity.provider);
        }
        user.updated_at = now;
        save_user(&mut transaction, &user).await?;
        transaction.commit().await?;
        Ok(user)
    }
}

async fn insert(session: &mut Session, plans: &Plans, user: &User) -> Result<()> {
    session
        .execute(
            "INSERT INTO users (id, role, app_metadata, user_metadata, is_anonymous, created_at, updated_at) \
             VALUES ($1, $2, '{}', '{}', FALSE, $3, $3)",
            params![user.id, user.role, user.created_at],
        )
        .await
        .map_err(email_taken)?;
    save_user(session, user).await?;
    session
        .execute(
            "INSERT INTO profiles (user_id, is_admin, is_contributor, updated_at) VALUES ($1, FALSE, FALSE, $2)",
            params![user.id, user.created_at],
        )
        .await?;
    accounts::open_account(session, plans, user.id, user.created_at).await
}

pub(super) async fn save_user(session: &mut Session, user: &User) -> Result<()> {
    session
        .execute(
            "UPDATE users SET email = $2, phone = $3, encrypted_password = $4, role = $5, app_metadata = $6, \
             user_metadata = $7, is_anonymous = $8, email_confirmed_at = $9, phone_confirmed_at = $10, \
             confirmation_sent_at = $11, recovery_sent_at = $12, new_email = $13, new_phone = $14, \
             email_change_sent_at = $15, invited_at = $16, last_sign_in_at = $17, banned_until = $18, \
             updated_at = $19, email_change_confirmed = $20, phone_change_sent_at = $21, \
             reauthentication_sent_at = $22, deleted_at = $23 WHERE id = $1",
            params![
                user.id,
                user.email.as_ref().map(|email| email.to_lowercase()),
                &user.phone,
                &user.encrypted_password,
                user.role,
                Json(&user.app_metadata),
                Json(&user.user_metadata),
                user.is_anonymous,
                user.email_confirmed_at,
                user.phone_confirmed_at,
                user.confirmation_sent_at,
                user.recovery_sent_at,
                &user.new_email,
                &user.new_phone,
                user.email_change_sent_at,
                user.invited_at,
                user.last_sign_in_at,
                user.banned_until,
                user.updated_at,
                user.email_change_confirmed,
                user.phone_change_sent_at,
                user.reauthentication_sent_at,
                user.deleted_at,
            ],
        )
        .await
        .map(drop)
        .map_err(email_taken)
}

/// The user, whom no one else changes until the transaction ends.
pub(super) async fn lock_user(session: &mut Session, id: Uuid) -> Result<User> {
    let row = session
        .row(
            "UPDATE users SET role = role WHERE id = $1 RETURNING *",
            params![id],
        )
        .await?;
    User::try_from(&row.ok_or(NO_USER)?)
}

pub(super) async fn insert_identity(session: &mut Session, identity: &Identity) -> Result<()> {
    session
        .execute(
            "INSERT INTO identities (id, user_id, provider, provider_id, identity_data, last_sign_in_at, \
             created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
            &identity_params(identity),
        )
        .await?;
    Ok(())
}

fn identity_params(identity: &Identity) -> [super::value::Param<'_>; 8] {
    [
        identity.id.into(),
        identity.user_id.into(),
        (&identity.provider).into(),
        (&identity.provider_id).into(),
        Json(&identity.identity_data).into(),
        identity.last_sign_in_at.into(),
        identity.created_at.into(),
        identity.updated_at.into(),
    ]
}

fn email_taken(error: StoreError) -> StoreError {
    match error {
        StoreError::Conflict(_) => TAKEN,
        error => error,
    }
}

impl TryFrom<&DatabaseRow> for User {
    type Error = StoreError;

    fn try_from(row: &DatabaseRow) -> Result<Self> {
        let Json(app_metadata) = row.get("app_metadata")?;
        let Json(user_metadata) = row.get("user_metadata")?;
        Ok(Self {
            id: row.get("id")?,
            email: row.get("email")?,
            phone: row.get("phone")?,
            encrypted_password: row.get("encrypted_password")?,
            role: row.get("role")?,
            app_metadata,
            user_metadata,
            is_anonymous: row.get("is_anonymous")?,
            email_confirmed_at: row.get("email_confirmed_at")?,
            phone_confirmed_at: row.get("phone_confirmed_at")?,
            confirmation_sent_at: row.get("confirmation_sent_at")?,
            recovery_sent_at: row.get("recovery_sent_at")?,
            new_email: row.get("new_email")?,
            new_phone: row.get("new_phone")?,
            email_change_sent_at: row.get("email_change_sent_at")?,
            email_change_confirmed: row.get("email_change_confirmed")?,
            phone_change_sent_at: row.get("phone_change_sent_at")?,
            reauthentication_sent_at: row.get("reauthentication_sent_at")?,
            invited_at: row.get("invited_at")?,
            last_sign_in_at: row.get("last_sign_in_at")?,
            banned_until: row.get("banned_until")?,
            deleted_at: row.get("deleted_at")?,
            created_at: row.get("created_at")?,
            updated_at: row.get("updated_at")?,
        })
    }
}

impl TryFrom<&DatabaseRow> for Identity {
    type Error = StoreError;

    fn try_from(row: &DatabaseRow) -> Result<Self> {
        let Json(identity_data) = row.get("identity_data")?;
        Ok(Self {
            id: row.get("id")?,
            user_id: row.get("user_id")?,
            provider: row.get("provider")?,
            provider_id: row.get("provider_id")?,
            identity_data,
            last_sign_in_at: row.get("last_sign_in_at")?,
            created_at: row.get("created_at")?,
            updated_at: row.get("updated_at")?,
        })
    }
}
