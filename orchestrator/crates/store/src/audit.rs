//! Recomputes every balance and every grant from the ledger.

use portolan_domain::EntryKind;
use uuid::Uuid;

use super::{Result, Store, database::Transaction, value::params};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AuditReport {
    pub accounts: u64,
    pub entries: u64,
    pub grants: u64,
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
                "SELECT user_id, balance, held, entries, grant_count, \
                 (SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM holds \
                 WHERE holds.user_id = accounts.user_id) AS holds FROM accounts ORDER BY user_id",
                params![],
            )
            .await?;
        for account in &accounts {
            let user_id = account.get("user_id")?;
            report.accounts += 1;
            let mut checks = LedgerChecks {
                user_id,
                difference: None,
            };
            let entries = check_accounts(&mut snapshot, &mut checks).await?;
            report.entries += u64::try_from(entries.count).unwrap_or(0);
            checks.equal("entries", account.get("entries")?, entries.count);
            checks.equal("balance", account.get("balance")?, entries.sum);
            checks.equal("held", account.get("held")?, account.get("holds")?);
            let grants = check_grants(&mut snapshot, &mut checks).await?;
            report.grants += u64::try_from(grants.count).unwrap_or(0);
            checks.equal("grants", account.get("grant_count")?, grants.count);
            checks.equal("left in grants", grants.sum, entries.sum);
            report.difference = checks.difference;
            if report.difference.is_some() {
                return Ok(report);
            }
        }
        report.difference = check_turns(&mut snapshot).await?;
        Ok(report)
    }
}

struct Total {
    count: i64,
    sum: i64,
}

/// Adds an account's entries up; each must have moved its whole amount into or out of grants.
async fn check_accounts(snapshot: &mut Transaction, checks: &mut LedgerChecks) -> Result<Total> {
    let mut total = Total { count: 0, sum: 0 };
    let rows = snapshot
        .rows(
            "SELECT number, kind, amount, balance_after, (SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) \
             FROM grant_movements WHERE grant_movements.user_id = ledger_entries.user_id \
             AND entry_number = ledger_entries.number) AS moved \
             FROM ledger_entries WHERE user_id = $1 ORDER BY number",
            params![checks.user_id],
        )
        .await?;
    for row in &rows {
        let (number, amount): (i64, i64) = (row.get("number")?, row.get("amount")?);
        total.count += 1;
        total.sum += amount;
        let entry = |what: &str| format!("entry {number}: {what}");
        checks.equal(entry("number"), number, total.count);
        checks.equal(entry("balance after"), row.get("balance_after")?, total.sum);
        let sign = match row.get("kind")? {
            EntryKind::Grant => 1,
            EntryKind::Charge | EntryKind::Expiry => -1,
            EntryKind::Adjustment => amount.signum(),
        };
        checks.equal(entry("sign"), amount.signum(), sign);
        checks.equal(entry("amount"), amount, row.get("moved")?);
    }
    Ok(total)
}

/// Adds up what is left in an account's grants; each must have what its movements left in it.
async fn check_grants(snapshot: &mut Transaction, checks: &mut LedgerChecks) -> Result<Total> {
    let mut total = Total { count: 0, sum: 0 };
    let rows = snapshot
        .rows(
            "SELECT number, remaining, (SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM grant_movements \
             WHERE grant_movements.user_id = grants.user_id AND grant_number = grants.number) AS moved \
             FROM grants WHERE user_id = $1 ORDER BY number",
            params![checks.user_id],
        )
        .await?;
    for row in &rows {
        let (number, remaining): (i64, i64) = (row.get("number")?, row.get("remaining")?);
        total.count += 1;
        total.sum += remaining;
        let grant = |what: &str| format!("grant {number}: {what}");
        checks.equal(grant("number"), number, total.count);
        checks.equal(grant("remaining"), remaining, row.get("moved")?);
    }
    Ok(total)
}

/// Every turn's charge is what its entries add up to, and a hold is there exactly while the turn runs.
async fn check_turns(snapshot: &mut Transaction) -> Result<Option<Difference>> {
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
        let mut checks = LedgerChecks {
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
struct LedgerChecks {
    user_id: Uuid,
    difference: Option<Difference>,
}

impl LedgerChecks {
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
