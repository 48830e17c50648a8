//! Chats on other servers: commands reach the owner of a chat, and its live events reach all servers.

mod nats;
mod transport;

use std::sync::Arc;

use bytes::Bytes;
use futures_util::{Stream, StreamExt};
use portolan_blocks::UserMessage;
use portolan_chat::{IdempotencyKey, LiveBatch, LiveTail, Parent, Unavailable};
use portolan_environment::ids::Ids;
use portolan_telemetry::CarriedTrace;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{
    Chats,
    messages::{Cancel, Rename, Send, SendError},
};

pub use nats::{Nats, check_nats};
pub use transport::{LocalTransport, NoAnswer, PeerTransport};

/// Requests of other servers that are answered at the same time; further ones wait.
const REQUESTS: usize = 256;

/// This server among the others. Clones share the transport.
#[derive(Clone)]
pub struct Peers {
    transport: Arc<dyn PeerTransport>,
    /// Names this server in leases.
    node: Arc<str>,
}

/// A message to the owner of a chat.
#[derive(Debug, Serialize, Deserialize)]
pub struct PeerRequest {
    pub chat_id: Uuid,
    pub user_id: Uuid,
    pub command: PeerCommand,
}

#[derive(Debug, Serialize, Deserialize)]
pub enum PeerCommand {
    Send {
        message: UserMessage,
        parent: Parent,
        model: String,
        key: Option<IdempotencyKey>,
        trace: Option<CarriedTrace>,
    },
    Cancel,
    Rename {
        title: String,
    },
    /// Asks for the open block.
    Tail,
    /// Asks to end the chat's actor.
    Release,
}

#[derive(Debug, Serialize, Deserialize)]
pub enum PeerAnswer {
    Sent(Result<Uuid, SendError>),
    Done(Result<(), Unavailable>),
    Tail(LiveTail),
    Released,
    /// The chat is on yet another server, or does not answer.
    NotHere,
}

/// A command to a chat's actor, which may be on another server.
pub trait ChatCommand: actix::Message + Clone + std::marker::Send + 'static {
    fn to_peer(&self) -> PeerCommand;

    /// None if it is not the answer to this command.
    fn read_answer(answer: PeerAnswer) -> Option<Self::Result>;

    /// Makes sure that the command can be repeated without being done twice.
    fn make_repeatable(&mut self, _: &Ids) {}

    /// Whether the actor refused because the chat is about to leave its server.
    fn is_leaving(result: &Self::Result) -> bool;
}

impl ChatCommand for Send {
    fn to_peer(&self) -> PeerCommand {
        PeerCommand::Send {
            message: self.message.clone(),
            parent: self.parent,
            model: self.model.clone(),
            key: self.key.clone(),
            trace: self.trace.as_ref().map(CarriedTrace::of),
        }
    }

    fn read_answer(answer: PeerAnswer) -> Option<Self::Result> {
        match answer {
            PeerAnswer::Sent(result) => Some(result),
            _ => None,
        }
    }

    fn make_repeatable(&mut self, ids: &Ids) {
        self.key.get_or_insert_with(|| IdempotencyKey {
            key: ids.id().to_string(),
            body_hash: [0; 32],
        });
    }

    fn is_leaving(result: &Self::Result) -> bool {
        use portolan_chat::SendRefusal::StoreUnavailable;
        matches!(
            result,
            Err(SendError::Draining | SendError::Refused(StoreUnavailable))
        )
    }
}

impl ChatCommand for Cancel {
    fn to_peer(&self) -> PeerCommand {
        PeerCommand::Cancel
    }

    fn read_answer(answer: PeerAnswer) -> Option<Self::Result> {
        done(answer)
    }

    fn is_leaving(result: &Self::Result) -> bool {
        result.is_err()
    }
}

impl ChatCommand for Rename {
    fn to_peer(&self) -> PeerCommand {
        PeerCommand::Rename {
            title: self.title.clone(),
        }
    }

    fn read_answer(answer: PeerAnswer) -> Option<Self::Result> {
        done(answer)
    }

    fn is_leaving(result: &Self::Result) -> bool {
        result.is_err()
    }
}

fn done(answer: PeerAnswer) -> Option<Result<(), Unavailable>> {
    match answer {
        PeerAnswer::Done(result) => Some(result),
        _ => None,
    }
}

impl Peers {
    /// `node` names this server in leases.
    pub fn new(transport: Arc<dyn PeerTransport>, node: &str) -> Self {
        Self {
            transport,
            node: node.into(),
        }
    }

    pub fn node(&self) -> &str {
        &self.node
    }

    /// Whether there can be no other server.
    pub fn is_alone(&self) -> bool {
        self.transport.is_alone()
    }

    /// Tells the servers that follow the chat; never waits.
    pub fn publish_live(&self, chat_id: Uuid, batch: &LiveBatch) {
        self.transport
            .publish(&chat_subject(chat_id), encode(batch));
    }

    /// Returns the live events of a chat, as far as they come here.
    pub async fn follow(&self, chat_id: Uuid) -> impl Stream<Item = LiveBatch> + use<> {
        let messages = self.transport.subscribe(&chat_subject(chat_id)).await;
        // A server of another version says what this one does not know.
        messages.filter_map(|message| async move { serde_json::from_slice(&message.payload).ok() })
    }

    /// Asks the server that owns a chat.
    pub async fn ask(&self, owner: &str, request: &PeerRequest) -> Result<PeerAnswer, NoAnswer> {
        let subject = node_subject(owner);
        let answer = self.transport.request(&subject, encode(request)).await?;
        serde_json::from_slice(&answer).map_err(|_| NoAnswer)
    }

    /// Answers the requests of other servers for ever.
    pub async fn answer_requests(self, chats: Chats) {
        let requests = self.transport.subscribe(&node_subject(&self.node)).await;
        requests
            .for_each_concurrent(REQUESTS, async |incoming| {
                let Some(reply) = incoming.reply else { return };
                let answer = match serde_json::from_slice(&incoming.payload) {
                    Ok(request) => chats.answer_peer(request).await,
                    Err(error) => {
                        tracing::warn!(error.cause = %error, "request of another server not understood");
                        PeerAnswer::NotHere
                    }
                };
                self.transport.publish(&reply, encode(&answer));
            })
            .await;
    }
}

fn chat_subject(chat_id: Uuid) -> String {
    format!("portolan.chat.{chat_id}")
}

/// Subjects are words between dots, which the name of a server may have.
fn node_subject(node: &str) -> String {
    format!("portolan.server.{}", hex::encode(node))
}

fn encode(message: &impl Serialize) -> Bytes {
    match serde_json::to_vec(message) {
        Ok(bytes) => bytes.into(),
        Err(error) => {
            tracing::error!(error.cause = %error, "message to another server could not be encoded");
            Bytes::new()
        }
    }
}
