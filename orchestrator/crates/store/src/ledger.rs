//! Plans, credits and usage.

use chrono::{DateTime, Utc};
use portolan_domain::{AccountPlan, LedgerEntry, NewGrant, Notification, Page, PageRequest, Tier};
use portolan_ledger::Account;
use uuid::Uuid;

use super::{
    Result, Store, StoreError, accounts,
    paging::{row_limit_of, to_page},
    value::{DatabaseRow, params},
};

/// Credits that an operator can set or give.
const MAXIMUM_CREDITS: u64 = 1_000_000_000_000;

/// The reason for credits that are set from the command line.
const SET_BY_OPERATOR: &str = "Set by the operator";

impl Store {
    /// Returns the user's current state; begins a new period if one is due.
    pub async fn plan(&self, user_id: Uuid, now: DateTime<Utc>) -> Result<AccountPlan> {
        let mut snapshot = self.database.snapshot().await?;
        let account = accounts::read_account(&mut snapshot, &self.plans, user_id, now).await?;
        snapshot.commit().await?;
        if account.is_due(now) {
            return self.change_account(user_id, now, |_| Ok(())).await;
        }
        Ok(account.plan(self.overage_limit))
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
                "SELECT ledger_entries.*, chats.title AS chat_title, \
                 (SELECT search_texts.text FROM search_texts WHERE search_texts.chat_id = ledger_entries.chat_id \
                  AND search_texts.turn_id = ledger_entries.turn_id AND search_texts.kind = 'message' LIMIT 1) \
                 AS question FROM ledger_entries \
                 LEFT JOIN chats ON chats.id = ledger_entries.chat_id \
                 WHERE ledger_entries.user_id = $1 AND number < $2 ORDER BY number DESC LIMIT $3",
                params![user_id, below, row_limit_of(request)],
            )
            .await?;
        let entries = rows
            .iter()
            .map(LedgerEntry::try_from)
            .collect::<Result<_>>()?;
        Ok(to_page(request, entries, |entry| entry.number.to_string()))
    }

    /// Moves the user to a tier at once; credits spent in this period stay spent.
    pub async fn set_plan(
        &self,
        user_id: Uuid,
        tier: Tier,
        now: DateTime<Utc>,
    ) -> Result<AccountPlan> {
        self.change_account(user_id, now, |account| {
            account.set_tier(tier, now);
            Ok(())
        })
        .await
    }

    /// A bigger tier at once, with its credits; a smaller one when the period ends.
    pub async fn change_plan(
        &self,
        user_id: Uuid,
        tier: Tier,
        now: DateTime<Utc>,
    ) -> Result<AccountPlan> {
        self.change_account(user_id, now, |account| {
            account.change_tier(tier, now);
            Ok(())
        })
        .await
    }

    /// Ends the plan with its period; a conflict if the plan is the free one.
    pub async fn cancel_plan(&self, user_id: Uuid, now: DateTime<Utc>) -> Result<AccountPlan> {
        self.change_account(user_id, now, |account| {
            account
                .cancel(now)
                .map_err(|_| StoreError::Conflict("the free plan cannot be cancelled"))
        })
        .await
    }

    /// Takes a cancellation, or a change to a smaller tier, back.
    pub async fn resume_plan(&self, user_id: Uuid, now: DateTime<Utc>) -> Result<AccountPlan> {
        self.change_account(user_id, now, |account| {
            account.resume();
            Ok(())
        })
        .await
    }

    /// Leaves the user this many credits until the period ends; never fewer than running turns hold.
    pub async fn set_credits(
        &self,
        user_id: Uuid,
        credits: u64,
        now: DateTime<Utc>,
    ) -> Result<AccountPlan> {
        at_most_a_trillion(credits)?;
        self.change_account(user_id, now, |account| {
            account.set_left(credits, SET_BY_OPERATOR, now);
            Ok(())
        })
        .await
    }

    /// Gives credits beside the plan.
    pub async fn grant_credits(
        &self,
        user_id: Uuid,
        grant: NewGrant,
        now: DateTime<Utc>,
    ) -> Result<AccountPlan> {
        at_most_a_trillion(grant.credits)?;
        self.change_account(user_id, now, |account| {
            account.give(grant, now);
            Ok(())
        })
        .await
    }

    /// Lists the users whose account was written since then, by any process.
    pub async fn accounts_changed_since(&self, since: DateTime<Utc>) -> Result<Vec<Uuid>> {
        let mut session = self.database.read().await?;
        let rows = session
            .rows(
                "SELECT user_id FROM accounts WHERE changed_at >= $1",
                params![since],
            )
            .await?;
        rows.iter().map(|row| row.get("user_id")).collect()
    }

    /// Takes the user's due notifications, oldest first. Each is returned only once; of several alerts about credits
    /// only the last one.
    pub async fn deliver_notifications(
        &self,
        user_id: Uuid,
        now: DateTime<Utc>,
    ) -> Result<Vec<Notification>> {
        let waiting = self
            .database
            .read()
            .await?
            .row(
                "SELECT id FROM notifications WHERE user_id = $1 AND delivered_at IS NULL LIMIT 1",
                params![user_id],
            )
            .await?;
        if waiting.is_none() {
            return Ok(Vec::new());
        }
        let mut transaction = self.database.write().await?;
        let rows = transaction
            .rows(
                "UPDATE notifications SET delivered_at = $2 WHERE user_id = $1 AND delivered_at IS NULL \
                 RETURNING id, kind, title, description, idempotency_key, created_at",
                params![user_id, now],
            )
            .await?;
        transaction.commit().await?;
        let mut told = rows
            .iter()
            .map(|row| {
                let place: (i64, u32) = (row.get("created_at")?, order_of(row)?);
                Ok((place, Notification::try_from(row)?))
            })
            .collect::<Result<Vec<_>>>()?;
        told.sort_by_key(|(place, _)| *place);
        let last_alert = told.iter().rposition(|(_, told)| told.is_credit_alert());
        let told = told.into_iter().enumerate();
        Ok(told
            .filter(|(place, (_, told))| !told.is_credit_alert() || Some(*place) == last_alert)
            .map(|(_, (_, notification))| notification)
            .collect())
    }

    async fn change_account(
        &self,
        user_id: Uuid,
        now: DateTime<Utc>,
        change: impl FnOnce(&mut Account) -> Result<()> + Send,
    ) -> Result<AccountPlan> {
        let mut transaction = self.database.write().await?;
        let mut account =
            accounts::lock_account(&mut transaction, &self.plans, user_id, now).await?;
        change(&mut account)?;
        // New credits may stand in for what only a hold kept from expiring.
        account.advance(now);
        accounts::save_account(&mut transaction, &mut account, now).await?;
        transaction.commit().await?;
        Ok(account.plan(self.overage_limit))
    }
}

/// Alerts of one moment come with the lower percentage first.
fn order_of(row: &DatabaseRow) -> Result<u32> {
    let kind: String = row.get("kind")?;
    Ok(kind
        .rsplit('_')
        .next()
        .and_then(|percent| percent.parse().ok())
        .unwrap_or(0))
}

fn at_most_a_trillion(credits: u64) -> Result<()> {
    if credits > MAXIMUM_CREDITS {
        return Err(StoreError::Conflict(
            "nobody gets more than a trillion credits: give fewer",
        ));
    }
    Ok(())
}

impl TryFrom<&DatabaseRow> for LedgerEntry {
    type Error = StoreError;

    fn try_from(row: &DatabaseRow) -> Result<Self> {
        Ok(Self {
            number: row.get("number")?,
            kind: row.get("kind")?,
            amount: row.get("amount")?,
            balance_after: row.get("balance_after")?,
            turn_id: row.get("turn_id")?,
            chat_id: row.get("chat_id")?,
            chat_title: row.get("chat_title")?,
            question: row.get("question")?,
            description: row.get("description")?,
            model: row.get("model")?,
            input_tokens: row.get("input_tokens")?,
            output_tokens: row.get("output_tokens")?,
            estimated: row.get("estimated")?,
            created_at: row.get("created_at")?,
        })
    }
}

impl TryFrom<&DatabaseRow> for Notification {
    type Error = StoreError;

    fn try_from(row: &DatabaseRow) -> Result<Self> {
        Ok(Self {
            id: row.get("id")?,
            kind: row.get("kind")?,
            title: row.get("title")?,
            description: row.get("description")?,
        })
    }
}
