use bytes::Bytes;
use serde::de::IgnoredAny;
use serde_json::{Map, Value};

use super::{Broadcast, FrameContent, LONGEST_NAME, Payload, ProtocolVersion, Push};

/// The first byte of a broadcast that a client sends.
const PUSH: u8 = 3;
/// How a binary frame's payload is written.
const RAW: u8 = 0;
const JSON: u8 = 1;
/// Kind, five lengths, encoding.
const HEADER: usize = 7;

/// Why a frame is invalid. Its sender uses another protocol.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FrameError {
    #[error("a text frame must be the JSON array [join_ref, ref, topic, event, payload]")]
    NotAnArray,
    #[error("a text frame must be a JSON object with topic, event, payload, ref and join_ref")]
    NotAnObject,
    #[error("the {0} of a frame must be a string")]
    NotText(&'static str),
    #[error("the {0} of a frame can have at most 255 bytes")]
    TooLong(&'static str),
    #[error("a payload must be a JSON object")]
    Payload,
    #[error("binary frames need protocol version 2.0.0")]
    BinaryInObjects,
    #[error("unknown kind {0} of a binary frame: use 3 (broadcast)")]
    Kind(u8),
    #[error("unknown encoding {0} of a binary frame: use 0 (raw) or 1 (JSON)")]
    Encoding(u8),
    #[error("the length of a binary frame must match its header")]
    Short,
}

/// Reads a text frame.
///
/// # Errors
/// Fails if it isn't a valid message of this version.
pub fn decode_text(version: ProtocolVersion, text: &str) -> Result<Push, FrameError> {
    match version {
        ProtocolVersion::Objects => from_object(text),
        ProtocolVersion::Arrays => from_array(text),
    }
}

fn from_array(text: &str) -> Result<Push, FrameError> {
    let fields: [Value; 5] = serde_json::from_str(text).map_err(|_| FrameError::NotAnArray)?;
    let [join_ref, reference, topic, event, payload] = fields;
    parse_push(join_ref, reference, topic, event, payload)
}

fn from_object(text: &str) -> Result<Push, FrameError> {
    let mut fields: Map<String, Value> =
        serde_json::from_str(text).map_err(|_| FrameError::NotAnObject)?;
    let mut take = |name| fields.remove(name).unwrap_or_default();
    parse_push(
        take("join_ref"),
        take("ref"),
        take("topic"),
        take("event"),
        take("payload"),
    )
}

fn parse_push(
    join_ref: Value,
    reference: Value,
    topic: Value,
    event: Value,
    payload: Value,
) -> Result<Push, FrameError> {
    let payload = match payload {
        Value::Object(members) => members,
        Value::Null => Map::new(),
        _ => return Err(FrameError::Payload),
    };
    Ok(Push {
        join_ref: optional_text("join_ref", join_ref)?,
        reference: optional_text("ref", reference)?,
        topic: name_of("topic", topic)?,
        event: name_of("event", event)?,
        payload: Payload::Object(payload),
    })
}

fn name_of(field: &'static str, value: Value) -> Result<String, FrameError> {
    optional_text(field, value)?.ok_or(FrameError::NotText(field))
}

/// References are counted, and some programs send the number itself.
fn optional_text(field: &'static str, value: Value) -> Result<Option<String>, FrameError> {
    let text = match value {
        Value::Null => return Ok(None),
        Value::String(text) => text,
        Value::Number(number) => number.to_string(),
        _ => return Err(FrameError::NotText(field)),
    };
    if text.len() > LONGEST_NAME {
        return Err(FrameError::TooLong(field));
    }
    Ok(Some(text))
}

/// Reads a binary frame: a broadcast of protocol 2.0.0.
///
/// # Errors
/// Fails if it is none.
pub fn decode_binary(version: ProtocolVersion, frame: &Bytes) -> Result<Push, FrameError> {
    if version == ProtocolVersion::Objects {
        return Err(FrameError::BinaryInObjects);
    }
    match frame.first() {
        Some(&PUSH) => {}
        Some(&kind) => return Err(FrameError::Kind(kind)),
        None => return Err(FrameError::Short),
    }
    let header: &[u8; HEADER] = frame.first_chunk().ok_or(FrameError::Short)?;
    let [_, lengths @ .., encoding] = *header;
    let mut at = HEADER;
    let mut part = |field: &'static str, length: u8| {
        let end = at + usize::from(length);
        let bytes = frame.get(at..end).ok_or(FrameError::Short)?;
        at = end;
        let text = std::str::from_utf8(bytes).map_err(|_| FrameError::NotText(field))?;
        Ok(text.to_owned())
    };
    let join_ref = part("join_ref", lengths[0])?;
    let reference = part("ref", lengths[1])?;
    let topic = part("topic", lengths[2])?;
    let event = part("event", lengths[3])?;
    // Its setting for stored messages has no effect: messages aren't stored.
    part("meta", lengths[4])?;
    let payload = frame.slice(at..);
    let content = match encoding {
        RAW => FrameContent::Bytes(payload),
        JSON => FrameContent::Json(raw_json(&payload)?),
        encoding => return Err(FrameError::Encoding(encoding)),
    };
    Ok(Push {
        join_ref: Some(join_ref).filter(|text| !text.is_empty()),
        reference: Some(reference).filter(|text| !text.is_empty()),
        topic,
        event: "broadcast".to_owned(),
        payload: Payload::Broadcast(Broadcast { event, content }),
    })
}

/// Any JSON, as it was written: the receiver parses it.
fn raw_json(bytes: &[u8]) -> Result<String, FrameError> {
    let text = std::str::from_utf8(bytes).map_err(|_| FrameError::NotText("payload"))?;
    serde_json::from_str::<IgnoredAny>(text).map_err(|_| FrameError::NotText("payload"))?;
    Ok(text.to_owned())
}
