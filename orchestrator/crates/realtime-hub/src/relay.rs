//! Relays messages between servers on the same database.
//!
//! Nothing of it is stored: only current listeners receive it. A server that has just come, or has lost its
//! connection, says so; then everyone tells it who is present with them. Where no one else is
//! there, nothing is carried.

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use actix::Addr;
use base64::{Engine, prelude::BASE64_STANDARD};
use portolan_realtime::{Broadcast, ChangeKind, FrameContent, Topic};
use portolan_rest::ExposedTable;
use portolan_store::{RowChange, Store, StoreError, apart};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use tokio::sync::mpsc;
use uuid::Uuid;

use super::{
    calls::{Calls, cut_into_calls},
    feed::Feed,
    hub::Hub,
    messages::{ChangesLost, FromPeer, PeerEvent, PresentMember},
};

/// Words that may wait to be called.
const WAITING: usize = 4_096;
/// Words that are called together.
const TOGETHER: usize = 64;
/// Beats that a server may miss before it counts as gone.
const MOST_MISSED: u32 = 20;
/// Before a lost listener is tried again.
const PAUSE: Duration = Duration::from_secs(1);

/// A message between servers.
#[derive(Debug, Serialize, Deserialize)]
pub enum PeerMessage {
    /// I am new, or was away.
    Hello,
    /// I am still here.
    Here,
    Said {
        topic: Topic,
        event: String,
        content: Carried,
    },
    Tracked(PresentMember),
    Untracked {
        topic: Topic,
        member: u64,
    },
    Everybody(Vec<PresentMember>),
    Written(WrittenRow),
    /// Changes were dropped because the queue was full.
    Lost,
}

/// The content of a broadcast.
#[derive(Debug, Serialize, Deserialize)]
pub enum Carried {
    Json(String),
    Base64(String),
}

/// A row that was written.
#[derive(Debug, Serialize, Deserialize)]
pub struct WrittenRow {
    kind: ChangeKind,
    table: String,
    user_id: Uuid,
    key: Map<String, Value>,
}

/// The way to the other servers. Clones are the same.
#[derive(Clone)]
pub struct Relay(Option<Arc<RelayState>>);

struct RelayState {
    node: Uuid,
    sender: mpsc::Sender<PeerMessage>,
    /// Known peers, with the heartbeats since their last message.
    others: Mutex<HashMap<Uuid, u32>>,
    is_lost: AtomicBool,
}

impl PeerMessage {
    pub fn said(topic: &Topic, broadcast: &Broadcast) -> Self {
        Self::Said {
            topic: topic.clone(),
            event: broadcast.event.clone(),
            content: match &broadcast.content {
                FrameContent::Json(text) => Carried::Json(text.clone()),
                FrameContent::Bytes(bytes) => Carried::Base64(BASE64_STANDARD.encode(bytes)),
            },
        }
    }

    pub fn untracked(topic: &Topic, member: u64) -> Self {
        Self::Untracked {
            topic: topic.clone(),
            member,
        }
    }
}

impl From<RowChange> for WrittenRow {
    fn from(change: RowChange) -> Self {
        Self {
            kind: change.kind,
            table: change.table.name().to_owned(),
            user_id: change.user_id,
            key: change.key,
        }
    }
}

impl Relay {
    /// Creates the relay of the server with this node id, and the queue of outgoing messages if there may be
    /// peers.
    pub fn of(store: &Store, node: Uuid) -> (Self, Option<mpsc::Receiver<PeerMessage>>) {
        if !store.is_shared() {
            return (Self(None), None);
        }
        let (sender, waiting) = mpsc::channel(WAITING);
        let shared = RelayState {
            node,
            sender,
            others: Mutex::default(),
            is_lost: AtomicBool::new(false),
        };
        (Self(Some(Arc::new(shared))), Some(waiting))
    }

    /// Tells the others, if there are any; never waits.
    pub fn send_to_peers(&self, word: impl FnOnce() -> PeerMessage) {
        if let Some(shared) = self.0.as_deref().filter(|shared| shared.has_others()) {
            shared.send_word(word());
        }
    }
}

impl RelayState {
    fn send_word(&self, word: PeerMessage) {
        if self.sender.try_send(word).is_err() {
            self.is_lost.store(true, Ordering::SeqCst);
        }
    }

    fn lock_others(&self) -> MutexGuard<'_, HashMap<Uuid, u32>> {
        self.others.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn has_others(&self) -> bool {
        !self.lock_others().is_empty()
    }

    /// Counts a heartbeat and returns the peers that have timed out.
    fn beat_once(&self) -> Vec<Uuid> {
        let mut others = self.lock_others();
        for missed in others.values_mut() {
            *missed += 1;
        }
        let gone = others.extract_if(|_, missed| *missed > MOST_MISSED);
        gone.map(|(node, _)| node).collect()
    }
}

/// Carries words both ways from now on. Must be called inside an actix system.
pub fn start(
    store: Store,
    relay: Relay,
    waiting: mpsc::Receiver<PeerMessage>,
    hub: Addr<Hub>,
    feed: Feed,
    beat: Duration,
) {
    let Some(shared) = relay.0 else {
        return;
    };
    // Apart, so that no connection is dropped outside of the runtime.
    tokio::spawn(call_waiting(
        store.clone(),
        Arc::clone(&shared),
        waiting,
        hub.clone(),
        beat,
    ));
    tokio::spawn(async move {
        loop {
            if let Err(error) = listen_to_peers(&store, &shared, &hub, &feed).await {
                tracing::warn!(error.cause = %error, "peer messages not received");
            }
            hub.do_send(ChangesLost);
            tokio::time::sleep(PAUSE).await;
        }
    });
}

/// Calls what waits, in its order, and a sign of life with each beat.
async fn call_waiting(
    store: Store,
    shared: Arc<RelayState>,
    mut waiting: mpsc::Receiver<PeerMessage>,
    hub: Addr<Hub>,
    beat: Duration,
) {
    let mut beats = tokio::time::interval(beat);
    let mut number = 0;
    loop {
        let mut words = Vec::new();
        tokio::select! {
            taken = waiting.recv_many(&mut words, TOGETHER) => {
                if taken == 0 {
                    return;
                }
            }
            _ = beats.tick() => {
                words.push(PeerMessage::Here);
                for node in shared.beat_once() {
                    tracing::info!(node.id = %node, "peer left");
                    let said = PeerEvent::Everybody(Vec::new());
                    hub.do_send(FromPeer { node, said });
                }
            }
        }
        if shared.is_lost.swap(false, Ordering::SeqCst) {
            words.push(PeerMessage::Lost);
            // Sends the presence of all members again.
            let (node, said) = (shared.node, PeerEvent::Asks);
            hub.do_send(FromPeer { node, said });
        }
        let mut calls = Vec::new();
        for word in &words {
            number += 1;
            let text = serde_json::to_string(word).unwrap_or_default();
            calls.extend(cut_into_calls(shared.node, number, &text));
        }
        let caller = store.clone();
        if let Err(error) = apart(async move { caller.call_servers(&calls).await }).await {
            tracing::warn!(error.cause = %error, "peers not notified");
            // Otherwise this would be tried at once, over and over.
            beats.tick().await;
            shared.is_lost.store(true, Ordering::SeqCst);
        }
    }
}

/// Ends where the listener cannot be had.
async fn listen_to_peers(
    store: &Store,
    shared: &RelayState,
    hub: &Addr<Hub>,
    feed: &Feed,
) -> Result<(), StoreError> {
    let Some(mut listener) = store.call_listener().await? else {
        return Ok(());
    };
    let mut calls = Calls::default();
    shared.send_word(PeerMessage::Hello);
    loop {
        let Some(call) = listener.next().await? else {
            hub.do_send(ChangesLost);
            shared.send_word(PeerMessage::Hello);
            continue;
        };
        let Some((node, text)) = calls.take(&call).filter(|(node, _)| *node != shared.node) else {
            continue;
        };
        match serde_json::from_str(&text) {
            Ok(word) => hear_word(node, word, shared, hub, feed),
            // A peer of another version can send messages that this one doesn't know.
            Err(error) => {
                tracing::debug!(error.cause = %error, "invalid peer message")
            }
        }
    }
}

fn hear_word(node: Uuid, word: PeerMessage, shared: &RelayState, hub: &Addr<Hub>, feed: &Feed) {
    let is_new = shared.lock_others().insert(node, 0).is_none();
    let tell = |said| hub.do_send(FromPeer { node, said });
    if is_new {
        tracing::info!(node.id = %node, "peer joined");
        shared.send_word(PeerMessage::Hello);
        tell(PeerEvent::Asks);
    }
    match word {
        PeerMessage::Hello => tell(PeerEvent::Asks),
        PeerMessage::Here => {}
        PeerMessage::Said {
            topic,
            event,
            content,
        } => {
            let content = match content {
                Carried::Json(text) => FrameContent::Json(text),
                Carried::Base64(text) => match BASE64_STANDARD.decode(text) {
                    Ok(bytes) => FrameContent::Bytes(bytes.into()),
                    Err(_) => return,
                },
            };
            tell(PeerEvent::Said(topic, Broadcast { event, content }));
        }
        PeerMessage::Tracked(present) => tell(PeerEvent::Tracked(present)),
        PeerMessage::Untracked { topic, member } => tell(PeerEvent::Untracked { topic, member }),
        PeerMessage::Everybody(present) => tell(PeerEvent::Everybody(present)),
        PeerMessage::Written(written) => {
            if let Some(table) = ExposedTable::named(&written.table) {
                feed.take(RowChange {
                    kind: written.kind,
                    table,
                    user_id: written.user_id,
                    key: written.key,
                });
            }
        }
        PeerMessage::Lost => hub.do_send(ChangesLost),
    }
}
