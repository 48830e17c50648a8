use std::collections::HashMap;

use portolan_blocks::{Event, Outcome, StoredEvent};
use portolan_chat::{
    Begin, BeginResult, Commit, HoldResult, Price, Recovered, SendRefusal, Settlement, StoredStep,
    UnfinishedTurn,
};
use uuid::Uuid;

use crate::bug::Bug;

/// What survives everything: the logs of all chats, and one account that pays for them.
pub struct Store {
    pub granted: u64,
    pub balance: u64,
    pub held: u64,
    /// Charges by turn, in order.
    pub ledger: Vec<(Uuid, u64)>,
    pub chats: Vec<ChatRows>,
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
    pub steps: Vec<StoredStep>,
    pub settlement: Option<Settlement>,
}

impl Store {
    pub fn new(chats: usize, granted: u64, bug: Option<Bug>) -> Self {
        Self {
            granted,
            balance: granted,
            held: 0,
            ledger: Vec::new(),
            chats: (0..chats).map(|_| ChatRows::default()).collect(),
            bug,
        }
    }

    pub fn begin(&mut self, chat: usize, epoch: u64, begin: &Begin) -> BeginResult {
        let fenced = self.bug != Some(Bug::NoFencing);
        let rows = &mut self.chats[chat];
        if fenced && epoch != rows.epoch {
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
        let hold = if reserves { begin.hold } else { 0 };
        self.held += hold;
        rows.turns.push(TurnRow {
            id: begin.turn_id,
            first_event: rows.events.len(),
            attempts: 1,
            price: begin.price,
            hold,
            steps: Vec::new(),
            settlement: None,
        });
        rows.events.push(begin.event.event.clone());
        if let Some(key) = &begin.key {
            let value = (key.body_hash, begin.turn_id);
            rows.keys.insert(key.key.clone(), value);
        }
        BeginResult::Begun
    }

    /// None where somebody else wrote meanwhile.
    pub fn commit(
        &mut self,
        chat: usize,
        epoch: u64,
        commit: &Commit,
    ) -> Option<Option<HoldResult>> {
        let rows = &mut self.chats[chat];
        let stale = epoch != rows.epoch || commit.first_id != rows.events.len() as u64 + 1;
        if stale && self.bug != Some(Bug::NoFencing) {
            return None;
        }
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

    /// Makes somebody the owner and gives them what the log says.
    pub fn recover(&mut self, chat: usize) -> (u64, Recovered) {
        let bug = self.bug;
        let rows = &mut self.chats[chat];
        rows.epoch += 1;
        let unfinished = rows.turns.iter().find(|turn| turn.settlement.is_none());
        let unfinished = unfinished.map(|turn| {
            let mut steps = turn.steps.clone();
            if bug == Some(Bug::JournalForgotten) {
                steps.pop();
            }
            UnfinishedTurn {
                events: stored(&rows.events, turn.first_event, bug),
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
        (rows.epoch, recovered)
    }

    /// I5, and the part of I4 that is about money: what holds at every moment.
    pub fn check(&self) -> Result<(), String> {
        let charged: u64 = self.ledger.iter().map(|(_, credits)| credits).sum();
        if charged > self.granted || self.balance != self.granted - charged {
            return Err(format!("I5: the ledger says {charged} of {}", self.granted));
        }
        let turns = || self.chats.iter().flat_map(|chat| &chat.turns);
        let held: u64 = turns().map(|turn| turn.hold).sum();
        if held != self.held || self.held > self.balance {
            return Err(format!(
                "I6: held {} of {}, the turns say {held}",
                self.held, self.balance
            ));
        }
        for turn in turns() {
            let mut charges = self.ledger.iter().filter(|(id, _)| *id == turn.id);
            let charge = charges.next().map(|(_, credits)| *credits);
            if charges.next().is_some() {
                return Err("I4: a turn is charged twice".to_owned());
            }
            if charge != turn.settlement.map(|settlement| settlement.credits) {
                return Err("I4: a charge without its settlement".to_owned());
            }
        }
        Ok(())
    }
}

fn stored(events: &[Event], from: usize, bug: Option<Bug>) -> Vec<StoredEvent> {
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

/// How a turn ended, with its final metering.
pub fn ending(events: &[Event], turn: Uuid) -> Option<(Outcome, u64)> {
    let credits = events.iter().find_map(|event| match event {
        Event::TurnMetered {
            turn_id, credits, ..
        } if *turn_id == turn => Some(*credits),
        _ => None,
    })?;
    events.iter().find_map(|event| match event {
        Event::TurnFinished {
            turn_id, outcome, ..
        } if *turn_id == turn => Some((*outcome, credits)),
        _ => None,
    })
}
