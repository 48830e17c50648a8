//! Holds: raised while a turn runs, exchanged for its charge when it finishes; and charges by
//! estimate, corrected when the provider's report comes later.

use chrono::{DateTime, Utc};
use portolan_blocks::Event;
use portolan_chat::Usage;
use portolan_ledger::{Charge, Correction, EntryKind, EntryUsage, Movement, Plans};
use uuid::Uuid;

use super::{
    ChatCommit, RaiseHold, Result, Store, StoreError, TurnSettlement, accounts,
    database::Transaction,
    value::{DatabaseRow, params},
};

/// The actual usage of a turn whose settlement was estimated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UsageReport {
    pub turn_id: Uuid,
    /// Of the whole turn, and what that costs.
    pub usage: Usage,
    pub credits: u64,
    /// The credits that it costs, charged or not.
    pub cost: u64,
    pub now: DateTime<Utc>,
}

impl Store {
    /// Corrects the charge of a settled turn by an `adjustment` entry: once a turn, and only where
    /// it was charged by estimate. What the turn costs then; None if nothing is to be corrected.
    pub async fn correct_usage(&self, report: &UsageReport) -> Result<Option<u64>> {
        let mut transaction = self.database.write().await?;
        let charge = transaction
            .row(
                "SELECT * FROM ledger_entries WHERE turn_id = $1 AND kind = $2 AND estimated",
                params![report.turn_id, EntryKind::Charge],
            )
            .await?;
        let Some(charge) = charge else {
            return Ok(None);
        };
        let (user_id, chat_id) = (charge.get("user_id")?, charge.get("chat_id")?);
        let mut account =
            accounts::lock_account(&mut transaction, &self.plans, user_id, report.now).await?;
        let corrected = transaction
            .row(
                "SELECT number FROM ledger_entries WHERE turn_id = $1 AND kind = $2",
                params![report.turn_id, EntryKind::Adjustment],
            )
            .await?;
        if corrected.is_some() {
            return Ok(None);
        }
        let taken = transaction
            .rows(
                "SELECT grant_number, grant_movements.amount FROM grant_movements \
                 JOIN grants ON grants.user_id = grant_movements.user_id AND grants.number = grant_number \
                 WHERE grant_movements.user_id = $1 AND entry_number = $2 \
                 ORDER BY priority, expires_at IS NULL, expires_at, grant_number",
                params![user_id, charge.get::<u64>("number")?],
            )
            .await?
            .iter()
            .map(|row| {
                Ok(Movement {
                    grant: row.get("grant_number")?,
                    amount: row.get("amount")?,
                })
            })
            .collect::<Result<_>>()?;
        let usage = report.usage;
        let charged = account.correct(
            Correction {
                turn_id: report.turn_id,
                chat_id,
                charged: charge.get::<i64>("amount")?.unsigned_abs(),
                charged_at: charge.get("created_at")?,
                taken,
                credits: report.credits,
                usage: of_model(charge.get("model")?, usage),
            },
            report.now,
        );
        accounts::save_account(&mut transaction, &mut account, report.now).await?;
        transaction
            .queue(
                "UPDATE turns SET charged = $2, input_tokens = $3, output_tokens = $4, cost = $5 WHERE id = $1",
                params![
                    report.turn_id,
                    charged,
                    usage.input_tokens,
                    usage.output_tokens,
                    report.cost,
                ],
            )
            .await?;
        transaction.commit().await?;
        Ok(Some(charged))
    }
}

/// Reads turn `$1` of chat `$2` and user `$3` with its hold, under the locks of the chat and of the account: so that no one
/// else settles it.
pub(super) const SELECT_TURN: &str = "SELECT model, charged, finished_at, amount AS hold FROM turns \
     LEFT JOIN holds ON holds.turn_id = turns.id \
     WHERE turns.id = $1 AND chat_id = $2 AND turns.user_id = $3";

/// The rows that a change of a hold is decided by, read before the commit's writes.
pub(super) struct MoneyRows {
    pub account: Vec<DatabaseRow>,
    /// At most one.
    pub turn: Vec<DatabaseRow>,
    /// The user's enabled webhooks.
    pub webhooks: Vec<DatabaseRow>,
}

/// Returns the charge; that of before if the turn is already settled.
pub(super) async fn settle_turn(
    transaction: &mut Transaction,
    plans: &Plans,
    commit: &ChatCommit<'_>,
    settlement: TurnSettlement,
    money: &MoneyRows,
) -> Result<u64> {
    let mut account = accounts::current_account(&money.account, plans, commit.now)?;
    let turn = money.turn.first().ok_or(StoreError::NotFound("turn"))?;
    let Some(hold) = turn.get::<Option<u64>>("hold")? else {
        return turn.get("charged");
    };
    transaction
        .queue(
            "DELETE FROM holds WHERE turn_id = $1",
            params![settlement.turn_id],
        )
        .await?;
    let finishes = |event: &Event| matches!(event, Event::TurnFinished { turn_id, .. } if *turn_id == settlement.turn_id);
    let was_finished = turn.get::<Option<i64>>("finished_at")?.is_some();
    if !was_finished && !commit.events.iter().any(finishes) {
        return Err(StoreError::Conflict("a turn is settled when it finishes"));
    }
    let charge = Charge {
        turn_id: settlement.turn_id,
        chat_id: commit.chat_id,
        credits: settlement.charge,
        usage: of_model(turn.get("model")?, settlement.usage),
    };
    let charged = account.settle(hold, charge, commit.now);
    if charged < settlement.charge {
        tracing::warn!(
            turn.id = %settlement.turn_id,
            credits = settlement.charge,
            charged,
            "turn used more than its hold"
        );
    }
    accounts::save_account(transaction, &mut account, commit.now).await?;
    transaction
        .queue(
            "UPDATE turns SET charged = $2, cost = $3 WHERE id = $1",
            params![settlement.turn_id, charged, settlement.cost],
        )
        .await?;
    Ok(charged)
}

/// Returns whether there was room. A hold is never lowered.
pub(super) async fn raise_hold(
    transaction: &mut Transaction,
    plans: &Plans,
    raise: RaiseHold,
    money: &MoneyRows,
    overage_limit: u64,
    now: DateTime<Utc>,
) -> Result<bool> {
    let mut account = accounts::current_account(&money.account, plans, now)?;
    let hold = match money.turn.first() {
        Some(turn) => turn.get("hold")?,
        None => None,
    };
    let hold: u64 = hold.ok_or(StoreError::Conflict("this turn is settled already"))?;
    let more = raise.to.saturating_sub(hold);
    let has_room = account.raise(more, overage_limit, now);
    accounts::save_account(transaction, &mut account, now).await?;
    if has_room && more > 0 {
        transaction
            .queue(
                "UPDATE holds SET amount = $2 WHERE turn_id = $1",
                params![raise.turn_id, raise.to],
            )
            .await?;
    }
    Ok(has_room)
}

fn of_model(model: String, usage: Usage) -> EntryUsage {
    EntryUsage {
        model,
        input_tokens: usage.input_tokens,
        output_tokens: usage.output_tokens,
        estimated: usage.estimated,
    }
}
