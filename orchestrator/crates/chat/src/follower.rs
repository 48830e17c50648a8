//! The stream of a chat on a server that does not own the chat.
//!
//! Stored events are read from the log. What is not stored, such as the text of the open block, comes from the owner as
//! [`LiveBatch`]es, which may be lost, repeated or reordered: ids and offsets say what is new, and a gap is closed from
//! the log or from the owner's [`LiveTail`].

use std::collections::VecDeque;

use portolan_blocks::{Cursor, Event, StoredEvent, after_utf16, utf16_length};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::{
    Effect, Published, Recovered, Resume,
    outbox::{BlockTail, EventOutbox},
    resume::resume_stream,
};

/// Batches that wait for the log to be read; later ones are dropped and their text is fetched.
const HELD_BATCHES: usize = 64;

/// Events that the owner has just published, without the stored ones.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LiveBatch {
    /// The owner's epoch and the batch's number in it, which order all batches of a chat.
    pub epoch: u64,
    pub number: u64,
    /// The newest stored event that the owner has published.
    pub published_id: u64,
    pub events: Vec<LiveEvent>,
}

/// An event that is not stored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum LiveEvent {
    /// Text of the block that is open after the stored event `after`, which is `length` UTF-16 units long with it.
    Delta {
        after: u64,
        length: u64,
        block_id: Uuid,
        text: String,
    },
    Unnumbered(Event),
}

/// The open block as the owner has published it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LiveTail {
    pub published_id: u64,
    /// The open block and its text; None without an open block, or without known text.
    pub block: Option<(Uuid, String)>,
}

/// The information that a follower lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missing {
    Nothing,
    /// Stored events after [`Follower::last_id`].
    Events,
    /// The owner's [`LiveTail`].
    Tail,
}

/// A copy of a chat's stream: what its owner has published.
#[derive(Clone, Debug)]
pub struct Follower {
    outbox: EventOutbox,
    /// Epoch and number of the newest batch.
    seen: (u64, u64),
    /// Batches about events that have yet to be read.
    held: VecDeque<LiveBatch>,
    /// Text of the open block is known to be missing.
    has_gap: bool,
}

impl LiveEvent {
    /// Returns the event as it is sent to followers; None for a stored event.
    pub fn of(published: &Published) -> Option<Self> {
        match (&published.event, published.cursor) {
            (
                Event::BlockDelta { block_id, text },
                Some(Cursor {
                    event,
                    offset: Some(length),
                }),
            ) => Some(Self::Delta {
                after: event,
                length,
                block_id: *block_id,
                text: text.clone(),
            }),
            (event, None) => Some(Self::Unnumbered(event.clone())),
            _ => None,
        }
    }
}

impl Follower {
    /// Begins where the log stands. The text of an open block is not in the log and has to be fetched.
    pub fn recover(recovered: Recovered) -> Self {
        let unfinished = recovered.unfinished.as_ref();
        // The owner goes on while the log is read.
        let newest = unfinished
            .and_then(|turn| turn.events.last())
            .map_or(0, |stored| stored.id);
        let tail = unfinished.and_then(|turn| BlockTail::of_log(&turn.events));
        Self {
            outbox: EventOutbox::new(recovered.last_event_id.max(newest), tail),
            seen: (0, 0),
            held: VecDeque::new(),
            has_gap: false,
        }
    }

    /// The newest stored event that is published.
    pub fn last_id(&self) -> u64 {
        self.outbox.published_id()
    }

    pub fn missing(&self) -> Missing {
        let is_text_unknown = |tail: &BlockTail| tail.streams && tail.text.is_none();
        if !self.held.is_empty() {
            Missing::Events
        } else if self.has_gap || self.outbox.tail().is_some_and(is_text_unknown) {
            Missing::Tail
        } else {
            Missing::Nothing
        }
    }

    /// Takes a batch of the owner; returns what it adds to the stream.
    pub fn take_batch(&mut self, batch: LiveBatch) -> Vec<Published> {
        let mut effects = Vec::new();
        if batch.published_id <= self.last_id() {
            self.apply(batch, &mut effects);
        } else if self.held.len() < HELD_BATCHES {
            self.held.push_back(batch);
        }
        published(effects)
    }

    /// Takes the stored events after [`Self::last_id`], in order; returns what they add to the stream.
    pub fn take_events(&mut self, events: Vec<StoredEvent>) -> Vec<Published> {
        let mut effects = Vec::new();
        for stored in events {
            if stored.id == self.last_id() + 1 {
                self.outbox.stored_elsewhere(stored, &mut effects);
                self.has_gap = false;
            }
        }
        for batch in std::mem::take(&mut self.held) {
            // A batch is sent after its events are committed, so the log that was read may only be older.
            if batch.published_id <= self.last_id() {
                self.apply(batch, &mut effects);
            } else {
                self.held.push_back(batch);
            }
        }
        published(effects)
    }

    /// Takes the open block from its owner; returns the text that was missing.
    pub fn take_tail(&mut self, tail: LiveTail) -> Vec<Published> {
        let mut effects = Vec::new();
        if tail.published_id > self.last_id() {
            // Its text is fetched again when the events before it are read.
            return self.take_batch(LiveBatch {
                epoch: 0,
                number: 0,
                published_id: tail.published_id,
                events: Vec::new(),
            });
        }
        if tail.published_id == self.last_id() {
            self.has_gap = false;
            if let Some((block_id, text)) = tail.block {
                self.complete_block(block_id, text, &mut effects);
            }
        }
        published(effects)
    }

    /// Says what a viewer at this cursor gets next. `Ahead`: the cursor or the text before it is not known here yet.
    pub fn resume(&mut self, cursor: Cursor) -> Resume {
        if cursor.event > self.last_id() {
            return Resume::Ahead;
        }
        let is_at_end = cursor.event == self.last_id();
        if is_at_end && self.missing() == Missing::Tail {
            return Resume::Ahead;
        }
        match resume_stream(&self.outbox, self.last_id(), cursor) {
            // The owner may have sent more of the block than came here.
            Resume::Bad => {
                self.has_gap = true;
                Resume::Ahead
            }
            resume => resume,
        }
    }

    fn apply(&mut self, batch: LiveBatch, effects: &mut Vec<Effect>) {
        let place = (batch.epoch, batch.number);
        let is_new = place > self.seen;
        for event in batch.events {
            match event {
                LiveEvent::Delta {
                    after,
                    length,
                    block_id,
                    text,
                } => {
                    if after == self.last_id() {
                        self.append_delta(block_id, &text, length, effects);
                    }
                }
                // It has no number of its own that would tell a repeated one.
                LiveEvent::Unnumbered(event) if is_new => self.outbox.push_live(
                    Published {
                        cursor: None,
                        event,
                    },
                    effects,
                ),
                LiveEvent::Unnumbered(_) => {}
            }
        }
        self.seen = self.seen.max(place);
    }

    fn append_delta(&mut self, block_id: Uuid, text: &str, length: u64, effects: &mut Vec<Effect>) {
        // Block ids are unique, so that text of an earlier owner cannot get into a later owner's block.
        let Some(tail) = self.outbox.tail().filter(|tail| tail.block_id == block_id) else {
            return;
        };
        let from = length.saturating_sub(utf16_length(text));
        let known = tail.text.as_deref().map(utf16_length);
        match known {
            Some(known) if length <= known => {}
            Some(known) if from <= known => match after_utf16(text, known - from) {
                Some(rest) => {
                    let rest = rest.to_owned();
                    self.outbox.push_delta(block_id, rest, length, effects);
                }
                None => self.has_gap = true,
            },
            _ => self.has_gap = true,
        }
    }

    fn complete_block(&mut self, block_id: Uuid, text: String, effects: &mut Vec<Effect>) {
        let Some(tail) = self.outbox.tail().filter(|tail| tail.block_id == block_id) else {
            return;
        };
        let length = utf16_length(&text);
        match tail.text.as_deref().map(utf16_length) {
            // The text was unknown until now, so there are no subscribers to send it to.
            None => self.outbox.know_tail(text),
            Some(known) if known < length => {
                if let Some(rest) = after_utf16(&text, known) {
                    let rest = rest.to_owned();
                    self.outbox.push_delta(block_id, rest, length, effects);
                }
            }
            Some(_) => {}
        }
    }
}

fn published(effects: Vec<Effect>) -> Vec<Published> {
    let publish = |effect| match effect {
        Effect::Publish(published) => Some(published),
        _ => None,
    };
    effects.into_iter().filter_map(publish).collect()
}
