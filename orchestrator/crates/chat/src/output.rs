use chrono::{DateTime, Utc};
use portolan_blocks::{Block, BlockType, Event, Outcome, TextRange, TurnError};
use uuid::Uuid;

use crate::{
    Effect, HoldResult, JournaledStep, Published, Settlement, State, TurnOutput, Usage,
    live_turn::{LiveTurn, StreamingBlock, TurnEnding, TurnPhase},
    outbox::EventOutbox,
};

/// Transitions of the running turn.
impl State {
    pub(crate) fn apply_output(
        &mut self,
        output: TurnOutput,
        now: DateTime<Utc>,
        effects: &mut Vec<Effect>,
    ) {
        let Some(turn) = &mut self.turn else {
            return;
        };
        let outbox = &mut self.outbox;
        match output {
            TurnOutput::Progress {
                phase,
                label,
                done,
                total,
            } => {
                let event = Event::TurnProgress {
                    turn_id: turn.id,
                    phase,
                    label,
                    done,
                    total,
                };
                outbox.push_live(without_id(event), effects);
            }
            // A stored event in the middle of a block would move the ids of its deltas.
            TurnOutput::Understood { words } if turn.open.is_none() => {
                outbox.store(Event::TurnUnderstood {
                    turn_id: turn.id,
                    words,
                });
            }
            TurnOutput::Understood { .. } => {}
            TurnOutput::BlockOpened {
                block_id,
                block_type,
            } => open_block(turn, outbox, block_id, block_type, now),
            TurnOutput::BlockText { text } => write_text(turn, outbox, text, effects),
            TurnOutput::BlockClosed { block } => close_block(turn, outbox, block, now),
            TurnOutput::BlockDiscarded => discard_block(turn, outbox),
            TurnOutput::StepFinished {
                step,
                usage,
                next_hold,
            } => finish_step(turn, outbox, step, usage, next_hold, effects),
            TurnOutput::Finished {
                outcome,
                error,
                usage,
            } => {
                // The assistant may end with a block still open: viewers have its text, so the log
                // must keep it.
                keep_open_block(turn, outbox, now, Vec::new());
                let ending = TurnEnding {
                    outcome,
                    error,
                    now,
                };
                finish_turn(turn, outbox, ending, usage);
            }
        }
    }

    pub(crate) fn fail_crashed(
        &mut self,
        message: String,
        now: DateTime<Utc>,
        effects: &mut Vec<Effect>,
    ) {
        let error = TurnError {
            code: "internal".to_owned(),
            message,
            retryable: true,
        };
        self.end_turn(Outcome::Failed, Some(error), now, effects);
    }

    pub(crate) fn cancel_turn(
        &mut self,
        request: u64,
        now: DateTime<Utc>,
        effects: &mut Vec<Effect>,
    ) {
        let Some(turn) = &mut self.turn else {
            // Without a running or beginning turn there is nothing to stop: cancelling is
            // idempotent.
            if !self.cancel_beginning(request) {
                effects.push(Effect::Done {
                    request,
                    result: Ok(()),
                });
            }
            return;
        };
        turn.cancels.push(request);
        match turn.phase {
            // The assistant hasn't started yet, so there is no task to stop.
            TurnPhase::Starting { .. } => self.end_turn(Outcome::Cancelled, None, now, effects),
            TurnPhase::Running | TurnPhase::AwaitingHold(_) => {
                effects.push(Effect::StopTurn { turn_id: turn.id });
                self.end_turn(Outcome::Cancelled, None, now, effects);
            }
            // The turn ends anyway; the request is answered when its end is committed.
            TurnPhase::Estimating(_) | TurnPhase::Finishing { .. } => {}
        }
    }

    pub(crate) fn estimate_usage(
        &mut self,
        turn_id: Uuid,
        cut_call: Usage,
        unverified_numbers: Vec<TextRange>,
    ) {
        let Some(turn) = &mut self.turn else {
            return;
        };
        // A late estimate of an earlier turn must not end this one.
        if turn.id != turn_id {
            return;
        }
        if let TurnPhase::Estimating(ending) = &turn.phase {
            let ending = ending.clone();
            keep_open_block(turn, &mut self.outbox, ending.now, unverified_numbers);
            let mut usage = turn.usage;
            usage.add(cut_call);
            finish_turn(turn, &mut self.outbox, ending, usage);
        }
    }

    /// Ends a turn whose assistant will not report its usage any more.
    pub(crate) fn end_turn(
        &mut self,
        outcome: Outcome,
        error: Option<TurnError>,
        now: DateTime<Utc>,
        effects: &mut Vec<Effect>,
    ) {
        let Some(turn) = &mut self.turn else {
            return;
        };
        let ending = TurnEnding {
            outcome,
            error,
            now,
        };
        // The open block stays open until the estimate arrives, since closing it needs the
        // unverified numbers of its text.
        let open = turn.open.clone();
        let cut = open.and_then(|open| open.into_block(now, Vec::new()));
        // Only kept content of the cut call is charged; without any the finished steps are the
        // whole bill.
        if turn.kept.is_empty() && cut.is_none() {
            discard_block(turn, &mut self.outbox);
            let usage = turn.usage;
            finish_turn(turn, &mut self.outbox, ending, usage);
            return;
        }
        effects.push(Effect::Estimate {
            turn_id: turn.id,
            steps: turn.step_count,
            kept: turn.kept.clone(),
            cut,
        });
        turn.phase = TurnPhase::Estimating(ending);
    }

    /// Goes on with what waited for the commit that has just come to pass.
    pub(crate) fn turn_committed(
        &mut self,
        hold: Option<HoldResult>,
        now: DateTime<Utc>,
        effects: &mut Vec<Effect>,
    ) {
        let handing_over = self.handing_over();
        let Some(turn) = &mut self.turn else {
            return;
        };
        match (&turn.phase, hold) {
            (TurnPhase::Finishing { last_id }, _) => {
                // An earlier commit may be answered while the one with the end of the turn is still
                // pending.
                if self.outbox.published_id() >= *last_id {
                    effects.extend(turn.cancels.drain(..).map(|request| Effect::Done {
                        request,
                        result: Ok(()),
                    }));
                    self.turn = None;
                }
            }
            // The next owner starts the turn again from its journal; starting it here would run it
            // twice.
            (TurnPhase::Starting { .. } | TurnPhase::AwaitingHold(_), _) if handing_over => {}
            (TurnPhase::Starting { .. }, Some(HoldResult::NoRoom)) => {
                self.end_at_limit(now, effects)
            }
            // Without a pending raise the commit stored only the attempt, and the old hold stays
            // valid.
            (TurnPhase::Starting { raise }, hold) => {
                if let (Some(credits), Some(HoldResult::Raised)) = (raise, hold) {
                    turn.hold = *credits;
                }
                turn.phase = TurnPhase::Running;
                effects.push(Effect::StartTurn(turn.start()));
            }
            (TurnPhase::AwaitingHold(credits), Some(HoldResult::Raised)) => {
                turn.hold = *credits;
                turn.phase = TurnPhase::Running;
                effects.push(Effect::ContinueTurn { turn_id: turn.id });
            }
            (TurnPhase::AwaitingHold(_), Some(HoldResult::NoRoom)) => {
                effects.push(Effect::StopTurn { turn_id: turn.id });
                self.end_at_limit(now, effects);
            }
            // These phases wait for no commit, or for one without a hold result yet.
            (TurnPhase::AwaitingHold(_) | TurnPhase::Running | TurnPhase::Estimating(_), _) => {}
        }
    }

    fn end_at_limit(&mut self, now: DateTime<Utc>, effects: &mut Vec<Effect>) {
        let error = TurnError {
            code: "usage_limit_reached".to_owned(),
            message: "The credits that are left do not suffice to go on.".to_owned(),
            retryable: false,
        };
        self.end_turn(Outcome::Limited, Some(error), now, effects);
    }
}

fn open_block(
    turn: &mut LiveTurn,
    outbox: &mut EventOutbox,
    block_id: Uuid,
    block_type: BlockType,
    now: DateTime<Utc>,
) {
    // At most one block is open: a new one replaces a block that was never closed.
    discard_block(turn, outbox);
    outbox.store(turn.open_block(block_id, block_type));
    turn.open = Some(StreamingBlock::new(block_id, block_type, now));
}

fn write_text(
    turn: &mut LiveTurn,
    outbox: &mut EventOutbox,
    text: String,
    effects: &mut Vec<Effect>,
) {
    let Some(open) = &mut turn.open else {
        return;
    };
    // Only text and thinking stream; other blocks arrive complete when they close.
    if !open.is_streaming() || text.is_empty() {
        return;
    }
    open.push(&text);
    outbox.push_delta(open.id, text, open.utf16_length, effects);
}

fn close_block(turn: &mut LiveTurn, outbox: &mut EventOutbox, block: Block, now: DateTime<Utc>) {
    // The log must contain an opening for every close, so that folding it gives the same chat.
    if turn.open.as_ref().is_none_or(|open| open.id != block.id) {
        open_block(turn, outbox, block.id, block.content.block_type(), now);
    }
    turn.open = None;
    outbox.store(Event::BlockClosed {
        turn_id: turn.id,
        block: block.clone(),
    });
    turn.count_closed(block);
    reset_attempts(turn, outbox);
}

fn discard_block(turn: &mut LiveTurn, outbox: &mut EventOutbox) {
    if let Some(open) = turn.open.take() {
        outbox.store(Event::BlockDiscarded { block_id: open.id });
    }
}

/// Keeps the written part of the open block unless it is empty.
fn keep_open_block(
    turn: &mut LiveTurn,
    outbox: &mut EventOutbox,
    now: DateTime<Utc>,
    unverified_numbers: Vec<TextRange>,
) {
    let Some(open) = turn.open.clone() else {
        return;
    };
    match open.into_block(now, unverified_numbers) {
        Some(block) => close_block(turn, outbox, block, now),
        None => discard_block(turn, outbox),
    }
}

fn finish_step(
    turn: &mut LiveTurn,
    outbox: &mut EventOutbox,
    step: JournaledStep,
    usage: Usage,
    next_hold: Option<u64>,
    effects: &mut Vec<Effect>,
) {
    // The journal refers to the last event numbered so far: a restart replays events up to it as
    // done.
    let step = turn.count_step(step, usage, outbox.last_id(), next_hold);
    outbox.push_step(step);
    reset_attempts(turn, outbox);
    if let Some(credits) = next_hold {
        turn.phase = TurnPhase::AwaitingHold(credits);
    }
    // Viewers see the running cost; it isn't stored, as only the final charge is binding.
    let so_far = metered_event(
        turn,
        turn.usage,
        turn.credits(turn.usage, Outcome::Completed),
        false,
    );
    outbox.push_live(without_id(so_far), effects);
}

fn reset_attempts(turn: &mut LiveTurn, outbox: &mut EventOutbox) {
    // Only attempts without progress count: a turn that moves forward is never given up.
    if turn.attempts != 0 {
        turn.attempts = 0;
        outbox.set_attempts(0);
    }
}

fn finish_turn(
    turn: &mut LiveTurn,
    outbox: &mut EventOutbox,
    ending: TurnEnding,
    mut usage: Usage,
) {
    // Every fault is ours to pay for.
    usage.waived |= ending.outcome == Outcome::Failed;
    // Both events and the settlement share one commit, so no reader sees an end that isn't charged.
    let credits = turn.credits(usage, ending.outcome);
    outbox.store(metered_event(turn, usage, credits, true));
    outbox.store(Event::TurnFinished {
        turn_id: turn.id,
        outcome: ending.outcome,
        error: ending.error,
        // A clock that was set back must not end a turn before its beginning.
        finished_at: ending.now.max(turn.started_at),
    });
    outbox.settle(Settlement {
        turn_id: turn.id,
        usage,
        credits,
        cost: turn.price.cost(usage),
    });
    turn.phase = TurnPhase::Finishing {
        last_id: outbox.last_id(),
    };
}

fn metered_event(turn: &LiveTurn, usage: Usage, credits: u64, is_final: bool) -> Event {
    Event::TurnMetered {
        turn_id: turn.id,
        input_tokens: usage.input_tokens,
        output_tokens: usage.output_tokens,
        credits,
        is_final,
    }
}

fn without_id(event: Event) -> Published {
    Published {
        cursor: None,
        event,
    }
}
