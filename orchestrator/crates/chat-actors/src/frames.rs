//! Events as the bytes that viewers read.

use bytes::BytesMut;
use portolan_blocks::{Cursor, Event};
use portolan_domain::BoardAddition;
use serde_json::Value;

pub fn encode_frames(published: &portolan_chat::Published, frames: &mut BytesMut) {
    encode_event(published.cursor, &published.event, frames);
}

/// Returns the event for elements added to a board: nodes and edges as the board's own route gives them.
pub fn board_event(addition: &BoardAddition) -> Event {
    Event::BoardChanged {
        board_id: addition.board_id,
        revision: addition.revision,
        nodes: to_values(&addition.nodes),
        edges: to_values(&addition.edges),
    }
}

fn to_values<T: serde::Serialize>(items: &[T]) -> Vec<Value> {
    items
        .iter()
        .filter_map(|item| serde_json::to_value(item).ok())
        .collect()
}

pub fn encode_event(cursor: Option<Cursor>, event: &Event, frames: &mut BytesMut) {
    match portolan_blocks::encode_event(cursor, event) {
        Ok(frame) => frames.extend_from_slice(frame.as_bytes()),
        Err(error) => tracing::error!(error.cause = %error, "event could not be encoded"),
    }
}
