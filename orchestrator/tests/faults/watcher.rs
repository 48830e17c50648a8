//! A viewer that watches a chat like a browser: it always resumes at its cursor.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use portolan_blocks::{Cursor, Event, Fold, utf16_length};
use reqwest::{Method, Response};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::client::{ApiUser, patiently};

/// One event as it came.
#[derive(Clone, Debug)]
pub struct StreamFrame {
    pub cursor: Option<Cursor>,
    pub event: Event,
    /// The bytes of its data.
    pub data: String,
}

/// The manner of watching.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    Steady,
    /// Leaves after each event.
    Restless,
}

pub struct Watcher {
    pub chat_id: Uuid,
    seen: Arc<Mutex<WatchRecord>>,
    task: tokio::task::JoinHandle<()>,
}

#[derive(Clone, Debug, Default)]
pub struct WatchRecord {
    pub frames: Vec<StreamFrame>,
    /// How often the stream was opened.
    pub openings: u64,
    /// The faults of the stream itself.
    pub wrong: Option<String>,
}

impl Watcher {
    pub fn start(user: &ApiUser, chat_id: Uuid, manner: Manner) -> Self {
        let seen: Arc<Mutex<WatchRecord>> = Arc::default();
        let (user, watched) = (user.clone(), Arc::clone(&seen));
        let task = tokio::task::spawn_local(async move {
            loop {
                watch(&user, chat_id, manner, &watched).await;
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        });
        Self {
            chat_id,
            seen,
            task,
        }
    }

    pub fn seen(&self) -> WatchRecord {
        self.seen.lock().unwrap().clone()
    }

    pub fn last(&self) -> Cursor {
        last(&self.seen.lock().unwrap())
    }

    pub fn has_seen(&self, is_wanted: impl Fn(&Event) -> bool) -> bool {
        let seen = self.seen.lock().unwrap();
        seen.frames.iter().any(|frame| is_wanted(&frame.event))
    }

    /// Waits until an event matches.
    pub async fn until(&self, is_wanted: impl Fn(&Event) -> bool) {
        patiently("an event", async || self.has_seen(&is_wanted).then_some(())).await;
    }

    /// Waits until its stream was opened so often.
    pub async fn opens(&self, times: u64) {
        patiently("an opened stream", async || {
            (self.seen.lock().unwrap().openings >= times).then_some(())
        })
        .await;
    }

    /// Waits until everything up to this event has come.
    pub async fn reach(&self, event: u64) {
        patiently("the rest of the stream", async || {
            let seen = self.seen.lock().unwrap();
            (seen.wrong.is_some() || last(&seen).event >= event).then_some(())
        })
        .await;
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl WatchRecord {
    /// Returns the watcher's view of the chat; an error if an id or text was duplicated or skipped.
    pub fn fold(&self, chat_id: Uuid) -> Result<Fold, String> {
        if let Some(wrong) = &self.wrong {
            return Err(wrong.clone());
        }
        let mut fold = Fold::new(chat_id, "Faults".to_owned());
        let mut before = Cursor::default();
        for StreamFrame { cursor, event, .. } in &self.frames {
            if let Some(cursor) = *cursor {
                let follows = match event {
                    Event::BlockDelta { text, .. } => {
                        let from = cursor.offset.unwrap_or(0).checked_sub(utf16_length(text));
                        cursor.event == before.event && from == Some(before.offset.unwrap_or(0))
                    }
                    _ => cursor == Cursor::stored(before.event + 1),
                };
                if !follows {
                    return Err(format!("{} {cursor} came after {before}", event.name()));
                }
                before = cursor;
            }
            fold.apply(*cursor, event.clone());
        }
        Ok(fold)
    }
}

fn last(seen: &WatchRecord) -> Cursor {
    let cursors = seen.frames.iter().rev();
    cursors
        .filter_map(|frame| frame.cursor)
        .next()
        .unwrap_or_default()
}

/// Reads one stream until it ends, or the watcher leaves.
async fn watch(user: &ApiUser, chat_id: Uuid, manner: Manner, seen: &Mutex<WatchRecord>) {
    let cursor = last(&seen.lock().unwrap());
    let Some(mut response) = open(user, chat_id, cursor, seen).await else {
        return;
    };
    let mut bytes = Vec::new();
    // How far no frame ends.
    let mut searched = 0;
    while let Ok(Some(chunk)) = response.chunk().await {
        bytes.extend_from_slice(&chunk);
        while let Some(end) = bytes[searched..]
            .windows(2)
            .position(|pair| pair == b"\n\n")
        {
            let frame: Vec<u8> = bytes.drain(..searched + end + 2).collect();
            searched = 0;
            let Some(frame) = read(&frame) else { continue };
            let has_id = frame.cursor.is_some();
            seen.lock().unwrap().frames.push(frame);
            if manner == Manner::Restless && has_id {
                return;
            }
        }
        searched = bytes.len().saturating_sub(1);
    }
}

async fn open(
    user: &ApiUser,
    chat_id: Uuid,
    cursor: Cursor,
    seen: &Mutex<WatchRecord>,
) -> Option<Response> {
    let request = user.request(Method::GET, &format!("/api/chats/{chat_id}/events"));
    let request = match cursor == Cursor::default() {
        true => request,
        false => request.header("last-event-id", cursor.to_string()),
    };
    let response = request.send().await.ok()?;
    let mut seen = seen.lock().unwrap();
    match response.status().as_u16() {
        200 => {
            seen.openings += 1;
            Some(response)
        }
        // The server is busy or going down; it is asked again.
        503 => None,
        status => {
            seen.wrong = Some(format!(
                "the stream after {cursor} is answered with {status}"
            ));
            None
        }
    }
}

fn read(frame: &[u8]) -> Option<StreamFrame> {
    let text = std::str::from_utf8(frame).ok()?;
    let field = |name: &str| {
        text.lines()
            .find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
    };
    let data = field("data")?;
    let value: Value = serde_json::from_str(data).ok()?;
    let event = json!({"event": field("event")?, "data": value});
    Some(StreamFrame {
        cursor: field("id").and_then(|id| id.parse().ok()),
        event: serde_json::from_value(event).ok()?,
        data: data.to_owned(),
    })
}
