//! Codes and links that prove an address. Only hashes are kept; ten tries each.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::{
    Result, Store, StoreError,
    value::{Row, params, words},
};
use crate::model::OneTimeKind;

words!(OneTimeKind);

const TRIES: u32 = 10;

#[derive(Clone, Debug)]
pub struct NewOneTimeToken<'a> {
    pub id: Uuid,
    pub user_id: Uuid,
    pub kind: OneTimeKind,
    /// With a secret: a code has few digits.
    pub hash: &'a str,
    /// The address or number that it was sent to.
    pub sent_to: &'a str,
    pub now: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
}

/// A token that was shown and is used up by that.
#[derive(Clone, Debug, PartialEq)]
pub struct OneTimeToken {
    pub user_id: Uuid,
    pub kind: OneTimeKind,
    pub sent_to: String,
    pub created_at: DateTime<Utc>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Try {
    Right(OneTimeToken),
    /// Wrong, or there is none.
    Wrong,
    /// Too late, or tried too often; it is gone.
    Expired,
}

impl Store {
    /// The user's earlier token of this kind is valid no longer.
    pub async fn create_one_time_token(&self, token: &NewOneTimeToken<'_>) -> Result<()> {
        let mut transaction = self.database.write().await?;
        transaction
            .execute(
                "INSERT INTO one_time_tokens (id, user_id, kind, hash, sent_to, attempts, expires_at, created_at) \
                 VALUES ($1, $2, $3, $4, $5, 0, $6, $7) ON CONFLICT (user_id, kind) DO UPDATE SET id = excluded.id, \
                 hash = excluded.hash, sent_to = excluded.sent_to, attempts = 0, expires_at = excluded.expires_at, \
                 created_at = excluded.created_at",
                params![
                    token.id,
                    token.user_id,
                    token.kind,
                    token.hash,
                    token.sent_to,
                    token.expires_at,
                    token.now,
                ],
            )
            .await?;
        transaction.commit().await
    }

    /// For links, whose secret is long: the token with this hash, used up.
    pub async fn take_one_time_link(
        &self,
        kind: OneTimeKind,
        hash: &str,
        now: DateTime<Utc>,
    ) -> Result<Try> {
        let mut transaction = self.database.write().await?;
        let row = transaction
            .row(
                "DELETE FROM one_time_tokens WHERE hash = $1 AND kind = $2 RETURNING *",
                params![hash, kind],
            )
            .await?;
        let outcome = match row {
            None => Try::Wrong,
            Some(row) if row.get::<DateTime<Utc>>("expires_at")? <= now => Try::Expired,
            Some(row) => Try::Right(OneTimeToken::try_from(&row)?),
        };
        transaction.commit().await?;
        Ok(outcome)
    }

    /// For codes, whose secret is short: counts the try.
    pub async fn try_one_time_code(
        &self,
        user_id: Uuid,
        kind: OneTimeKind,
        hash: &str,
        now: DateTime<Utc>,
    ) -> Result<Try> {
        let mut transaction = self.database.write().await?;
        let row = transaction
            .row(
                "UPDATE one_time_tokens SET attempts = attempts + 1 WHERE user_id = $1 AND kind = $2 RETURNING *",
                params![user_id, kind],
            )
            .await?;
        let Some(row) = row else {
            return Ok(Try::Wrong);
        };
        let over =
            row.get::<DateTime<Utc>>("expires_at")? <= now || row.get::<u32>("attempts")? > TRIES;
        let right = row.get::<String>("hash")? == hash;
        if over || right {
            transaction
                .execute(
                    "DELETE FROM one_time_tokens WHERE user_id = $1 AND kind = $2",
                    params![user_id, kind],
                )
                .await?;
        }
        transaction.commit().await?;
        Ok(match (over, right) {
            (true, _) => Try::Expired,
            (false, true) => Try::Right(OneTimeToken::try_from(&row)?),
            (false, false) => Try::Wrong,
        })
    }
}

impl TryFrom<&Row> for OneTimeToken {
    type Error = StoreError;

    fn try_from(row: &Row) -> Result<Self> {
        Ok(Self {
            user_id: row.get("user_id")?,
            kind: row.get("kind")?,
            sent_to: row.get("sent_to")?,
            created_at: row.get("created_at")?,
        })
    }
}
