use std::collections::HashMap;

use chrono::{DateTime, TimeDelta, Utc};
use portolan_blocks::Cursor;
use portolan_chat::{
    Begin, BeginResult, Commit, Effect, HoldResult, IdempotencyKey, Input, Parent, Price,
    Published, SendRefusal, State, Usage,
};
use uuid::Uuid;

use crate::{
    bug::Bug,
    faults::Faults,
    random::Random,
    store::Store,
    upstream::{Run, Truth, estimate},
    viewer::{Connection, Viewer},
};

/// One chat's actor, as far as it is alive.
#[derive(Default)]
pub struct Actor {
    pub state: Option<State>,
    pub epoch: u64,
    pub begin: Option<Operation<Begin, BeginResult>>,
    pub commit: Option<Operation<Commit, Option<Option<HoldResult>>>>,
    pub estimates: Vec<(Uuid, Usage)>,
    pub run: Option<Run>,
}

/// A transaction, and its result once the store has run it.
pub struct Operation<Order, Answer> {
    pub order: Order,
    pub answer: Option<Answer>,
}

/// A transaction of an owner that is gone, still on its way to the store.
pub enum Late {
    Begin(usize, u64, Begin),
    Commit(usize, u64, Commit),
}

/// A message that somebody sends, perhaps more than once.
#[derive(Clone)]
pub struct Message {
    pub chat: usize,
    pub key: IdempotencyKey,
    pub parent: Parent,
}

/// How often things happened that a run is made for.
#[derive(Clone, Copy, Debug, Default)]
pub struct Seen {
    pub turns: u64,
    pub kills: u64,
    pub cuts: u64,
    pub resumed_inside_a_block: u64,
    pub replayed: u64,
    pub refused: u64,
    pub cancelled: u64,
    pub failed_commits: u64,
    pub interrupted: u64,
    pub limited: u64,
}

pub struct World {
    pub random: Random,
    pub store: Store,
    pub viewers: Vec<Viewer>,
    pub seen: Seen,
    pub violation: Option<String>,
    pub actors: Vec<Actor>,
    pub faults: Faults,
    pub now: DateTime<Utc>,
    pub truth: Truth,
    pub late: Vec<Late>,
    pub messages: Vec<Message>,
    /// Which message each request carries, until it is answered.
    pub requests: HashMap<u64, usize>,
    pub accepted: HashMap<(usize, String), Uuid>,
    /// What the assistant reported or the estimator said, by turn.
    pub reported: HashMap<Uuid, Vec<Usage>>,
    pub estimated: HashMap<Uuid, Vec<Usage>>,
    pub counter: u64,
}

pub const PRICE: Price = Price {
    input_per_million: 1_000_000,
    output_per_million: 2_000_000,
};

impl World {
    pub fn new(seed: u64, faults: Faults, bug: Option<Bug>) -> Self {
        let chats = faults.chats;
        Self {
            random: Random::new(seed),
            store: Store::new(chats, faults.granted, bug),
            viewers: (0..chats * 2)
                .map(|index| Viewer::new(index % chats))
                .collect(),
            seen: Seen::default(),
            violation: None,
            actors: (0..chats).map(|_| Actor::default()).collect(),
            faults,
            now: DateTime::UNIX_EPOCH + TimeDelta::days(20_000),
            truth: Truth::new(),
            late: Vec::new(),
            messages: Vec::new(),
            requests: HashMap::new(),
            accepted: HashMap::new(),
            reported: HashMap::new(),
            estimated: HashMap::new(),
            counter: 0,
        }
    }

    /// One thing happens, chosen by chance.
    pub fn step(&mut self) {
        let chat = self.random.index(self.actors.len());
        self.tick();
        let faults = self.faults;
        match self.random.below(100) {
            0..=3 => self.send_new(chat),
            4..=6 if self.random.percent(faults.duplicate) => self.send_again(),
            7..=8 if self.random.percent(faults.cancel) => self.cancel(chat),
            9 if self.random.percent(faults.rename) => self.rename(chat),
            10 if self.random.percent(faults.kill) => self.kill(chat),
            11 if self.random.percent(faults.hand_over) => self.input(chat, Input::HandOver),
            12 if self.random.percent(faults.crash) => self.crash(chat),
            13..=14 if self.random.percent(faults.cut) => self.cut(chat),
            15..=18 if self.random.percent(faults.leave) => self.leave(),
            19..=30 => self.watch(),
            31..=38 => self.arrive_late(),
            _ => self.work(chat),
        }
        self.check();
    }

    /// Goes on without faults until nothing is left to do. False where there is no end to it.
    pub fn settle(&mut self) -> bool {
        self.faults = Faults {
            chats: self.faults.chats,
            granted: self.faults.granted,
            ..Faults::default()
        };
        for _ in 0..5_000 {
            self.tick();
            for chat in 0..self.actors.len() {
                self.work(chat);
            }
            for viewer in 0..self.viewers.len() {
                self.watch_as(viewer);
            }
            while !self.late.is_empty() {
                self.arrive_late();
            }
            self.check();
            if self.violation.is_some() || self.is_quiet() {
                return true;
            }
        }
        false
    }

    fn is_quiet(&self) -> bool {
        let idle = |actor: &Actor| actor.state.as_ref().is_some_and(State::is_idle);
        let watching = |viewer: &Viewer| viewer.connection == Connection::Live;
        self.actors.iter().all(idle) && self.viewers.iter().all(watching)
    }

    fn check(&mut self) {
        if let Err(violation) = self.store.check() {
            self.violate(violation);
        }
    }

    pub fn violate(&mut self, violation: String) {
        self.violation.get_or_insert(violation);
    }

    fn tick(&mut self) {
        let milliseconds = if self.random.percent(self.faults.clock) {
            self.random.below(7_200_000).cast_signed() - 3_600_000
        } else {
            1
        };
        self.now += TimeDelta::milliseconds(milliseconds);
    }

    pub fn count(&mut self) -> u64 {
        self.counter += 1;
        self.counter
    }

    pub fn input(&mut self, chat: usize, input: Input) {
        self.wake(chat);
        let Some(state) = &mut self.actors[chat].state else {
            return;
        };
        let effects = state.step(input);
        self.carry_out(chat, effects);
    }

    /// Rebuilds a chat that nobody owns.
    pub fn wake(&mut self, chat: usize) {
        if self.actors[chat].state.is_some() {
            return;
        }
        let (epoch, recovered) = self.store.recover(chat);
        let (state, effects) = State::recover(recovered, self.now);
        self.actors[chat] = Actor {
            state: Some(state),
            epoch,
            ..Actor::default()
        };
        self.carry_out(chat, effects);
    }

    fn carry_out(&mut self, chat: usize, effects: Vec<Effect>) {
        for effect in effects {
            self.carry_out_one(chat, effect);
        }
    }

    fn carry_out_one(&mut self, chat: usize, effect: Effect) {
        let actor = &mut self.actors[chat];
        match effect {
            Effect::Begin(order) => {
                if actor.begin.is_some() || (!order.busy && actor.commit.is_some()) {
                    self.violate("two transactions beside each other".to_owned());
                    return;
                }
                actor.begin = Some(Operation {
                    order,
                    answer: None,
                });
            }
            Effect::Commit(order) => self.order_commit(chat, order),
            Effect::Publish(published) => self.publish(chat, &published),
            Effect::Reply { request, result } => self.replied(chat, request, result),
            Effect::Done { request, .. } => {
                self.requests.remove(&request);
            }
            Effect::StartTurn(start) => {
                let turn = self.store.turn(chat, start.turn_id);
                let held = turn.map(|turn| (turn.hold, turn.attempts));
                if held.is_none_or(|(hold, _)| hold < start.hold) {
                    self.violate("I6: a turn starts without its hold".to_owned());
                }
                if start.attempt > 3 {
                    self.violate("I3: a fourth attempt".to_owned());
                }
                self.actors[chat].run = Some(Run::new(&start, &mut self.random));
            }
            Effect::ContinueTurn { .. } => {
                if let Some(run) = &mut actor.run {
                    run.go_on();
                }
            }
            Effect::StopTurn { .. } => actor.run = None,
            Effect::Estimate { turn_id, kept, .. } => {
                let usage = estimate(u32::try_from(kept.len()).expect("few blocks"));
                self.estimated.entry(turn_id).or_default().push(usage);
                actor.estimates.push((turn_id, usage));
            }
            Effect::Retire => {
                self.drop_actor(chat);
            }
        }
    }

    fn order_commit(&mut self, chat: usize, order: Commit) {
        let actor = &mut self.actors[chat];
        let writes = actor.begin.as_ref().is_some_and(|begin| !begin.order.busy);
        if actor.commit.is_some() || writes {
            self.violate("two transactions beside each other".to_owned());
            return;
        }
        if self.store.bug == Some(Bug::ChargeBeforeCommit)
            && let Some(settlement) = order.settlement
        {
            self.store.charge(settlement);
        }
        let early = order.events.clone();
        actor.commit = Some(Operation {
            order,
            answer: None,
        });
        if self.store.bug == Some(Bug::PublishBeforeCommit) {
            for stored in early {
                let cursor = Some(Cursor {
                    event: stored.id,
                    offset: None,
                });
                let event = stored.event;
                self.publish(chat, &Published { cursor, event });
            }
        }
    }

    fn publish(&mut self, chat: usize, published: &Published) {
        let delta = published
            .cursor
            .is_some_and(|cursor| cursor.offset.is_some());
        if delta && self.store.bug == Some(Bug::DeltaLost) && self.random.percent(10) {
            return;
        }
        for index in 0..self.viewers.len() {
            let viewer = &self.viewers[index];
            if viewer.chat == chat && viewer.connection == Connection::Live {
                self.deliver(index, published);
            }
        }
    }

    pub fn deliver(&mut self, viewer: usize, published: &Published) {
        let viewer = &mut self.viewers[viewer];
        let rows = &self.store.chats[viewer.chat];
        if let Err(violation) = viewer.receive(published, rows, &self.truth) {
            self.violate(violation);
        }
    }

    fn replied(&mut self, chat: usize, request: u64, result: Result<Uuid, SendRefusal>) {
        let Some(message) = self.requests.remove(&request) else {
            self.violate("a request is answered twice".to_owned());
            return;
        };
        let key = self.messages[message].key.clone();
        match result {
            Ok(turn_id) => {
                if self.store.turn(chat, turn_id).is_none() {
                    self.violate("I4: a turn is accepted that is not committed".to_owned());
                }
                let first = *self.accepted.entry((chat, key.key)).or_insert(turn_id);
                if first != turn_id {
                    self.violate("I4: one key, two turns".to_owned());
                }
                self.seen.turns += 1;
            }
            Err(refusal) => {
                let used = self.store.chats[chat].keys.get(&key.key);
                let reused = used.is_some_and(|(body_hash, _)| *body_hash != key.body_hash);
                if (refusal == SendRefusal::KeyReused) != reused
                    && refusal != SendRefusal::StoreUnavailable
                {
                    self.violate(format!("{refusal:?} for a key that is reused: {reused}"));
                }
                self.seen.refused += 1;
            }
        }
    }
}
