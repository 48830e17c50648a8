//! Passkeys and their one-time challenges.

use chrono::{DateTime, Utc};
use portolan_domain::{Passkey, PasskeyChallenge};
use uuid::Uuid;

use super::{
    Result, Store, StoreError, users,
    value::{DatabaseRow, params},
};

const NO_PASSKEY: StoreError = StoreError::NotFound("passkey");

impl Store {
    /// Also deletes expired ones.
    pub async fn create_passkey_challenge(
        &self,
        challenge: &PasskeyChallenge,
        now: DateTime<Utc>,
    ) -> Result<()> {
        let mut transaction = self.database.write().await?;
        transaction
            .execute(
                "DELETE FROM passkey_challenges WHERE expires_at <= $1",
                params![now],
            )
            .await?;
        transaction
            .execute(
                "INSERT INTO passkey_challenges (id, user_id, ceremony, expires_at) VALUES ($1, $2, $3, $4)",
                params![
                    challenge.id,
                    challenge.user_id,
                    &challenge.ceremony,
                    challenge.expires_at,
                ],
            )
            .await?;
        transaction.commit().await
    }

    /// Consumes a challenge of this user, or one without a user; None if there is none.
    pub async fn take_passkey_challenge(
        &self,
        id: Uuid,
        user_id: Option<Uuid>,
    ) -> Result<Option<PasskeyChallenge>> {
        let mut transaction = self.database.write().await?;
        let row = transaction
            .row(
                "DELETE FROM passkey_challenges WHERE id = $1 AND COALESCE(user_id, '') = $2 RETURNING *",
                params![id, user_id.map(|id| id.to_string()).unwrap_or_default()],
            )
            .await?;
        transaction.commit().await?;
        row.as_ref().map(PasskeyChallenge::try_from).transpose()
    }

    /// Adds a passkey if `may_add` allows it beside so many; a conflict if a user has the
    /// credential already.
    pub async fn create_passkey<E: From<StoreError>>(
        &self,
        passkey: &Passkey,
        may_add: impl FnOnce(usize) -> Result<(), E> + Send,
    ) -> Result<(), E> {
        let mut transaction = self.database.write().await?;
        users::lock_user(&mut transaction, passkey.user_id).await?;
        let rows = transaction
            .rows(
                "SELECT id FROM passkeys WHERE user_id = $1",
                params![passkey.user_id],
            )
            .await?;
        may_add(rows.len())?;
        let inserted = transaction
            .execute(
                "INSERT INTO passkeys (id, user_id, credential_id, credential, friendly_name, last_used_at, \
                 created_at) VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (credential_id) DO NOTHING",
                params![
                    passkey.id,
                    passkey.user_id,
                    &passkey.credential_id,
                    &passkey.credential,
                    &passkey.friendly_name,
                    passkey.last_used_at,
                    passkey.created_at,
                ],
            )
            .await?;
        if inserted == 0 {
            return Err(StoreError::Conflict("this credential is known already").into());
        }
        Ok(transaction.commit().await?)
    }

    pub async fn passkeys(&self, user_id: Uuid) -> Result<Vec<Passkey>> {
        let mut session = self.database.read().await?;
        let rows = session
            .rows(
                "SELECT * FROM passkeys WHERE user_id = $1 ORDER BY created_at, id",
                params![user_id],
            )
            .await?;
        rows.iter().map(Passkey::try_from).collect()
    }

    pub async fn passkey_by_credential(&self, credential_id: &str) -> Result<Passkey> {
        let mut session = self.database.read().await?;
        let row = session
            .row(
                "SELECT * FROM passkeys WHERE credential_id = $1",
                params![credential_id],
            )
            .await?;
        Passkey::try_from(&row.ok_or(NO_PASSKEY)?)
    }

    /// Records a use and updates the credential; false if a concurrent use was faster or the passkey was
    /// deleted.
    pub async fn use_passkey(
        &self,
        passkey: &Passkey,
        credential: &str,
        now: DateTime<Utc>,
    ) -> Result<bool> {
        let mut transaction = self.database.write().await?;
        let used = transaction
            .execute(
                "UPDATE passkeys SET credential = $3, last_used_at = $4 WHERE id = $1 AND credential = $2",
                params![passkey.id, &passkey.credential, credential, now],
            )
            .await?;
        transaction.commit().await?;
        Ok(used == 1)
    }

    pub async fn rename_passkey(&self, user_id: Uuid, id: Uuid, name: &str) -> Result<Passkey> {
        let mut transaction = self.database.write().await?;
        let row = transaction
            .row(
                "UPDATE passkeys SET friendly_name = $3 WHERE id = $1 AND user_id = $2 RETURNING *",
                params![id, user_id, name],
            )
            .await?;
        let passkey = Passkey::try_from(&row.ok_or(NO_PASSKEY)?)?;
        transaction.commit().await?;
        Ok(passkey)
    }

    pub async fn delete_passkey(&self, user_id: Uuid, id: Uuid) -> Result<()> {
        let mut transaction = self.database.write().await?;
        let deleted = transaction
            .execute(
                "DELETE FROM passkeys WHERE id = $1 AND user_id = $2",
                params![id, user_id],
            )
            .await?;
        if deleted == 0 {
            return Err(NO_PASSKEY);
        }
        transaction.commit().await
    }
}

impl TryFrom<&DatabaseRow> for Passkey {
    type Error = StoreError;

    fn try_from(row: &DatabaseRow) -> Result<Self> {
        Ok(Self {
            id: row.get("id")?,
            user_id: row.get("user_id")?,
            credential_id: row.get("credential_id")?,
            credential: row.get("credential")?,
            friendly_name: row.get("friendly_name")?,
            last_used_at: row.get("last_used_at")?,
            created_at: row.get("created_at")?,
        })
    }
}

impl TryFrom<&DatabaseRow> for PasskeyChallenge {
    type Error = StoreError;

    fn try_from(row: &DatabaseRow) -> Result<Self> {
        Ok(Self {
            id: row.get("id")?,
            user_id: row.get("user_id")?,
            ceremony: row.get("ceremony")?,
            expires_at: row.get("expires_at")?,
        })
    }
}
