use std::collections::HashMap;

use portolan_blocks::{Event, StoredEvent};
use portolan_chat::{
    Begin, BeginResult, Commit, HoldResult, Price, Recovered, SendRefusal, Settlement, StoredStep,
    UnfinishedTurn,
};
use uuid::Uuid;

use crate::bug::Bug;

/// The durable state: the logs of all chats, and the one account that pays for them.
pub struct SimulatedStore {
    pub granted: u64,
    pub balance: u64,
    pub held: u64,
    /// Charges by turn, in order.
    pub ledger: Vec<(Uuid, u64)>,
    pub chats: Vec<ChatRows>,
    /// Writes of a former owner.
    pub stale_writes: u64,
    /// Takes nothing; can be read.
    pub is_full: bool,
    pub bug: Option<Bug>,
}

#[derive(Default)]
pub struct ChatRows {
    pub epoch: u64,
    pub events: Vec<Event>,
    pub turns: Vec<TurnRow>,
    pub keys: HashMap<String, ([u8; 32], Uuid)>,
}

pub struct TurnRow {
    pub id: Uuid,
    pub first_event: usize,
    pub attempts: u32,
    pub price: Price,
    pub hold: u64,
    /// All that was ever reserved for it.
    pub holds: Vec<u64>,
    pub steps: Vec<StoredStep>,
    pub settlement: Option<Settlement>,
}

impl SimulatedStore {
    pub fn new(chats: usize, granted: u64, bug: Option<Bug>) -> Self {
        Self {
            granted,
            balance: granted,
            held: 0,
            ledger: Vec::new(),
            chats: (0..chats).map(|_| ChatRows::default()).collect(),
            stale_writes: 0,
            is_full: false,
            bug,
        }
    }

    pub fn begin(&mut self, chat: usize, epoch: u64, begin: &Begin) -> BeginResult {
        let fenced = self.bug != Some(Bug::NoFencing);
        let rows = &mut self.chats[chat];
        if self.is_full || fenced && epoch != rows.epoch {
            return BeginResult::Uncertain;
        }
        if let Some(key) = &begin.key
            && self.bug != Some(Bug::NoIdempotency)
            && let Some((body_hash, turn_id)) = rows.keys.get(&key.key)
        {
            return if *body_hash == key.body_hash {
                BeginResult::Replayed { turn_id: *turn_id }
            } else {
                BeginResult::Refused(SendRefusal::KeyReused)
            };
        }
        if begin.busy {
            return BeginResult::Refused(SendRefusal::TurnRunning);
        }
        let known = |id: Uuid| rows.turns.iter().any(|turn| turn.id == id);
        if begin.parent.is_some_and(|parent| !known(parent)) {
            return BeginResult::Refused(SendRefusal::ParentUnknown);
        }
        let reserves = self.bug != Some(Bug::NoHold);
        if reserves && self.balance < begin.hold {
            return BeginResult::Refused(SendRefusal::UsageLimitReached);
        }
        if reserves && self.balance - self.held < begin.hold {
            return BeginResult::Refused(SendRefusal::TurnsRunning);
        }
        if fenced && begin.event.id != rows.events.len() as u64 + 1 {
            return BeginResult::Uncertain;
        }
        self.stale_writes += u64::from(epoch != rows.epoch);
        let hold = if reserves { begin.hold } else { 0 };
        self.held += hold;
        rows.turns.push(TurnRow {
            id: begin.turn_id,
            first_event: rows.events.len(),
            attempts: 1,
            price: begin.price,
            hold,
            holds: vec![hold],
            steps: Vec::new(),
            settlement: None,
        });
        rows.events.push(begin.event.event.clone());
        let title = begin.title.clone();
        rows.events
            .extend(title.map(|title| Event::ChatChanged { title }));
        if let Some(key) = &begin.key {
            let value = (key.body_hash, begin.turn_id);
            rows.keys.insert(key.key.clone(), value);
        }
        BeginResult::Begun
    }

    /// None if another process wrote meanwhile.
    pub fn commit(
        &mut self,
        chat: usize,
        epoch: u64,
        commit: &Commit,
    ) -> Option<Option<HoldResult>> {
        let rows = &mut self.chats[chat];
        let stale = epoch != rows.epoch || commit.first_id != rows.events.len() as u64 + 1;
        if self.is_full || stale && self.bug != Some(Bug::NoFencing) {
            return None;
        }
        self.stale_writes += u64::from(epoch != rows.epoch);
        let events = commit.events.iter().map(|stored| stored.event.clone());
        rows.events.extend(events);
        let mut hold = None;
        if let Some(turn) = rows
            .turns
            .iter_mut()
            .find(|turn| Some(turn.id) == commit.turn_id)
        {
            turn.steps.extend(commit.steps.iter().cloned());
            turn.attempts = commit.attempts.unwrap_or(turn.attempts);
            if let Some(credits) = commit.raise_hold {
                let more = credits.saturating_sub(turn.hold);
                let room = self.balance.saturating_sub(self.held) >= more;
                if room || self.bug == Some(Bug::RaiseWithoutRoom) {
                    self.held += more;
                    turn.hold += more;
                    turn.holds.push(turn.hold);
                    hold = Some(HoldResult::Raised);
                } else {
                    hold = Some(HoldResult::NoRoom);
                }
            }
            if let Some(settlement) = commit.settlement {
                if self.bug != Some(Bug::HoldNotReleased) {
                    self.held -= turn.hold;
                }
                turn.hold = 0;
                turn.settlement = Some(settlement);
                if self.bug != Some(Bug::ChargeBeforeCommit) {
                    self.charge(settlement);
                }
            }
        }
        Some(hold)
    }

    pub fn charge(&mut self, settlement: Settlement) {
        self.balance = self.balance.saturating_sub(settlement.credits);
        self.ledger.push((settlement.turn_id, settlement.credits));
    }

    pub fn turn(&self, chat: usize, id: Uuid) -> Option<&TurnRow> {
        self.chats[chat].turns.iter().find(|turn| turn.id == id)
    }

    /// Assigns an owner and returns the log's state; None if nothing can be written.
    pub fn recover(&mut self, chat: usize) -> Option<(u64, Recovered)> {
        let bug = self.bug;
        if self.is_full {
            return None;
        }
        let rows = &mut self.chats[chat];
        rows.epoch += 1;
        let unfinished = rows.turns.iter().find(|turn| turn.settlement.is_none());
        let unfinished = unfinished.map(|turn| {
            let mut steps = turn.steps.clone();
            if bug == Some(Bug::JournalForgotten) {
                steps.pop();
            }
            UnfinishedTurn {
                events: list_stored(&rows.events, turn.first_event, bug),
                attempts: turn.attempts,
                steps,
                price: turn.price,
                hold: turn.hold,
            }
        });
        let recovered = Recovered {
            last_event_id: rows.events.len() as u64,
            newest_turn: rows.turns.last().map(|turn| turn.id),
            unfinished,
        };
        Some((rows.epoch, recovered))
    }
}

fn list_stored(events: &[Event], from: usize, bug: Option<Bug>) -> Vec<StoredEvent> {
    let events = events.iter().enumerate().skip(from);
    let forgets = bug == Some(Bug::OpenBlockForgotten);
    events
        .filter(|(_, event)| !(forgets && matches!(event, Event::BlockOpened { .. })))
        .map(|(index, event)| StoredEvent {
            id: index as u64 + 1,
            event: event.clone(),
        })
        .collect()
}
