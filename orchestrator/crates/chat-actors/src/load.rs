//! The load of this process, for the drain to wait for and for `/metrics` to report.

use std::sync::{
    Arc,
    atomic::{AtomicBool, AtomicUsize, Ordering},
};

use tokio::sync::watch;

/// Counts live chats and running turns. Clones count together.
#[derive(Clone, Debug)]
pub struct Load(Arc<LoadCounts>);

#[derive(Debug)]
struct LoadCounts {
    chats: AtomicUsize,
    turns: watch::Sender<usize>,
    is_draining: AtomicBool,
}

/// One live chat; it is counted until this is dropped.
#[derive(Debug)]
pub struct LiveChat {
    load: Load,
    has_turn: bool,
}

impl Default for Load {
    fn default() -> Self {
        Self(Arc::new(LoadCounts {
            chats: AtomicUsize::new(0),
            turns: watch::Sender::new(0),
            is_draining: AtomicBool::new(false),
        }))
    }
}

impl Load {
    pub fn chats(&self) -> usize {
        self.0.chats.load(Ordering::Relaxed)
    }

    pub fn turns(&self) -> usize {
        *self.0.turns.borrow()
    }

    pub fn chat(&self) -> LiveChat {
        self.0.chats.fetch_add(1, Ordering::Relaxed);
        LiveChat {
            load: self.clone(),
            has_turn: false,
        }
    }

    /// From now on no turn begins here.
    pub fn drain(&self) {
        self.0.is_draining.store(true, Ordering::Relaxed);
    }

    pub fn is_draining(&self) -> bool {
        self.0.is_draining.load(Ordering::Relaxed)
    }

    /// Returns how many wait until no turn runs.
    #[cfg(feature = "testing")]
    pub fn waiting(&self) -> usize {
        self.0.turns.receiver_count()
    }

    /// Returns when no turn runs.
    pub async fn wait_for_no_turns(&self) {
        // The sender lives as long as this borrows it.
        let _ = self.0.turns.subscribe().wait_for(|turns| *turns == 0).await;
    }
}

impl LiveChat {
    /// Whether a turn of the chat runs now.
    pub fn runs(&mut self, has_turn: bool) {
        if has_turn == self.has_turn {
            return;
        }
        self.has_turn = has_turn;
        self.load.0.turns.send_modify(|turns| {
            *turns = if has_turn {
                *turns + 1
            } else {
                turns.saturating_sub(1)
            };
        });
    }
}

impl Drop for LiveChat {
    fn drop(&mut self) {
        self.runs(false);
        self.load.0.chats.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn drain_waits_until_last_turn_ends() {
        let load = Load::default();
        let (mut one, mut other) = (load.chat(), load.chat());
        one.runs(true);
        one.runs(true);
        other.runs(true);
        assert_eq!((load.chats(), load.turns()), (2, 2));
        one.runs(false);
        drop(other);
        load.wait_for_no_turns().await;
        assert_eq!((load.chats(), load.turns()), (1, 0));
    }
}
