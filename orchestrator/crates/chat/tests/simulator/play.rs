use portolan_blocks::{Cursor, UserMessage};
use portolan_chat::{IdempotencyKey, Input, Parent, Published, Resume, SendMessage};
use uuid::Uuid;

use crate::{
    bug::Bug,
    upstream::CALL,
    viewer::{Connection, Viewer},
    world::{Late, Message, PRICE, World},
};

/// What people and accidents do.
impl World {
    pub fn send_new(&mut self, chat: usize) {
        let number = self.count();
        let turns = &self.store.chats[chat].turns;
        let parent = match self.random.below(5) {
            0 => Parent::Root,
            1 if !turns.is_empty() => Parent::Turn(turns[self.random.index(turns.len())].id),
            2 if self.random.percent(10) => Parent::Turn(Uuid::from_u128(42)),
            _ => Parent::Newest,
        };
        self.messages.push(Message {
            chat,
            key: IdempotencyKey {
                key: format!("key {number}"),
                body_hash: [0; 32],
            },
            parent,
        });
        let times = if self.random.percent(self.faults.concurrent) {
            3
        } else {
            1
        };
        for _ in 0..times {
            self.send(self.messages.len() - 1);
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
        self.send(message);
    }

    fn send(&mut self, index: usize) {
        let request = self.count();
        let turn_id = Uuid::from_u128(u128::from(self.random.next()));
        let message = self.messages[index].clone();
        self.requests.insert(request, index);
        let send = SendMessage {
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
            now: self.now,
        };
        self.input(message.chat, Input::Send(send));
    }

    pub fn cancel(&mut self, chat: usize) {
        let request = self.count();
        self.seen.cancelled += 1;
        let now = self.now;
        self.input(chat, Input::Cancel { request, now });
    }

    pub fn rename(&mut self, chat: usize) {
        let request = self.count();
        let title = format!("Title {request}");
        self.input(chat, Input::Rename { request, title });
    }

    /// The process dies: what is not in the store is gone, what is on its way may still arrive.
    pub fn kill(&mut self, chat: usize) {
        if self.actors[chat].state.is_some() {
            self.seen.kills += 1;
            self.drop_actor(chat);
        }
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
            viewer.connection = Connection::Away;
        }
        // Nobody will answer what was asked of the one that is gone.
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
                self.store.commit(chat, epoch, &commit);
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
            self.input(chat, crashed);
        }
    }

    pub fn cut(&mut self, chat: usize) {
        if let Some(run) = self.actors[chat].run.as_mut().filter(|run| run.can_speak()) {
            run.cut(&mut self.random);
            self.seen.cuts += 1;
        }
    }

    pub fn leave(&mut self) {
        let index = self.random.index(self.viewers.len());
        let viewer = &mut self.viewers[index];
        viewer.connection = Connection::Away;
        if self.random.percent(10) {
            *viewer = Viewer::new(viewer.chat);
        }
    }

    pub fn watch(&mut self) {
        let index = self.random.index(self.viewers.len());
        self.watch_as(index);
    }

    pub fn watch_as(&mut self, index: usize) {
        let viewer = &self.viewers[index];
        match viewer.connection {
            Connection::Live => {}
            Connection::Away => self.resume(index),
            Connection::CatchingUp { up_to } if viewer.cursor.event < up_to => {
                let id = viewer.cursor.event + 1;
                let place = usize::try_from(id - 1).expect("a place");
                let event = self.store.chats[viewer.chat].events[place].clone();
                let cursor = Some(Cursor {
                    event: id,
                    offset: None,
                });
                self.deliver(index, &Published { cursor, event });
            }
            Connection::CatchingUp { .. } => self.resume(index),
        }
    }

    fn resume(&mut self, index: usize) {
        let chat = self.viewers[index].chat;
        self.wake(chat);
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
                viewer.connection = Connection::CatchingUp { up_to };
                viewer.cursor.event += u64::from(skips && viewer.cursor.event + 1 < up_to);
            }
            Resume::Live(events) => {
                for published in &events {
                    self.deliver(index, published);
                }
                self.viewers[index].connection = Connection::Live;
            }
            Resume::Bad => self.violate(format!("I2: cursor {cursor} is refused")),
        }
    }
}
