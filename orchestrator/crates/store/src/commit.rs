//! Committing to the log: events, and all that must become true at the same moment with them.

use chrono::{DateTime, Utc};
use portolan_blocks::{BlockContent, Event};
use portolan_chat::{StoredStep, Usage};
use portolan_domain::{BoardAddition, NewWebhookEvent, WebhookEventData};
use portolan_realtime::ChangeKind;
use portolan_rest::ExposedTable;
use uuid::Uuid;

use super::{
    Result, Store, StoreError, accounts, board_nodes, charts,
    chats::{self, NO_CHAT},
    database::Transaction,
    log, search,
    settlement::{self, MoneyRows},
    value::{DatabaseRow, Json, params},
    webhook_deliveries,
};

/// A write of the chat's owner. It can be committed again after an uncertain failure: events that
/// are already in the log are found there and not applied twice.
#[derive(Clone, Debug)]
pub struct ChatCommit<'a> {
    pub chat_id: Uuid,
    /// The owner of the chat, who is charged.
    pub user_id: Uuid,
    pub epoch: u64,
    /// The id of the first event: one more than the chat's last.
    pub first_id: u64,
    /// Stored ones only. Charts in `block.closed` become charts of their own, `chat.changed` names
    /// the chat, `turn.metered` and `turn.finished` close the turn.
    pub events: &'a [Event],
    pub steps: &'a [StoredStep],
    /// The turn that the steps belong to, and the starts without progress that it has had from now
    /// on, where they change.
    pub turn_id: Option<Uuid>,
    pub attempts: Option<u32>,
    pub raise_hold: Option<RaiseHold>,
    /// Only together with `turn.finished`, which without it settles to nothing.
    pub settlement: Option<TurnSettlement>,
    pub now: DateTime<Utc>,
}

/// Raises a turn's hold to this many credits in all; if there is no room the hold stays, and the rest of the
/// commit is done all the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RaiseHold {
    pub turn_id: Uuid,
    pub to: u64,
}

/// Takes the charge and gives the hold back: at most once a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurnSettlement {
    pub turn_id: Uuid,
    pub charge: u64,
    /// Credits that the usage costs, charged or not.
    pub cost: u64,
    /// The usage that is charged.
    pub usage: Usage,
}

impl TurnSettlement {
    /// Settles a turn that costs nothing.
    fn nothing(turn_id: Uuid) -> Self {
        Self {
            turn_id,
            charge: 0,
            cost: 0,
            usage: Usage::default(),
        }
    }
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Committed {
    /// The hold was to be raised, and there was no room.
    pub hold_refused: bool,
    /// The credits that the settlement took: less than its charge only where the hold was too small
    /// and the balance had no more.
    pub charged: u64,
    /// The elements added to the chat's board, if it has one.
    pub board: Vec<BoardAddition>,
}

impl Store {
    pub async fn commit(&self, commit: &ChatCommit<'_>) -> Result<Committed> {
        if !commit.events.iter().all(Event::is_stored) {
            return Err(StoreError::Conflict("this event is sent and not stored"));
        }
        let mut transaction = self.database.write().await?;
        let user_id = commit.user_id;
        let finished = commit.events.iter().find_map(|event| match event {
            Event::TurnFinished { turn_id, .. } => Some(*turn_id),
            _ => None,
        });
        let settlement = commit.settlement.or(finished.map(TurnSettlement::nothing));
        let (advanced, money) = advance_log(&mut transaction, commit, settlement).await?;
        let Some(advanced) = advanced else {
            return already_committed(&mut transaction, commit).await;
        };
        let has_board = advanced.get::<i64>("boards")? > 0;
        let mut committed = Committed::default();
        let mut charts = Vec::new();
        for (id, event) in (commit.first_id..).zip(commit.events) {
            log::insert(&mut transaction, commit.chat_id, id, event).await?;
            charts.extend(apply_event(&mut transaction, commit, user_id, event).await?);
            if has_board && let Event::BlockClosed { turn_id, block } = event {
                let added = board_nodes::keep_block(
                    &mut transaction,
                    &self.plans,
                    commit.chat_id,
                    (*turn_id, block),
                    commit.now,
                )
                .await?;
                committed.board.extend(added);
            }
        }
        if let Some(turn_id) = commit.turn_id {
            for step in commit.steps {
                journal_step(&mut transaction, turn_id, step).await?;
            }
            if let Some(attempts) = commit.attempts {
                transaction
                    .queue(
                        "UPDATE turns SET attempts = $2 WHERE id = $1",
                        params![turn_id, attempts],
                    )
                    .await?;
            }
        }
        if let Some((settlement, money)) = settlement.zip(money.as_ref()) {
            committed.charged =
                settlement::settle_turn(&mut transaction, &self.plans, commit, settlement, money)
                    .await?;
        } else if let Some((raise, money)) = commit.raise_hold.zip(money.as_ref()) {
            committed.hold_refused = !settlement::raise_hold(
                &mut transaction,
                &self.plans,
                raise,
                money,
                self.overage_limit,
                commit.now,
            )
            .await?;
        }
        let webhooks = money.map(|money| money.webhooks).unwrap_or_default();
        record_finished_turns(&mut transaction, commit, &webhooks, committed.charged).await?;
        transaction.commit().await?;
        for (kind, chart_id) in charts {
            self.changed(kind, ExposedTable::Charts, user_id, chart_id);
        }
        for addition in &committed.board {
            self.changed(
                ChangeKind::Update,
                ExposedTable::Boards,
                user_id,
                addition.board_id,
            );
        }
        if !commit.events.is_empty() {
            self.changed(
                ChangeKind::Update,
                ExposedTable::Chats,
                user_id,
                commit.chat_id,
            );
        }
        Ok(committed)
    }
}

/// Records the end of a turn for the user's webhooks.
async fn record_finished_turns(
    transaction: &mut Transaction,
    commit: &ChatCommit<'_>,
    webhooks: &[DatabaseRow],
    credits: u64,
) -> Result<()> {
    for event in commit.events {
        if let Event::TurnFinished {
            turn_id,
            outcome,
            finished_at,
            ..
        } = event
        {
            let data = WebhookEventData::TurnFinished {
                chat_id: commit.chat_id,
                turn_id: *turn_id,
                outcome: *outcome,
                credits,
                finished_at: *finished_at,
            };
            let finished = NewWebhookEvent::new(&turn_id.to_string(), data, *finished_at);
            webhook_deliveries::record_for(transaction, webhooks, &finished).await?;
        }
    }
    Ok(())
}

/// Locks the chat and moves it on; None if epoch or id do not fit. Where the commit changes a hold, locks the account too
/// and reads what that takes.
async fn advance_log(
    transaction: &mut Transaction,
    commit: &ChatCommit<'_>,
    settlement: Option<TurnSettlement>,
) -> Result<(Option<DatabaseRow>, Option<MoneyRows>)> {
    const ADVANCE: &str = "UPDATE chats SET last_event_id = last_event_id + $4, updated_at = COALESCE($5, updated_at) \
         WHERE id = $1 AND epoch = $2 AND last_event_id = $3 AND user_id = $6 RETURNING \
         (SELECT COUNT(*) FROM boards WHERE boards.chat_id = chats.id) AS boards";
    let is_finished = |event: &Event| matches!(event, Event::TurnFinished { .. });
    let finished = commit.events.iter().any(is_finished);
    let advance = params![
        commit.chat_id,
        commit.epoch,
        commit.first_id.saturating_sub(1),
        commit.events.len() as u64,
        finished.then_some(commit.now),
        commit.user_id,
    ];
    let settled = settlement.map(|settlement| settlement.turn_id);
    let Some(turn_id) = settled.or(commit.raise_hold.map(|raise| raise.turn_id)) else {
        return Ok((transaction.row(ADVANCE, advance).await?, None));
    };
    let [mut advanced, _, account, turn, webhooks] = transaction
        .gather([
            (ADVANCE, advance),
            (accounts::LOCK_ACCOUNT, params![commit.user_id]),
            (
                accounts::SELECT_ACCOUNT,
                params![commit.user_id, commit.now],
            ),
            (
                settlement::SELECT_TURN,
                params![turn_id, commit.chat_id, commit.user_id],
            ),
            (webhook_deliveries::SELECT_ENABLED, params![commit.user_id]),
        ])
        .await?;
    let money = MoneyRows {
        account,
        turn,
        webhooks,
    };
    Ok((advanced.pop(), Some(money)))
}

/// Applies an event's changes beside the log; returns the chart that it wrote, if any.
async fn apply_event(
    transaction: &mut Transaction,
    commit: &ChatCommit<'_>,
    user_id: Uuid,
    event: &Event,
) -> Result<Option<(ChangeKind, Uuid)>> {
    search::index_event(transaction, user_id, commit.chat_id, event).await?;
    match event {
        Event::BlockClosed { turn_id, block } => {
            if let BlockContent::Chart(chart) = &block.content {
                let origin = charts::Origin {
                    user_id,
                    chat_id: commit.chat_id,
                    turn_id: *turn_id,
                };
                let kept = charts::keep_version(transaction, &origin, chart, commit.now).await?;
                return Ok(kept.map(|kind| (kind, chart.chart_id)));
            }
        }
        Event::ChatChanged { title } => {
            chats::set_title(transaction, user_id, commit.chat_id, title).await?;
        }
        Event::TurnMetered {
            turn_id,
            input_tokens,
            output_tokens,
            ..
        } => {
            transaction
                .queue(
                    "UPDATE turns SET input_tokens = $2, output_tokens = $3 WHERE id = $1",
                    params![*turn_id, *input_tokens, *output_tokens],
                )
                .await?;
        }
        Event::TurnFinished {
            turn_id,
            outcome,
            finished_at,
            ..
        } => {
            transaction
                .queue(
                    "UPDATE turns SET outcome = $2, finished_at = $3 WHERE id = $1",
                    params![*turn_id, *outcome, *finished_at],
                )
                .await?;
        }
        _ => {}
    }
    Ok(None)
}

/// Distinguishes a stale owner, a repeated commit, and a bug.
async fn already_committed(
    transaction: &mut Transaction,
    commit: &ChatCommit<'_>,
) -> Result<Committed> {
    let row = transaction
        .row(
            "SELECT epoch, last_event_id FROM chats WHERE id = $1",
            params![commit.chat_id],
        )
        .await?
        .ok_or(NO_CHAT)?;
    if row.get::<u64>("epoch")? != commit.epoch {
        return Err(StoreError::Fenced);
    }
    let end = commit.first_id + commit.events.len() as u64;
    if commit.events.is_empty() || row.get::<u64>("last_event_id")? + 1 != end {
        return Err(StoreError::Conflict(log::OUT_OF_ORDER));
    }
    for (id, event) in (commit.first_id..).zip(commit.events) {
        if !log::contains_event(transaction, commit.chat_id, id, event).await? {
            return Err(StoreError::Conflict(log::OUT_OF_ORDER));
        }
    }
    let mut committed = Committed::default();
    if let Some(raise) = commit.raise_hold {
        let row = transaction
            .row(
                "SELECT amount FROM holds WHERE turn_id = $1",
                params![raise.turn_id],
            )
            .await?;
        let amount: Option<u64> = row.map(|row| row.get("amount")).transpose()?;
        committed.hold_refused = amount.is_some_and(|amount| amount < raise.to);
    }
    if let Some(settlement) = commit.settlement {
        let row = transaction
            .row(
                "SELECT charged FROM turns WHERE id = $1",
                params![settlement.turn_id],
            )
            .await?;
        committed.charged = row.map_or(Ok(0), |row| row.get("charged"))?;
    }
    Ok(committed)
}

async fn journal_step(
    transaction: &mut Transaction,
    turn_id: Uuid,
    step: &StoredStep,
) -> Result<()> {
    transaction
        .queue(
            "INSERT INTO journal_steps (turn_id, number, step) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
            params![turn_id, step.number, Json(step)],
        )
        .await?;
    Ok(())
}
