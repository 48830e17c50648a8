//! Second factors, and the questions that a code answers once.

use chrono::{DateTime, Utc};
use portolan_domain::{AuthMethod, AuthSession, Factor, FactorChallenge, FactorStatus, FactorType};
use uuid::Uuid;

use super::{
    Result, Store, StoreError,
    database::Transaction,
    outbox::{self, NewMessage},
    sessions, users,
    value::{DatabaseRow, Json, params, words},
};

words!(FactorType);
words!(FactorStatus);

const NO_FACTOR: StoreError = StoreError::NotFound("factor");
const TRIES: u32 = 10;

/// A session that goes up to the second level.
#[derive(Clone, Copy, Debug)]
pub struct SessionRaise<'a> {
    pub user_id: Uuid,
    pub session_id: Uuid,
    /// Of the session's new refresh token.
    pub refresh_token_hash: &'a str,
    pub now: DateTime<Utc>,
}

/// An answer to a challenge.
#[derive(Clone, Debug)]
pub struct FactorAnswer<'a> {
    pub raise: SessionRaise<'a>,
    pub factor_id: Uuid,
    pub challenge_id: Uuid,
    pub ip: &'a str,
}

/// The change of a factor after a correct answer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FactorProof {
    /// Of TOTP: the step that the code belongs to.
    pub step: Option<u64>,
    /// Of WebAuthn: the credential with its counter.
    pub credential: Option<String>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum FactorCheck {
    /// The session is at the higher level now, and the factor verified.
    Right(Box<AuthSession>),
    Wrong,
    NoFactor,
    NoChallenge,
    /// Expired or tried too often.
    Expired,
    IpMismatch,
}

impl Store {
    pub async fn factors(&self, user_id: Uuid) -> Result<Vec<Factor>> {
        let mut session = self.database.read().await?;
        let rows = session
            .rows(
                "SELECT * FROM factors WHERE user_id = $1 ORDER BY created_at, id",
                params![user_id],
            )
            .await?;
        rows.iter().map(Factor::try_from).collect()
    }

    /// Adds a factor that `may_add` allows beside those that are there.
    pub async fn create_factor<E: From<StoreError>>(
        &self,
        factor: &Factor,
        may_add: impl FnOnce(&[Factor]) -> Result<(), E> + Send,
    ) -> Result<(), E> {
        let mut transaction = self.database.write().await?;
        insert(&mut transaction, factor, may_add).await?;
        Ok(transaction.commit().await?)
    }

    /// Stores a challenge, and queues the message that carries its code.
    pub async fn create_challenge(
        &self,
        challenge: &FactorChallenge,
        message: Option<NewMessage>,
    ) -> Result<()> {
        let mut transaction = self.database.write().await?;
        transaction
            .execute(
                "DELETE FROM factor_challenges WHERE factor_id = $1 AND expires_at <= $2",
                params![challenge.factor_id, challenge.created_at],
            )
            .await?;
        transaction
            .execute(
                "INSERT INTO factor_challenges (id, factor_id, ip, code_hash, ceremony, attempts, expires_at, \
                 created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
                params![
                    challenge.id,
                    challenge.factor_id,
                    &challenge.ip,
                    &challenge.code_hash,
                    &challenge.ceremony,
                    challenge.attempts,
                    challenge.expires_at,
                    challenge.created_at,
                ],
            )
            .await?;
        transaction
            .execute(
                "UPDATE factors SET last_challenged_at = $2 WHERE id = $1",
                params![challenge.factor_id, challenge.created_at],
            )
            .await?;
        outbox::queue_messages(&mut transaction, message.as_slice()).await?;
        transaction.commit().await
    }

    /// Checks an answer, and where it is right raises the session: the challenge is used up, the
    /// factor verified, unverified ones of its kind gone, and sessions without a second factor end.
    /// `check` gives what the answer leaves on the factor, or None. A question to an authenticator is
    /// answered once, well or badly.
    pub async fn answer_challenge(
        &self,
        answer: &FactorAnswer<'_>,
        check: impl FnOnce(&Factor, &FactorChallenge) -> Option<FactorProof> + Send,
    ) -> Result<FactorCheck> {
        let mut transaction = self.database.write().await?;
        users::lock_user(&mut transaction, answer.raise.user_id).await?;
        let Some(factor) = find_factor(&mut transaction, answer).await? else {
            return Ok(FactorCheck::NoFactor);
        };
        let row = transaction
            .row(
                "UPDATE factor_challenges SET attempts = attempts + 1 WHERE id = $1 AND factor_id = $2 RETURNING *",
                params![answer.challenge_id, answer.factor_id],
            )
            .await?;
        let Some(row) = row else {
            return Ok(FactorCheck::NoChallenge);
        };
        let challenge = FactorChallenge::try_from(&row)?;
        if challenge.ip != answer.ip {
            return Ok(FactorCheck::IpMismatch);
        }
        if challenge.expires_at <= answer.raise.now || challenge.attempts > TRIES {
            drop_challenge(&mut transaction, challenge.id).await?;
            transaction.commit().await?;
            return Ok(FactorCheck::Expired);
        }
        let Some(proof) = check(&factor, &challenge) else {
            if challenge.ceremony.is_some() {
                drop_challenge(&mut transaction, challenge.id).await?;
            }
            transaction.commit().await?;
            return Ok(FactorCheck::Wrong);
        };
        drop_challenge(&mut transaction, challenge.id).await?;
        let session = raise_session(&mut transaction, &answer.raise, &factor, &proof).await?;
        transaction.commit().await?;
        Ok(FactorCheck::Right(Box::new(session)))
    }

    /// Removes a factor. Where it was the last that was verified, the sessions that rested on it
    /// fall back to the first level. Recovery codes stand in for another factor, so they go with it.
    pub async fn delete_factor(&self, user_id: Uuid, factor_id: Uuid) -> Result<Factor> {
        let mut transaction = self.database.write().await?;
        users::lock_user(&mut transaction, user_id).await?;
        let row = transaction
            .row(
                "DELETE FROM factors WHERE id = $1 AND user_id = $2 RETURNING *",
                params![factor_id, user_id],
            )
            .await?;
        let factor = Factor::try_from(&row.ok_or(NO_FACTOR)?)?;
        let left = transaction
            .row(
                "SELECT id FROM factors WHERE user_id = $1 AND status = 'verified' \
                 AND factor_type <> 'recovery_code' LIMIT 1",
                params![user_id],
            )
            .await?;
        if factor.is_verified() && left.is_none() {
            transaction
                .execute(
                    "DELETE FROM factors WHERE user_id = $1 AND factor_type = 'recovery_code'",
                    params![user_id],
                )
                .await?;
            transaction
                .execute(
                    "UPDATE sessions SET aal = 'aal1' WHERE user_id = $1",
                    params![user_id],
                )
                .await?;
        }
        transaction.commit().await?;
        Ok(factor)
    }

    /// Renames a factor, or gives it another number, for an operator.
    pub async fn update_factor(
        &self,
        user_id: Uuid,
        factor_id: Uuid,
        friendly_name: Option<&str>,
        phone: Option<&str>,
        now: DateTime<Utc>,
    ) -> Result<Factor> {
        let mut transaction = self.database.write().await?;
        let row = transaction
            .row(
                "UPDATE factors SET friendly_name = COALESCE($3, friendly_name), phone = COALESCE($4, phone), \
                 updated_at = $5 WHERE id = $1 AND user_id = $2 RETURNING *",
                params![factor_id, user_id, friendly_name, phone, now],
            )
            .await?;
        let factor = Factor::try_from(&row.ok_or(NO_FACTOR)?)?;
        transaction.commit().await?;
        Ok(factor)
    }
}

/// Adds a factor that `may_add` allows beside those that are there.
pub(super) async fn insert<E: From<StoreError>>(
    transaction: &mut Transaction,
    factor: &Factor,
    may_add: impl FnOnce(&[Factor]) -> Result<(), E> + Send,
) -> Result<(), E> {
    users::lock_user(transaction, factor.user_id).await?;
    let rows = transaction
        .rows(
            "SELECT * FROM factors WHERE user_id = $1",
            params![factor.user_id],
        )
        .await?;
    let known = rows
        .iter()
        .map(Factor::try_from)
        .collect::<Result<Vec<_>>>()?;
    may_add(&known)?;
    transaction
        .execute(
            "INSERT INTO factors (id, user_id, factor_type, friendly_name, status, secret, credential, phone, \
             last_step, last_challenged_at, created_at, updated_at) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)",
            params![
                factor.id,
                factor.user_id,
                factor.factor_type,
                &factor.friendly_name,
                factor.status,
                &factor.secret,
                &factor.credential,
                &factor.phone,
                factor.last_step,
                factor.last_challenged_at,
                factor.created_at,
                factor.updated_at,
            ],
        )
        .await?;
    Ok(())
}

async fn find_factor(
    transaction: &mut Transaction,
    answer: &FactorAnswer<'_>,
) -> Result<Option<Factor>> {
    let row = transaction
        .row(
            "SELECT * FROM factors WHERE id = $1 AND user_id = $2",
            params![answer.factor_id, answer.raise.user_id],
        )
        .await?;
    row.as_ref().map(Factor::try_from).transpose()
}

async fn drop_challenge(transaction: &mut Transaction, id: Uuid) -> Result<()> {
    transaction
        .execute("DELETE FROM factor_challenges WHERE id = $1", params![id])
        .await?;
    Ok(())
}

/// Takes a session up to the second level with this factor.
pub(super) async fn raise_session(
    transaction: &mut Transaction,
    answer: &SessionRaise<'_>,
    factor: &Factor,
    proof: &FactorProof,
) -> Result<AuthSession> {
    let mut session = sessions::find_session(transaction, answer.session_id).await?;
    session.aal = "aal2".into();
    let method = format!("mfa/{}", factor.factor_type.name());
    let method = if factor.factor_type == FactorType::Totp {
        "totp".to_owned()
    } else {
        method
    };
    session.amr.retain(|known| known.method != method);
    session.amr.insert(
        0,
        AuthMethod {
            method,
            timestamp: answer.now.timestamp(),
        },
    );
    transaction
        .execute(
            "UPDATE factors SET status = 'verified', last_step = COALESCE($2, last_step), \
             credential = COALESCE($3, credential), updated_at = $4 WHERE id = $1",
            params![factor.id, proof.step, &proof.credential, answer.now],
        )
        .await?;
    transaction
        .execute(
            "DELETE FROM factors WHERE user_id = $1 AND factor_type = $2 AND status = 'unverified'",
            params![answer.user_id, factor.factor_type],
        )
        .await?;
    transaction
        .execute(
            "DELETE FROM sessions WHERE user_id = $1 AND id <> $2 AND aal = 'aal1'",
            params![answer.user_id, session.id],
        )
        .await?;
    // A token of the lower level isn't raised with this session.
    transaction
        .execute(
            "DELETE FROM refresh_tokens WHERE session_id = $1",
            params![session.id],
        )
        .await?;
    transaction
        .execute(
            "INSERT INTO refresh_tokens (hash, session_id, created_at) VALUES ($1, $2, $3)",
            params![answer.refresh_token_hash, session.id, answer.now],
        )
        .await?;
    transaction
        .execute(
            "UPDATE sessions SET aal = $2, amr = $3 WHERE id = $1",
            params![session.id, &session.aal, Json(&session.amr)],
        )
        .await?;
    Ok(session)
}

impl TryFrom<&DatabaseRow> for Factor {
    type Error = StoreError;

    fn try_from(row: &DatabaseRow) -> Result<Self> {
        Ok(Self {
            id: row.get("id")?,
            user_id: row.get("user_id")?,
            factor_type: row.get("factor_type")?,
            friendly_name: row.get("friendly_name")?,
            status: row.get("status")?,
            secret: row.get("secret")?,
            credential: row.get("credential")?,
            phone: row.get("phone")?,
            last_step: row.get("last_step")?,
            last_challenged_at: row.get("last_challenged_at")?,
            created_at: row.get("created_at")?,
            updated_at: row.get("updated_at")?,
        })
    }
}

impl TryFrom<&DatabaseRow> for FactorChallenge {
    type Error = StoreError;

    fn try_from(row: &DatabaseRow) -> Result<Self> {
        Ok(Self {
            id: row.get("id")?,
            factor_id: row.get("factor_id")?,
            ip: row.get("ip")?,
            code_hash: row.get("code_hash")?,
            ceremony: row.get("ceremony")?,
            attempts: row.get("attempts")?,
            expires_at: row.get("expires_at")?,
            created_at: row.get("created_at")?,
        })
    }
}
