use portolan_blocks::{Event, Outcome};
use serde_json::json;
use uuid::Uuid;

use crate::{
    client::TestUser,
    stream::{
        ReceivedEvent, Stream, accepted, ask, chat, events_path, fold, get_chat, post_message,
    },
    world::SCRIPTED,
};

/// Thinks, writes a few words, and then nothing more.
const STALLS: &str = "[[mock reasoning=4,tokens=20,fault=stall,after=12]]";

/// A chat with a finished turn of each model and a title.
async fn lived_in_chat(ada: &TestUser) -> Uuid {
    let chat_id = chat(ada).await;
    let source = ada.post("/api/sources", json!({"sample": "moons"})).await;
    let source_id = source.is(201).json()["id"].clone();
    let body = json!({"text": "How many moons has each planet?", "sourceIds": [source_id]});
    ask(ada, chat_id, body).await;
    let body = json!({"text": "[[mock reasoning=5,tokens=12]]", "model": SCRIPTED});
    ask(ada, chat_id, body).await;
    let title = json!({"title": "Moons"});
    ada.patch(&format!("/api/chats/{chat_id}"), title)
        .await
        .is(204);
    chat_id
}

/// All that a viewer from the beginning reads up to the chat's last event.
async fn read_all(ada: &TestUser, chat_id: Uuid, last: u64) -> Vec<ReceivedEvent> {
    let mut viewer = Stream::open(ada, chat_id).await;
    read_to(&mut viewer, last).await;
    viewer.seen
}

async fn read_to(viewer: &mut Stream, last: u64) {
    loop {
        let received = viewer.next().await.expect("the stream goes on");
        if received.id == Some(last.to_string()) {
            return;
        }
    }
}

both!(folding_the_stream_gives_the_chat, |world| {
    let ada = world.new_user("ada").await;
    let chat_id = lived_in_chat(&ada).await;
    let read = get_chat(&ada, chat_id).await;
    assert_eq!(read.turns.len(), 2);
    assert_eq!(read.title, "Moons");
    let events = read_all(&ada, chat_id, read.last_event_id).await;
    assert_eq!(fold(chat_id, &events).chat(), &read);
    // Stored ids have no gap.
    let ids: Vec<u64> = events
        .iter()
        .filter_map(|received| received.id.as_ref()?.parse().ok())
        .collect();
    assert_eq!(ids, (1..=read.last_event_id).collect::<Vec<_>>());
});

both!(finished_chat_resumes_after_every_event_id, |world| {
    let ada = world.new_user("ada").await;
    let chat_id = lived_in_chat(&ada).await;
    let last = get_chat(&ada, chat_id).await.last_event_id;
    let events = read_all(&ada, chat_id, last).await;
    for cut in 0..events.len() - 1 {
        let id = events[cut].id.as_deref().unwrap();
        let mut viewer = Stream::after(&ada, chat_id, Some(id)).await;
        read_to(&mut viewer, last).await;
        let rest: Vec<_> = viewer.seen.iter().map(|received| &received.event).collect();
        let wanted: Vec<_> = events[cut + 1..].iter().map(|event| &event.event).collect();
        assert_eq!(rest, wanted, "after {id}");
    }
});

/// A viewer that has watched a turn from its start to where it stalls.
async fn stalled(ada: &TestUser) -> (Uuid, Uuid, Stream) {
    let chat_id = chat(ada).await;
    let mut viewer = Stream::open(ada, chat_id).await;
    let body = json!({"text": STALLS, "model": SCRIPTED});
    let turn_id = accepted(&post_message(ada, chat_id, body).await);
    // The eighth chunk of text is the last one before the silence.
    viewer
        .until(|event| matches!(event, Event::BlockOpened { index: 1, .. }))
        .await;
    viewer
        .until(|event| matches!(event, Event::BlockDelta { .. }))
        .await;
    (chat_id, turn_id, viewer)
}

both!(running_turn_resumes_after_every_event_id, |world| {
    let ada = world.new_user("ada").await;
    let (chat_id, turn_id, mut live) = stalled(&ada).await;
    let cursors: Vec<String> = live
        .seen
        .iter()
        .filter_map(|received| received.id.clone())
        .collect();
    assert!(cursors.iter().any(|id| id.contains('.')), "{cursors:?}");
    let mut viewers = Vec::new();
    for id in &cursors {
        viewers.push((id, Stream::after(&ada, chat_id, Some(id)).await));
    }
    ada.post(&format!("/api/chats/{chat_id}/cancel"), json!({}))
        .await
        .is(204);
    assert_eq!(live.outcome(turn_id).await, Outcome::Cancelled);
    let read = get_chat(&ada, chat_id).await;
    assert_eq!(fold(chat_id, &live.seen).chat(), &read);
    for (id, mut viewer) in viewers {
        viewer.outcome(turn_id).await;
        let place = live
            .seen
            .iter()
            .position(|seen| seen.id.as_ref() == Some(id));
        let before = &live.seen[..=place.unwrap()];
        let known = fold(chat_id, before);
        // The viewer's state plus the resumed stream equals the chat …
        let whole = fold(chat_id, before.iter().chain(&viewer.seen));
        assert_eq!(whole.chat(), &read, "after {id}");
        // … and no text comes twice: what is stored follows exactly.
        let first = viewer
            .seen
            .iter()
            .find_map(|seen| seen.id.as_ref())
            .unwrap();
        let (known_event, first_event): (u64, u64) = (number(id), number(first));
        assert!(first_event <= known_event + 1, "{first} after {id}");
        if let Some(open) = &known.live().open {
            let text: String = viewer
                .seen
                .iter()
                .filter_map(|seen| match &seen.event {
                    Event::BlockDelta { block_id, text } if *block_id == open.block_id => {
                        Some(text.as_str())
                    }
                    _ => None,
                })
                .collect();
            let closed = serde_json::to_string(&read.turns[0].blocks).unwrap();
            let joined = format!("{}{text}", open.text);
            assert!(closed.contains(joined.trim()), "{joined:?} after {id}");
        }
    }
});

/// The event of a cursor.
fn number(id: &str) -> u64 {
    id.split('.').next().unwrap().parse().unwrap()
}

both!(cursor_that_was_never_issued_is_rejected, |world| {
    let ada = world.new_user("ada").await;
    let (chat_id, turn_id, mut viewer) = stalled(&ada).await;
    let path = events_path(chat_id);
    let open = format!("{path}?after={}.100000", viewer.last_stored());
    ada.get(&open).await.problem(400, "bad_cursor");
    ada.post(&format!("/api/chats/{chat_id}/cancel"), json!({}))
        .await
        .is(204);
    viewer.outcome(turn_id).await;
    for cursor in [
        "x",
        "-1",
        "%2B1",
        "1.",
        ".5",
        "1.2.3",
        "1e3",
        "99999",
        "99999999999999999999",
        "0x1",
        "",
    ] {
        ada.get(&format!("{path}?after={cursor}"))
            .await
            .problem(400, "bad_cursor");
    }
    let header = ada
        .request(reqwest::Method::GET, &format!("{path}?after=1"))
        .header("last-event-id", "99999");
    // The header wins over the query.
    crate::client::send(header).await.problem(400, "bad_cursor");
});

both!(two_viewers_see_the_same, |world| {
    let (ada, chat_id) = {
        let ada = world.new_user("ada").await;
        let chat_id = chat(&ada).await;
        (ada, chat_id)
    };
    let mut one = Stream::open(&ada, chat_id).await;
    let mut two = Stream::open(&ada, chat_id).await;
    let body = json!({"text": "[[mock reasoning=4,tokens=30,interval=1]]", "model": SCRIPTED});
    let turn_id = accepted(&post_message(&ada, chat_id, body).await);
    assert_eq!(one.outcome(turn_id).await, Outcome::Completed);
    assert_eq!(two.outcome(turn_id).await, Outcome::Completed);
    let seen = |viewer: &Stream| -> Vec<Event> {
        viewer.seen.iter().map(|seen| seen.event.clone()).collect()
    };
    assert_eq!(seen(&one), seen(&two));
});

both!(closing_the_stream_does_not_stop_the_turn, |world| {
    let ada = world.new_user("ada").await;
    let chat_id = chat(&ada).await;
    let mut viewer = Stream::open(&ada, chat_id).await;
    let body = json!({"text": "[[mock tokens=30,interval=2]]", "model": SCRIPTED});
    let turn_id = accepted(&post_message(&ada, chat_id, body).await);
    viewer
        .until(|event| matches!(event, Event::BlockDelta { .. }))
        .await;
    let last = viewer.seen.iter().rev().find_map(|seen| seen.id.clone());
    let mut before = std::mem::take(&mut viewer.seen);
    drop(viewer);
    let mut back = Stream::after(&ada, chat_id, last.as_deref()).await;
    assert_eq!(back.outcome(turn_id).await, Outcome::Completed);
    before.append(&mut back.seen);
    let read = get_chat(&ada, chat_id).await;
    assert_eq!(fold(chat_id, &before).chat(), &read);
});
