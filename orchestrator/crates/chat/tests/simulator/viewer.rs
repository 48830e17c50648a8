use portolan_blocks::{Chat, Cursor, Event, Fold, utf16_length};
use portolan_chat::Published;
use uuid::Uuid;

use crate::{store::ChatRows, upstream::Truth};

/// Somebody who watches a chat, leaves, and comes back to where they were.
pub struct Viewer {
    pub chat: usize,
    pub connection: Connection,
    pub cursor: Cursor,
    fold: Fold,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Connection {
    Away,
    /// Reads the store up to this event.
    CatchingUp {
        up_to: u64,
    },
    Live,
}

impl Viewer {
    pub fn new(chat: usize) -> Self {
        Self {
            chat,
            connection: Connection::Away,
            cursor: Cursor::default(),
            fold: Fold::new(Uuid::nil(), String::new()),
        }
    }

    pub fn chat_seen(&self) -> &Chat {
        self.fold.chat()
    }

    /// Whether something is left that the viewer has seen half of.
    pub fn is_inside_a_block(&self) -> bool {
        self.cursor.offset.is_some()
    }

    /// I1 and I2: every id once and in order, every text once, nothing that is not committed.
    pub fn receive(
        &mut self,
        published: &Published,
        rows: &ChatRows,
        truth: &Truth,
    ) -> Result<(), String> {
        let Published { cursor, event } = published;
        match (cursor, event) {
            (Some(cursor), Event::BlockDelta { text, .. }) => {
                let seen = self.cursor.offset.unwrap_or(0);
                let from = cursor.offset.unwrap_or(0).checked_sub(utf16_length(text));
                if cursor.event != self.cursor.event || from != Some(seen) {
                    return Err(format!("I2: {cursor} after {}", self.cursor));
                }
                self.cursor = *cursor;
            }
            (Some(cursor), event) => {
                let next = self.cursor.event + 1;
                if cursor.event != next || cursor.offset.is_some() {
                    return Err(format!("I2: event {cursor} after {}", self.cursor));
                }
                let place = usize::try_from(next - 1).expect("a place");
                if rows.events.get(place) != Some(event) {
                    return Err(format!("I1: event {cursor} is not what the log says"));
                }
                self.cursor = *cursor;
            }
            (None, event) if event.is_stored() => {
                return Err("I2: a stored event without an id".to_owned());
            }
            (None, _) => {}
        }
        self.fold.apply(*cursor, event.clone());
        self.check_text(truth)
    }

    fn check_text(&self, truth: &Truth) -> Result<(), String> {
        let Some(open) = &self.fold.live().open else {
            return Ok(());
        };
        let written = truth.get(&open.block_id).map_or("", String::as_str);
        if written.starts_with(&open.text) {
            return Ok(());
        }
        Err(format!(
            "I2: the viewer reads {:?} of {written:?}",
            open.text
        ))
    }
}
