use std::collections::VecDeque;

use portolan_blocks::{Chat, Cursor, Fold};
use portolan_chat::Published;
use uuid::Uuid;

use crate::{
    invariants::{InvariantResult, on_delivery, on_text},
    store::ChatRows,
    upstream::Truth,
};

/// Events that a slow viewer may have waiting before it is let go.
pub const INBOX: usize = 8;

/// A viewer that watches a chat, leaves, and resumes at its cursor.
pub struct SimulatedViewer {
    pub chat: usize,
    pub connection: ViewerConnection,
    pub cursor: Cursor,
    pub is_slow: bool,
    /// The frames that a slow viewer hasn't read yet.
    pub inbox: VecDeque<Published>,
    fold: Fold,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ViewerConnection {
    Away,
    /// Reads the store up to this event.
    CatchingUp {
        up_to: u64,
    },
    Live,
    /// Too slow: nothing more is sent, and what was sent can still be read.
    LetGo,
}

impl SimulatedViewer {
    pub fn new(chat: usize, is_slow: bool) -> Self {
        Self {
            chat,
            connection: ViewerConnection::Away,
            cursor: Cursor::default(),
            is_slow,
            inbox: VecDeque::new(),
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

    /// Leaves; what was on its way is lost.
    pub fn leave(&mut self) {
        self.connection = ViewerConnection::Away;
        self.inbox.clear();
    }

    pub fn receive(
        &mut self,
        published: &Published,
        rows: &ChatRows,
        truth: &Truth,
    ) -> InvariantResult {
        self.cursor = on_delivery(self.cursor, published, rows)?;
        self.fold.apply(published.cursor, published.event.clone());
        on_text(&self.fold, truth)
    }
}
