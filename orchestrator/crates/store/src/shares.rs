//! Chats that anyone with the link may read, up to a turn.

use chrono::{DateTime, Utc};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::{
    Result, Store, StoreError,
    chats::{self, NO_CHAT},
    database::Transaction,
    value::{DatabaseRow, params},
};

const NO_SHARE: StoreError = StoreError::NotFound("shared chat");

/// A branch of a chat that is to be shared.
#[derive(Clone, Debug)]
pub struct NewShare<'a> {
    pub chat_id: Uuid,
    pub user_id: Uuid,
    /// The branch's last turn; the chat's newest where it is None.
    pub turn_id: Option<Uuid>,
    /// A fresh secret; a chat that is shared already keeps the one that it has.
    pub token: &'a str,
    pub now: DateTime<Utc>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Share {
    pub chat_id: Uuid,
    pub user_id: Uuid,
    pub token: String,
    /// As it was when the chat was shared.
    pub title: String,
    pub last_turn_id: Uuid,
    pub shared_at: DateTime<Utc>,
}

impl Store {
    /// Shares a branch up to its last finished turn. Turns do not change once they are finished,
    /// so nothing is copied.
    pub async fn share_chat(&self, new: &NewShare<'_>) -> Result<Share> {
        let mut transaction = self.database.write().await?;
        let chat = chats::find_chat(&mut transaction, new.chat_id).await?;
        if chat.user_id != new.user_id {
            return Err(NO_CHAT);
        }
        let last_turn_id = last_finished(&mut transaction, new).await?;
        transaction
            .execute(
                "INSERT INTO shares (chat_id, token, token_hash, title, last_turn_id, shared_at) \
                 VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (chat_id) DO UPDATE \
                 SET title = $4, last_turn_id = $5, shared_at = $6",
                params![
                    chat.id,
                    new.token,
                    hash(new.token),
                    &chat.title,
                    last_turn_id,
                    new.now,
                ],
            )
            .await?;
        let row = transaction
            .row(SHARE_OF_CHAT, params![chat.id])
            .await?
            .ok_or(NO_SHARE)?;
        transaction.commit().await?;
        Share::try_from(&row)
    }

    /// How the user shares one of their chats.
    pub async fn share_of(&self, chat_id: Uuid, user_id: Uuid) -> Result<Share> {
        let mut session = self.database.read().await?;
        let row = session.row(SHARE_OF_CHAT, params![chat_id]).await?;
        let share = Share::try_from(&row.ok_or(NO_SHARE)?)?;
        if share.user_id == user_id {
            Ok(share)
        } else {
            Err(NO_SHARE)
        }
    }

    /// Ends the link at once.
    pub async fn unshare_chat(&self, chat_id: Uuid, user_id: Uuid) -> Result<()> {
        let mut transaction = self.database.write().await?;
        let chat = chats::find_chat(&mut transaction, chat_id).await?;
        if chat.user_id != user_id {
            return Err(NO_CHAT);
        }
        transaction
            .execute("DELETE FROM shares WHERE chat_id = $1", params![chat_id])
            .await?;
        transaction.commit().await
    }

    /// Returns the target of a link.
    pub async fn shared(&self, token: &str) -> Result<Share> {
        let mut session = self.database.read().await?;
        // By its hash, so that the time that the comparison takes tells nothing of the token.
        let row = session
            .row(
                "SELECT shares.*, chats.user_id FROM shares JOIN chats ON chats.id = shares.chat_id \
                 WHERE token_hash = $1",
                params![hash(token)],
            )
            .await?
            .ok_or(NO_SHARE)?;
        Share::try_from(&row)
    }
}

const SHARE_OF_CHAT: &str = "SELECT shares.*, chats.user_id FROM shares \
     JOIN chats ON chats.id = shares.chat_id WHERE shares.chat_id = $1";

/// The wanted turn, or the nearest finished one before it.
async fn last_finished(transaction: &mut Transaction, new: &NewShare<'_>) -> Result<Uuid> {
    if let Some(turn_id) = new.turn_id {
        transaction
            .row(
                "SELECT id FROM turns WHERE id = $1 AND chat_id = $2",
                params![turn_id, new.chat_id],
            )
            .await?
            .ok_or(StoreError::NotFound("turn"))?;
    }
    let row = transaction
        .row(
            "WITH RECURSIVE branch (id, parent_turn_id, finished_at, depth) AS ( \
             SELECT id, parent_turn_id, finished_at, 1 FROM turns WHERE chat_id = $1 \
             AND id = COALESCE($2, (SELECT id FROM turns WHERE chat_id = $1 ORDER BY first_event_id DESC LIMIT 1)) \
             UNION ALL SELECT turns.id, turns.parent_turn_id, turns.finished_at, branch.depth + 1 FROM branch \
             JOIN turns ON turns.id = branch.parent_turn_id WHERE branch.finished_at IS NULL) \
             SELECT id FROM branch WHERE finished_at IS NOT NULL ORDER BY depth LIMIT 1",
            params![new.chat_id, new.turn_id],
        )
        .await?
        .ok_or(StoreError::Conflict(
            "there is no finished answer to share yet: wait for the end of this one",
        ))?;
    row.get("id")
}

fn hash(token: &str) -> String {
    hex::encode(Sha256::digest(token))
}

impl TryFrom<&DatabaseRow> for Share {
    type Error = StoreError;

    fn try_from(row: &DatabaseRow) -> Result<Self> {
        Ok(Self {
            chat_id: row.get("chat_id")?,
            user_id: row.get("user_id")?,
            token: row.get("token")?,
            title: row.get("title")?,
            last_turn_id: row.get("last_turn_id")?,
            shared_at: row.get("shared_at")?,
        })
    }
}
