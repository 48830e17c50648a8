use chrono::{DateTime, Utc};
use portolan_blocks::{Block, Event, Outcome, StoredEvent, TurnError};
use uuid::Uuid;

use crate::{
    Effect, Price, State, StoredStep, Usage,
    live_turn::{LiveTurn, StreamingBlock, TurnPhase},
    outbox::{BlockTail, EventOutbox},
};

/// After so many attempts that brought nothing new a turn is given up.
const ATTEMPTS: u32 = 3;

/// The state of a chat according to its log.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Recovered {
    /// 0 for an empty log.
    pub last_event_id: u64,
    /// The turn that began last.
    pub newest_turn: Option<Uuid>,
    pub unfinished: Option<UnfinishedTurn>,
}

/// A turn without `turn.finished`.
#[derive(Clone, Debug, PartialEq)]
pub struct UnfinishedTurn {
    /// The log from its `turn.started` on.
    pub events: Vec<StoredEvent>,
    /// As the last commit left it; 1 after the beginning.
    pub attempts: u32,
    /// In order.
    pub steps: Vec<StoredStep>,
    pub price: Price,
    /// Credits held now.
    pub hold: u64,
}

impl State {
    /// Rebuilds a chat from its log and goes on with its unfinished turn, if any: the block that
    /// was open is discarded, the attempt is counted, and the turn starts from its journal.
    pub fn recover(recovered: Recovered, now: DateTime<Utc>) -> (Self, Vec<Effect>) {
        let mut effects = Vec::new();
        let turn = recovered
            .unfinished
            .and_then(|unfinished| unfinished.into_turn(now));
        let open = turn.as_ref().and_then(|turn| turn.open.as_ref());
        // Viewers may hold cursors inside this block; they stay valid until its discard is
        // published.
        let tail = open.map(|open| BlockTail {
            block_id: open.id,
            streams: open.is_streaming(),
            text: None,
        });
        let outbox = EventOutbox::new(recovered.last_event_id, tail);
        let mut state = Self::with_outbox(outbox, recovered.newest_turn);
        if let Some(turn) = turn {
            state.go_on(turn, now, &mut effects);
        }
        (state, effects)
    }

    fn go_on(&mut self, mut turn: LiveTurn, now: DateTime<Utc>, effects: &mut Vec<Effect>) {
        if let Some(open) = turn.open.take() {
            self.outbox
                .store(Event::BlockDiscarded { block_id: open.id });
        }
        // A turn that crashes its process must not do so forever.
        if turn.attempts >= ATTEMPTS {
            self.turn = Some(turn);
            let error = TurnError {
                code: "turn_interrupted".to_owned(),
                message: "The answer was interrupted several times. Try again.".to_owned(),
                retryable: true,
            };
            self.end_turn(Outcome::Failed, Some(error), now, effects);
        } else {
            turn.attempts += 1;
            // Committed before the assistant starts, so that a crash during this attempt is
            // counted.
            self.outbox.set_attempts(turn.attempts);
            if let TurnPhase::Starting {
                raise: Some(credits),
            } = turn.phase
            {
                self.outbox.raise_hold(credits);
            }
            self.turn = Some(turn);
        }
        self.start_pending(effects);
    }
}

impl UnfinishedTurn {
    /// None for a log that does not begin with its `turn.started`.
    fn into_turn(self, now: DateTime<Utc>) -> Option<LiveTurn> {
        let mut events = self.events.into_iter();
        let Event::TurnStarted {
            turn_id,
            parent_turn_id,
            model,
            message,
            started_at,
        } = events.next()?.event
        else {
            return None;
        };
        // A journaled request for a larger hold that was never confirmed is repeated.
        let raise = self
            .steps
            .last()
            .and_then(|step| step.next_hold)
            .filter(|next_hold| *next_hold > self.hold);
        let mut turn = LiveTurn {
            id: turn_id,
            parent: parent_turn_id,
            model,
            message,
            started_at,
            price: self.price,
            hold: self.hold,
            attempts: self.attempts,
            journal: Vec::new(),
            step_count: 0,
            usage: Usage::default(),
            blocks: Vec::new(),
            kept: Vec::new(),
            closed_count: 0,
            references: 0,
            open: None,
            phase: TurnPhase::Starting { raise },
            cancels: Vec::new(),
        };
        // Blocks after the last finished step come from a cut call: kept, but charged by estimate.
        let journaled_up_to = self.steps.last().map_or(0, |step| step.last_event_id);
        for stored in events {
            turn.replay_event(stored, journaled_up_to, now);
        }
        for stored in self.steps {
            turn.usage.add(stored.step.usage);
            turn.step_count = stored.number;
            turn.journal.push(stored.step);
        }
        Some(turn)
    }
}

impl LiveTurn {
    fn replay_event(&mut self, stored: StoredEvent, journaled_up_to: u64, now: DateTime<Utc>) {
        match stored.event {
            Event::BlockOpened {
                block_id,
                block_type,
                ..
            } => self.open = Some(StreamingBlock::new(block_id, block_type, now)),
            Event::BlockDiscarded { .. } => self.open = None,
            Event::BlockClosed { block, .. } => {
                self.open = None;
                self.replay_closed(block, stored.id <= journaled_up_to);
            }
            Event::TurnStarted { .. }
            | Event::TurnProgress { .. }
            | Event::TurnUnderstood { .. }
            | Event::BlockDelta { .. }
            | Event::TurnMetered { .. }
            | Event::TurnFinished { .. }
            | Event::ChatChanged { .. }
            | Event::BoardChanged { .. } => {}
        }
    }

    fn replay_closed(&mut self, block: Block, journaled: bool) {
        self.count_closed(block);
        if journaled {
            self.blocks.append(&mut self.kept);
        }
    }
}
