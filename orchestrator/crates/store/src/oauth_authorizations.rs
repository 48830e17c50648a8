//! Authorization requests of clients, from the request to the session.

use chrono::{DateTime, TimeDelta, Utc};
use portolan_domain::{AuthSession, OauthAuthorization, OauthAuthorizationStatus as Status};
use uuid::Uuid;

use super::{
    Result, Store, StoreError,
    database::Transaction,
    oauth_grants::{find_scopes, save_grant},
    sessions,
    value::{DatabaseRow, params},
};

/// For so long a code that was exchanged is recognised.
const REMEMBERED: TimeDelta = TimeDelta::days(1);

/// The request as shown on the consent page.
#[derive(Clone, Debug, PartialEq)]
pub enum Claimed {
    /// It waits for their answer.
    Asks(OauthAuthorization),
    /// They have allowed as much before: the code is good.
    Allowed(OauthAuthorization),
    Answered,
    /// There is none, its time is over, or it is another user's.
    Missing,
}

/// The outcome of an answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Answered {
    Taken(Box<OauthAuthorization>),
    TooLate,
    Missing,
}

/// A code for the client, known by its hash.
#[derive(Clone, Debug)]
pub struct NewCode {
    pub hash: String,
    pub expires_at: DateTime<Utc>,
}

impl Store {
    /// Also deletes those that expired long ago.
    pub async fn create_oauth_authorization(
        &self,
        hash: &str,
        authorization: &OauthAuthorization,
        now: DateTime<Utc>,
    ) -> Result<()> {
        let mut transaction = self.database.write().await?;
        transaction
            .execute(
                "DELETE FROM oauth_authorizations WHERE expires_at <= $1",
                params![now - REMEMBERED],
            )
            .await?;
        transaction
            .execute(
                "INSERT INTO oauth_authorizations (hash, client_id, user_id, status, redirect_uri, scope, state, \
                 nonce, resource, code_challenge, session_id, expires_at) \
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)",
                params![
                    hash,
                    authorization.client_id,
                    authorization.user_id,
                    authorization.status.name(),
                    &authorization.redirect_uri,
                    &authorization.scope,
                    &authorization.state,
                    &authorization.nonce,
                    &authorization.resource,
                    &authorization.code_challenge,
                    authorization.session_id,
                    authorization.expires_at,
                ],
            )
            .await?;
        transaction.commit().await
    }

    /// Binds the request to this user; if they have already granted these scopes, the client gets its code at
    /// once.
    pub async fn claim_oauth_authorization(
        &self,
        hash: &str,
        user_id: Uuid,
        code: &NewCode,
        now: DateTime<Utc>,
    ) -> Result<Claimed> {
        let mut transaction = self.database.write().await?;
        let Some(mut found) = lock_authorization(&mut transaction, hash, now).await? else {
            return Ok(Claimed::Missing);
        };
        if found.user_id.is_some_and(|owner| owner != user_id) {
            return Ok(Claimed::Missing);
        }
        if found.status != Status::Pending {
            return Ok(Claimed::Answered);
        }
        found.user_id = Some(user_id);
        let known = find_scopes(&mut transaction, user_id, found.client_id).await?;
        let is_covered = known.is_some_and(|known| {
            let mut asked = found.scope.split(' ');
            asked.all(|scope| known.iter().any(|known| known == scope))
        });
        if is_covered {
            found.status = Status::Approved;
            found.expires_at = code.expires_at;
        }
        save_authorization(&mut transaction, hash, &found, is_covered.then_some(code)).await?;
        transaction.commit().await?;
        Ok(match is_covered {
            true => Claimed::Allowed(found),
            false => Claimed::Asks(found),
        })
    }

    /// Stores the user's decision; a code means consent, which is remembered.
    pub async fn answer_oauth_authorization(
        &self,
        hash: &str,
        user_id: Uuid,
        code: Option<&NewCode>,
        now: DateTime<Utc>,
    ) -> Result<Answered> {
        let mut transaction = self.database.write().await?;
        let found = lock_authorization(&mut transaction, hash, now).await?;
        let Some(mut found) = found.filter(|found| found.user_id == Some(user_id)) else {
            return Ok(Answered::Missing);
        };
        if found.status != Status::Pending {
            return Ok(Answered::TooLate);
        }
        match code {
            Some(code) => {
                found.status = Status::Approved;
                found.expires_at = code.expires_at;
                let scopes = found.scope.split(' ').map(str::to_owned);
                save_grant(&mut transaction, user_id, found.client_id, scopes, now).await?;
            }
            None => found.status = Status::Denied,
        }
        save_authorization(&mut transaction, hash, &found, code).await?;
        transaction.commit().await?;
        Ok(Answered::Taken(Box::new(found)))
    }

    /// Returns the request that this code was issued for, even if the code is used or expired.
    pub async fn oauth_authorization_of(
        &self,
        code_hash: &str,
    ) -> Result<Option<OauthAuthorization>> {
        let mut session = self.database.read().await?;
        let row = session
            .row(
                "SELECT * FROM oauth_authorizations WHERE code_hash = $1",
                params![code_hash],
            )
            .await?;
        row.as_ref().map(OauthAuthorization::try_from).transpose()
    }

    /// Starts the client's session for its code; false if the code had been used before: then another user
    /// may have had it, and the session of the first time ends.
    pub async fn use_oauth_code(
        &self,
        code_hash: &str,
        session: &AuthSession,
        refresh_token_hash: &str,
    ) -> Result<bool> {
        let mut transaction = self.database.write().await?;
        let used = transaction
            .execute(
                "UPDATE oauth_authorizations SET session_id = $2 WHERE code_hash = $1 AND session_id IS NULL",
                params![code_hash, session.id],
            )
            .await?;
        if used == 1 {
            sessions::insert(&mut transaction, session, refresh_token_hash).await?;
        } else {
            transaction
                .execute(
                    "DELETE FROM sessions WHERE id = \
                     (SELECT session_id FROM oauth_authorizations WHERE code_hash = $1)",
                    params![code_hash],
                )
                .await?;
        }
        transaction.commit().await?;
        Ok(used == 1)
    }
}

/// Keeps others from answering it until the transaction ends; None if its time is over.
async fn lock_authorization(
    transaction: &mut Transaction,
    hash: &str,
    now: DateTime<Utc>,
) -> Result<Option<OauthAuthorization>> {
    let row = transaction
        .row(
            "UPDATE oauth_authorizations SET status = status WHERE hash = $1 AND expires_at > $2 RETURNING *",
            params![hash, now],
        )
        .await?;
    row.as_ref().map(OauthAuthorization::try_from).transpose()
}

async fn save_authorization(
    transaction: &mut Transaction,
    hash: &str,
    authorization: &OauthAuthorization,
    code: Option<&NewCode>,
) -> Result<()> {
    transaction
        .execute(
            "UPDATE oauth_authorizations SET user_id = $2, status = $3, code_hash = $4, expires_at = $5 \
             WHERE hash = $1",
            params![
                hash,
                authorization.user_id,
                authorization.status.name(),
                code.map(|code| code.hash.as_str()),
                authorization.expires_at,
            ],
        )
        .await?;
    Ok(())
}

impl TryFrom<&DatabaseRow> for OauthAuthorization {
    type Error = StoreError;

    fn try_from(row: &DatabaseRow) -> Result<Self> {
        let status: String = row.get("status")?;
        let unknown = || StoreError::Corrupt("an authorization has no known status".into());
        Ok(Self {
            client_id: row.get("client_id")?,
            user_id: row.get("user_id")?,
            status: Status::parse(&status).ok_or_else(unknown)?,
            redirect_uri: row.get("redirect_uri")?,
            scope: row.get("scope")?,
            state: row.get("state")?,
            nonce: row.get("nonce")?,
            resource: row.get("resource")?,
            code_challenge: row.get("code_challenge")?,
            session_id: row.get("session_id")?,
            expires_at: row.get("expires_at")?,
        })
    }
}
