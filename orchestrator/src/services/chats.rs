use actix::Addr;
use portolan_assistant::{Models, UnknownModel};
use portolan_blocks::Event;
use portolan_chat::{IdempotencyKey, Unavailable};
use portolan_chat_actors::{Cancel, ChatBusy, ChatViewer, Chats, Rename, notify_moved};
use portolan_domain::Chat;
use portolan_environment::{clock::Clock, ids::Ids};
use portolan_store::{ChatCommit, KeyUse, Lease, Store, StoreError, UnitOfWork};
use uuid::Uuid;

use super::{InvalidInput, Principal, boards, check_title};

/// The use cases of chats.
#[derive(Clone)]
pub struct ChatService {
    pub store: Store,
    /// The way to the live chats.
    pub live: Chats,
    pub viewer: Addr<ChatViewer>,
    pub models: Models,
    pub clock: Clock,
    pub ids: Ids,
}

/// A chat that is about to be created.
#[derive(Clone, Debug, Default)]
pub struct ChatDraft {
    /// May be empty.
    pub title: String,
    pub model: Option<String>,
    /// The board whose nodes the chat's blocks become.
    pub board_id: Option<Uuid>,
}

/// A change of a chat; absent parts stay as they are.
#[derive(Clone, Debug, Default)]
pub struct ChatChange {
    pub title: Option<String>,
    /// The model that new messages go to; `Some(None)` for the default one.
    pub model: Option<Option<String>>,
}

/// A change whose title and model are valid.
#[derive(Clone, Debug)]
pub struct CheckedChange(ChatChange);

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error(transparent)]
    Input(#[from] InvalidInput),
    #[error(transparent)]
    Model(#[from] UnknownModel),
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The key belongs to another request.
    #[error("this idempotency key was used for a different request; use a new one")]
    KeyReused,
    /// The live chat does not answer now.
    #[error("{0}")]
    Unavailable(String),
}

impl ChatService {
    pub async fn create_chat(
        &self,
        unit: &UnitOfWork,
        caller: Principal,
        draft: ChatDraft,
    ) -> Result<Chat, Error> {
        self.insert_chat(unit, caller, draft, self.ids.id()).await
    }

    /// Creates a chat once for all requests with the same key: later ones get the same chat as it is
    /// by then.
    pub async fn create_chat_once(
        &self,
        unit: &UnitOfWork,
        caller: Principal,
        draft: ChatDraft,
        key: Option<&IdempotencyKey>,
    ) -> Result<Chat, Error> {
        let id = self.ids.id();
        let earlier = match key {
            Some(key) => unit.claim_chat_key(caller.user_id, key, id).await?,
            None => None,
        };
        match earlier {
            None => self.insert_chat(unit, caller, draft, id).await,
            Some(KeyUse::Replay(chat_id)) => Ok(find_own_chat(unit, caller, chat_id).await?),
            Some(KeyUse::Reused) => Err(Error::KeyReused),
        }
    }

    async fn insert_chat(
        &self,
        unit: &UnitOfWork,
        caller: Principal,
        draft: ChatDraft,
        id: Uuid,
    ) -> Result<Chat, Error> {
        let title = check_optional_title(&draft.title)?;
        if let Some(model) = &draft.model {
            self.models.get(model)?;
        }
        if let Some(board_id) = draft.board_id {
            boards::find_own_board(unit, caller, board_id).await?;
        }
        let now = self.clock.now();
        let chat = Chat {
            id,
            user_id: caller.user_id,
            title,
            model: draft.model,
            last_event_id: 0,
            created_at: now,
            updated_at: now,
        };
        unit.create_chat(&chat).await?;
        if let Some(board_id) = draft.board_id {
            unit.set_board_chat(board_id, caller.user_id, chat.id)
                .await?;
        }
        Ok(chat)
    }

    /// Returns the change with its title as it is stored.
    pub fn check_change(&self, change: ChatChange) -> Result<CheckedChange, Error> {
        if let Some(Some(model)) = &change.model {
            self.models.get(model)?;
        }
        let title = change.title.as_deref().map(check_optional_title);
        Ok(CheckedChange(ChatChange {
            title: title.transpose()?,
            model: change.model,
        }))
    }

    /// Changes a chat through its actor, so that everyone who watches it sees the title at once and a running
    /// turn continues.
    pub async fn update_live_chat(
        &self,
        caller: Principal,
        chat_id: Uuid,
        change: ChatChange,
    ) -> Result<(), Error> {
        let chat = find_own_chat(&self.store, caller, chat_id).await?;
        let CheckedChange(ChatChange { title, model }) = self.check_change(change)?;
        if let Some(title) = title {
            self.live
                .ask(chat.id, chat.user_id, Rename { title })
                .await??;
        }
        if let Some(model) = model {
            self.store
                .set_chat_model(chat.id, chat.user_id, model.as_deref())
                .await?;
        }
        Ok(())
    }

    /// Changes a chat within a transaction. The title is an event of the log, whose only writer is
    /// the chat's actor: call [`Self::release_chat`] before the transaction and
    /// [`Self::resume_chat`] after it.
    pub async fn update_chat(
        &self,
        unit: &UnitOfWork,
        caller: Principal,
        chat_id: Uuid,
        change: &CheckedChange,
    ) -> Result<(), Error> {
        let CheckedChange(ChatChange { title, model }) = change;
        find_own_chat(unit, caller, chat_id).await?;
        if let Some(title) = title {
            self.write_title(unit, chat_id, title).await?;
        }
        if let Some(model) = model {
            unit.set_chat_model(chat_id, caller.user_id, model.as_deref())
                .await?;
        }
        Ok(())
    }

    /// Takes the chat over, so that an actor that came up meanwhile writes nothing more.
    async fn write_title(
        &self,
        unit: &UnitOfWork,
        chat_id: Uuid,
        title: &str,
    ) -> Result<(), Error> {
        let Lease::Acquired { epoch } = unit.acquire(chat_id, self.live.node()).await? else {
            return Err(Error::Unavailable("another server runs this chat".into()));
        };
        let chat = unit.any_chat(chat_id).await?;
        unit.commit(&ChatCommit {
            chat_id,
            user_id: chat.user_id,
            epoch,
            first_id: chat.last_event_id + 1,
            events: &[Event::ChatChanged {
                title: title.to_owned(),
            }],
            steps: &[],
            turn_id: None,
            attempts: None,
            raise_hold: None,
            settlement: None,
            now: self.clock.now(),
        })
        .await?;
        Ok(unit.release(chat_id, epoch).await?)
    }

    /// Ends the chat's actor where the change renames the chat. A running turn is handed over: it continues
    /// from its last finished step with [`Self::resume_chat`].
    pub async fn release_chat(&self, chat_id: Uuid, change: &CheckedChange) -> Result<(), Error> {
        if change.0.title.is_some() {
            self.live.release(chat_id).await?;
        }
        Ok(())
    }

    /// Ends an actor that knows nothing of the new title, and continues an unfinished turn. A failure
    /// is logged: the chat comes back by itself, a little later.
    pub async fn resume_chat(&self, caller: Principal, chat_id: Uuid, change: &CheckedChange) {
        if change.0.title.is_none() {
            return;
        }
        notify_moved(&self.viewer, chat_id);
        if let Err(error) = self.restart_chat(caller, chat_id).await {
            tracing::warn!(chat.id = %chat_id, error.cause = %error, "renamed chat not resumed");
        }
    }

    async fn restart_chat(&self, caller: Principal, chat_id: Uuid) -> Result<(), Error> {
        self.live.release(chat_id).await?;
        let turn = self.store.newest_turn(chat_id).await?;
        if turn.is_some_and(|turn| turn.finished_at.is_none()) {
            self.live.wake(chat_id, caller.user_id).await?;
        }
        Ok(())
    }

    /// Stops the chat's running turn, if there is one, and keeps what it has written. A chat with a
    /// running turn cannot be deleted.
    pub async fn stop_turn(&self, caller: Principal, chat_id: Uuid) -> Result<(), Error> {
        let chat = find_own_chat(&self.store, caller, chat_id).await?;
        self.live.ask(chat.id, chat.user_id, Cancel).await??;
        Ok(())
    }
}

/// Deletes a chat with all its turns; its charts stay. See [`ChatService::stop_turn`].
pub async fn delete_chat(unit: &UnitOfWork, caller: Principal, chat_id: Uuid) -> Result<(), Error> {
    Ok(unit.delete_chat(chat_id, caller.user_id).await?)
}

/// Reads the caller's own chat; another user's is not found.
pub async fn find_own_chat(
    store: &Store,
    caller: Principal,
    chat_id: Uuid,
) -> Result<Chat, StoreError> {
    store.chat(chat_id, caller.user_id).await
}

/// Returns the id of the model that a message goes to: this one, or the default one.
pub fn choose_model(models: &Models, wanted: Option<String>) -> Result<String, UnknownModel> {
    let id = wanted.unwrap_or_else(|| models.default_id().to_owned());
    models.get(&id)?;
    Ok(id)
}

/// A chat may have no title yet.
fn check_optional_title(title: &str) -> Result<String, InvalidInput> {
    match title.trim() {
        "" => Ok(String::new()),
        title => check_title(title),
    }
}

impl From<ChatBusy> for Error {
    fn from(busy: ChatBusy) -> Self {
        Self::Unavailable(busy.to_string())
    }
}

impl From<Unavailable> for Error {
    fn from(unavailable: Unavailable) -> Self {
        Self::Unavailable(unavailable.to_string())
    }
}
