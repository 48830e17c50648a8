use bytes::{BufMut, Bytes, BytesMut};
use serde::Serialize;
use serde_json::{Value, json, value::RawValue};

use super::{Broadcast, FrameContent, LONGEST_NAME, ProtocolVersion, PushOrigin, SocketFrame};

/// The first byte of a broadcast that a client receives, and how its payload is written.
const BROADCAST: u8 = 4;
const RAW: u8 = 0;
const JSON: u8 = 1;

/// The reply to a push.
#[derive(Clone, Debug, PartialEq)]
pub enum PushReply {
    /// With what belongs to it, an object.
    Ok(Value),
    /// Contains the reason, which the client shows verbatim.
    Refused(String),
}

impl PushReply {
    /// The reply to the push that came from `place`.
    pub fn frame(&self, version: ProtocolVersion, place: &PushOrigin) -> SocketFrame {
        let payload = match self {
            Self::Ok(response) => json!({"status": "ok", "response": response}),
            Self::Refused(reason) => {
                json!({"status": "error", "response": {"reason": reason}})
            }
        };
        encode_message(
            version,
            place.join_ref.as_deref(),
            place.reference.as_deref(),
            &place.topic,
            "phx_reply",
            &payload,
        )
    }
}

#[derive(Serialize)]
struct Object<'a, P> {
    topic: &'a str,
    event: &'a str,
    payload: &'a P,
    r#ref: Option<&'a str>,
    join_ref: Option<&'a str>,
}

/// A text frame. The payload is an object: the client looks into it.
pub fn encode_message(
    version: ProtocolVersion,
    join_ref: Option<&str>,
    reference: Option<&str>,
    topic: &str,
    event: &str,
    payload: &impl Serialize,
) -> SocketFrame {
    let text = match version {
        ProtocolVersion::Arrays => {
            serde_json::to_vec(&(join_ref, reference, topic, event, payload))
        }
        ProtocolVersion::Objects => serde_json::to_vec(&Object {
            topic,
            event,
            payload,
            r#ref: reference,
            join_ref,
        }),
    };
    // Payloads have string keys and finite numbers, so that this always works.
    SocketFrame::Text(text.unwrap_or_default().into())
}

/// Returns a `system` message of the server about a channel.
pub fn system_frame(
    version: ProtocolVersion,
    join_ref: Option<&str>,
    topic: &str,
    extension: &str,
    outcome: Result<&str, &str>,
) -> SocketFrame {
    let (status, message) = match outcome {
        Ok(message) => ("ok", message),
        Err(message) => ("error", message),
    };
    let payload = json!({
        "extension": extension,
        "status": status,
        "message": message,
        "channel": topic.strip_prefix("realtime:").unwrap_or(topic),
    });
    encode_message(version, join_ref, None, topic, "system", &payload)
}

#[derive(Serialize)]
struct TextBroadcast<'a> {
    r#type: &'static str,
    event: &'a str,
    payload: &'a RawValue,
}

/// A broadcast on its way to the members of `topic`; None if the version cannot say it: raw
/// bytes are of protocol 2.0.0 only.
pub fn encode_broadcast(
    version: ProtocolVersion,
    topic: &str,
    broadcast: &Broadcast,
) -> Option<SocketFrame> {
    match version {
        ProtocolVersion::Objects => {
            let FrameContent::Json(text) = &broadcast.content else {
                return None;
            };
            let payload = TextBroadcast {
                r#type: "broadcast",
                event: &broadcast.event,
                payload: serde_json::from_str(text).ok()?,
            };
            Some(encode_message(
                version,
                None,
                None,
                topic,
                "broadcast",
                &payload,
            ))
        }
        ProtocolVersion::Arrays => binary_frame(topic, broadcast).map(SocketFrame::Binary),
    }
}

fn binary_frame(topic: &str, broadcast: &Broadcast) -> Option<Bytes> {
    let (encoding, payload) = match &broadcast.content {
        FrameContent::Json(text) => (JSON, text.as_bytes()),
        FrameContent::Bytes(bytes) => (RAW, bytes.as_ref()),
    };
    let event = broadcast.event.as_bytes();
    let length = |name: &[u8]| u8::try_from(name.len().min(LONGEST_NAME + 1)).ok();
    let mut frame = BytesMut::with_capacity(5 + topic.len() + event.len() + payload.len());
    frame.put_slice(&[
        BROADCAST,
        length(topic.as_bytes())?,
        length(event)?,
        0,
        encoding,
    ]);
    frame.put_slice(topic.as_bytes());
    frame.put_slice(event);
    frame.put_slice(payload);
    Some(frame.freeze())
}
