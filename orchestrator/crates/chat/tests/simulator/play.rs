use portolan_blocks::{Cursor, UserMessage};
use portolan_chat::{IdempotencyKey, Input, MessageInput, Parent, Published, Resume};
use uuid::Uuid;

use crate::{
    bug::Bug,
    invariants::Invariant,
    upstream::CALL,
    viewer::{SimulatedViewer, ViewerConnection},
    world::{Late, PRICE, SentMessage, Simulation},
};

/// Actions of users, and accidents.
impl Simulation {
    pub fn send_new(&mut self, chat: usize) {
        let comes_in_a_burst = self.faults.burst > 1 && self.random.percent(20);
        let messages = if comes_in_a_burst {
            1 + self.random.below(self.faults.burst)
        } else {
            1
        };
        for _ in 0..messages {
            self.send_one(chat);
        }
    }

    fn send_one(&mut self, chat: usize) {
        let number = self.count();
        let turns = &self.store.chats[chat].turns;
        let parent = match self.random.below(5) {
            0 => Parent::Root,
            1 if !turns.is_empty() => Parent::Turn(turns[self.random.index(turns.len())].id),
            2 if self.random.percent(10) => Parent::Turn(Uuid::from_u128(42)),
            _ => Parent::Newest,
        };
        self.messages.push(SentMessage {
            chat,
            key: IdempotencyKey {
                key: format!("key {number}"),
                body_hash: [0; 32],
            },
            parent,
        });
        let copies = 1 + self.random.below(self.faults.copies);
        self.seen.replayed += copies - 1;
        for _ in 0..copies {
            self.send_message(self.messages.len() - 1);
        }
    }

    pub fn send_again(&mut self) {
        if self.messages.is_empty() {
            return;
        }
        let mut message = self.random.index(self.messages.len());
        if self.random.percent(10) {
            let mut other = self.messages[message].clone();
            other.key.body_hash = [1; 32];
            self.messages.push(other);
            message = self.messages.len() - 1;
        }
        self.seen.replayed += 1;
        self.send_message(message);
    }

    fn send_message(&mut self, index: usize) {
        let request = self.count();
        let turn_id = Uuid::from_u128(u128::from(self.random.next()));
        let message = self.messages[index].clone();
        self.requests.insert(request, index);
        let send = MessageInput {
            request,
            turn_id,
            parent: message.parent,
            message: UserMessage {
                text: message.key.key.clone(),
                source_ids: Vec::new(),
            },
            model: "simulated".to_owned(),
            key: Some(message.key),
            price: PRICE,
            hold: CALL,
            title: self.random.percent(30).then(|| format!("Title of {index}")),
            now: self.now,
        };
        self.apply_input(message.chat, Input::Send(send));
    }

    pub fn cancel(&mut self, chat: usize) {
        let request = self.count();
        self.seen.cancelled += 1;
        let now = self.now;
        self.apply_input(chat, Input::Cancel { request, now });
    }

    pub fn rename(&mut self, chat: usize) {
        let request = self.count();
        let title = format!("Title {request}");
        self.apply_input(chat, Input::Rename { request, title });
    }

    /// The process dies: what is not in the store is gone, what is on its way may still arrive.
    pub fn kill(&mut self, chat: usize) {
        if self.actors[chat].state.is_some() {
            self.seen.kills += 1;
            self.seen.kill_points[self.kill_point(chat)] += 1;
            self.drop_actor(chat);
        }
    }

    /// Which of the points at which a server can be killed this is.
    fn kill_point(&self, chat: usize) -> usize {
        let actor = &self.actors[chat];
        if let Some(begin) = &actor.begin {
            return usize::from(begin.answer.is_some());
        }
        if let Some(commit) = &actor.commit {
            let order = &commit.order;
            let first = match (order.settlement.is_some(), order.raise_hold.is_some()) {
                (true, _) => 2,
                (_, true) => 4,
                _ => 6,
            };
            return first + usize::from(commit.answer.is_some());
        }
        match &actor.run {
            _ if !actor.estimates.is_empty() => 8,
            Some(run) if run.is_writing() => 9,
            Some(run) if run.has_closed() => 10,
            Some(_) => 11,
            None => 12,
        }
    }

    pub fn hand_over(&mut self, chat: usize) {
        let state = self.actors[chat].state.as_ref();
        if let Some(turn) = state.and_then(portolan_chat::State::running_turn) {
            self.seen.handed_over += 1;
            // Being moved is not a failed attempt.
            self.starts.remove(&turn);
        }
        self.apply_input(chat, Input::HandOver);
    }

    pub fn drop_actor(&mut self, chat: usize) {
        let actor = std::mem::take(&mut self.actors[chat]);
        if let Some(begin) = actor.begin.filter(|begin| begin.answer.is_none()) {
            self.late.push(Late::Begin(chat, actor.epoch, begin.order));
        }
        if let Some(commit) = actor.commit.filter(|commit| commit.answer.is_none()) {
            self.late
                .push(Late::Commit(chat, actor.epoch, commit.order));
        }
        for viewer in self.viewers.iter_mut().filter(|viewer| viewer.chat == chat) {
            viewer.leave();
        }
        // Requests to the ended process never get an answer.
        let messages = &self.messages;
        self.requests
            .retain(|_, message| messages[*message].chat != chat);
    }

    pub fn arrive_late(&mut self) {
        if self.late.is_empty() {
            return;
        }
        let place = self.random.index(self.late.len());
        match self.late.swap_remove(place) {
            _ if self.random.percent(30) => {}
            Late::Begin(chat, epoch, begin) => {
                self.store.begin(chat, epoch, &begin);
            }
            Late::Commit(chat, epoch, commit) => {
                self.write(chat, epoch, &commit);
            }
        }
    }

    pub fn crash(&mut self, chat: usize) {
        if let Some(run) = self.actors[chat].run.take() {
            let crashed = Input::TurnCrashed {
                turn_id: run.turn_id,
                message: "Something broke.".to_owned(),
                now: self.now,
            };
            self.apply_input(chat, crashed);
        }
    }

    pub fn cut(&mut self, chat: usize) {
        if let Some(run) = self.actors[chat].run.as_mut().filter(|run| run.can_speak()) {
            run.cut(&mut self.random);
            self.seen.cuts += 1;
        }
    }

    pub fn leave_chat(&mut self) {
        let index = self.random.index(self.viewers.len());
        let viewer = &mut self.viewers[index];
        viewer.leave();
        if self.random.percent(10) {
            *viewer = SimulatedViewer::new(viewer.chat, viewer.is_slow);
        }
    }

    pub fn watch_chat(&mut self) {
        let index = self.random.index(self.viewers.len());
        self.watch_as(index);
    }

    pub fn watch_as(&mut self, index: usize) {
        let viewer = &mut self.viewers[index];
        if let Some(published) = viewer.inbox.pop_front() {
            self.deliver_event(index, &published);
            return;
        }
        match viewer.connection {
            ViewerConnection::Live => {}
            ViewerConnection::LetGo => viewer.leave(),
            ViewerConnection::Away => self.resume_viewer(index),
            ViewerConnection::CatchingUp { up_to } if viewer.cursor.event < up_to => {
                self.read_next_event(index)
            }
            // The store may have more than the chat has heard of.
            ViewerConnection::CatchingUp { .. } if self.random.percent(50) => {
                let before = viewer.cursor;
                self.read_next_event(index);
                if self.viewers[index].cursor == before {
                    self.resume_viewer(index);
                }
            }
            ViewerConnection::CatchingUp { .. } => self.resume_viewer(index),
        }
    }

    /// The next event of the log, from the store.
    fn read_next_event(&mut self, index: usize) {
        let viewer = &self.viewers[index];
        let id = viewer.cursor.event + 1;
        let place = usize::try_from(id - 1).expect("a place");
        let Some(event) = self.store.chats[viewer.chat].events.get(place).cloned() else {
            return;
        };
        let cursor = Some(Cursor::stored(id));
        self.deliver_event(index, &Published { cursor, event });
    }

    fn resume_viewer(&mut self, index: usize) {
        let chat = self.viewers[index].chat;
        if !self.wake_chat(chat) {
            self.seen.read_while_full += 1;
            self.read_next_event(index);
            return;
        }
        let mut cursor = self.viewers[index].cursor;
        if self.store.bug == Some(Bug::ResumeForgetsOffset) {
            cursor.offset = None;
        }
        if self.viewers[index].is_inside_a_block() {
            self.seen.resumed_inside_a_block += 1;
        }
        let Some(state) = &self.actors[chat].state else {
            return;
        };
        match state.resume(Some(cursor)) {
            Resume::Behind { up_to } => {
                let skips = self.store.bug == Some(Bug::ResumeSkipsAnEvent);
                let viewer = &mut self.viewers[index];
                viewer.connection = ViewerConnection::CatchingUp { up_to };
                if skips && viewer.cursor.event + 1 < up_to {
                    viewer.cursor = Cursor::stored(viewer.cursor.event + 1);
                }
            }
            Resume::Live(events) => {
                self.viewers[index].connection = ViewerConnection::Live;
                for published in &events {
                    self.deliver_event(index, published);
                }
            }
            // It asks again.
            Resume::Ahead => self.seen.read_ahead += 1,
            Resume::Bad => self.record_violation(
                Invariant::I2.violated_with(format!("cursor {cursor} is refused")),
            ),
        }
    }
}
