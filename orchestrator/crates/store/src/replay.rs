//! Reads for replays: complete chats of any user.

use chrono::{DateTime, Utc};
use portolan_blocks::{Cursor, Fold, Thumb};
use portolan_domain::{Board, Chat, ChatSelection, Source};
use uuid::Uuid;

use super::{
    Result, Store, StoreError,
    value::{DatabaseRow, params},
};

impl Store {
    /// Chats of the selection in which something was asked, the last used first; at most `most`.
    pub async fn select_chats(&self, selection: &ChatSelection, most: u32) -> Result<Vec<Chat>> {
        let mut session = self.database.scan().await?;
        let rows = session
            .rows(
                "SELECT * FROM chats WHERE updated_at >= $1 AND ($2 = '' OR user_id = $2) \
                 AND EXISTS (SELECT 1 FROM turns WHERE turns.chat_id = chats.id) \
                 AND ($3 = '' OR EXISTS (SELECT 1 FROM turns JOIN ratings ON ratings.turn_id = turns.id \
                 WHERE turns.chat_id = chats.id AND ratings.rating = $3)) \
                 AND ($4 = '' OR EXISTS (SELECT 1 FROM chat_tags WHERE chat_tags.chat_id = chats.id AND chat_tags.tag = $4)) \
                 AND ($5 = '' OR EXISTS (SELECT 1 FROM accounts WHERE accounts.user_id = chats.user_id AND accounts.tier = $5)) \
                 ORDER BY updated_at DESC, id DESC LIMIT $6",
                params![
                    selection.since.unwrap_or(DateTime::UNIX_EPOCH),
                    selection.user_id.map(|id| id.to_string()).unwrap_or_default(),
                    match selection.rating {
                        Some(Thumb::Up) => "up",
                        Some(Thumb::Down) => "down",
                        None => "",
                    },
                    selection.tag.as_deref().unwrap_or_default(),
                    selection.tier.as_deref().unwrap_or_default(),
                    selection.latest.unwrap_or(u32::MAX).min(most)
                ],
            )
            .await?;
        rows.iter().map(Chat::try_from).collect()
    }

    /// The chat with all its turns.
    pub async fn whole_chat(&self, chat_id: Uuid) -> Result<portolan_blocks::Chat> {
        let page = self.turns_page(chat_id, None, u32::MAX).await?;
        let mut fold = Fold::new(chat_id, page.chat.title);
        for stored in page.events {
            fold.apply(Some(Cursor::stored(stored.id)), stored.event);
        }
        let mut chat = fold.into_chat();
        chat.last_event_id = page.chat.last_event_id;
        Ok(chat)
    }

    /// Whosever it is.
    pub async fn any_source(&self, source_id: Uuid) -> Result<Source> {
        let mut session = self.database.read().await?;
        let row: Option<DatabaseRow> = session
            .row("SELECT * FROM sources WHERE id = $1", params![source_id])
            .await?;
        Source::try_from(&row.ok_or(StoreError::NotFound("source"))?)
    }

    /// Returns the sources of a chat with the times since which its turns see them, oldest first.
    pub async fn attached_sources(&self, chat_id: Uuid) -> Result<Vec<(Uuid, DateTime<Utc>)>> {
        let mut session = self.database.read().await?;
        let rows = session
            .rows(
                "SELECT source_id, attached_at FROM chat_sources WHERE chat_id = $1 \
                 ORDER BY attached_at, source_id",
                params![chat_id],
            )
            .await?;
        rows.iter()
            .map(|row| Ok((row.get("source_id")?, row.get("attached_at")?)))
            .collect()
    }

    /// Lets the chat's turns see a stored source from now on.
    pub async fn attach_source(
        &self,
        chat_id: Uuid,
        source_id: Uuid,
        now: DateTime<Utc>,
    ) -> Result<()> {
        let mut transaction = self.database.write().await?;
        transaction
            .execute(
                "INSERT INTO chat_sources (chat_id, source_id, attached_at) VALUES ($1, $2, $3) \
                 ON CONFLICT DO NOTHING",
                params![chat_id, source_id, now],
            )
            .await?;
        transaction.commit().await
    }

    /// Returns the tags of a chat, in order.
    pub async fn tags_of_chat(&self, chat_id: Uuid) -> Result<Vec<String>> {
        let mut session = self.database.read().await?;
        let rows = session
            .rows(
                "SELECT tag FROM chat_tags WHERE chat_id = $1 ORDER BY tag",
                params![chat_id],
            )
            .await?;
        rows.iter().map(|row| row.get("tag")).collect()
    }

    /// Tags chats.
    ///
    /// # Errors
    /// `NotFound` if one of them doesn't exist; then none is tagged.
    pub async fn tag_chats(&self, chat_ids: &[Uuid], tag: &str) -> Result<()> {
        let mut transaction = self.database.write().await?;
        for chat_id in chat_ids {
            let chat = transaction
                .row("SELECT id FROM chats WHERE id = $1", params![*chat_id])
                .await?;
            chat.ok_or(StoreError::NotFound("chat"))?;
            transaction
                .execute(
                    "INSERT INTO chat_tags (chat_id, tag) VALUES ($1, $2) ON CONFLICT DO NOTHING",
                    params![*chat_id, tag],
                )
                .await?;
        }
        transaction.commit().await
    }

    /// Removes a tag from chats that have it.
    pub async fn untag_chats(&self, chat_ids: &[Uuid], tag: &str) -> Result<()> {
        let mut transaction = self.database.write().await?;
        for chat_id in chat_ids {
            transaction
                .execute(
                    "DELETE FROM chat_tags WHERE chat_id = $1 AND tag = $2",
                    params![*chat_id, tag],
                )
                .await?;
        }
        transaction.commit().await
    }

    /// Returns the board that the chat's blocks become nodes of.
    pub async fn board_of_chat(&self, chat_id: Uuid) -> Result<Option<Board>> {
        let mut session = self.database.read().await?;
        let row = session
            .row(
                "SELECT boards.*, CAST(0 AS BIGINT) AS node_count FROM boards WHERE chat_id = $1 ORDER BY id LIMIT 1",
                params![chat_id],
            )
            .await?;
        row.as_ref().map(Board::try_from).transpose()
    }
}
