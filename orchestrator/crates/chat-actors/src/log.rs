//! Between the pure core and the store: what the core wants written, and what it is rebuilt from.

use chrono::{DateTime, Utc};
use metrics::{counter, histogram};
use portolan_chat::{
    Begin, BeginResult, Commit, HoldResult, Price, Recovered, SendRefusal, UnfinishedTurn,
};
use portolan_domain::{BoardAddition, Chat, Source, Turn};
use portolan_store::{BeginTurn, RaiseHold, Store, StoreError, TurnSettlement};
use tokio::time::Instant;
use uuid::Uuid;

/// The chat and the epoch under which this actor may write to it.
#[derive(Clone, Copy, Debug)]
pub struct Owned {
    pub chat_id: Uuid,
    pub user_id: Uuid,
    pub epoch: u64,
}

/// Events that are read at once while a turn is rebuilt.
const PAGE: u32 = 500;

/// Begins a turn, in the order of checks that the contract names; `new_sources` are made with it.
pub async fn begin_turn(
    store: &Store,
    owned: Owned,
    begin: &Begin,
    new_sources: &[Source],
    now: DateTime<Utc>,
) -> BeginResult {
    let body_hash = begin
        .key
        .as_ref()
        .map(|key| hex::encode(key.body_hash))
        .unwrap_or_default();
    let wanted = BeginTurn {
        chat_id: owned.chat_id,
        epoch: owned.epoch,
        user_id: owned.user_id,
        idempotency_key: begin.key.as_ref().map(|key| key.key.as_str()),
        body_hash: &body_hash,
        busy: begin.busy,
        event_id: begin.event.id,
        started: &begin.event.event,
        title: begin.title.as_deref(),
        new_sources,
        hold: begin.hold,
        now,
    };
    let result = match store.begin_turn(&wanted).await {
        Ok(portolan_store::BeginOutcome::Begun) => BeginResult::Begun,
        Ok(portolan_store::BeginOutcome::Replay { turn_id }) => BeginResult::Replayed { turn_id },
        Ok(portolan_store::BeginOutcome::KeyReused) => BeginResult::Refused(SendRefusal::KeyReused),
        Ok(portolan_store::BeginOutcome::TurnRunning) => {
            BeginResult::Refused(SendRefusal::TurnRunning)
        }
        Ok(portolan_store::BeginOutcome::UsageLimitReached) => {
            BeginResult::Refused(SendRefusal::UsageLimitReached)
        }
        Ok(portolan_store::BeginOutcome::TurnsRunning) => {
            BeginResult::Refused(SendRefusal::TurnsRunning)
        }
        Ok(portolan_store::BeginOutcome::TooManyTurns { limit }) => {
            BeginResult::Refused(SendRefusal::TooManyTurns { limit })
        }
        Ok(portolan_store::BeginOutcome::ModelNotIncluded) => {
            BeginResult::Refused(SendRefusal::ModelNotIncluded)
        }
        Err(StoreError::PlanLimit { items, limit }) => {
            BeginResult::Refused(SendRefusal::PlanLimit { items, limit })
        }
        Err(StoreError::TooManyItems { items, limit }) => {
            BeginResult::Refused(SendRefusal::TooManyItems { items, limit })
        }
        Err(error) => {
            tracing::warn!(chat.id = %owned.chat_id, error.cause = %error, "turn was not begun");
            // Beside a running turn nothing was to be written, and it need not suffer.
            if begin.busy && !matches!(error, StoreError::Fenced) {
                return BeginResult::Refused(SendRefusal::StoreUnavailable);
            }
            BeginResult::Uncertain
        }
    };
    match &result {
        BeginResult::Refused(refusal) => {
            counter!("portolan_turns_refused_total", "reason" => refusal_reason(refusal))
                .increment(1);
        }
        result => tracing::debug!(chat.id = %owned.chat_id, turn.begun = ?result, "turn committed"),
    }
    result
}

fn refusal_reason(refusal: &SendRefusal) -> &'static str {
    match refusal {
        SendRefusal::KeyReused => "key_reused",
        SendRefusal::TurnRunning => "turn_running",
        SendRefusal::UsageLimitReached => "usage_limit_reached",
        SendRefusal::TurnsRunning => "turns_running",
        SendRefusal::TooManyItems { .. } => "too_many_items",
        SendRefusal::PlanLimit { .. } => "plan_limit",
        SendRefusal::TooManyTurns { .. } => "too_many_turns",
        SendRefusal::ModelNotIncluded => "model_not_included",
        SendRefusal::StoreUnavailable => "store_unavailable",
        SendRefusal::ParentUnknown => "parent_unknown",
    }
}

/// Commits a batch; what the hold came to, where it was to be raised, and what came onto the
/// chat's board.
pub async fn commit_log(
    store: &Store,
    owned: Owned,
    commit: &Commit,
    now: DateTime<Utc>,
) -> Result<(Option<HoldResult>, Vec<BoardAddition>), StoreError> {
    let events: Vec<_> = commit
        .events
        .iter()
        .map(|stored| stored.event.clone())
        .collect();
    let raise_hold = commit.turn_id.zip(commit.raise_hold);
    let since = Instant::now();
    let committed = store
        .commit(&portolan_store::ChatCommit {
            chat_id: owned.chat_id,
            user_id: owned.user_id,
            epoch: owned.epoch,
            first_id: commit.first_id,
            events: &events,
            steps: &commit.steps,
            turn_id: commit.turn_id,
            attempts: commit.attempts,
            raise_hold: raise_hold.map(|(turn_id, to)| RaiseHold { turn_id, to }),
            settlement: commit.settlement.map(|settlement| TurnSettlement {
                turn_id: settlement.turn_id,
                charge: settlement.credits,
                cost: settlement.cost,
                usage: settlement.usage,
            }),
            now,
        })
        .await?;
    let elapsed = since.elapsed();
    histogram!("portolan_commit_seconds").record(elapsed);
    tracing::debug!(
        chat.id = %owned.chat_id,
        event.first_id = commit.first_id,
        duration_us = u64::try_from(elapsed.as_micros()).unwrap_or(u64::MAX),
        "events committed"
    );
    let hold = commit.raise_hold.map(|_| {
        if committed.hold_refused {
            HoldResult::NoRoom
        } else {
            HoldResult::Raised
        }
    });
    Ok((hold, committed.board))
}

/// Restores the chat's state from its log, with the chat. `price` returns the price of a model.
pub async fn recover_chat(
    store: &Store,
    chat_id: Uuid,
    price: impl Fn(&str) -> Price,
) -> Result<(Recovered, Chat), StoreError> {
    let (chat, turn) = store.chat_with_newest_turn(chat_id).await?;
    let newest_turn = turn.as_ref().map(|turn| turn.id);
    let unfinished = match turn.filter(|turn| turn.finished_at.is_none()) {
        Some(turn) => Some(unfinished_turn(store, turn, price).await?),
        None => None,
    };
    let recovered = Recovered {
        last_event_id: chat.last_event_id,
        newest_turn,
        unfinished,
    };
    Ok((recovered, chat))
}

async fn unfinished_turn(
    store: &Store,
    turn: Turn,
    price: impl Fn(&str) -> Price,
) -> Result<UnfinishedTurn, StoreError> {
    let mut events = Vec::new();
    let mut after = turn.first_event_id.saturating_sub(1);
    loop {
        let page = store.events_after(turn.chat_id, after, PAGE).await?;
        let Some(last) = page.last() else { break };
        after = last.id;
        events.extend(page);
    }
    Ok(UnfinishedTurn {
        events,
        attempts: turn.attempts,
        steps: store.journal(turn.id).await?,
        price: price(&turn.model),
        hold: turn.hold,
    })
}
