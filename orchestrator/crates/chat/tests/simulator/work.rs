use portolan_chat::{BeginResult, Input, SendRefusal, TurnOutput};

use crate::world::Simulation;

/// Actions of the store and the model.
impl Simulation {
    /// Something that is under way in a chat goes on.
    pub fn advance_chat(&mut self, chat: usize) {
        if !self.wake_chat(chat) {
            return;
        }
        match self.random.below(4) {
            0 => self.work_on_begin(chat),
            1 => self.work_on_commit(chat),
            2 if !self.actors[chat].estimates.is_empty() => {
                let (turn_id, usage) = self.actors[chat].estimates.remove(0);
                self.apply_input(
                    chat,
                    Input::Estimated {
                        turn_id,
                        usage,
                        unverified_numbers: Vec::new(),
                    },
                );
            }
            _ => self.speak_in(chat),
        }
    }

    fn work_on_begin(&mut self, chat: usize) {
        let fails = self.random.percent(self.faults.failed_begin);
        let uncertain = self.random.percent(50);
        let actor = &mut self.actors[chat];
        let Some(begin) = &mut actor.begin else {
            return;
        };
        if self.busy_for > 0 && begin.answer.is_none() {
            if self.random.percent(5) {
                begin.answer = Some(BeginResult::Uncertain);
            }
            return;
        }
        if let Some(answer) = begin.answer.take() {
            actor.begin = None;
            self.apply_input(chat, Input::Begun(answer));
        } else if fails && uncertain {
            // It may have been committed; the outcome is unknown.
            if self.random.percent(50) {
                self.store.begin(chat, actor.epoch, &begin.order);
            }
            begin.answer = Some(BeginResult::Uncertain);
        } else if fails {
            begin.answer = Some(BeginResult::Refused(SendRefusal::StoreUnavailable));
        } else {
            begin.answer = Some(self.store.begin(chat, actor.epoch, &begin.order));
        }
    }

    fn work_on_commit(&mut self, chat: usize) {
        let fails = self.random.percent(self.faults.failed_commit);
        let actor = &mut self.actors[chat];
        let Some(commit) = &mut actor.commit else {
            return;
        };
        if self.busy_for > 0 && commit.answer.is_none() {
            if self.random.percent(5) {
                commit.answer = Some(None);
            }
            return;
        }
        match commit.answer.take() {
            Some(answer) => {
                actor.commit = None;
                let now = self.now;
                self.apply_input(
                    chat,
                    match answer {
                        Some(hold) => Input::Committed { hold, now },
                        None => Input::CommitFailed,
                    },
                );
            }
            None if fails => {
                self.seen.failed_commits += 1;
                let comes_to_pass = self.random.percent(50);
                commit.answer = Some(None);
                if comes_to_pass {
                    let (epoch, order) = (actor.epoch, commit.order.clone());
                    self.write(chat, epoch, &order);
                }
            }
            None => {
                let (epoch, order) = (actor.epoch, commit.order.clone());
                let answer = self.write(chat, epoch, &order);
                if let Some(commit) = &mut self.actors[chat].commit {
                    commit.answer = Some(answer);
                }
            }
        }
    }

    fn speak_in(&mut self, chat: usize) {
        let Some(turn_id) = self.actors[chat].run.as_ref().map(|run| run.turn_id) else {
            return;
        };
        let mut outputs = Vec::new();
        while let Some(output) = self.next_output(chat) {
            if let TurnOutput::Finished { usage, .. } = &output {
                self.reported.entry(turn_id).or_default().push(*usage);
                self.actors[chat].run = None;
            }
            outputs.push(output);
            // Some arrive together.
            if self.random.percent(60) {
                break;
            }
        }
        if outputs.is_empty() {
            return;
        }
        let now = self.now;
        self.apply_input(
            chat,
            Input::Outputs {
                turn_id,
                outputs,
                now,
            },
        );
    }

    fn next_output(&mut self, chat: usize) -> Option<TurnOutput> {
        let run = self.actors[chat].run.as_mut();
        let run = run.filter(|run| run.can_speak())?;
        let faults = self.faults.upstream;
        run.next(&mut self.random, faults, &mut self.seen, &mut self.truth)
    }
}
