use std::collections::VecDeque;

use chrono::{DateTime, Utc};
use portolan_blocks::{Cursor, Event, StoredEvent};
use uuid::Uuid;

use crate::{
    Begin, BeginResult, Effect, HoldResult, Input, LiveTail, MessageInput, Parent, Resume,
    SendRefusal, Unavailable,
    live_turn::{LiveTurn, TurnPhase},
    outbox::EventOutbox,
    resume,
};

/// One live chat: a cache of its log, and the turn that runs.
#[derive(Clone, Debug)]
pub struct State {
    pub(crate) outbox: EventOutbox,
    pub(crate) newest_turn: Option<Uuid>,
    pub(crate) turn: Option<LiveTurn>,
    sends: VecDeque<MessageInput>,
    beginning: Option<Beginning>,
    renames: Renames,
    handing_over: bool,
    retired: bool,
}

/// A send whose `Effect::Begin` is not answered yet.
#[derive(Clone, Debug)]
struct Beginning {
    send: MessageInput,
    parent: Option<Uuid>,
    busy: bool,
    /// Cancels that came for the turn that is about to be.
    cancels: Vec<u64>,
}

#[derive(Clone, Debug, Default)]
struct Renames {
    /// The newest title wins; it waits for the open block's end.
    title: Option<String>,
    waiting: Vec<u64>,
    /// The requests whose title is in the pending commit.
    in_flight: Vec<u64>,
    /// The requests whose title will be in the next commit.
    next: Vec<u64>,
}

impl State {
    /// A chat whose log has no event.
    pub fn new() -> Self {
        Self::with_outbox(EventOutbox::new(0, None), None)
    }

    pub(crate) fn with_outbox(outbox: EventOutbox, newest_turn: Option<Uuid>) -> Self {
        Self {
            outbox,
            newest_turn,
            turn: None,
            sends: VecDeque::new(),
            beginning: None,
            renames: Renames::default(),
            handing_over: false,
            retired: false,
        }
    }

    /// The open block as the viewers know it, for servers that follow the chat.
    pub fn live_tail(&self) -> LiveTail {
        let tail = self.outbox.tail();
        LiveTail {
            published_id: self.outbox.published_id(),
            block: tail.and_then(|tail| Some((tail.block_id, tail.text.clone()?))),
        }
    }

    /// Takes one input and says what to do, in order.
    pub fn step(&mut self, input: Input) -> Vec<Effect> {
        let mut effects = Vec::new();
        // A retired state has lost its claim on the log; only its callers still get an answer.
        if self.retired {
            refuse_input(input, &mut effects);
            return effects;
        }
        match input {
            Input::Send(send) => self.sends.push_back(send),
            Input::Begun(result) => self.finish_begin(result, &mut effects),
            Input::Committed { hold, now } => self.finish_commit(hold, now, &mut effects),
            // The commit may or may not be in the log, so only a new state that reads the log can
            // continue.
            Input::CommitFailed => self.retire_chat(&mut effects),
            Input::Outputs {
                turn_id,
                outputs,
                now,
            } => {
                for output in outputs {
                    // Outputs of a stopped turn may still arrive and are dropped.
                    if self.is_running(turn_id) {
                        self.apply_output(output, now, &mut effects);
                    }
                }
            }
            Input::TurnCrashed {
                turn_id,
                message,
                now,
            } => {
                if self.is_running(turn_id) {
                    self.fail_crashed(message, now, &mut effects);
                }
            }
            Input::Cancel { request, now } => self.cancel_turn(request, now, &mut effects),
            Input::Estimated {
                turn_id,
                usage,
                unverified_numbers,
            } => self.estimate_usage(turn_id, usage, unverified_numbers),
            Input::Rename { request, title } => {
                // Only the newest title is stored; it answers all waiting requests.
                self.renames.title = Some(title);
                self.renames.waiting.push(request);
            }
            Input::HandOver => self.hand_over(&mut effects),
        }
        self.start_pending(&mut effects);
        effects
    }

    /// Returns the position of a viewer with this cursor. None before event 1.
    pub fn resume(&self, cursor: Option<Cursor>) -> Resume {
        // The begin may be committed before its answer arrives, so a reader may know its id
        // already.
        let beginning = self.beginning.as_ref().filter(|begin| !begin.busy);
        let begins = beginning.map_or(0, |begin| 1 + u64::from(begin.send.title.is_some()));
        let numbered = self.outbox.last_id() + begins;
        resume::resume_stream(&self.outbox, numbered, cursor.unwrap_or_default())
    }

    /// Whether nothing runs and nothing waits, so that the actor may be put away.
    pub fn is_idle(&self) -> bool {
        self.turn.is_none()
            && self.beginning.is_none()
            && self.sends.is_empty()
            && self.renames.waiting.is_empty()
            && self.outbox.is_empty()
    }

    /// How many events wait for their commit: the measure of how fast outputs may be taken.
    pub fn backlog_length(&self) -> usize {
        self.outbox.backlog_length()
    }

    /// The turn that runs or is ending.
    pub fn running_turn(&self) -> Option<Uuid> {
        self.turn.as_ref().map(|turn| turn.id)
    }

    /// The turn that began last.
    pub fn newest_turn(&self) -> Option<Uuid> {
        self.newest_turn
    }

    /// The newest event that is committed and published.
    pub fn last_event_id(&self) -> u64 {
        self.outbox.published_id()
    }

    fn is_running(&self, turn_id: Uuid) -> bool {
        // After a handover the next owner repeats the turn from its journal, so later outputs are
        // void.
        !self.handing_over
            && self
                .turn
                .as_ref()
                .is_some_and(|turn| turn.id == turn_id && turn.takes_output())
    }

    /// Starts whatever the store is free for.
    pub(crate) fn start_pending(&mut self, effects: &mut Vec<Effect>) {
        if self.retired {
            return;
        }
        self.rename_next();
        // A begin that writes takes the next id too, so no commit may run beside it.
        let writes = self.beginning.as_ref().is_some_and(|begin| !begin.busy);
        if !writes && let Some(commit) = self.outbox.commit(self.running_turn()) {
            self.renames.in_flight.append(&mut self.renames.next);
            effects.push(Effect::Commit(commit));
        }
        // The pending estimate will still add the end of the turn to the outbox.
        let ending = self
            .turn
            .as_ref()
            .is_some_and(|turn| matches!(turn.phase, TurnPhase::Estimating(_)));
        if self.handing_over && !writes && !ending && self.outbox.is_empty() {
            self.retire_chat(effects);
            return;
        }
        self.begin_next(effects);
    }

    fn rename_next(&mut self) {
        // While a block is open the newest id is its opening, on which cursors inside the block
        // rely.
        let open = self.turn.as_ref().is_some_and(|turn| turn.open.is_some());
        let writes = self.beginning.as_ref().is_some_and(|begin| !begin.busy);
        if open || writes {
            return;
        }
        if let Some(title) = self.renames.title.take() {
            self.outbox.store(Event::ChatChanged { title });
            self.renames.next.append(&mut self.renames.waiting);
        }
    }

    fn begin_next(&mut self, effects: &mut Vec<Effect>) {
        let busy = match &self.turn {
            // Readers may have seen its end already, and what they send then is no second turn.
            Some(turn) if matches!(turn.phase, TurnPhase::Finishing { .. }) => return,
            turn => turn.is_some(),
        };
        // A busy begin only looks up the key and writes nothing, so it may run beside a commit.
        if self.beginning.is_some() || self.handing_over || !(busy || self.outbox.is_empty()) {
            return;
        }
        let Some(send) = self.sends.pop_front() else {
            return;
        };
        let parent = match send.parent {
            Parent::Newest => self.newest_turn,
            Parent::Root => None,
            Parent::Turn(id) => Some(id),
        };
        effects.push(Effect::Begin(Begin {
            turn_id: send.turn_id,
            parent,
            key: send.key.clone(),
            busy,
            price: send.price,
            hold: send.hold,
            // Only a prediction: the outbox takes the id when the begin is confirmed.
            event: started_event(&send, parent, self.outbox.last_id() + 1),
            title: send.title.clone(),
        }));
        self.beginning = Some(Beginning {
            send,
            parent,
            busy,
            cancels: Vec::new(),
        });
    }

    fn finish_begin(&mut self, result: BeginResult, effects: &mut Vec<Effect>) {
        let Some(beginning) = self.beginning.take() else {
            return;
        };
        let Beginning {
            send,
            parent,
            busy,
            cancels,
        } = beginning;
        let request = send.request;
        let reply = match result {
            BeginResult::Begun if !busy => {
                self.begin_turn(send, parent, cancels, effects, request);
                return;
            }
            // The key is this send's own: an earlier try of the same transaction did it.
            BeginResult::Replayed { turn_id } if !busy && turn_id == send.turn_id => {
                self.begin_turn(send, parent, cancels, effects, request);
                return;
            }
            BeginResult::Replayed { turn_id } => Ok(turn_id),
            BeginResult::Refused(refusal) => Err(refusal),
            BeginResult::Begun => Err(SendRefusal::TurnRunning),
            BeginResult::Uncertain => Err(SendRefusal::StoreUnavailable),
        };
        // After an uncertain begin the next id is unknown, so this state can't continue.
        let uncertain = result == BeginResult::Uncertain;
        effects.push(Effect::Reply {
            request,
            result: reply,
        });
        for request in cancels {
            effects.push(Effect::Done {
                request,
                result: if uncertain { Err(Unavailable) } else { Ok(()) },
            });
        }
        if uncertain {
            self.retire_chat(effects);
        }
    }

    fn begin_turn(
        &mut self,
        send: MessageInput,
        parent: Option<Uuid>,
        cancels: Vec<u64>,
        effects: &mut Vec<Effect>,
        request: u64,
    ) {
        let now = send.now;
        let event = started_event(&send, parent, self.outbox.last_id() + 1);
        effects.push(Effect::Reply {
            request,
            result: Ok(send.turn_id),
        });
        self.outbox.stored_elsewhere(event, effects);
        if let Some(title) = send.title.clone() {
            let event = StoredEvent {
                id: self.outbox.last_id() + 1,
                event: Event::ChatChanged { title },
            };
            self.outbox.stored_elsewhere(event, effects);
        }
        self.newest_turn = Some(send.turn_id);
        let mut turn = LiveTurn::new(send, parent);
        // A turn that is cancelled or moved during its begin never reaches the assistant.
        if !self.handing_over && cancels.is_empty() {
            effects.push(Effect::StartTurn(turn.start()));
        } else {
            turn.phase = TurnPhase::Starting { raise: None };
            if self.handing_over {
                clear_attempts(&mut turn, &mut self.outbox);
            }
        }
        self.turn = Some(turn);
        // Cancels that arrived during the begin apply now that there is a turn to end.
        for request in cancels {
            self.cancel_turn(request, now, effects);
        }
    }

    /// Remembers a cancel of the send that is about to become a turn.
    pub(crate) fn cancel_beginning(&mut self, request: u64) -> bool {
        match &mut self.beginning {
            // A busy send is about to be refused, so there will be no turn to cancel.
            Some(beginning) if !beginning.busy => {
                beginning.cancels.push(request);
                true
            }
            _ => false,
        }
    }

    fn finish_commit(
        &mut self,
        hold: Option<HoldResult>,
        now: DateTime<Utc>,
        effects: &mut Vec<Effect>,
    ) {
        // Events are published before requests are answered, so callers never miss their own
        // change.
        self.outbox.publish_committed(effects);
        for request in self.renames.in_flight.drain(..) {
            effects.push(Effect::Done {
                request,
                result: Ok(()),
            });
        }
        self.turn_committed(hold, now, effects);
    }

    pub(crate) fn handing_over(&self) -> bool {
        self.handing_over
    }

    fn hand_over(&mut self, effects: &mut Vec<Effect>) {
        if self.handing_over {
            return;
        }
        self.handing_over = true;
        if let Some(turn) = &mut self.turn {
            match turn.phase {
                // The assistant hasn't started, so there is no task to stop.
                TurnPhase::Starting { .. } => {}
                TurnPhase::Running | TurnPhase::AwaitingHold(_) => {
                    effects.push(Effect::StopTurn { turn_id: turn.id });
                }
                // These end within moments, and are waited for.
                TurnPhase::Estimating(_) | TurnPhase::Finishing { .. } => return,
            }
            clear_attempts(turn, &mut self.outbox);
        }
    }

    /// Gives the chat up: what is not committed is lost with this state, and nothing else is.
    fn retire_chat(&mut self, effects: &mut Vec<Effect>) {
        self.retired = true;
        if let Some(turn) = self.turn.take() {
            // A handover has stopped the assistant already.
            if turn.takes_output() && !self.handing_over {
                effects.push(Effect::StopTurn { turn_id: turn.id });
            }
            for request in turn.cancels {
                report_unavailable(request, effects);
            }
        }
        let beginning = self.beginning.take();
        let begun = beginning.into_iter().map(|beginning| {
            for request in beginning.cancels {
                report_unavailable(request, effects);
            }
            beginning.send
        });
        // Callers may retry with the same key, so refusing a send that took effect after all is
        // harmless.
        let sends: Vec<MessageInput> = begun.chain(self.sends.drain(..)).collect();
        for send in sends {
            refuse_input(Input::Send(send), effects);
        }
        let renames = std::mem::take(&mut self.renames);
        for request in [renames.in_flight, renames.next, renames.waiting].concat() {
            report_unavailable(request, effects);
        }
        effects.push(Effect::Retire);
    }
}

impl Default for State {
    fn default() -> Self {
        Self::new()
    }
}

fn started_event(send: &MessageInput, parent: Option<Uuid>, id: u64) -> StoredEvent {
    StoredEvent {
        id,
        event: Event::TurnStarted {
            turn_id: send.turn_id,
            parent_turn_id: parent,
            model: send.model.clone(),
            message: send.message.clone(),
            started_at: send.now,
        },
    }
}

/// Answers the callers of a retired chat.
fn refuse_input(input: Input, effects: &mut Vec<Effect>) {
    match input {
        Input::Send(send) => effects.push(Effect::Reply {
            request: send.request,
            result: Err(SendRefusal::StoreUnavailable),
        }),
        Input::Cancel { request, .. } | Input::Rename { request, .. } => {
            report_unavailable(request, effects);
        }
        Input::Begun(_)
        | Input::Committed { .. }
        | Input::CommitFailed
        | Input::Outputs { .. }
        | Input::TurnCrashed { .. }
        | Input::Estimated { .. }
        | Input::HandOver => {}
    }
}

/// Being moved is not a failed attempt.
fn clear_attempts(turn: &mut LiveTurn, outbox: &mut EventOutbox) {
    if turn.attempts != 0 {
        turn.attempts = 0;
        outbox.set_attempts(0);
    }
}

fn report_unavailable(request: u64, effects: &mut Vec<Effect>) {
    effects.push(Effect::Done {
        request,
        result: Err(Unavailable),
    });
}
