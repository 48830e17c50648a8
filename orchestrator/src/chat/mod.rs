//! Live chats: one actor each, found through a registry, fed by the pure core of `portolan-chat`.

mod actor;
mod context;
mod frames;
mod late_usage;
mod load;
mod log;
mod messages;
mod reading;
mod registry;
mod requests;
mod typed;
mod usage;
mod viewer;
mod viewers;

use std::{sync::Arc, time::Duration};

use actix::{Addr, MailboxError};
use uuid::Uuid;

use messages::{Drain, Release};

pub use load::Load;
pub use messages::{Cancel, Rename, Send, SendError, Watch, Watched};
pub use registry::ChatRegistry;
pub use usage::{UsageSupervisor, UserEvent, WatchPerson, notify_settled};
pub use viewer::{ChatViewer, LatestEvent, WatchLatest, notify_moved};
pub use viewers::Tail;

use crate::{
    assistant::Services,
    clock::Clock,
    ids::Ids,
    sources::{Objects, WebReader},
    store::Store,
};

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
    /// Names this process in leases.
    pub node: String,
    /// How often a chat checks whether it may leave memory.
    pub idle: Duration,
    pub load: Load,
    /// Reads the addresses that messages name; None if nothing may be read anew.
    pub web: Option<WebReader>,
}

/// The way to the live chats; cheap to clone.
#[derive(Clone)]
pub struct Chats {
    registry: Addr<ChatRegistry>,
    load: Load,
    node: Arc<str>,
}

/// A chat did not answer in time, or its mailbox is full: 503.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the chat is busy")]
pub struct ChatBusy;

/// How long a chat may take to answer: longer than a call may queue for the database.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(45);

/// How long the chats may take to write down that they are handed over.
const HAND_OVER_TIMEOUT: Duration = Duration::from_secs(5);

impl Chats {
    /// `threads` threads carry the chats. Must be called inside an actix system.
    pub fn start(services: Arc<ChatServices>, threads: usize) -> Self {
        use actix::Actor;
        Self {
            load: services.load.clone(),
            node: services.node.as_str().into(),
            registry: ChatRegistry::new(services, threads).start(),
        }
    }

    /// Passes a message to the chat's actor; starts the actor where there is none.
    pub async fn ask<M>(
        &self,
        chat_id: Uuid,
        user_id: Uuid,
        message: M,
    ) -> Result<M::Result, ChatBusy>
    where
        M: actix::Message + Clone + std::marker::Send + 'static,
        M::Result: std::marker::Send,
        actor::ChatActor: actix::Handler<M>,
    {
        // A chat that leaves memory at this very moment is found anew once.
        for _ in 0..2 {
            let find = messages::Find { chat_id, user_id };
            let address = self
                .registry
                .send(find)
                .timeout(ANSWER_TIMEOUT)
                .await
                .ok()
                .flatten()
                .ok_or(ChatBusy)?;
            match address.send(message.clone()).timeout(ANSWER_TIMEOUT).await {
                Ok(answer) => return Ok(answer),
                Err(MailboxError::Closed) => {}
                Err(MailboxError::Timeout) => return Err(ChatBusy),
            }
        }
        Err(ChatBusy)
    }

    /// Starts the chat's actor, which goes on with an unfinished turn.
    pub async fn wake(&self, chat_id: Uuid, user_id: Uuid) -> Result<(), ChatBusy> {
        let find = messages::Find { chat_id, user_id };
        self.registry
            .send(find)
            .timeout(ANSWER_TIMEOUT)
            .await
            .ok()
            .flatten()
            .ok_or(ChatBusy)?;
        Ok(())
    }

    /// Ends the chat's actor, if there is one: a running turn is handed over to the next start. Viewers
    /// come back by their cursors, which starts the chat again.
    pub async fn release(&self, chat_id: Uuid) -> Result<(), ChatBusy> {
        self.registry
            .send(Release { chat_id })
            .timeout(ANSWER_TIMEOUT)
            .await
            .map_err(|_| ChatBusy)
    }

    /// Returns the name of this process in leases.
    pub fn node(&self) -> &str {
        &self.node
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
