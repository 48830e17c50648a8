use std::collections::VecDeque;

use portolan_blocks::{BlockType, Cursor, Event, StoredEvent};
use uuid::Uuid;

use crate::{Commit, Effect, Published, Settlement, StoredStep};

/// Numbers events, groups them into commits, and publishes them in order afterwards.
#[derive(Clone, Debug)]
pub(crate) struct EventOutbox {
    /// The id given to the newest stored event, committed or not.
    last_id: u64,
    /// The id of the newest event that is committed and published.
    published_id: u64,
    /// Not yet published; the front is a stored event that waits for its commit.
    waiting: VecDeque<PendingEvent>,
    next: CommitParts,
    in_flight: Option<UnderWay>,
    tail: Option<BlockTail>,
}

#[derive(Clone, Debug)]
struct PendingEvent {
    stored_id: Option<u64>,
    published: Published,
}

/// The parts of the next commit besides events.
#[derive(Clone, Debug, Default)]
struct CommitParts {
    steps: Vec<StoredStep>,
    attempts: Option<u32>,
    raise_hold: Option<u64>,
    settlement: Option<Settlement>,
}

#[derive(Clone, Copy, Debug)]
struct UnderWay {
    last_id: u64,
}

/// The open block as the viewers know it.
#[derive(Clone, Debug)]
pub(crate) struct BlockTail {
    pub block_id: Uuid,
    pub streams: bool,
    /// None after a restart: what was sent of it is not known, and it is about to be discarded.
    pub text: Option<String>,
}

impl BlockTail {
    /// Returns the block that these events leave open; its text is not in the log.
    pub fn of_log(events: &[StoredEvent]) -> Option<Self> {
        let last = events.iter().rev().find_map(|stored| match &stored.event {
            Event::BlockOpened {
                block_id,
                block_type,
                ..
            } => Some(Some((*block_id, *block_type))),
            Event::BlockClosed { .. } | Event::BlockDiscarded { .. } => Some(None),
            _ => None,
        });
        let (block_id, block_type) = last??;
        Some(Self {
            block_id,
            streams: is_streaming(block_type),
            text: None,
        })
    }
}

/// Whether viewers get the text of such a block while it is written.
pub(crate) fn is_streaming(block_type: BlockType) -> bool {
    matches!(block_type, BlockType::Text | BlockType::Thinking)
}

impl EventOutbox {
    pub fn new(last_id: u64, tail: Option<BlockTail>) -> Self {
        Self {
            last_id,
            published_id: last_id,
            waiting: VecDeque::new(),
            next: CommitParts::default(),
            in_flight: None,
            tail,
        }
    }

    pub fn last_id(&self) -> u64 {
        self.last_id
    }

    pub fn published_id(&self) -> u64 {
        self.published_id
    }

    pub fn tail(&self) -> Option<&BlockTail> {
        self.tail.as_ref()
    }

    /// Completes an open block whose text was not known.
    pub fn know_tail(&mut self, text: String) {
        if let Some(tail) = &mut self.tail {
            tail.text = Some(text);
        }
    }

    pub fn is_empty(&self) -> bool {
        self.in_flight.is_none() && !self.has_work()
    }

    /// How many events wait for their commit.
    pub fn backlog_length(&self) -> usize {
        self.waiting.len()
    }

    pub fn store(&mut self, event: Event) {
        // Ids are assigned before the commit so that later events can refer to them.
        self.last_id += 1;
        self.waiting.push_back(PendingEvent {
            stored_id: Some(self.last_id),
            published: Published {
                cursor: Some(cursor_at(self.last_id)),
                event,
            },
        });
    }

    /// An event that another transaction has committed under the next id.
    pub fn stored_elsewhere(&mut self, event: StoredEvent, effects: &mut Vec<Effect>) {
        // Begin transactions run only with an empty outbox, so this event can't overtake a waiting
        // one.
        self.last_id = event.id;
        self.publish_now(
            Some(event.id),
            Published {
                cursor: Some(cursor_at(event.id)),
                event: event.event,
            },
            effects,
        );
    }

    /// Text of the open block, which is `length` UTF-16 units long after it.
    pub fn push_delta(
        &mut self,
        block_id: Uuid,
        text: String,
        length: u64,
        effects: &mut Vec<Effect>,
    ) {
        let cursor = Some(Cursor {
            event: self.last_id,
            offset: Some(length),
        });
        // Deltas behind a commit are merged: a slow database must not grow the queue per token.
        if let Some(last) = self.waiting.back_mut()
            && let Event::BlockDelta { text: waiting, .. } = &mut last.published.event
        {
            waiting.push_str(&text);
            last.published.cursor = cursor;
            return;
        }
        self.push_live(
            Published {
                cursor,
                event: Event::BlockDelta { block_id, text },
            },
            effects,
        );
    }

    /// Sends an event that is not stored, in its order.
    pub fn push_live(&mut self, published: Published, effects: &mut Vec<Effect>) {
        // An unstored event must not overtake a stored one that still waits for its commit.
        if self.waiting.is_empty() {
            self.publish_now(None, published, effects);
        } else {
            self.waiting.push_back(PendingEvent {
                stored_id: None,
                published,
            });
        }
    }

    pub fn push_step(&mut self, step: StoredStep) {
        // The request shares the step's commit, so a journaled step never lacks the hold that it
        // asks for.
        self.next.raise_hold = step.next_hold;
        self.next.steps.push(step);
    }

    pub fn raise_hold(&mut self, credits: u64) {
        self.next.raise_hold = Some(credits);
    }

    pub fn set_attempts(&mut self, attempts: u32) {
        self.next.attempts = Some(attempts);
    }

    pub fn settle(&mut self, settlement: Settlement) {
        // A turn that ends asks for nothing more.
        self.next.raise_hold = None;
        self.next.settlement = Some(settlement);
    }

    /// The next commit, where there is something to commit and none is under way.
    pub fn commit(&mut self, turn_id: Option<Uuid>) -> Option<Commit> {
        if self.in_flight.is_some() || !self.has_work() {
            return None;
        }
        // Events are cloned, not moved: they stay queued until the commit is confirmed.
        let events: Vec<StoredEvent> = self
            .waiting
            .iter()
            .filter_map(|waiting| {
                waiting.stored_id.map(|id| StoredEvent {
                    id,
                    event: waiting.published.event.clone(),
                })
            })
            .collect();
        self.in_flight = Some(UnderWay {
            last_id: self.last_id,
        });
        let group = std::mem::take(&mut self.next);
        Some(Commit {
            // A commit without events still names the next id, which the store checks against its
            // log.
            first_id: events.first().map_or(self.last_id + 1, |event| event.id),
            events,
            turn_id,
            steps: group.steps,
            attempts: group.attempts,
            raise_hold: group.raise_hold,
            settlement: group.settlement,
        })
    }

    /// Publishes what the commit under way made true, and what waited behind it.
    pub fn publish_committed(&mut self, effects: &mut Vec<Effect>) {
        let Some(in_flight) = self.in_flight.take() else {
            return;
        };
        while let Some(next) = self
            .waiting
            // Unstored events behind the committed ones are released too, up to the next
            // uncommitted one.
            .pop_front_if(|next| next.stored_id.is_none_or(|id| id <= in_flight.last_id))
        {
            self.publish_now(next.stored_id, next.published, effects);
        }
    }

    fn has_work(&self) -> bool {
        !self.waiting.is_empty()
            || !self.next.steps.is_empty()
            || self.next.attempts.is_some()
            || self.next.raise_hold.is_some()
            || self.next.settlement.is_some()
    }

    fn publish_now(&mut self, id: Option<u64>, published: Published, effects: &mut Vec<Effect>) {
        // Unstored events have no id and don't move the position from which viewers resume.
        if let Some(id) = id {
            self.published_id = id;
        }
        match &published.event {
            Event::BlockOpened {
                block_id,
                block_type,
                ..
            } => {
                self.tail = Some(BlockTail {
                    block_id: *block_id,
                    streams: is_streaming(*block_type),
                    text: Some(String::new()),
                });
            }
            Event::BlockDelta { text, .. } => {
                // After a restart the sent text is unknown (None), and appending would fake a
                // prefix.
                if let Some(BlockTail {
                    text: Some(sent), ..
                }) = &mut self.tail
                {
                    sent.push_str(text);
                }
            }
            Event::BlockClosed { .. } | Event::BlockDiscarded { .. } => self.tail = None,
            Event::TurnStarted { .. }
            | Event::TurnProgress { .. }
            | Event::TurnUnderstood { .. }
            | Event::TurnMetered { .. }
            | Event::TurnFinished { .. }
            | Event::ChatChanged { .. }
            | Event::BoardChanged { .. } => {}
        }
        effects.push(Effect::Publish(published));
    }
}

fn cursor_at(event: u64) -> Cursor {
    Cursor {
        event,
        offset: None,
    }
}
