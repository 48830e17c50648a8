//! The event stream's bytes.

use portolan_blocks::{Cursor, Event, Outcome, encode_event};
use serde_json::Value;
use uuid::Uuid;

#[test]
fn event_frame_has_three_lines_and_blank_line() {
    let event = Event::ChatChanged {
        title: "Two\nlines".to_owned(),
    };
    let cursor = "7".parse().ok();
    assert_eq!(
        encode_event(cursor, &event).expect("an event is JSON"),
        "id: 7\nevent: chat.changed\ndata: {\"title\":\"Two\\nlines\"}\n\n"
    );
}

#[test]
fn delta_cursor_carries_block_length() {
    let block_id = Uuid::from_u128(1);
    let event = Event::BlockDelta {
        block_id,
        text: "🧭".to_owned(),
    };
    let cursor = Cursor {
        event: 4,
        offset: Some(12),
    };
    let frame = encode_event(Some(cursor), &event).expect("an event is JSON");
    assert!(frame.starts_with("id: 4.12\nevent: block.delta\ndata: {\"blockId\":"));
    assert!(frame.ends_with("\"text\":\"🧭\"}\n\n"));
}

#[test]
fn frame_data_equals_event_payload() {
    let event = Event::TurnFinished {
        turn_id: Uuid::from_u128(2),
        outcome: Outcome::Completed,
        error: None,
        finished_at: "2026-11-20T10:00:00Z".parse().expect("a time"),
    };
    let frame = encode_event(None, &event).expect("an event is JSON");
    let data = frame
        .strip_prefix("event: turn.finished\ndata: ")
        .and_then(|rest| rest.strip_suffix("\n\n"))
        .expect("two lines and an empty one");
    let data: Value = serde_json::from_str(data).expect("JSON");
    let whole = serde_json::to_value(&event).expect("an event is JSON");
    assert_eq!(data, whole["data"]);
}
