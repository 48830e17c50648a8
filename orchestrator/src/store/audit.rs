//! Recomputes every balance from the ledger.

use uuid::Uuid;

use super::{Result, Store, database::Transaction, value::params};
use crate::model::{EntryKind, LedgerEntry};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AuditReport {
    pub accounts: u64,
    pub entries: u64,
    /// The first that was found; the audit stops there.
    pub difference: Option<Difference>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    pub user_id: Uuid,
    /// Such as `balance`, or `entry 7: balance after`.
    pub what: String,
    pub stored: i64,
    pub recomputed: i64,
}

impl Store {
    pub async fn audit(&self) -> Result<AuditReport> {
        let mut snapshot = self.database.snapshot().await?;
        let mut report = AuditReport::default();
        let accounts = snapshot
            .rows(
                "SELECT user_id, balance, held, entries, (SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM holds \
                 WHERE holds.user_id = accounts.user_id) AS holds FROM accounts ORDER BY user_id",
                params![],
            )
            .await?;
        for account in &accounts {
            let user_id = account.get("user_id")?;
            report.accounts += 1;
            let mut checks = Checks {
                user_id,
                difference: None,
            };
            let (count, sum) = walk(&mut snapshot, &mut checks).await?;
            report.entries += u64::try_from(count).unwrap_or(0);
            checks.equal("entries", account.get("entries")?, count);
            checks.equal("balance", account.get("balance")?, sum);
            checks.equal("held", account.get("held")?, account.get("holds")?);
            report.difference = checks.difference;
            if report.difference.is_some() {
                return Ok(report);
            }
        }
        report.difference = turns(&mut snapshot).await?;
        Ok(report)
    }
}

/// Adds an account's entries up; gives their number and their sum.
async fn walk(snapshot: &mut Transaction, checks: &mut Checks) -> Result<(i64, i64)> {
    let (mut count, mut sum) = (0, 0);
    let rows = snapshot
        .rows(
            "SELECT * FROM ledger_entries WHERE user_id = $1 ORDER BY number",
            params![checks.user_id],
        )
        .await?;
    for row in &rows {
        let entry = LedgerEntry::try_from(row)?;
        count += 1;
        sum += entry.amount;
        let number = entry.number;
        checks.equal(format!("entry {number}: number"), row.get("number")?, count);
        checks.equal(
            format!("entry {number}: balance after"),
            row.get("balance_after")?,
            sum,
        );
        let sign = match entry.kind {
            EntryKind::Grant => 1,
            EntryKind::Charge | EntryKind::Expiry => -1,
            EntryKind::Adjustment => entry.amount.signum(),
        };
        checks.equal(format!("entry {number}: sign"), entry.amount.signum(), sign);
    }
    Ok((count, sum))
}

/// Every turn's charge is its one entry, and a hold is there exactly while the turn runs.
async fn turns(snapshot: &mut Transaction) -> Result<Option<Difference>> {
    let rows = snapshot
        .rows(
            "SELECT turns.id, turns.user_id, turns.charged, turns.finished_at, \
             (SELECT COUNT(*) FROM holds WHERE holds.turn_id = turns.id) AS holds, \
             (SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM ledger_entries \
             WHERE ledger_entries.user_id = turns.user_id AND ledger_entries.turn_id = turns.id) AS charges \
             FROM turns ORDER BY turns.id",
            params![],
        )
        .await?;
    for row in &rows {
        let turn_id: Uuid = row.get("id")?;
        let mut checks = Checks {
            user_id: row.get("user_id")?,
            difference: None,
        };
        let running = row.get::<Option<i64>>("finished_at")?.is_none();
        checks.equal(
            format!("turn {turn_id}: charged"),
            row.get("charged")?,
            -row.get::<i64>("charges")?,
        );
        checks.equal(
            format!("turn {turn_id}: holds"),
            row.get("holds")?,
            i64::from(running),
        );
        if checks.difference.is_some() {
            return Ok(checks.difference);
        }
    }
    Ok(None)
}

/// Keeps the first difference.
struct Checks {
    user_id: Uuid,
    difference: Option<Difference>,
}

impl Checks {
    fn equal(&mut self, what: impl Into<String>, stored: i64, recomputed: i64) {
        if stored != recomputed && self.difference.is_none() {
            self.difference = Some(Difference {
                user_id: self.user_id,
                what: what.into(),
                stored,
                recomputed,
            });
        }
    }
}
