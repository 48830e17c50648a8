//! Codes and links that verify an address. Only hashes are stored; each allows ten attempts and one use, and
//! its effect happens in the transaction that consumes it.

use chrono::{DateTime, Utc};
use portolan_domain::{OneTimeKind, User};
use uuid::Uuid;

use super::{
    Result, Store,
    address_identities::follow_addresses,
    database::Transaction,
    outbox::{self, NewMessage},
    users,
    value::{DatabaseRow, params, words},
};

words!(OneTimeKind);

const TRIES: u32 = 10;

#[derive(Clone, Debug)]
pub struct NewOneTimeToken<'a> {
    pub id: Uuid,
    pub user_id: Uuid,
    pub kind: OneTimeKind,
    /// Of the code, with a secret: it has few digits.
    pub hash: &'a str,
    /// Of the link that goes with it.
    pub link_hash: Option<&'a str>,
    /// The address or number that it was sent to.
    pub sent_to: &'a str,
    /// The challenge and its method, where the link gives a code and no session.
    pub code_challenge: Option<(&'a str, &'a str)>,
    pub now: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
}

/// A token that was shown and is used up by that.
#[derive(Clone, Debug, PartialEq)]
pub struct OneTimeToken {
    pub user_id: Uuid,
    pub kind: OneTimeKind,
    pub sent_to: String,
    pub code_challenge: Option<(String, String)>,
    pub created_at: DateTime<Utc>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Try {
    /// With the updated user.
    Right(Box<User>, OneTimeToken),
    /// Wrong, or there is none.
    Wrong,
    /// Expired or tried too often; the token is deleted.
    Expired,
}

impl Store {
    /// Stores tokens of one user, applies `change` to the user, and queues the messages that it returns.
    /// Earlier tokens of the same kinds become invalid.
    pub async fn issue_one_time_tokens(
        &self,
        user_id: Uuid,
        tokens: &[NewOneTimeToken<'_>],
        now: DateTime<Utc>,
        change: impl FnOnce(&mut User) -> Result<Vec<NewMessage>> + Send,
    ) -> Result<User> {
        let mut transaction = self.database.write().await?;
        let mut user = users::lock_user(&mut transaction, user_id).await?;
        for token in tokens {
            insert(&mut transaction, token).await?;
        }
        let messages = change(&mut user)?;
        user.updated_at = now;
        users::save_user(&mut transaction, &user).await?;
        outbox::queue_messages(&mut transaction, &messages).await?;
        transaction.commit().await?;
        Ok(user)
    }

    /// For links, whose secret is long: uses up the token of one of these kinds, and changes its
    /// person as `change` says, unless it says that the token is for them no longer. `new_identity` names an identity that this may add.
    pub async fn redeem_link(
        &self,
        kinds: &[OneTimeKind],
        link_hash: &str,
        now: DateTime<Utc>,
        new_identity: Uuid,
        change: impl FnOnce(&mut User, &OneTimeToken) -> bool + Send,
    ) -> Result<Try> {
        let mut transaction = self.database.write().await?;
        let row = transaction
            .row(
                "DELETE FROM one_time_tokens WHERE link_hash = $1 AND kind IN ($2, $3, $4, $5) RETURNING *",
                params![link_hash, kind(kinds, 0), kind(kinds, 1), kind(kinds, 2), kind(kinds, 3)],
            )
            .await?;
        let Some(row) = row else {
            return Ok(Try::Wrong);
        };
        if row.get::<DateTime<Utc>>("expires_at")? <= now {
            transaction.commit().await?;
            return Ok(Try::Expired);
        }
        let token = OneTimeToken::try_from(&row)?;
        apply_token(transaction, token, now, new_identity, change).await
    }

    /// Redeems a code, whose secret is short: counts the attempt against each of the user's tokens of these
    /// kinds. `is_right` compares a stored hash with the given code.
    pub async fn redeem_code(
        &self,
        user_id: Uuid,
        kinds: &[OneTimeKind],
        is_right: impl Fn(&str) -> bool + Send,
        now: DateTime<Utc>,
        new_identity: Uuid,
        change: impl FnOnce(&mut User, &OneTimeToken) -> bool + Send,
    ) -> Result<Try> {
        let mut transaction = self.database.write().await?;
        let rows = transaction
            .rows(
                "UPDATE one_time_tokens SET attempts = attempts + 1 WHERE user_id = $1 \
                 AND kind IN ($2, $3, $4, $5) RETURNING *",
                params![
                    user_id,
                    kind(kinds, 0),
                    kind(kinds, 1),
                    kind(kinds, 2),
                    kind(kinds, 3)
                ],
            )
            .await?;
        let mut right = None;
        let mut was_over = false;
        for row in &rows {
            let is_over = row.get::<DateTime<Utc>>("expires_at")? <= now
                || row.get::<u32>("attempts")? > TRIES;
            let is_right = is_right(&row.get::<String>("hash")?);
            if is_over || is_right {
                transaction
                    .execute(
                        "DELETE FROM one_time_tokens WHERE id = $1",
                        params![row.get::<Uuid>("id")?],
                    )
                    .await?;
            }
            was_over |= is_over;
            if is_right && !is_over {
                right = Some(OneTimeToken::try_from(row)?);
            }
        }
        match right {
            Some(token) => apply_token(transaction, token, now, new_identity, change).await,
            None => {
                transaction.commit().await?;
                Ok(if was_over { Try::Expired } else { Try::Wrong })
            }
        }
    }
}

/// Applies a token: changes its user as `change` says, and consumes it. Returns `Try::Wrong` if `change` refuses it.
async fn apply_token(
    mut transaction: Transaction,
    token: OneTimeToken,
    now: DateTime<Utc>,
    new_identity: Uuid,
    change: impl FnOnce(&mut User, &OneTimeToken) -> bool,
) -> Result<Try> {
    let mut user = users::lock_user(&mut transaction, token.user_id).await?;
    if !change(&mut user, &token) {
        transaction.commit().await?;
        return Ok(Try::Wrong);
    }
    user.updated_at = now;
    follow_addresses(&mut transaction, &mut user, now, new_identity).await?;
    users::save_user(&mut transaction, &user).await?;
    transaction.commit().await?;
    Ok(Try::Right(Box::new(user), token))
}

async fn insert(transaction: &mut Transaction, token: &NewOneTimeToken<'_>) -> Result<()> {
    transaction
        .execute(
            "INSERT INTO one_time_tokens (id, user_id, kind, hash, sent_to, attempts, expires_at, created_at, \
             link_hash, code_challenge, challenge_method) VALUES ($1, $2, $3, $4, $5, 0, $6, $7, $8, $9, $10) \
             ON CONFLICT (user_id, kind) DO UPDATE SET id = excluded.id, hash = excluded.hash, \
             sent_to = excluded.sent_to, attempts = 0, expires_at = excluded.expires_at, \
             created_at = excluded.created_at, link_hash = excluded.link_hash, \
             code_challenge = excluded.code_challenge, challenge_method = excluded.challenge_method",
            params![
                token.id,
                token.user_id,
                token.kind,
                token.hash,
                token.sent_to,
                token.expires_at,
                token.now,
                token.link_hash,
                token.code_challenge.map(|(challenge, _)| challenge),
                token.code_challenge.map(|(_, method)| method),
            ],
        )
        .await?;
    Ok(())
}

/// A statement has four places for kinds; if there are fewer, the last is in several.
fn kind(kinds: &[OneTimeKind], place: usize) -> Option<OneTimeKind> {
    kinds.get(place).or(kinds.last()).copied()
}

impl TryFrom<&DatabaseRow> for OneTimeToken {
    type Error = super::StoreError;

    fn try_from(row: &DatabaseRow) -> Result<Self> {
        let challenge: Option<String> = row.get("code_challenge")?;
        let method: Option<String> = row.get("challenge_method")?;
        Ok(Self {
            user_id: row.get("user_id")?,
            kind: row.get("kind")?,
            sent_to: row.get("sent_to")?,
            code_challenge: challenge.zip(method),
            created_at: row.get("created_at")?,
        })
    }
}
