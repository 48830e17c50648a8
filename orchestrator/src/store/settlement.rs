//! Holds: raised while a turn runs, and exchanged for its charge when it finishes.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::{
    Commit, RaiseHold, Result, Settlement, StoreError, accounts::Account, database::Transaction,
    value::params,
};

/// Gives what was charged; nothing where the turn is settled already.
pub(super) async fn settle(
    transaction: &mut Transaction,
    commit: &Commit<'_>,
    settlement: Settlement,
) -> Result<u64> {
    let turn = transaction
        .row(
            "SELECT user_id, model, charged, finished_at FROM turns WHERE id = $1 AND chat_id = $2",
            params![settlement.turn_id, commit.chat_id],
        )
        .await?
        .ok_or(StoreError::NotFound("turn"))?;
    let mut account = Account::lock(transaction, turn.get("user_id")?, commit.now).await?;
    let hold = transaction
        .row(
            "DELETE FROM holds WHERE turn_id = $1 RETURNING amount",
            params![settlement.turn_id],
        )
        .await?;
    let Some(hold) = hold else {
        return turn.get("charged");
    };
    if turn.get::<Option<i64>>("finished_at")?.is_none() {
        return Err(StoreError::Conflict("a turn is settled when it finishes"));
    }
    account.held = account.held.saturating_sub(hold.get("amount")?);
    let description = format!("Answer by {}", turn.get::<String>("model")?);
    let origin = (settlement.turn_id, commit.chat_id);
    let charged = account
        .charge(
            transaction,
            settlement.charge,
            origin,
            description,
            commit.now,
        )
        .await?;
    account.save(transaction).await?;
    transaction
        .execute(
            "UPDATE turns SET charged = $2 WHERE id = $1",
            params![settlement.turn_id, charged],
        )
        .await?;
    Ok(charged)
}

/// Whether there was room. A hold is never lowered.
pub(super) async fn raise_hold(
    transaction: &mut Transaction,
    user_id: Uuid,
    raise: RaiseHold,
    now: DateTime<Utc>,
) -> Result<bool> {
    let mut account = Account::lock(transaction, user_id, now).await?;
    let row = transaction
        .row(
            "SELECT amount FROM holds WHERE turn_id = $1",
            params![raise.turn_id],
        )
        .await?
        .ok_or(StoreError::Conflict("this turn is settled already"))?;
    let more = raise.to.saturating_sub(row.get("amount")?);
    if more > account.free() {
        return Ok(false);
    }
    if more > 0 {
        account.held += more;
        account.save(transaction).await?;
        transaction
            .execute(
                "UPDATE holds SET amount = $2 WHERE turn_id = $1",
                params![raise.turn_id, raise.to],
            )
            .await?;
    }
    Ok(true)
}
