//! Live chats: one actor each, found through a registry, fed by the pure core of `portolan-chat`.

mod actor;
mod context;
mod frames;
mod history;
mod late_usage;
mod load;
mod log;
mod messages;
mod peers;
mod reading;
mod records;
mod registry;
mod requests;
mod typed;
mod usage;
mod viewer;
mod viewers;

use std::{collections::HashMap, sync::Arc, time::Duration};

use actix::{Addr, MailboxError};
use portolan_assistant::Services;
use portolan_blocks::Cursor;
use portolan_chat::Unavailable;
use portolan_environment::{clock::Clock, ids::Ids};
use portolan_sources::{Objects, WebReader};
use portolan_store::Store;
use tokio::time::Instant;
use uuid::Uuid;

use actor::ChatActor;
use messages::{Drain, FindPlace, FindTail, LeasesRenewed, Place, Release, Watch};
use peers::{ChatCommand, PeerAnswer, PeerCommand, PeerRequest};
use registry::{ChatRegistry, LiveChats};

pub use load::Load;
pub use messages::{Cancel, Rename, Send, SendError, Watched};
pub use peers::{LocalTransport, Nats, PeerTransport, Peers, check_nats};
pub use records::TurnRecords;
pub use typed::question_of;
pub use usage::{UsageSupervisor, UserEvent, WatchUser, notify_settled};
pub use viewer::{ChatViewer, LatestEvent, WatchLatest, notify_moved};
pub use viewers::Tail;

/// External services of every chat.
pub struct ChatServices {
    pub store: Store,
    pub objects: Objects,
    pub assistant: Services,
    pub usage: Addr<UsageSupervisor>,
    /// Hears of every chat that moves.
    pub viewer: Addr<ChatViewer>,
    pub clock: Clock,
    pub ids: Ids,
    pub peers: Peers,
    /// How often a chat checks whether it may leave memory.
    pub idle: Duration,
    pub load: Load,
    /// Reads the addresses that messages name; None if nothing may be read anew.
    pub web: Option<WebReader>,
    /// Inputs that replayed turns take from their originals.
    pub records: TurnRecords,
}

/// The way to the live chats, on this server and on others; cheap to clone.
#[derive(Clone)]
pub struct Chats {
    registry: Addr<ChatRegistry>,
    live: LiveChats,
    load: Load,
    peers: Peers,
    store: Store,
    ids: Ids,
}

/// A chat did not answer in time, or its mailbox is full: 503.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the chat is busy")]
pub struct ChatBusy;

/// How long a chat may take to answer: longer than a call may queue for the database.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(45);

/// How long a command may take to reach a chat that changes servers: two leases and a half.
const TAKEOVER_TIMEOUT: Duration = Duration::from_secs(25);

/// The pause before a command is tried again.
const RETRY_PAUSE: Duration = Duration::from_millis(200);

/// How often an event stream looks for a chat that changes servers.
const WATCH_ATTEMPTS: u32 = 5;

/// How long the chats may take to write down that they are handed over.
const HAND_OVER_TIMEOUT: Duration = Duration::from_secs(5);

impl Chats {
    /// `threads` threads carry the chats. Must be called inside an actix system.
    pub fn start(services: Arc<ChatServices>, threads: usize) -> Self {
        use actix::Actor;
        let (load, peers) = (services.load.clone(), services.peers.clone());
        let (store, ids) = (services.store.clone(), services.ids.clone());
        let registry = ChatRegistry::new(services, threads);
        let chats = Self {
            live: registry.live_chats(),
            registry: registry.start(),
            load,
            peers,
            store,
            ids,
        };
        actix::spawn(chats.peers.clone().answer_requests(chats.clone()));
        chats
    }

    /// Passes a command to the chat's actor, on whichever server it is; starts the actor where there is none. Where
    /// the owner is gone the command waits until this server can take the chat over; it is never done twice.
    pub async fn ask<M>(
        &self,
        chat_id: Uuid,
        user_id: Uuid,
        mut command: M,
    ) -> Result<M::Result, ChatBusy>
    where
        M: ChatCommand,
        M::Result: std::marker::Send,
        ChatActor: actix::Handler<M>,
    {
        if !self.store.is_shared() {
            return self.ask_here(chat_id, user_id, command).await;
        }
        command.make_repeatable(&self.ids);
        let deadline = Instant::now() + TAKEOVER_TIMEOUT;
        let mut asked_owner = None;
        loop {
            let refused = match self.find_place(chat_id, user_id).await? {
                Place::Here => {
                    let answered = self.ask_here(chat_id, user_id, command.clone()).await;
                    if self.load.is_draining() {
                        return answered;
                    }
                    answered.ok()
                }
                Place::At(owner) => {
                    let request = PeerRequest {
                        chat_id,
                        user_id,
                        command: command.to_peer(),
                    };
                    let answer = self.peers.ask(&owner, &request).await;
                    if answer.is_err() && asked_owner.as_ref() != Some(&owner) {
                        self.request_chat(chat_id).await;
                        asked_owner = Some(owner);
                    }
                    answer.ok().and_then(M::read_answer)
                }
            };
            match refused {
                Some(result) if !M::is_leaving(&result) => return Ok(result),
                refused if Instant::now() >= deadline => return refused.ok_or(ChatBusy),
                _ => tokio::time::sleep(RETRY_PAUSE).await,
            }
        }
    }

    /// Asks for the chat's stream from a cursor on.
    pub async fn watch(
        &self,
        chat_id: Uuid,
        user_id: Uuid,
        cursor: Cursor,
    ) -> Result<Result<Watched, Unavailable>, ChatBusy> {
        let mut attempts = 0;
        loop {
            let watched = self.ask_here(chat_id, user_id, Watch { cursor }).await;
            attempts += 1;
            if !matches!(watched, Ok(Err(Unavailable)))
                || attempts == WATCH_ATTEMPTS
                || !self.store.is_shared()
            {
                return watched;
            }
            tokio::time::sleep(RETRY_PAUSE).await;
        }
    }

    /// Passes a message to the chat's actor on this server; starts the actor where there is none.
    async fn ask_here<M>(
        &self,
        chat_id: Uuid,
        user_id: Uuid,
        message: M,
    ) -> Result<M::Result, ChatBusy>
    where
        M: actix::Message + Clone + std::marker::Send + 'static,
        M::Result: std::marker::Send,
        ChatActor: actix::Handler<M>,
    {
        // A chat that leaves memory at this very moment is found anew once.
        for _ in 0..2 {
            let address = self.find(chat_id, user_id).await?;
            match address.send(message.clone()).timeout(ANSWER_TIMEOUT).await {
                Ok(answer) => return Ok(answer),
                Err(MailboxError::Closed) => {}
                Err(MailboxError::Timeout) => return Err(ChatBusy),
            }
        }
        Err(ChatBusy)
    }

    async fn find_place(&self, chat_id: Uuid, user_id: Uuid) -> Result<Place, ChatBusy> {
        self.ask_here(chat_id, user_id, FindPlace).await
    }

    async fn find(&self, chat_id: Uuid, user_id: Uuid) -> Result<Addr<ChatActor>, ChatBusy> {
        if let Some(address) = self.live.find(chat_id) {
            return Ok(address);
        }
        let find = messages::Find { chat_id, user_id };
        let found = self.registry.send(find).timeout(ANSWER_TIMEOUT).await;
        found.ok().flatten().ok_or(ChatBusy)
    }

    /// Answers another server that has found this one to own a chat.
    async fn answer_peer(&self, request: PeerRequest) -> PeerAnswer {
        self.try_answer_peer(request)
            .await
            .unwrap_or(PeerAnswer::NotHere)
    }

    async fn try_answer_peer(&self, request: PeerRequest) -> Result<PeerAnswer, ChatBusy> {
        let PeerRequest {
            chat_id,
            user_id,
            command,
        } = request;
        if matches!(command, PeerCommand::Release) {
            self.release_here(chat_id).await?;
            return Ok(PeerAnswer::Released);
        }
        if self.find_place(chat_id, user_id).await? != Place::Here {
            return Ok(PeerAnswer::NotHere);
        }
        Ok(match command {
            PeerCommand::Send {
                message,
                parent,
                model,
                key,
                trace,
            } => {
                let send = Send {
                    message,
                    parent,
                    model,
                    key,
                    trace: trace.map(Into::into),
                };
                PeerAnswer::Sent(self.ask_here(chat_id, user_id, send).await?)
            }
            PeerCommand::Cancel => PeerAnswer::Done(self.ask_here(chat_id, user_id, Cancel).await?),
            PeerCommand::Rename { title } => {
                PeerAnswer::Done(self.ask_here(chat_id, user_id, Rename { title }).await?)
            }
            PeerCommand::Tail => {
                let tail = self.ask_here(chat_id, user_id, FindTail).await?;
                tail.map_or(PeerAnswer::NotHere, PeerAnswer::Tail)
            }
            PeerCommand::Release => PeerAnswer::Released,
        })
    }

    /// Asks the owner of a chat for it, by way of the database.
    async fn request_chat(&self, chat_id: Uuid) {
        if let Err(error) = self.store.request_chat(chat_id, self.node()).await {
            tracing::warn!(chat.id = %chat_id, error.cause = %error, "chat of another server not requested");
        }
    }

    /// Starts the chat's actor, which goes on with an unfinished turn.
    pub async fn wake(&self, chat_id: Uuid, user_id: Uuid) -> Result<(), ChatBusy> {
        self.find(chat_id, user_id).await.map(drop)
    }

    /// Ends the chat's actor, if there is one: a running turn is handed over to the next start. Viewers
    /// come back by their cursors, which starts the chat again. A chat of another server comes to this one.
    pub async fn release(&self, chat_id: Uuid) -> Result<(), ChatBusy> {
        self.release_here(chat_id).await?;
        let deadline = Instant::now() + TAKEOVER_TIMEOUT;
        while self.store.is_shared() {
            let position = self.store.chat_position(chat_id).await;
            let position = position.map_err(|_| ChatBusy)?;
            let owner = position.and_then(|position| position.owner);
            let Some(owner) = owner.filter(|owner| owner != self.node()) else {
                break;
            };
            if Instant::now() >= deadline {
                return Err(ChatBusy);
            }
            self.request_chat(chat_id).await;
            let request = PeerRequest {
                chat_id,
                user_id: Uuid::nil(),
                command: PeerCommand::Release,
            };
            // Without an answer the owner hears of it from the database.
            let _ = self.peers.ask(&owner, &request).await;
            tokio::time::sleep(RETRY_PAUSE).await;
        }
        Ok(())
    }

    async fn release_here(&self, chat_id: Uuid) -> Result<(), ChatBusy> {
        self.registry
            .send(Release { chat_id })
            .timeout(ANSWER_TIMEOUT)
            .await
            .map_err(|_| ChatBusy)
    }

    /// Renews the leases of this server's chats. Chats that another server has by now end here, and those that another
    /// server has asked for are handed over.
    pub async fn renew_leases(&self) {
        if !self.store.is_shared() {
            return;
        }
        let began_at = Instant::now();
        let held = match self.store.renew_leases(self.node()).await {
            Ok(held) => held,
            Err(error) => {
                tracing::warn!(error.cause = %error, "leases were not renewed");
                return;
            }
        };
        let epochs: HashMap<_, _> = held
            .iter()
            .map(|lease| (lease.chat_id, lease.epoch))
            .collect();
        self.registry.do_send(LeasesRenewed {
            held: epochs.into(),
            began_at,
        });
        for lease in held.into_iter().filter(|lease| lease.is_wanted) {
            let chats = self.clone();
            actix::spawn(async move {
                tracing::info!(chat.id = %lease.chat_id, "chat is handed over to another server");
                // The lease of an actor that is gone has to be released as well.
                if chats.release_here(lease.chat_id).await.is_err()
                    || chats
                        .store
                        .release(lease.chat_id, lease.epoch)
                        .await
                        .is_err()
                {
                    tracing::warn!(chat.id = %lease.chat_id, "chat not handed over; the next renewal tries again");
                }
            });
        }
    }

    /// Returns the name of this process in leases.
    pub fn node(&self) -> &str {
        self.peers.node()
    }

    pub fn load(&self) -> &Load {
        &self.load
    }

    /// Begins no more turns, and gives those that run `time` to finish; then hands the rest over to
    /// the next start. Returns when every chat has left.
    pub async fn drain(&self, time: Duration) {
        self.load.drain();
        if tokio::time::timeout(time, self.load.wait_for_no_turns())
            .await
            .is_err()
        {
            tracing::info!(
                chat.turns = self.load.turns(),
                "running turns are handed over"
            );
        }
        match self.registry.send(Drain).timeout(HAND_OVER_TIMEOUT).await {
            Ok(()) => {}
            Err(MailboxError::Timeout) => {
                tracing::warn!(
                    "some chats did not leave in time; the next start goes on with them"
                );
            }
            Err(MailboxError::Closed) => {
                tracing::warn!("the chat registry was gone before it could drain");
            }
        }
    }
}
