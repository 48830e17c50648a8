use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use actix::{
    Actor, Addr, Arbiter, ArbiterHandle, AsyncContext, Context, Handler, MessageResult,
    ResponseFuture,
};
use uuid::Uuid;

use super::{
    ChatServices,
    actor::ChatActor,
    messages::{Drain, Find, HandOver, LeasesRenewed, Left, Release},
};

/// Finds the one actor of each live chat, and starts those that are missing.
///
/// A chat whose actor died is started again from its log at the next request. Lives
/// as long as the server, or its replay.
pub struct ChatRegistry {
    services: Arc<ChatServices>,
    /// The threads that run chats; a chat stays on one of them.
    arbiters: Vec<ArbiterHandle>,
    chats: LiveChats,
    generations: u64,
    /// Whether the chats are handed over: what starts now would not be there for long.
    is_leaving: bool,
    /// The callers that wait until every chat has ended.
    draining: Vec<tokio::sync::oneshot::Sender<()>>,
    /// The callers that wait until one actor has ended.
    releasing: Vec<Releasing>,
}

struct Releasing {
    chat_id: Uuid,
    generation: u64,
    done: tokio::sync::oneshot::Sender<()>,
}

/// The actors of live chats. Only the registry changes it; others look chats up without a message to
/// the registry's thread and back.
#[derive(Clone, Default)]
pub struct LiveChats(Arc<Mutex<HashMap<Uuid, RegisteredChat>>>);

struct RegisteredChat {
    generation: u64,
    address: Addr<ChatActor>,
}

impl LiveChats {
    /// Returns the chat's actor where it runs.
    pub fn find(&self, chat_id: Uuid) -> Option<Addr<ChatActor>> {
        let chats = self.lock();
        let chat = chats.get(&chat_id)?;
        chat.address.connected().then(|| chat.address.clone())
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Uuid, RegisteredChat>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ChatRegistry {
    /// `threads` arbiters carry the chats.
    pub fn new(services: Arc<ChatServices>, threads: usize) -> Self {
        Self {
            services,
            arbiters: (0..threads.max(1))
                .map(|_| Arbiter::new().handle())
                .collect(),
            chats: LiveChats::default(),
            generations: 0,
            is_leaving: false,
            draining: Vec::new(),
            releasing: Vec::new(),
        }
    }
}

impl ChatRegistry {
    pub fn live_chats(&self) -> LiveChats {
        self.chats.clone()
    }
}

impl Drop for ChatRegistry {
    /// The threads end with it: a replay's registry does not live as long as the server.
    fn drop(&mut self) {
        for arbiter in &self.arbiters {
            arbiter.stop();
        }
    }
}

impl Actor for ChatRegistry {
    type Context = Context<Self>;

    fn started(&mut self, context: &mut Self::Context) {
        context.set_mailbox_capacity(1_024);
    }
}

impl Handler<Find> for ChatRegistry {
    type Result = MessageResult<Find>;

    fn handle(&mut self, find: Find, context: &mut Self::Context) -> Self::Result {
        if let Some(address) = self.chats.find(find.chat_id) {
            return MessageResult(Some(address));
        }
        if self.is_leaving {
            return MessageResult(None);
        }
        self.generations += 1;
        let generation = self.generations;
        let services = Arc::clone(&self.services);
        let registry = context.address().recipient();
        // The low bits of a v7 id are random.
        let place = find.chat_id.as_u128() as usize % self.arbiters.len();
        let address = ChatActor::start_in_arbiter(&self.arbiters[place], move |_| {
            ChatActor::new(find.chat_id, find.user_id, generation, services, registry)
        });
        self.chats.lock().insert(
            find.chat_id,
            RegisteredChat {
                generation,
                address: address.clone(),
            },
        );
        MessageResult(Some(address))
    }
}

impl Handler<Left> for ChatRegistry {
    type Result = ();

    fn handle(&mut self, left: Left, _: &mut Self::Context) {
        let mut chats = self.chats.lock();
        let registered = chats.get(&left.chat_id);
        if registered.is_some_and(|entry| entry.generation == left.generation) {
            chats.remove(&left.chat_id);
        }
        let is_empty = chats.is_empty();
        drop(chats);
        let released = self.releasing.extract_if(.., |waiting| {
            waiting.chat_id == left.chat_id && waiting.generation == left.generation
        });
        for waiting in released {
            // The receiver is gone if the caller has given up.
            let _ = waiting.done.send(());
        }
        if is_empty {
            for waiting in self.draining.drain(..) {
                // The receiver is gone if the drain timed out.
                let _ = waiting.send(());
            }
        }
    }
}

impl Handler<Release> for ChatRegistry {
    type Result = ResponseFuture<()>;

    fn handle(&mut self, release: Release, _: &mut Self::Context) -> Self::Result {
        self.releasing.retain(|waiting| !waiting.done.is_closed());
        let chats = self.chats.lock();
        let entry = chats.get(&release.chat_id);
        let Some(entry) = entry.filter(|entry| entry.address.connected()) else {
            return Box::pin(std::future::ready(()));
        };
        entry.address.do_send(HandOver);
        let (done, waiting) = tokio::sync::oneshot::channel();
        self.releasing.push(Releasing {
            chat_id: release.chat_id,
            generation: entry.generation,
            done,
        });
        Box::pin(async move {
            // An error means that the registry itself is gone, and its actors with it.
            let _ = waiting.await;
        })
    }
}

impl Handler<LeasesRenewed> for ChatRegistry {
    type Result = ();

    fn handle(&mut self, renewed: LeasesRenewed, _: &mut Self::Context) {
        for entry in self.chats.lock().values() {
            entry.address.do_send(renewed.clone());
        }
    }
}

impl Handler<Drain> for ChatRegistry {
    type Result = ResponseFuture<()>;

    fn handle(&mut self, _: Drain, _: &mut Self::Context) -> Self::Result {
        self.is_leaving = true;
        let mut chats = self.chats.lock();
        chats.retain(|_, entry| entry.address.connected());
        for entry in chats.values() {
            entry.address.do_send(HandOver);
        }
        let (done, waiting) = tokio::sync::oneshot::channel();
        if chats.is_empty() {
            let _ = done.send(());
        } else {
            self.draining.push(done);
        }
        Box::pin(async move {
            // An error means that the registry itself is gone: then nothing runs either.
            let _ = waiting.await;
        })
    }
}
