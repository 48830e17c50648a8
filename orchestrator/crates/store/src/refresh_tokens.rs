//! Refresh tokens rotate. One that was used already is either a second tab's (a moment ago, and
//! no one used its child yet) or stolen: then the session ends for everyone.

use chrono::{DateTime, TimeDelta, Utc};
use portolan_domain::AuthSession;
use uuid::Uuid;

use super::{Result, Store, database::Transaction, sessions, value::params};

#[derive(Clone, Debug, PartialEq)]
pub enum Rotation {
    /// The new token is valid in this session.
    Rotated(AuthSession),
    Unknown,
    /// The session is past its end, and deleted.
    Expired,
    /// Reused after the grace interval: the session and all its tokens were ended.
    Reused {
        user_id: Uuid,
        session_id: Uuid,
    },
}

impl Store {
    /// Exchanges the refresh token with the hash `presented` for the one with the hash `fresh`. A
    /// program's token is known to that program alone: `client_id` is who shows it.
    pub async fn rotate_refresh_token(
        &self,
        client_id: Option<Uuid>,
        presented: &str,
        fresh: &str,
        reuse_interval: TimeDelta,
        now: DateTime<Utc>,
    ) -> Result<Rotation> {
        let mut transaction = self.database.write().await?;
        // Locks the token until the transaction ends.
        let row = transaction
            .row(
                "UPDATE refresh_tokens SET used_at = used_at WHERE hash = $1 RETURNING session_id, used_at",
                params![presented],
            )
            .await?;
        let Some(row) = row else {
            return Ok(Rotation::Unknown);
        };
        let used_at: Option<DateTime<Utc>> = row.get("used_at")?;
        let mut session = sessions::find_session(&mut transaction, row.get("session_id")?).await?;
        if session.oauth_client_id != client_id {
            return Ok(Rotation::Unknown);
        }
        if session.is_over(now) {
            end_session(transaction, session.id).await?;
            return Ok(Rotation::Expired);
        }
        if let Some(used_at) = used_at {
            let late = now - used_at > reuse_interval;
            if late || has_used_child(&mut transaction, presented).await? {
                end_session(transaction, session.id).await?;
                return Ok(Rotation::Reused {
                    user_id: session.user_id,
                    session_id: session.id,
                });
            }
        } else {
            transaction
                .execute(
                    "UPDATE refresh_tokens SET used_at = $2 WHERE hash = $1",
                    params![presented, now],
                )
                .await?;
        }
        transaction
            .execute(
                "INSERT INTO refresh_tokens (hash, session_id, parent_hash, created_at) VALUES ($1, $2, $3, $4)",
                params![fresh, session.id, presented, now],
            )
            .await?;
        transaction
            .execute(
                "UPDATE sessions SET refreshed_at = $2 WHERE id = $1",
                params![session.id, now],
            )
            .await?;
        transaction.commit().await?;
        session.refreshed_at = Some(now);
        Ok(Rotation::Rotated(session))
    }

    /// Renews the session without a new token, where tokens do not rotate.
    pub async fn renew_session(
        &self,
        client_id: Option<Uuid>,
        presented: &str,
        now: DateTime<Utc>,
    ) -> Result<Rotation> {
        let mut transaction = self.database.write().await?;
        let row = transaction
            .row(
                "SELECT session_id FROM refresh_tokens WHERE hash = $1",
                params![presented],
            )
            .await?;
        let Some(row) = row else {
            return Ok(Rotation::Unknown);
        };
        let mut session = sessions::find_session(&mut transaction, row.get("session_id")?).await?;
        if session.oauth_client_id != client_id {
            return Ok(Rotation::Unknown);
        }
        if session.is_over(now) {
            end_session(transaction, session.id).await?;
            return Ok(Rotation::Expired);
        }
        transaction
            .execute(
                "UPDATE sessions SET refreshed_at = $2 WHERE id = $1",
                params![session.id, now],
            )
            .await?;
        transaction.commit().await?;
        session.refreshed_at = Some(now);
        Ok(Rotation::Rotated(session))
    }
}

async fn has_used_child(transaction: &mut Transaction, parent: &str) -> Result<bool> {
    let row = transaction
        .row(
            "SELECT hash FROM refresh_tokens WHERE parent_hash = $1 AND used_at IS NOT NULL LIMIT 1",
            params![parent],
        )
        .await?;
    Ok(row.is_some())
}

async fn end_session(mut transaction: Transaction, session_id: Uuid) -> Result<()> {
    transaction
        .execute("DELETE FROM sessions WHERE id = $1", params![session_id])
        .await?;
    transaction.commit().await
}
