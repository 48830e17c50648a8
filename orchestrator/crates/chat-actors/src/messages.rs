//! Messages to a chat actor and to the registry that finds it.

use std::{collections::HashMap, sync::Arc};

use actix::{Addr, Message, MessageResponse};
use bytes::Bytes;
use portolan_blocks::{Cursor, UserMessage};
use portolan_chat::{IdempotencyKey, LiveTail, Parent, SendRefusal, Unavailable};
use portolan_domain::BoardAddition;
use portolan_telemetry::Trace;
use serde::{Deserialize, Serialize};
use tokio::time::Instant;
use uuid::Uuid;

use super::{actor::ChatActor, viewers::Tail};

/// Takes a message into the chat: a turn begins.
#[derive(Clone, Debug, Message)]
#[rtype(result = "Result<Uuid, SendError>")]
pub struct Send {
    pub message: UserMessage,
    pub parent: Parent,
    /// The model's id.
    pub model: String,
    pub key: Option<IdempotencyKey>,
    /// The trace of the request that sends it.
    pub trace: Option<Trace>,
}

/// Why a message was not taken.
#[derive(Clone, Debug, thiserror::Error, Serialize, Deserialize)]
pub enum SendError {
    #[error(transparent)]
    Refused(#[from] SendRefusal),
    #[error(transparent)]
    UnknownModel(#[from] portolan_assistant::UnknownModel),
    #[error("the server is going down; send it again in a moment")]
    Draining,
    #[error("source {0} is not one of yours; upload it again or leave it out")]
    UnknownSource(Uuid),
}

/// Stops the running turn and keeps the partial answer.
#[derive(Clone, Copy, Debug, Message)]
#[rtype(result = "Result<(), Unavailable>")]
pub struct Cancel;

/// Gives the chat another title.
#[derive(Clone, Debug, Message)]
#[rtype(result = "Result<(), Unavailable>")]
pub struct Rename {
    pub title: String,
}

/// Asks for the stream from a cursor on.
#[derive(Clone, Copy, Debug, Message)]
#[rtype(result = "Result<Watched, Unavailable>")]
pub struct Watch {
    pub cursor: Cursor,
}

/// An address that a message named was read, and came onto the chat's board.
#[derive(Clone, Debug, Message)]
#[rtype(result = "()")]
pub struct SourceWasRead {
    /// The new title of the chat, if no user has set one.
    pub title: Option<String>,
    pub addition: Option<BoardAddition>,
}

/// The receiver of the stream.
pub enum Watched {
    /// From the store up to this event, then ask again.
    Behind { up_to: u64 },
    /// These bytes, then the tail.
    Live { first: Bytes, tail: Tail },
    /// The cursor was never handed out.
    BadCursor,
    /// This server does not know yet what follows: ask again in a moment.
    Wait,
}

/// Asks where the chat runs.
#[derive(Clone, Copy, Debug, Message)]
#[rtype(result = "Place")]
pub struct FindPlace;

/// The server that a chat runs on.
#[derive(Clone, Debug, PartialEq, Eq, MessageResponse)]
pub enum Place {
    Here,
    /// On the server of this name.
    At(String),
}

/// Asks for the open block; None if the chat runs on another server.
#[derive(Clone, Copy, Debug, Message)]
#[rtype(result = "Option<LiveTail>")]
pub struct FindTail;

/// The leases of this server that were renewed.
#[derive(Clone, Debug, Message)]
#[rtype(result = "()")]
pub struct LeasesRenewed {
    /// Epochs by chat.
    pub held: Arc<HashMap<Uuid, u64>>,
    /// Leases that were taken before this are among them.
    pub began_at: Instant,
}

/// The server is going down: leave the running turn to the next start.
#[derive(Clone, Copy, Debug, Message)]
#[rtype(result = "()")]
pub struct HandOver;

/// Finds the chat's actor, or starts one; None once the chats are handed over.
#[derive(Clone, Copy, Debug, Message)]
#[rtype(result = "Option<Addr<ChatActor>>")]
pub struct Find {
    pub chat_id: Uuid,
    pub user_id: Uuid,
}

/// A chat's actor has left memory.
#[derive(Clone, Copy, Debug, Message)]
#[rtype(result = "()")]
pub struct Left {
    pub chat_id: Uuid,
    /// Tells this actor from the one that may have taken its place.
    pub generation: u64,
}

/// Ends the chat's actor, if there is one, and hands its running turn over; answered when it has left.
#[derive(Clone, Copy, Debug, Message)]
#[rtype(result = "()")]
pub struct Release {
    pub chat_id: Uuid,
}

/// Hands all running turns over, and lets no chat start again; answered when every chat has left.
#[derive(Clone, Copy, Debug, Message)]
#[rtype(result = "()")]
pub struct Drain;
