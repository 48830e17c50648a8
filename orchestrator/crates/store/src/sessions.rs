use chrono::{DateTime, Utc};
use portolan_domain::AuthSession;
use uuid::Uuid;

use super::{
    Result, Store, StoreError,
    database::{Session, Transaction},
    value::{DatabaseRow, Json, params},
};

const NO_SESSION: StoreError = StoreError::NotFound("session");

impl Store {
    /// Starts a session with its first refresh token, stored as a hash, and records the sign-in.
    pub async fn create_session(
        &self,
        session: &AuthSession,
        refresh_token_hash: &str,
    ) -> Result<()> {
        let mut transaction = self.database.write().await?;
        insert(&mut transaction, session, refresh_token_hash).await?;
        transaction.commit().await
    }

    /// Not found once it has ended.
    pub async fn session(&self, session_id: Uuid, now: DateTime<Utc>) -> Result<AuthSession> {
        let session = find_session(&mut self.database.read().await?, session_id).await?;
        if session.is_over(now) {
            Err(NO_SESSION)
        } else {
            Ok(session)
        }
    }

    /// The same, and whether its person has yet to show the second factor that they have. A program's
    /// session waits for none: anyone who allowed it had shown theirs.
    pub async fn session_of_caller(
        &self,
        session_id: Uuid,
        now: DateTime<Utc>,
    ) -> Result<(AuthSession, bool)> {
        let row = self
            .database
            .read()
            .await?
            .row(
                "SELECT sessions.*, (SELECT COUNT(*) FROM factors \
                 WHERE factors.user_id = sessions.user_id AND factors.status = 'verified') AS factors \
                 FROM sessions WHERE id = $1",
                params![session_id],
            )
            .await?;
        let row = row.ok_or(NO_SESSION)?;
        let session = AuthSession::try_from(&row)?;
        if session.is_over(now) {
            return Err(NO_SESSION);
        }
        let factors: i64 = row.get("factors")?;
        let awaits_factor =
            factors > 0 && session.aal == "aal1" && session.oauth_client_id.is_none();
        Ok((session, awaits_factor))
    }

    pub async fn sessions(&self, user_id: Uuid) -> Result<Vec<AuthSession>> {
        let mut session = self.database.read().await?;
        let rows = session
            .rows(
                "SELECT * FROM sessions WHERE user_id = $1 ORDER BY created_at DESC, id DESC",
                params![user_id],
            )
            .await?;
        rows.iter().map(AuthSession::try_from).collect()
    }

    /// Signs out here. Does nothing if the session has ended.
    pub async fn end_session(&self, session_id: Uuid) -> Result<()> {
        let mut transaction = self.database.write().await?;
        transaction
            .execute("DELETE FROM sessions WHERE id = $1", params![session_id])
            .await?;
        transaction.commit().await
    }

    /// Signs out everywhere, but for the session `except`; gives how many sessions ended.
    pub async fn end_sessions(&self, user_id: Uuid, except: Option<Uuid>) -> Result<u64> {
        let mut transaction = self.database.write().await?;
        let ended = transaction
            .execute(
                "DELETE FROM sessions WHERE user_id = $1 AND id <> COALESCE($2, '')",
                params![user_id, except],
            )
            .await?;
        transaction.commit().await?;
        Ok(ended)
    }
}

/// Starts a session with its first refresh token, stored as a hash, and records the sign-in.
pub(super) async fn insert(
    transaction: &mut Transaction,
    session: &AuthSession,
    refresh_token_hash: &str,
) -> Result<()> {
    transaction
        .execute(
            "INSERT INTO sessions (id, user_id, aal, amr, user_agent, ip, not_after, refreshed_at, \
             oauth_client_id, scope, created_at) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
            params![
                session.id,
                session.user_id,
                &session.aal,
                Json(&session.amr),
                &session.user_agent,
                &session.ip,
                session.not_after,
                session.refreshed_at,
                session.oauth_client_id,
                &session.scope,
                session.created_at,
            ],
        )
        .await?;
    transaction
        .execute(
            "INSERT INTO refresh_tokens (hash, session_id, created_at) VALUES ($1, $2, $3)",
            params![refresh_token_hash, session.id, session.created_at],
        )
        .await?;
    transaction
        .execute(
            "UPDATE users SET last_sign_in_at = $2 WHERE id = $1",
            params![session.user_id, session.created_at],
        )
        .await?;
    Ok(())
}

pub(super) async fn find_session(session: &mut Session, session_id: Uuid) -> Result<AuthSession> {
    let row = session
        .row("SELECT * FROM sessions WHERE id = $1", params![session_id])
        .await?;
    AuthSession::try_from(&row.ok_or(NO_SESSION)?)
}

impl TryFrom<&DatabaseRow> for AuthSession {
    type Error = StoreError;

    fn try_from(row: &DatabaseRow) -> Result<Self> {
        let Json(amr) = row.get("amr")?;
        Ok(Self {
            id: row.get("id")?,
            user_id: row.get("user_id")?,
            aal: row.get("aal")?,
            amr,
            user_agent: row.get("user_agent")?,
            ip: row.get("ip")?,
            not_after: row.get("not_after")?,
            refreshed_at: row.get("refreshed_at")?,
            oauth_client_id: row.get("oauth_client_id")?,
            scope: row.get("scope")?,
            created_at: row.get("created_at")?,
        })
    }
}
