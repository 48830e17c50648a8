//! A viewer of a chat's event stream, as a browser's `EventSource` is one.

use std::{collections::VecDeque, time::Duration};

use portolan_blocks::{Chat, Cursor, Event, Fold, Outcome};
use reqwest::Method;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::client::{Client, HttpAnswer, send};

/// A test that waits longer for an event has failed.
const PATIENCE: Duration = Duration::from_secs(60);

/// The title of chats from [`chat`].
pub const TITLE: &str = "Sales";

/// One event with its id, as it came.
#[derive(Clone, Debug)]
pub struct ReceivedEvent {
    pub id: Option<String>,
    pub event: Event,
}

pub struct Stream {
    response: reqwest::Response,
    bytes: Vec<u8>,
    waiting: VecDeque<ReceivedEvent>,
    /// All events so far.
    pub seen: Vec<ReceivedEvent>,
}

impl Stream {
    /// From the beginning.
    pub async fn open(client: &Client, chat_id: Uuid) -> Self {
        Self::after(client, chat_id, None).await
    }

    /// From what follows this cursor.
    pub async fn after(client: &Client, chat_id: Uuid, cursor: Option<&str>) -> Self {
        let request = client.request(Method::GET, &events_path(chat_id));
        Self::of(match cursor {
            Some(cursor) => request.header("last-event-id", cursor),
            None => request,
        })
        .await
    }

    /// Of another address that streams a chat.
    pub async fn at(client: &Client, path: &str) -> Self {
        Self::of(client.request(Method::GET, path)).await
    }

    /// The events that answer a request.
    pub async fn of(request: reqwest::RequestBuilder) -> Self {
        let response = request.send().await.unwrap();
        assert_eq!(response.status(), 200);
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        Self {
            response,
            bytes: Vec::new(),
            waiting: VecDeque::new(),
            seen: Vec::new(),
        }
    }

    /// None if the server ended the stream.
    pub async fn next(&mut self) -> Option<ReceivedEvent> {
        let next = tokio::time::timeout(PATIENCE, self.read());
        let received = next.await.expect("an event within a minute")?;
        self.seen.push(received.clone());
        Some(received)
    }

    async fn read(&mut self) -> Option<ReceivedEvent> {
        loop {
            if let Some(received) = self.waiting.pop_front() {
                return Some(received);
            }
            let chunk = self.response.chunk().await.ok().flatten()?;
            self.bytes.extend_from_slice(&chunk);
            while let Some(end) = self.bytes.windows(2).position(|pair| pair == b"\n\n") {
                let frame: Vec<u8> = self.bytes.drain(..end + 2).collect();
                self.waiting
                    .extend(received(std::str::from_utf8(&frame).unwrap()));
            }
        }
    }

    /// Reads until an event is as wanted.
    pub async fn until(&mut self, is_wanted: impl Fn(&Event) -> bool) -> Event {
        loop {
            let received = self.next().await.expect("the stream goes on");
            if is_wanted(&received.event) {
                return received.event;
            }
        }
    }

    /// Reads until the turn has finished; how it did.
    pub async fn outcome(&mut self, turn_id: Uuid) -> Outcome {
        let finished = self
            .until(
                |event| matches!(event, Event::TurnFinished { turn_id: id, .. } if *id == turn_id),
            )
            .await;
        let Event::TurnFinished { outcome, .. } = finished else {
            unreachable!("only a finished turn was waited for")
        };
        outcome
    }

    /// The id of the last stored event that was seen.
    pub fn last_stored(&self) -> u64 {
        let ids = self.seen.iter().rev();
        ids.filter_map(|seen| seen.id.as_ref()?.parse().ok())
            .next()
            .unwrap_or(0)
    }
}

fn received(frame: &str) -> Option<ReceivedEvent> {
    let field = |name: &str| {
        frame
            .lines()
            .find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
    };
    let data: Value = serde_json::from_str(field("data")?).unwrap();
    let event = json!({"event": field("event").unwrap(), "data": data});
    Some(ReceivedEvent {
        id: field("id").map(str::to_owned),
        event: serde_json::from_value(event).unwrap(),
    })
}

pub fn events_path(chat_id: Uuid) -> String {
    format!("/api/chats/{chat_id}/events")
}

/// Returns the client's view of the chat after these events.
pub fn fold<'a>(chat_id: Uuid, events: impl IntoIterator<Item = &'a ReceivedEvent>) -> Fold {
    let mut fold = Fold::new(chat_id, TITLE.to_owned());
    for ReceivedEvent { id, event } in events {
        let cursor = id.as_ref().map(|id| id.parse::<Cursor>().unwrap());
        fold.apply(cursor, event.clone());
    }
    fold
}

/// A new chat with a title of its own: an untitled one is called after its first message.
pub async fn chat(client: &Client) -> Uuid {
    let answer = client.post("/api/chats", json!({"title": TITLE})).await;
    answer.is(201);
    answer.json()["id"].as_str().unwrap().parse().unwrap()
}

pub async fn get_chat(client: &Client, chat_id: Uuid) -> Chat {
    let answer = client.get(&format!("/api/chats/{chat_id}")).await;
    serde_json::from_value(answer.ok()).unwrap()
}

pub async fn post_message(client: &Client, chat_id: Uuid, body: Value) -> HttpAnswer {
    client
        .post(&format!("/api/chats/{chat_id}/messages"), body)
        .await
}

pub async fn post_with_key(client: &Client, chat_id: Uuid, key: &str, body: &Value) -> HttpAnswer {
    let path = format!("/api/chats/{chat_id}/messages");
    let request = client.request(Method::POST, &path).json(body);
    send(request.header("idempotency-key", key)).await
}

/// The turn of a 202.
pub fn accepted(answer: &HttpAnswer) -> Uuid {
    answer.is(202);
    answer.json()["turnId"].as_str().unwrap().parse().unwrap()
}

/// Sends a message and waits for the end of its turn; the chat then.
pub async fn ask(client: &Client, chat_id: Uuid, body: Value) -> Chat {
    let turn_id = accepted(&post_message(client, chat_id, body).await);
    Stream::open(client, chat_id).await.outcome(turn_id).await;
    get_chat(client, chat_id).await
}
