use portolan_domain::Chat;
use portolan_realtime::ChangeKind;
use portolan_rest::ExposedTable;
use uuid::Uuid;

use super::{
    Result, Store, StoreError,
    database::Session,
    item_limit::ItemKind,
    search,
    value::{DatabaseRow, params},
};

/// Reads chat `$1`, whosever it is.
pub(super) const SELECT_CHAT: &str = "SELECT * FROM chats WHERE id = $1";

pub(super) const NO_CHAT: StoreError = StoreError::NotFound("chat");

impl Store {
    pub async fn create_chat(&self, chat: &Chat) -> Result<()> {
        let mut transaction = self.database.write().await?;
        self.ensure_room(&mut transaction, chat.user_id, ItemKind::Chat)
            .await?;
        transaction
            .queue(
                "INSERT INTO chats (id, user_id, title, title_key, model, epoch, last_event_id, created_at, updated_at) \
                 VALUES ($1, $2, $3, $4, $5, 0, 0, $6, $7)",
                params![
                    chat.id,
                    chat.user_id,
                    &chat.title,
                    chat.title.to_lowercase(),
                    &chat.model,
                    chat.created_at,
                    chat.updated_at,
                ],
            )
            .await?;
        search::index_title(&mut transaction, chat.user_id, chat.id, &chat.title).await?;
        transaction.commit().await?;
        self.changed(
            ChangeKind::Insert,
            ExposedTable::Chats,
            chat.user_id,
            chat.id,
        );
        Ok(())
    }

    /// Reads a chat. Another user's chat is not found.
    pub async fn chat(&self, chat_id: Uuid, user_id: Uuid) -> Result<Chat> {
        let chat = self.any_chat(chat_id).await?;
        if chat.user_id == user_id {
            Ok(chat)
        } else {
            Err(NO_CHAT)
        }
    }

    /// Whosever it is: for the chat's own actor and for admins.
    pub async fn any_chat(&self, chat_id: Uuid) -> Result<Chat> {
        find_chat(&mut self.database.read().await?, chat_id).await
    }

    /// Sets the model that the chat's new messages go to; None for the default one. The title is
    /// changed by a `chat.changed` event, see `commit`.
    pub async fn set_chat_model(
        &self,
        chat_id: Uuid,
        user_id: Uuid,
        model: Option<&str>,
    ) -> Result<Chat> {
        let mut transaction = self.database.write().await?;
        let row = transaction
            .row(
                "UPDATE chats SET model = $3 WHERE id = $1 AND user_id = $2 RETURNING *",
                params![chat_id, user_id, model],
            )
            .await?
            .ok_or(NO_CHAT)?;
        transaction.commit().await?;
        self.changed(ChangeKind::Update, ExposedTable::Chats, user_id, chat_id);
        Chat::try_from(&row)
    }

    /// Deletes the chat, its log and its turns; charts and sources stay. A running turn is in the
    /// way: cancel it first.
    pub async fn delete_chat(&self, chat_id: Uuid, user_id: Uuid) -> Result<()> {
        let mut transaction = self.database.write().await?;
        // Locks the chat, so that no turn begins meanwhile.
        transaction
            .row(
                "UPDATE chats SET epoch = epoch WHERE id = $1 AND user_id = $2 RETURNING id",
                params![chat_id, user_id],
            )
            .await?
            .ok_or(NO_CHAT)?;
        let running = transaction
            .row(
                "SELECT id FROM turns WHERE chat_id = $1 AND finished_at IS NULL",
                params![chat_id],
            )
            .await?;
        if running.is_some() {
            return Err(StoreError::Conflict(
                "a turn is running in this chat: cancel it first",
            ));
        }
        transaction
            .queue("DELETE FROM chats WHERE id = $1", params![chat_id])
            .await?;
        transaction.commit().await?;
        self.changed(ChangeKind::Delete, ExposedTable::Chats, user_id, chat_id);
        Ok(())
    }
}

/// Names a chat. Its event is the caller's.
pub(super) async fn set_title(
    session: &mut Session,
    user_id: Uuid,
    chat_id: Uuid,
    title: &str,
) -> Result<()> {
    session
        .queue(
            "UPDATE chats SET title = $2, title_key = $3 WHERE id = $1",
            params![chat_id, title, title.to_lowercase()],
        )
        .await?;
    search::index_title(session, user_id, chat_id, title).await
}

pub(super) async fn find_chat(session: &mut Session, chat_id: Uuid) -> Result<Chat> {
    let row = session
        .row(SELECT_CHAT, params![chat_id])
        .await?
        .ok_or(NO_CHAT)?;
    Chat::try_from(&row)
}

impl TryFrom<&DatabaseRow> for Chat {
    type Error = StoreError;

    fn try_from(row: &DatabaseRow) -> Result<Self> {
        Ok(Self {
            id: row.get("id")?,
            user_id: row.get("user_id")?,
            title: row.get("title")?,
            model: row.get("model")?,
            last_event_id: row.get("last_event_id")?,
            created_at: row.get("created_at")?,
            updated_at: row.get("updated_at")?,
        })
    }
}
