use bytes::Bytes;
use serde_json::{Map, Value};

/// Bytes that a topic, an event or a reference may have: binary frames count them in one byte.
pub const LONGEST_NAME: usize = 255;

/// The language of a socket, which its `vsn` names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ProtocolVersion {
    /// `1.0.0`: a frame is an object.
    Objects,
    /// `2.0.0`: a frame is an array; broadcasts are binary.
    #[default]
    Arrays,
}

impl ProtocolVersion {
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "1.0.0" => Some(Self::Objects),
            "2.0.0" => Some(Self::Arrays),
            _ => None,
        }
    }
}

/// A message from a client.
#[derive(Clone, Debug, PartialEq)]
pub struct Push {
    pub join_ref: Option<String>,
    /// The reference that the reply repeats; `ref` on the wire.
    pub reference: Option<String>,
    /// As on the wire: `realtime:` and a name, or `phoenix`.
    pub topic: String,
    pub event: String,
    pub payload: Payload,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Payload {
    Object(Map<String, Value>),
    /// The payload of a binary frame, whose header contains its type.
    Broadcast(Broadcast),
}

/// A message to everyone on a topic.
#[derive(Clone, Debug, PartialEq)]
pub struct Broadcast {
    pub event: String,
    pub content: FrameContent,
}

#[derive(Clone, Debug, PartialEq)]
pub enum FrameContent {
    /// JSON, as it was written.
    Json(String),
    Bytes(Bytes),
}

/// A frame to a client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SocketFrame {
    /// UTF-8.
    Text(Bytes),
    Binary(Bytes),
}

impl SocketFrame {
    pub fn len(&self) -> usize {
        match self {
            Self::Text(bytes) | Self::Binary(bytes) => bytes.len(),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
