//! Codes on paper in place of a second factor. Only hashes are kept, each code is good once, and
//! after so many wrong ones in a row nothing is tried for a while.

use chrono::{DateTime, TimeDelta, Utc};
use portolan_domain::{AuthSession, Factor};
use uuid::Uuid;

use super::{
    Result, Store, StoreError,
    database::Transaction,
    factors::{self, FactorProof, SessionRaise},
    users,
    value::{DatabaseRow, params},
};

const NO_CODES: StoreError = StoreError::NotFound("set of recovery codes");
const TRIES: u32 = 5;
const LOCKED_FOR: TimeDelta = TimeDelta::minutes(15);

/// How many codes a user has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecoveryCodeCount {
    pub factor_id: Uuid,
    pub total: u32,
    pub remaining: u32,
}

#[derive(Clone, Debug, PartialEq)]
pub enum RecoveryCheck {
    /// The session is at the higher level now; the code is used up.
    Right(Box<AuthSession>),
    /// No code of theirs, or used before, or they have none at all.
    Wrong,
    /// Tried too often; the code wasn't checked.
    Locked,
}

impl Store {
    pub async fn recovery_code_count(&self, user_id: Uuid) -> Result<RecoveryCodeCount> {
        let mut session = self.database.read().await?;
        let row = session
            .row(
                "SELECT sets.factor_id AS factor_id, COUNT(codes.hash) AS total, \
                 COUNT(codes.hash) - COUNT(codes.used_at) AS remaining FROM recovery_code_sets AS sets \
                 LEFT JOIN recovery_codes AS codes ON codes.factor_id = sets.factor_id \
                 WHERE sets.user_id = $1 GROUP BY sets.factor_id",
                params![user_id],
            )
            .await?
            .ok_or(NO_CODES)?;
        Ok(RecoveryCodeCount {
            factor_id: row.get("factor_id")?,
            total: row.get("total")?,
            remaining: row.get("remaining")?,
        })
    }

    /// Adds a user's set of codes, where `may_add` allows it beside their other factors.
    pub async fn create_recovery_codes<E: From<StoreError>>(
        &self,
        factor: &Factor,
        hashes: &[String],
        may_add: impl FnOnce(&[Factor]) -> Result<(), E> + Send,
    ) -> Result<(), E> {
        let mut transaction = self.database.write().await?;
        factors::insert(&mut transaction, factor, may_add).await?;
        transaction
            .execute(
                "INSERT INTO recovery_code_sets (factor_id, user_id, failures) VALUES ($1, $2, 0)",
                params![factor.id, factor.user_id],
            )
            .await?;
        insert(&mut transaction, factor.id, hashes).await?;
        Ok(transaction.commit().await?)
    }

    /// Other codes in place of those that are there; a lock is lifted. Gives their factor.
    pub async fn replace_recovery_codes(&self, user_id: Uuid, hashes: &[String]) -> Result<Factor> {
        let mut transaction = self.database.write().await?;
        users::lock_user(&mut transaction, user_id).await?;
        let row = transaction
            .row(
                "UPDATE recovery_code_sets SET failures = 0, locked_until = NULL WHERE user_id = $1 RETURNING *",
                params![user_id],
            )
            .await?;
        let factor_id: Uuid = row.ok_or(NO_CODES)?.get("factor_id")?;
        transaction
            .execute(
                "DELETE FROM recovery_codes WHERE factor_id = $1",
                params![factor_id],
            )
            .await?;
        insert(&mut transaction, factor_id, hashes).await?;
        let factor = find_recovery_factor(&mut transaction, factor_id).await?;
        transaction.commit().await?;
        Ok(factor)
    }

    /// Uses up the code with this hash, and raises the session.
    pub async fn redeem_recovery_code(
        &self,
        raise: &SessionRaise<'_>,
        hash: &str,
    ) -> Result<RecoveryCheck> {
        let mut transaction = self.database.write().await?;
        users::lock_user(&mut transaction, raise.user_id).await?;
        let row = transaction
            .row(
                "SELECT * FROM recovery_code_sets WHERE user_id = $1",
                params![raise.user_id],
            )
            .await?;
        let Some(row) = row else {
            return Ok(RecoveryCheck::Wrong);
        };
        let factor_id: Uuid = row.get("factor_id")?;
        let locked_until: Option<DateTime<Utc>> = row.get("locked_until")?;
        if locked_until.is_some_and(|until| raise.now < until) {
            return Ok(RecoveryCheck::Locked);
        }
        // After a lock the count begins anew.
        let failures: u32 = match locked_until {
            Some(_) => 0,
            None => row.get("failures")?,
        };
        let used = transaction
            .execute(
                "UPDATE recovery_codes SET used_at = $3 WHERE factor_id = $1 AND hash = $2 AND used_at IS NULL",
                params![factor_id, hash, raise.now],
            )
            .await?;
        let failures = if used == 1 { 0 } else { failures + 1 };
        let locked_until = (failures >= TRIES).then(|| raise.now + LOCKED_FOR);
        transaction
            .execute(
                "UPDATE recovery_code_sets SET failures = $2, locked_until = $3 WHERE factor_id = $1",
                params![factor_id, failures, locked_until],
            )
            .await?;
        if used == 0 {
            transaction.commit().await?;
            return Ok(RecoveryCheck::Wrong);
        }
        let factor = find_recovery_factor(&mut transaction, factor_id).await?;
        let session =
            factors::raise_session(&mut transaction, raise, &factor, &FactorProof::default())
                .await?;
        transaction.commit().await?;
        Ok(RecoveryCheck::Right(Box::new(session)))
    }
}

async fn find_recovery_factor(transaction: &mut Transaction, factor_id: Uuid) -> Result<Factor> {
    let row: Option<DatabaseRow> = transaction
        .row("SELECT * FROM factors WHERE id = $1", params![factor_id])
        .await?;
    Factor::try_from(&row.ok_or(NO_CODES)?)
}

async fn insert(transaction: &mut Transaction, factor_id: Uuid, hashes: &[String]) -> Result<()> {
    for hash in hashes {
        transaction
            .execute(
                "INSERT INTO recovery_codes (factor_id, hash) VALUES ($1, $2)",
                params![factor_id, hash],
            )
            .await?;
    }
    Ok(())
}
