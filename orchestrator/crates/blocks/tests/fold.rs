//! The golden fixtures that the TypeScript fold reproduces too. Every fold starts with the
//! fixture's chat id and an empty title.

use std::{fs, path::Path};

use portolan_blocks::{Chat, Cursor, Event, Fold};
use serde::Deserialize;
use serde_json::Value;

#[derive(Deserialize)]
struct FoldFixture {
    name: String,
    events: Vec<Value>,
    chat: Value,
}

/// An event with its id in the stream.
fn parse_event(event: &Value) -> (Option<Cursor>, Event) {
    let id = event.get("id").and_then(Value::as_str);
    let cursor = id.map(|id| id.parse().expect("an id is a cursor"));
    let event = serde_json::from_value(event.clone()).expect("an event of the contract");
    (cursor, event)
}

fn read_fixtures() -> Vec<FoldFixture> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/fold");
    let mut paths: Vec<_> = fs::read_dir(folder)
        .expect("the fixtures' folder")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.sort();
    paths
        .iter()
        .map(|path| {
            let text = fs::read_to_string(path).expect("a readable fixture");
            serde_json::from_str(&text).unwrap_or_else(|error| panic!("{path:?}: {error}"))
        })
        .collect()
}

fn chat_id(fixture: &FoldFixture) -> uuid::Uuid {
    serde_json::from_value(fixture.chat["id"].clone()).expect("an id")
}

fn fold_events<'a>(fixture: &FoldFixture, events: impl IntoIterator<Item = &'a Value>) -> Fold {
    let mut fold = Fold::new(chat_id(fixture), String::new());
    for event in events {
        let (cursor, event) = parse_event(event);
        fold.apply(cursor, event);
    }
    fold
}

#[test]
fn folded_events_equal_stored_chat_byte_for_byte() {
    let fixtures = read_fixtures();
    assert!(fixtures.len() >= 10, "the golden set is missing");
    for fixture in &fixtures {
        let chat = fold_events(fixture, &fixture.events).into_chat();
        let written = serde_json::to_value(&chat).expect("a chat is JSON");
        assert_eq!(written, fixture.chat, "{}", fixture.name);
        let read: Chat = serde_json::from_value(written).expect("a chat reads what it wrote");
        assert_eq!(read, chat, "{}", fixture.name);
    }
}

#[test]
fn events_round_trip_through_their_wire_format() {
    for fixture in read_fixtures() {
        for given in &fixture.events {
            let (cursor, event) = parse_event(given);
            let written = serde_json::to_value(&event).expect("an event is JSON");
            assert_eq!(written["event"], given["event"]);
            assert_eq!(written["data"], given["data"], "{}", fixture.name);
            assert_eq!(event.name(), given["event"]);
            if event.is_stored() {
                assert!(cursor.is_some_and(|cursor| cursor.offset.is_none()));
            }
        }
    }
}

#[test]
fn stored_events_alone_rebuild_same_chat() {
    for fixture in read_fixtures() {
        let stored = fixture
            .events
            .iter()
            .filter(|event| parse_event(event).1.is_stored());
        let chat = fold_events(&fixture, stored).into_chat();
        let written = serde_json::to_value(chat).expect("a chat is JSON");
        assert_eq!(written, fixture.chat, "{}", fixture.name);
    }
}

#[test]
fn folding_events_again_changes_nothing() {
    for fixture in read_fixtures() {
        for cut in 0..=fixture.events.len() {
            let again = fixture.events[..cut].iter().chain(&fixture.events);
            assert_eq!(
                fold_events(&fixture, again).chat(),
                fold_events(&fixture, &fixture.events).chat(),
                "{} from {cut}",
                fixture.name
            );
        }
    }
}

#[test]
fn open_block_length_follows_deltas_until_closed() {
    for fixture in read_fixtures() {
        let mut fold = Fold::new(chat_id(&fixture), String::new());
        for given in &fixture.events {
            let (cursor, event) = parse_event(given);
            fold.apply(cursor, event.clone());
            let length = fold.live().open.as_ref().map(|open| open.utf16_length);
            if let Event::BlockDelta { .. } = event {
                assert_eq!(length, cursor.and_then(|cursor| cursor.offset));
            }
            if let Event::BlockClosed { .. } | Event::BlockDiscarded { .. } = event {
                assert_eq!(length, None);
            }
        }
    }
}
