//! What somebody may still use, and what they used.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::{
    Result, Store, StoreError,
    accounts::Account,
    paging::{page, rows_wanted},
    value::{Row, params},
};
use crate::model::{AccountPlan, LedgerEntry, Page, PageRequest, Tier};

/// Credits that an operator can set.
const MAXIMUM_CREDITS: u64 = 1_000_000_000_000;

impl Store {
    /// Where the user stands now; begins a new period where one is due.
    pub async fn plan(&self, user_id: Uuid, now: DateTime<Utc>) -> Result<AccountPlan> {
        let account = Account::peek(&mut self.database.read().await?, user_id).await?;
        if !account.is_due(now) {
            return Ok(account.to_plan());
        }
        let mut transaction = self.database.write().await?;
        let account = Account::lock(&mut transaction, user_id, now).await?;
        transaction.commit().await?;
        Ok(account.to_plan())
    }

    /// The user's ledger, newest first.
    pub async fn usage(&self, user_id: Uuid, request: &PageRequest) -> Result<Page<LedgerEntry>> {
        let below = match &request.cursor {
            Some(cursor) => cursor.parse().map_err(|_| StoreError::BadCursor)?,
            None => i64::MAX,
        };
        let mut session = self.database.read().await?;
        let rows = session
            .rows(
                "SELECT * FROM ledger_entries WHERE user_id = $1 AND number < $2 ORDER BY number DESC LIMIT $3",
                params![user_id, below, rows_wanted(request)],
            )
            .await?;
        let entries = rows
            .iter()
            .map(LedgerEntry::try_from)
            .collect::<Result<_>>()?;
        Ok(page(request, entries, |entry| entry.number.to_string()))
    }

    /// Puts the user on a tier; what they spent in this period stays spent.
    pub async fn set_plan(
        &self,
        user_id: Uuid,
        tier: Tier,
        now: DateTime<Utc>,
    ) -> Result<AccountPlan> {
        let mut transaction = self.database.write().await?;
        let mut account = Account::lock(&mut transaction, user_id, now).await?;
        account.change_tier(&mut transaction, tier, now).await?;
        account.save(&mut transaction).await?;
        transaction.commit().await?;
        Ok(account.to_plan())
    }

    /// Leaves the user this many credits until the period ends; never fewer than running turns hold.
    pub async fn set_credits(
        &self,
        user_id: Uuid,
        credits: u64,
        now: DateTime<Utc>,
    ) -> Result<AccountPlan> {
        if credits > MAXIMUM_CREDITS {
            return Err(StoreError::Conflict(
                "nobody gets more than a trillion credits: give fewer",
            ));
        }
        let mut transaction = self.database.write().await?;
        let mut account = Account::lock(&mut transaction, user_id, now).await?;
        account.set_left(&mut transaction, credits, now).await?;
        account.save(&mut transaction).await?;
        transaction.commit().await?;
        Ok(account.to_plan())
    }
}

impl TryFrom<&Row> for LedgerEntry {
    type Error = StoreError;

    fn try_from(row: &Row) -> Result<Self> {
        Ok(Self {
            number: row.get("number")?,
            kind: row.get("kind")?,
            amount: row.get("amount")?,
            balance_after: row.get("balance_after")?,
            turn_id: row.get("turn_id")?,
            chat_id: row.get("chat_id")?,
            description: row.get("description")?,
            created_at: row.get("created_at")?,
        })
    }
}
