//! A message to the hub.

use actix::Message;
use portolan_realtime::{Broadcast, Change, ChannelJoin, ProtocolVersion, PushOrigin, Topic};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use uuid::Uuid;

use super::FrameOutbox;

/// A socket joins a topic: it gets a reply, the presence state, and all messages from then on.
#[derive(Message)]
#[rtype(result = "()")]
pub struct Enter {
    pub topic: Topic,
    pub member: u64,
    pub version: ProtocolVersion,
    pub outbox: FrameOutbox,
    /// Of the join, which is answered.
    pub place: PushOrigin,
    pub join: ChannelJoin,
    /// The owner of the rows in its change feeds.
    pub user_id: Option<Uuid>,
    /// Under which it is present.
    pub presence_key: String,
}

/// A socket leaves a topic.
#[derive(Message)]
#[rtype(result = "()")]
pub struct Exit {
    pub topic: Topic,
    pub member: u64,
    /// Of the leave, which is answered; None if no one asked.
    pub answer: Option<PushOrigin>,
}

/// A message to a topic.
#[derive(Message)]
#[rtype(result = "()")]
pub struct Pass {
    pub topic: Topic,
    /// The sender and where to acknowledge; None if it came over HTTP.
    pub from: Option<(u64, Option<PushOrigin>)>,
    pub broadcast: Broadcast,
}

/// A member is present, or is present with something else.
#[derive(Message)]
#[rtype(result = "()")]
pub struct Track {
    pub topic: Topic,
    pub member: u64,
    pub place: PushOrigin,
    /// None if it is present no longer.
    pub tracked: Option<Map<String, Value>>,
}

/// A row of this user was changed.
#[derive(Message)]
#[rtype(result = "()")]
pub struct Changed {
    pub user_id: Uuid,
    pub change: Change,
}

/// More rows were written than could be read: who listens joins again, and reads by itself.
#[derive(Message)]
#[rtype(result = "()")]
pub struct ChangesLost;

/// A message of another server, without a reply.
#[derive(Message)]
#[rtype(result = "()")]
pub struct FromPeer {
    pub node: Uuid,
    pub said: PeerEvent,
}

/// A message from another server.
#[derive(Debug)]
pub enum PeerEvent {
    /// A message to a topic.
    Said(Topic, Broadcast),
    /// One of its members is present, or is so no longer.
    Tracked(PresentMember),
    Untracked {
        topic: Topic,
        member: u64,
    },
    /// The complete presence of its members.
    Everybody(Vec<PresentMember>),
    /// A request for the presence of all members here.
    Asks,
}

/// A member of a topic on some server.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PresentMember {
    pub topic: Topic,
    pub member: u64,
    pub key: String,
    pub tracked: Map<String, Value>,
}
