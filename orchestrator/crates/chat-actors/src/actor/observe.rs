//! Turns as logs, traces and metrics see them.

use std::collections::HashMap;

use metrics::{counter, histogram};
use portolan_blocks::{Event, Outcome};
use portolan_chat::{Commit, TurnOutput};
use portolan_environment::ids::Ids;
use portolan_telemetry::Trace;
use tokio::time::Instant;
use tracing::{Span, field::Empty, info_span};
use uuid::Uuid;

/// The turns of a chat that have not ended.
#[derive(Default)]
pub(super) struct TurnWatches(HashMap<Uuid, TurnWatch>);

struct TurnWatch {
    trace: Option<Trace>,
    /// The span of its preparation, then that of the run.
    span: Span,
    since: Instant,
    /// Whether this server has taken the message; one that continues a turn does not know when it came.
    is_from_start: bool,
    has_text: bool,
}

impl TurnWatches {
    /// Watches a message that may begin a turn; returns the span of its preparation.
    pub fn prepare(&mut self, chat_id: Uuid, turn_id: Uuid, request: Option<&Trace>) -> Span {
        let span = info_span!(
            parent: None,
            "chat",
            chat.id = %chat_id,
            trace.id = Empty,
            request.id = Empty
        );
        let watch = TurnWatch {
            trace: request.map(|request| request.enter(&span)),
            span: span.clone(),
            since: Instant::now(),
            is_from_start: true,
            has_text: false,
        };
        self.0.insert(turn_id, watch);
        span
    }

    /// Begins the span of a turn that runs from now on.
    pub fn start(&mut self, chat_id: Uuid, turn_id: Uuid, model: &str, ids: &Ids) -> Span {
        let span = info_span!(
            parent: None,
            "turn",
            chat.id = %chat_id,
            turn.id = %turn_id,
            model.id = model,
            trace.id = Empty,
            request.id = Empty
        );
        let watch = self.0.entry(turn_id).or_insert_with(|| {
            counter!("portolan_turns_resumed_total").increment(1);
            TurnWatch {
                trace: None,
                span: Span::none(),
                since: Instant::now(),
                is_from_start: false,
                has_text: false,
            }
        });
        let trace = match &watch.trace {
            Some(trace) => trace.enter(&span),
            None => Trace::begin_background(&span, ids.id()),
        };
        watch.trace = Some(trace);
        watch.span = span.clone();
        span.in_scope(|| tracing::info!(turn.resumed = !watch.is_from_start, "turn started"));
        span
    }

    /// Forgets a message that began no turn.
    pub fn forget(&mut self, turn_id: Uuid) {
        self.0.remove(&turn_id);
    }

    /// Measures the wait for the first text of an answer.
    pub fn note_output(&mut self, turn_id: Uuid, output: &TurnOutput) {
        let has_text = matches!(
            output,
            TurnOutput::BlockOpened { .. }
                | TurnOutput::BlockText { .. }
                | TurnOutput::BlockClosed { .. }
        );
        let Some(watch) = self
            .0
            .get_mut(&turn_id)
            .filter(|watch| has_text && !watch.has_text)
        else {
            return;
        };
        watch.has_text = true;
        if watch.is_from_start {
            histogram!("portolan_turn_first_token_seconds").record(watch.since.elapsed());
        }
    }

    /// Returns the span of a write to the log, below that of its turn.
    pub fn commit_span(&self, turn_id: Option<Uuid>, events: usize) -> Span {
        match turn_id.and_then(|turn_id| self.0.get(&turn_id)) {
            Some(watch) => info_span!(parent: &watch.span, "commit", commit.events = events),
            None => Span::none(),
        }
    }

    /// Counts the turns that ended with a commit.
    pub fn note_commit(&mut self, commit: &Commit) {
        for stored in &commit.events {
            let Event::TurnFinished {
                turn_id,
                outcome,
                error,
                ..
            } = &stored.event
            else {
                continue;
            };
            let outcome = outcome_name(*outcome);
            counter!("portolan_turns_total", "outcome" => outcome).increment(1);
            let credits = commit.settlement.map_or(0, |settlement| settlement.credits);
            counter!("portolan_ledger_credits_charged_total").increment(credits);
            let Some(watch) = self.0.remove(turn_id) else {
                continue;
            };
            let elapsed = watch.since.elapsed();
            if watch.is_from_start {
                histogram!("portolan_turn_seconds", "outcome" => outcome).record(elapsed);
            }
            let error = error.as_ref().map(|error| error.code.as_str());
            watch.span.in_scope(|| {
                tracing::info!(
                    turn.id = %turn_id,
                    turn.outcome = outcome,
                    turn.error = error,
                    turn.credits = credits,
                    duration_ms = u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX),
                    "turn finished"
                );
            });
        }
    }
}

fn outcome_name(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Completed => "completed",
        Outcome::Cancelled => "cancelled",
        Outcome::Limited => "limited",
        Outcome::Failed => "failed",
    }
}
