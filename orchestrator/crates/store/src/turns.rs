//! Turns beside their events: who runs, how often it was tried, what it continues from.

use portolan_blocks::Outcome;
use portolan_chat::StoredStep;
use portolan_domain::{Chat, Turn};
use uuid::Uuid;

use super::{
    Result, Store, StoreError,
    chats::{NO_CHAT, SELECT_CHAT},
    value::{DatabaseRow, Json, params, words},
};

words!(Outcome);

/// Reads the turn of chat `$1` that began last.
const SELECT_NEWEST: &str = "SELECT turns.*, holds.amount AS hold FROM turns \
     LEFT JOIN holds ON holds.turn_id = turns.id WHERE turns.chat_id = $1 \
     ORDER BY turns.first_event_id DESC LIMIT 1";

impl Store {
    pub async fn turn(&self, turn_id: Uuid) -> Result<Turn> {
        let mut session = self.database.read().await?;
        let row = session
            .row(
                "SELECT turns.*, holds.amount AS hold FROM turns \
                 LEFT JOIN holds ON holds.turn_id = turns.id WHERE turns.id = $1",
                params![turn_id],
            )
            .await?
            .ok_or(StoreError::NotFound("turn"))?;
        Turn::try_from(&row)
    }

    /// The turn of the chat that began last.
    pub async fn newest_turn(&self, chat_id: Uuid) -> Result<Option<Turn>> {
        let mut session = self.database.read().await?;
        let row = session.row(SELECT_NEWEST, params![chat_id]).await?;
        row.as_ref().map(Turn::try_from).transpose()
    }

    /// A chat, whosever it is, and its turn that began last.
    pub async fn chat_with_newest_turn(&self, chat_id: Uuid) -> Result<(Chat, Option<Turn>)> {
        let mut session = self.database.read().await?;
        let [chats, turns] = session
            .gather([
                (SELECT_CHAT, params![chat_id]),
                (SELECT_NEWEST, params![chat_id]),
            ])
            .await?;
        let chat = chats.first().ok_or(NO_CHAT)?;
        let turn = turns.first().map(Turn::try_from).transpose()?;
        Ok((chat.try_into()?, turn))
    }

    /// Turns that were begun and not finished and that no one else's lease covers, the oldest first: a server
    /// resumes them at start and periodically.
    pub async fn unfinished_turns(&self, owner: &str) -> Result<Vec<Turn>> {
        let mut session = self.database.read().await?;
        let rows = if self.database.is_postgres() {
            session
                .rows(
                    "SELECT turns.*, holds.amount AS hold FROM turns \
                     LEFT JOIN holds ON holds.turn_id = turns.id \
                     WHERE turns.finished_at IS NULL AND NOT EXISTS (SELECT 1 FROM leases \
                     WHERE leases.chat_id = turns.chat_id AND leases.owner <> $1 \
                     AND leases.expires_at > CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)) \
                     ORDER BY turns.started_at, turns.id",
                    params![owner],
                )
                .await?
        } else {
            session
                .rows(
                    "SELECT turns.*, holds.amount AS hold FROM turns \
                     LEFT JOIN holds ON holds.turn_id = turns.id \
                     WHERE turns.finished_at IS NULL ORDER BY turns.started_at, turns.id",
                    params![],
                )
                .await?
        };
        rows.iter().map(Turn::try_from).collect()
    }

    /// The finished steps of a turn, in order.
    pub async fn journal(&self, turn_id: Uuid) -> Result<Vec<StoredStep>> {
        let mut session = self.database.read().await?;
        let rows = session
            .rows(
                "SELECT step FROM journal_steps WHERE turn_id = $1 ORDER BY number",
                params![turn_id],
            )
            .await?;
        rows.iter()
            .map(|row| row.get("step").map(|Json(step)| step))
            .collect()
    }
}

impl TryFrom<&DatabaseRow> for Turn {
    type Error = StoreError;

    fn try_from(row: &DatabaseRow) -> Result<Self> {
        Ok(Self {
            id: row.get("id")?,
            chat_id: row.get("chat_id")?,
            user_id: row.get("user_id")?,
            parent_turn_id: row.get("parent_turn_id")?,
            model: row.get("model")?,
            first_event_id: row.get("first_event_id")?,
            attempts: row.get("attempts")?,
            hold: row.get::<Option<u64>>("hold")?.unwrap_or(0),
            outcome: row.get("outcome")?,
            charged: row.get("charged")?,
            started_at: row.get("started_at")?,
            finished_at: row.get("finished_at")?,
        })
    }
}
