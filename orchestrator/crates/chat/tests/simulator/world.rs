use std::collections::HashMap;

use chrono::{DateTime, TimeDelta, Utc};
use portolan_blocks::{Cursor, Event};
use portolan_chat::{
    Begin, BeginResult, Commit, Effect, HoldResult, IdempotencyKey, Input, Parent, Price,
    Published, SendRefusal, State, Usage,
};
use uuid::Uuid;

use crate::{
    bug::Bug,
    faults::Faults,
    invariants::{self, Invariant, InvariantResult, Violation},
    random::Random,
    store::SimulatedStore,
    upstream::{ScriptedRun, Truth, estimate_usage},
    viewer::{INBOX, SimulatedViewer, ViewerConnection},
};

/// One chat's actor, as far as it is alive.
#[derive(Default)]
pub struct Actor {
    pub state: Option<State>,
    pub epoch: u64,
    pub begin: Option<StoreOperation<Begin, BeginResult>>,
    pub commit: Option<StoreOperation<Commit, Option<Option<HoldResult>>>>,
    pub estimates: Vec<(Uuid, Usage)>,
    pub run: Option<ScriptedRun>,
}

/// A transaction, and its result once the store has run it.
pub struct StoreOperation<Order, Answer> {
    pub order: Order,
    pub answer: Option<Answer>,
}

/// A transaction of an owner that is gone, still on its way to the store.
pub enum Late {
    Begin(usize, u64, Begin),
    Commit(usize, u64, Commit),
}

/// A message that a user sends, perhaps more than once.
#[derive(Clone)]
pub struct SentMessage {
    pub chat: usize,
    pub key: IdempotencyKey,
    pub parent: Parent,
}

/// How often things happened that a run is made for.
#[derive(Clone, Copy, Debug, Default)]
pub struct OccurrenceCounts {
    pub turns: u64,
    pub kills: u64,
    /// By [`Simulation::point`].
    pub kill_points: [u64; 13],
    pub handed_over: u64,
    pub cuts: u64,
    pub limited_calls: u64,
    pub failed_calls: u64,
    pub silent_calls: u64,
    pub slow_calls: u64,
    pub nonsense: u64,
    pub odd_usage: u64,
    pub resumed_inside_a_block: u64,
    pub let_go: u64,
    pub replayed: u64,
    pub refused: u64,
    pub cancelled: u64,
    pub busy: u64,
    pub failed_commits: u64,
    pub read_while_full: u64,
    /// A reader knew an event of which the chat had not heard yet.
    pub read_ahead: u64,
    pub clock_jumps: u64,
    pub interrupted: u64,
    pub limited: u64,
}

pub struct Simulation {
    pub random: Random,
    pub store: SimulatedStore,
    pub viewers: Vec<SimulatedViewer>,
    pub seen: OccurrenceCounts,
    pub violation: Option<Violation>,
    pub actors: Vec<Actor>,
    pub faults: Faults,
    pub now: DateTime<Utc>,
    pub truth: Truth,
    pub late: Vec<Late>,
    pub messages: Vec<SentMessage>,
    /// Which message each request carries, until it is answered.
    pub requests: HashMap<u64, usize>,
    pub accepted: HashMap<(usize, String), Uuid>,
    /// The usage that the assistant reported or the estimator computed, by turn.
    pub reported: HashMap<Uuid, Vec<Usage>>,
    pub estimated: HashMap<Uuid, Vec<Usage>>,
    /// How often a turn was started since it last made progress or was moved.
    pub starts: HashMap<Uuid, u32>,
    /// The time for which the store doesn't answer.
    pub busy_for: u64,
    pub counter: u64,
}

pub const PRICE: Price = Price {
    input_per_million: 1_000_000,
    output_per_million: 2_000_000,
};

impl Simulation {
    pub fn new(seed: u64, faults: Faults, bug: Option<Bug>) -> Self {
        let chats = faults.chats;
        Self {
            random: Random::new(seed),
            store: SimulatedStore::new(chats, faults.granted, bug),
            viewers: (0..faults.viewers)
                .map(|index| SimulatedViewer::new(index % chats, faults.slow > 0 && index % 2 == 0))
                .collect(),
            seen: OccurrenceCounts::default(),
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
            starts: HashMap::new(),
            busy_for: 0,
            counter: 0,
        }
    }

    /// One thing happens, chosen by chance.
    pub fn step(&mut self) {
        let chat = self.random.index(self.actors.len());
        self.tick_clock();
        let faults = self.faults;
        match self.random.below(100) {
            0..=3 => self.send_new(chat),
            4..=6 if self.random.percent(faults.duplicate) => self.send_again(),
            7..=8 if self.random.percent(faults.cancel) => self.cancel(chat),
            9 if self.random.percent(faults.rename) => self.rename(chat),
            10 if self.random.percent(faults.kill) => self.kill(chat),
            11 if self.random.percent(faults.hand_over) => self.hand_over(chat),
            12 if self.random.percent(faults.crash) => self.crash(chat),
            13..=14 if self.random.percent(faults.upstream.cut) => self.cut(chat),
            15..=18 if self.random.percent(faults.leave) => self.leave_chat(),
            // A slow reader's turn comes rarely.
            19..=30 if !self.random.percent(faults.slow) || self.random.percent(10) => {
                self.watch_chat()
            }
            31..=38 => self.arrive_late(),
            39 if self.random.percent(faults.busy) => {
                self.busy_for = self.random.below(40);
                self.seen.busy += 1;
            }
            40 if self.random.percent(faults.full) => self.store.is_full = !self.store.is_full,
            _ => self.advance_chat(chat),
        }
        self.check_invariants();
    }

    /// All users send before anything else happens.
    pub fn rush_sends(&mut self) {
        for chat in 0..self.actors.len() {
            self.send_new(chat);
        }
    }

    /// Goes on without faults until nothing is left to do. False where there is no end to it.
    pub fn settle(&mut self) -> bool {
        self.faults = Faults {
            chats: self.faults.chats,
            granted: self.faults.granted,
            ..Faults::NONE
        };
        self.store.is_full = false;
        self.busy_for = 0;
        for _ in 0..20_000 {
            self.tick_clock();
            for chat in 0..self.actors.len() {
                if !self.is_idle(chat) {
                    self.advance_chat(chat);
                }
            }
            for viewer in 0..self.viewers.len() {
                self.watch_as(viewer);
            }
            while !self.late.is_empty() {
                self.arrive_late();
            }
            self.check_invariants();
            if self.violation.is_some() || self.is_quiet() {
                return true;
            }
        }
        false
    }

    fn is_idle(&self, chat: usize) -> bool {
        self.actors[chat].state.as_ref().is_some_and(State::is_idle)
    }

    fn is_quiet(&self) -> bool {
        let mut chats = 0..self.actors.len();
        let watching = |viewer: &SimulatedViewer| {
            viewer.connection == ViewerConnection::Live && viewer.inbox.is_empty()
        };
        chats.all(|chat| self.is_idle(chat)) && self.viewers.iter().all(watching)
    }

    fn check_invariants(&mut self) {
        let verdict = invariants::at_every_moment(self);
        self.judge_verdict(verdict);
    }

    fn judge_verdict(&mut self, verdict: InvariantResult) {
        if let Err(violation) = verdict {
            self.record_violation(violation);
        }
    }

    pub fn record_violation(&mut self, violation: Violation) {
        self.violation.get_or_insert(violation);
    }

    fn tick_clock(&mut self) {
        self.busy_for = self.busy_for.saturating_sub(1);
        let milliseconds = if !self.random.percent(self.faults.clock) {
            1
        } else if self.random.percent(20) {
            -86_400_000
        } else {
            self.random.below(7_200_000).cast_signed() - 3_600_000
        };
        self.seen.clock_jumps += u64::from(milliseconds != 1);
        self.now += TimeDelta::milliseconds(milliseconds);
    }

    pub fn count(&mut self) -> u64 {
        self.counter += 1;
        self.counter
    }

    pub fn apply_input(&mut self, chat: usize, input: Input) {
        let is_awake = self.wake_chat(chat);
        let Some(state) = self.actors[chat].state.as_mut().filter(|_| is_awake) else {
            // No process owns the chat: the caller is told to retry.
            if let Input::Send(send) = input {
                self.requests.remove(&send.request);
            }
            return;
        };
        let effects = state.step(input);
        self.carry_out(chat, effects);
    }

    /// Rebuilds a chat without an owner; false if the store does not let it.
    pub fn wake_chat(&mut self, chat: usize) -> bool {
        if self.actors[chat].state.is_some() {
            return true;
        }
        let Some((epoch, recovered)) = self.store.recover(chat) else {
            return false;
        };
        let (state, effects) = State::recover(recovered, self.now);
        self.actors[chat] = Actor {
            state: Some(state),
            epoch,
            ..Actor::default()
        };
        self.carry_out(chat, effects);
        true
    }

    /// A commit reaches the store.
    pub fn write(
        &mut self,
        chat: usize,
        epoch: u64,
        commit: &Commit,
    ) -> Option<Option<HoldResult>> {
        let answer = self.store.commit(chat, epoch, commit)?;
        let closes = |event: &Event| matches!(event, Event::BlockClosed { .. });
        let progress =
            !commit.steps.is_empty() || commit.events.iter().any(|stored| closes(&stored.event));
        if let Some(turn_id) = commit.turn_id.filter(|_| progress) {
            self.starts.remove(&turn_id);
        }
        let verdict = invariants::on_commit(&self.store, chat, commit);
        self.judge_verdict(verdict);
        Some(answer)
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
                    self.record_violation(
                        Invariant::I7.violated_with("two transactions beside each other"),
                    );
                    return;
                }
                actor.begin = Some(StoreOperation {
                    order,
                    answer: None,
                });
            }
            Effect::Commit(order) => self.order_commit(chat, order),
            Effect::Publish(published) => self.publish_event(chat, &published),
            Effect::Reply { request, result } => self.note_reply(chat, request, result),
            Effect::Done { request, .. } => {
                self.requests.remove(&request);
            }
            Effect::StartTurn(start) => {
                let held = self.store.turn(chat, start.turn_id).map(|turn| turn.hold);
                let is_held = held.is_some_and(|hold| hold >= start.hold);
                self.judge_verdict(Invariant::I6.unless(is_held, "a turn starts without its hold"));
                let starts = self.starts.entry(start.turn_id).or_default();
                *starts += 1;
                let tried = *starts;
                self.judge_verdict(
                    Invariant::I3.unless(tried <= 3, "a fourth start without progress"),
                );
                self.actors[chat].run = Some(ScriptedRun::new(&start, &mut self.random));
            }
            Effect::ContinueTurn { turn_id } => {
                let Some(run) = &mut actor.run else {
                    return;
                };
                let wanted = run.go_on();
                let held = self.store.turn(chat, turn_id).map_or(0, |turn| turn.hold);
                self.judge_verdict(
                    Invariant::I6.unless(held >= wanted, "a turn goes on without its hold"),
                );
            }
            Effect::StopTurn { .. } => actor.run = None,
            Effect::Estimate {
                turn_id, kept, cut, ..
            } => {
                let blocks = kept.len() + usize::from(cut.is_some());
                let usage = estimate_usage(u32::try_from(blocks).expect("few blocks"));
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
            self.record_violation(
                Invariant::I7.violated_with("two transactions beside each other"),
            );
            return;
        }
        if self.store.bug == Some(Bug::ChargeBeforeCommit)
            && let Some(settlement) = order.settlement
        {
            self.store.charge(settlement);
        }
        let early = order.events.clone();
        actor.commit = Some(StoreOperation {
            order,
            answer: None,
        });
        if self.store.bug == Some(Bug::PublishBeforeCommit) {
            for stored in early {
                let cursor = Some(Cursor::stored(stored.id));
                let event = stored.event;
                self.publish_event(chat, &Published { cursor, event });
            }
        }
    }

    fn publish_event(&mut self, chat: usize, published: &Published) {
        let delta = published
            .cursor
            .is_some_and(|cursor| cursor.offset.is_some());
        if delta && self.store.bug == Some(Bug::DeltaLost) && self.random.percent(10) {
            return;
        }
        for index in 0..self.viewers.len() {
            let viewer = &mut self.viewers[index];
            if viewer.chat != chat || viewer.connection != ViewerConnection::Live {
                continue;
            }
            if !viewer.is_slow {
                self.deliver_event(index, published);
            } else if viewer.inbox.len() < INBOX {
                viewer.inbox.push_back(published.clone());
            } else {
                viewer.connection = ViewerConnection::LetGo;
                self.seen.let_go += 1;
            }
        }
    }

    pub fn deliver_event(&mut self, viewer: usize, published: &Published) {
        let viewer = &mut self.viewers[viewer];
        let rows = &self.store.chats[viewer.chat];
        let verdict = viewer.receive(published, rows, &self.truth);
        if self.faults.leave_always {
            viewer.leave();
        }
        self.judge_verdict(verdict);
    }

    fn note_reply(&mut self, chat: usize, request: u64, result: Result<Uuid, SendRefusal>) {
        let Some(message) = self.requests.remove(&request) else {
            self.record_violation(Invariant::I4.violated_with("a request is answered twice"));
            return;
        };
        let key = self.messages[message].key.clone();
        match result {
            Ok(turn_id) => {
                if self.store.turn(chat, turn_id).is_none() {
                    self.record_violation(
                        Invariant::I4.violated_with("a turn is accepted that is not committed"),
                    );
                }
                let first = *self.accepted.entry((chat, key.key)).or_insert(turn_id);
                if first != turn_id {
                    self.record_violation(Invariant::I4.violated_with("one key, two turns"));
                }
                self.seen.turns += 1;
            }
            Err(refusal) => {
                let used = self.store.chats[chat].keys.get(&key.key);
                let reused = used.is_some_and(|(body_hash, _)| *body_hash != key.body_hash);
                if (refusal == SendRefusal::KeyReused) != reused
                    && refusal != SendRefusal::StoreUnavailable
                {
                    let what = format!("{refusal:?} for a key that is reused: {reused}");
                    self.record_violation(Invariant::I4.violated_with(what));
                }
                self.seen.refused += 1;
            }
        }
    }
}
