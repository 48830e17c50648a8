//! The account row: balance, hold and period, under its lock; and the entries that explain it.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::{
    Result, StoreError,
    database::Session,
    period::period_at,
    value::{Row, params, words},
};
use crate::model::{AccountPlan, EntryKind, Period, Tier};

words!(Tier);
words!(EntryKind);

/// An account as its locked row has it. What changes here is written by [`Account::save`].
pub(super) struct Account {
    pub(super) user_id: Uuid,
    pub(super) tier: Tier,
    pub(super) balance: u64,
    pub(super) held: u64,
    granted: u64,
    spent: u64,
    entries: u64,
    anchored_at: DateTime<Utc>,
    period: Period,
    canceled_at: Option<DateTime<Utc>>,
    cancel_at_period_end: bool,
}

/// What a new entry says; the account adds number, time and balance.
pub(super) struct Entry {
    pub(super) kind: EntryKind,
    pub(super) amount: i64,
    pub(super) turn: Option<(Uuid, Uuid)>,
    pub(super) description: String,
    pub(super) idempotency_key: String,
}

impl TryFrom<&Row> for Account {
    type Error = StoreError;

    fn try_from(row: &Row) -> Result<Self> {
        Ok(Self {
            user_id: row.get("user_id")?,
            tier: row.get("tier")?,
            balance: row.get("balance")?,
            held: row.get("held")?,
            granted: row.get("granted")?,
            spent: row.get("spent")?,
            entries: row.get("entries")?,
            anchored_at: row.get("anchored_at")?,
            period: Period {
                start: row.get("period_start")?,
                end: row.get("period_end")?,
            },
            canceled_at: row.get("canceled_at")?,
            cancel_at_period_end: row.get("cancel_at_period_end")?,
        })
    }
}

impl Account {
    /// Opens the account of a new user, with the first month's credits.
    pub(super) async fn open(
        session: &mut Session,
        user_id: Uuid,
        tier: Tier,
        now: DateTime<Utc>,
    ) -> Result<()> {
        let period = period_at(now, now);
        let mut account = Self {
            user_id,
            tier,
            balance: 0,
            held: 0,
            granted: 0,
            spent: 0,
            entries: 0,
            anchored_at: now,
            period,
            canceled_at: None,
            cancel_at_period_end: false,
        };
        session
            .execute(
                "INSERT INTO accounts (user_id, tier, balance, held, granted, spent, entries, anchored_at, \
                 period_start, period_end, cancel_at_period_end) VALUES ($1, $2, 0, 0, 0, 0, 0, $3, $4, $5, FALSE)",
                params![user_id, tier, now, period.start, period.end],
            )
            .await?;
        account.grant(session, now).await?;
        account.save(session).await
    }

    /// Locks the account until the transaction ends, and begins a new period where one is due.
    pub(super) async fn lock(
        session: &mut Session,
        user_id: Uuid,
        now: DateTime<Utc>,
    ) -> Result<Self> {
        let row = session
            .row(
                "UPDATE accounts SET held = held WHERE user_id = $1 RETURNING *",
                params![user_id],
            )
            .await?
            .ok_or(StoreError::NotFound("account"))?;
        let mut account = Self::try_from(&row)?;
        if account.is_due(now) {
            account.roll_over(session, now).await?;
        }
        Ok(account)
    }

    /// The account as it is, without lock and without a new period.
    pub(super) async fn peek(session: &mut Session, user_id: Uuid) -> Result<Self> {
        let row = session
            .row(
                "SELECT * FROM accounts WHERE user_id = $1",
                params![user_id],
            )
            .await?
            .ok_or(StoreError::NotFound("account"))?;
        Self::try_from(&row)
    }

    pub(super) fn is_due(&self, now: DateTime<Utc>) -> bool {
        now >= self.period.end
    }

    /// Credits that neither are spent nor held.
    pub(super) fn free(&self) -> u64 {
        self.balance.saturating_sub(self.held)
    }

    pub(super) async fn save(&self, session: &mut Session) -> Result<()> {
        session
            .execute(
                "UPDATE accounts SET tier = $2, balance = $3, held = $4, granted = $5, spent = $6, entries = $7, \
                 period_start = $8, period_end = $9 WHERE user_id = $1",
                params![
                    self.user_id,
                    self.tier,
                    self.balance,
                    self.held,
                    self.granted,
                    self.spent,
                    self.entries,
                    self.period.start,
                    self.period.end,
                ],
            )
            .await?;
        Ok(())
    }

    /// Takes as many of `credits` as there are beside what others hold, and says how many.
    pub(super) async fn charge(
        &mut self,
        session: &mut Session,
        credits: u64,
        turn: (Uuid, Uuid),
        description: String,
        now: DateTime<Utc>,
    ) -> Result<u64> {
        let charged = credits.min(self.free());
        if charged < credits {
            tracing::warn!(turn.id = %turn.0, credits, charged, "a turn used more than its hold");
        }
        if charged > 0 {
            self.spent += charged;
            let entry = Entry {
                kind: EntryKind::Charge,
                amount: -signed(charged),
                turn: Some(turn),
                description,
                idempotency_key: format!("charge:{}", turn.0),
            };
            self.record(session, entry, now).await?;
        }
        Ok(charged)
    }

    /// Another tier from now on; what was spent in this period stays spent.
    pub(super) async fn change_tier(
        &mut self,
        session: &mut Session,
        tier: Tier,
        now: DateTime<Utc>,
    ) -> Result<()> {
        self.tier = tier;
        self.granted = tier.plan().monthly_credits;
        let left = self.granted.saturating_sub(self.spent);
        self.adjust(
            session,
            left,
            format!("Changed to {}", tier.plan().name),
            now,
        )
        .await
    }

    /// So many credits are left for the rest of this period.
    pub(super) async fn set_left(
        &mut self,
        session: &mut Session,
        credits: u64,
        now: DateTime<Utc>,
    ) -> Result<()> {
        self.granted = self.spent.saturating_add(credits);
        self.adjust(session, credits, "Set by the operator".to_owned(), now)
            .await
    }

    /// Never below what running turns hold.
    async fn adjust(
        &mut self,
        session: &mut Session,
        left: u64,
        description: String,
        now: DateTime<Utc>,
    ) -> Result<()> {
        let left = left.max(self.held);
        if left == self.balance {
            return Ok(());
        }
        let entry = Entry {
            kind: EntryKind::Adjustment,
            amount: signed(left) - signed(self.balance),
            turn: None,
            description,
            idempotency_key: format!("adjustment:{}:{}", self.user_id, self.entries + 1),
        };
        self.record(session, entry, now).await
    }

    /// The rest of the old period's credits goes, the new one's come: once a period, by their keys.
    async fn roll_over(&mut self, session: &mut Session, now: DateTime<Utc>) -> Result<()> {
        self.period = period_at(self.anchored_at, now);
        // What running turns hold beyond the new grant must stay.
        let kept = self.held.saturating_sub(self.tier.plan().monthly_credits);
        let expired = self.balance.saturating_sub(kept);
        if expired > 0 {
            let entry = Entry {
                kind: EntryKind::Expiry,
                amount: -signed(expired),
                turn: None,
                description: "Unused credits of the last period".to_owned(),
                idempotency_key: self.period_key("expiry"),
            };
            self.record(session, entry, now).await?;
        }
        self.spent = 0;
        self.grant(session, now).await?;
        self.save(session).await
    }

    async fn grant(&mut self, session: &mut Session, now: DateTime<Utc>) -> Result<()> {
        let plan = self.tier.plan();
        self.granted = plan.monthly_credits;
        let entry = Entry {
            kind: EntryKind::Grant,
            amount: signed(plan.monthly_credits),
            turn: None,
            description: format!("{} plan", plan.name),
            idempotency_key: self.period_key("grant"),
        };
        self.record(session, entry, now).await
    }

    fn period_key(&self, kind: &str) -> String {
        format!(
            "{kind}:{}:{}",
            self.user_id,
            self.period.start.timestamp_millis()
        )
    }

    /// Writes an entry and moves the balance; the caller saves the account in the same transaction.
    async fn record(
        &mut self,
        session: &mut Session,
        entry: Entry,
        now: DateTime<Utc>,
    ) -> Result<()> {
        self.entries += 1;
        self.balance = self
            .balance
            .checked_add_signed(entry.amount)
            .ok_or_else(|| StoreError::corrupt("an entry would take the balance below zero"))?;
        let (turn_id, chat_id) = entry.turn.unzip();
        session
            .execute(
                "INSERT INTO ledger_entries (user_id, number, kind, amount, balance_after, turn_id, chat_id, \
                 description, idempotency_key, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
                params![
                    self.user_id,
                    self.entries,
                    entry.kind,
                    entry.amount,
                    self.balance,
                    turn_id,
                    chat_id,
                    entry.description,
                    entry.idempotency_key,
                    now,
                ],
            )
            .await?;
        Ok(())
    }

    pub(super) fn to_plan(&self) -> AccountPlan {
        let used = self.granted.saturating_sub(self.balance);
        AccountPlan {
            active_subscription_tier: self.tier,
            usage_limit_reached: self.balance == 0,
            credits_left: self.balance,
            credits_total: self.granted,
            percent_usage: percent(used, self.granted),
            period: self.period,
            canceled_at: self.canceled_at,
            cancel_at_period_end: self.cancel_at_period_end,
        }
    }
}

/// With two decimals; all of nothing is used.
#[expect(
    clippy::cast_precision_loss,
    reason = "a percentage of credits needs no more than 53 bits"
)]
fn percent(part: u64, whole: u64) -> f64 {
    if whole == 0 {
        return 100.0;
    }
    (part as f64 / whole as f64 * 10_000.0).round() / 100.0
}

fn signed(credits: u64) -> i64 {
    i64::try_from(credits).unwrap_or(i64::MAX)
}
