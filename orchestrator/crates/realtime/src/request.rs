use serde_json::{Map, Value};

use super::{Broadcast, ChannelJoin, FrameContent, JoinError, LONGEST_NAME, Payload, Push};

/// The origin of a push, which receives the reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PushOrigin {
    pub join_ref: Option<String>,
    pub reference: Option<String>,
    pub topic: String,
}

/// A request of a client.
#[derive(Clone, Debug, PartialEq)]
pub enum ClientRequest {
    Heartbeat,
    Join(Box<ChannelJoin>),
    Leave,
    /// Its access token has changed; None if it is no one's any more.
    AccessToken(Option<String>),
    Broadcast(Broadcast),
    Track(Map<String, Value>),
    Untrack,
}

/// Why a request is rejected; the socket stays open.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RequestError {
    #[error(transparent)]
    Join(#[from] JoinError),
    #[error("a broadcast's event name must have 1 to 255 bytes")]
    BroadcastEvent,
    #[error("a presence message must be track or untrack")]
    PresenceEvent,
    #[error("the tracked value must be an object")]
    PresencePayload,
    #[error("unknown event {0}")]
    UnknownEvent(String),
}

impl ClientRequest {
    /// Parses the request of a push.
    pub fn of(push: Push) -> (PushOrigin, Result<Self, RequestError>) {
        let place = PushOrigin {
            join_ref: push.join_ref,
            reference: push.reference,
            topic: push.topic,
        };
        let request = match push.payload {
            Payload::Broadcast(broadcast) => check_broadcast(broadcast),
            Payload::Object(payload) => from_object(&push.event, payload),
        };
        (place, request)
    }
}

fn from_object(
    event: &str,
    mut payload: Map<String, Value>,
) -> Result<ClientRequest, RequestError> {
    match event {
        "heartbeat" => Ok(ClientRequest::Heartbeat),
        "phx_join" => Ok(ClientRequest::Join(Box::new(ChannelJoin::parse(payload)?))),
        "phx_leave" => Ok(ClientRequest::Leave),
        "access_token" => Ok(ClientRequest::AccessToken(
            match payload.remove("access_token") {
                Some(Value::String(token)) => Some(token),
                _ => None,
            },
        )),
        "broadcast" => {
            let Some(Value::String(event)) = payload.remove("event") else {
                return Err(RequestError::BroadcastEvent);
            };
            let content = payload
                .remove("payload")
                .unwrap_or_else(|| Map::new().into());
            check_broadcast(Broadcast {
                event,
                content: FrameContent::Json(content.to_string()),
            })
        }
        "presence" => {
            let event = payload.get("event").and_then(Value::as_str).unwrap_or("");
            match event.to_ascii_lowercase().as_str() {
                "track" => match payload.remove("payload") {
                    Some(Value::Object(tracked)) => Ok(ClientRequest::Track(tracked)),
                    None | Some(Value::Null) => Ok(ClientRequest::Track(Map::new())),
                    Some(_) => Err(RequestError::PresencePayload),
                },
                "untrack" => Ok(ClientRequest::Untrack),
                _ => Err(RequestError::PresenceEvent),
            }
        }
        other => Err(RequestError::UnknownEvent(other.to_owned())),
    }
}

fn check_broadcast(broadcast: Broadcast) -> Result<ClientRequest, RequestError> {
    if broadcast.event.is_empty() || broadcast.event.len() > LONGEST_NAME {
        return Err(RequestError::BroadcastEvent);
    }
    Ok(ClientRequest::Broadcast(broadcast))
}
