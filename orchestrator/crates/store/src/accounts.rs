//! The account row and its grants, under the row's lock. What happens to them is decided by the
//! pure rules of `portolan-ledger`; here it is read and written.

use chrono::{DateTime, Utc};
use portolan_domain::{NewWebhookEvent, WebhookEventData};
use portolan_ledger::{
    Account, AccountEntry, AccountState, Alert, EntryKind, Grant, GrantKind, Period, Plans, Tier,
};
use sha2::{Digest, Sha256};
use uuid::{Builder, Uuid};

use super::{
    Result, StoreError,
    database::Session,
    value::{DatabaseRow, params, words},
    webhook_deliveries,
};

words!(Tier);
words!(EntryKind);
words!(GrantKind);

const NO_ACCOUNT: StoreError = StoreError::NotFound("account");

/// Opens the account of a new user, with the first month's credits.
pub(super) async fn open_account(
    session: &mut Session,
    plans: &Plans,
    user_id: Uuid,
    now: DateTime<Utc>,
) -> Result<()> {
    let mut account = Account::open(user_id, plans.clone(), now);
    let tier = account.state().tier.clone();
    let Period { start, end } = account.state().period;
    session
        .queue(
            "INSERT INTO accounts (user_id, tier, balance, held, spent, entries, anchored_at, period_start, \
             period_end, cancel_at_period_end) VALUES ($1, $2, 0, 0, 0, 0, $3, $4, $5, FALSE)",
            params![user_id, tier, now, start, end],
        )
        .await?;
    save_account(session, &mut account, now).await
}

/// Locks the account of user `$1` until the transaction ends.
pub(super) const LOCK_ACCOUNT: &str = "UPDATE accounts SET held = held WHERE user_id = $1";

/// Reads the account of user `$1` and the grants that count at `$2`.
pub(super) const SELECT_ACCOUNT: &str = "SELECT accounts.*, number, kind, priority, amount, remaining, expires_at, description, granted_at, \
     expired, expired_at FROM accounts LEFT JOIN grants ON grants.user_id = accounts.user_id \
     AND (remaining > 0 OR expires_at IS NULL OR expires_at > $2) \
     WHERE accounts.user_id = $1 ORDER BY number";

/// Locks the account until the transaction ends, and brings it to this moment. What changes is
/// written by [`save_account`].
pub(super) async fn lock_account(
    session: &mut Session,
    plans: &Plans,
    user_id: Uuid,
    now: DateTime<Utc>,
) -> Result<Account> {
    session.queue(LOCK_ACCOUNT, params![user_id]).await?;
    let rows = session.rows(SELECT_ACCOUNT, params![user_id, now]).await?;
    current_account(&rows, plans, now)
}

/// The account as it is stored, without lock and not brought to this moment. The session must read
/// one state of the database.
pub(super) async fn read_account(
    session: &mut Session,
    plans: &Plans,
    user_id: Uuid,
    now: DateTime<Utc>,
) -> Result<Account> {
    let rows = session.rows(SELECT_ACCOUNT, params![user_id, now]).await?;
    stored_account(&rows, plans)
}

/// Returns the account in rows of [`SELECT_ACCOUNT`], brought to this moment.
pub(super) fn current_account(
    rows: &[DatabaseRow],
    plans: &Plans,
    now: DateTime<Utc>,
) -> Result<Account> {
    let mut account = stored_account(rows, plans)?;
    account.advance(now);
    Ok(account)
}

fn stored_account(rows: &[DatabaseRow], plans: &Plans) -> Result<Account> {
    let row = rows.first().ok_or(NO_ACCOUNT)?;
    let state = AccountState::try_from(row)?;
    let mut grants = Vec::new();
    for row in rows {
        // An account without grants has one row without a number.
        if row.get::<Option<i64>>("number")?.is_some() {
            grants.push(Grant::try_from(row)?);
        }
    }
    let account = Account::new(state, grants, plans.clone());
    if account.balance() != row.get::<u64>("balance")? {
        return Err(StoreError::corrupt(format_args!(
            "the balance of {} is not what its grants have left",
            account.state().user_id
        )));
    }
    Ok(account)
}

/// Writes the account with the entries, grants and alerts that came of what was done to it.
pub(super) async fn save_account(
    session: &mut Session,
    account: &mut Account,
    now: DateTime<Utc>,
) -> Result<()> {
    let changes = account.take_changes();
    let state = account.state();
    session
        .queue(
            "UPDATE accounts SET tier = $2, next_tier = $3, canceled_at = $4, cancel_at_period_end = $5, \
             balance = $6, held = $7, spent = $8, spent_of_plan = $9, overage = $10, alerted = $11, entries = $12, \
             grant_count = $13, period_start = $14, period_end = $15, changed_at = $16, anchored_at = $17 WHERE user_id = $1",
            params![
                state.user_id,
                state.tier.clone(),
                state.next_tier.clone(),
                state.canceled_at,
                state.canceled_at.is_some(),
                account.balance(),
                state.held,
                state.spent,
                state.spent_of_plan,
                state.overage,
                u32::from(state.alerted),
                state.entry_count,
                state.grant_count,
                state.period.start,
                state.period.end,
                now,
                state.anchored_at,
            ],
        )
        .await?;
    for grant in &changes.new_grants {
        insert_grant(session, state.user_id, grant).await?;
    }
    for grant in &changes.changed_grants {
        session
            .queue(
                "UPDATE grants SET amount = $3, remaining = $4, expired = $5, expired_at = $6 \
                 WHERE user_id = $1 AND number = $2",
                params![
                    state.user_id,
                    grant.number,
                    grant.amount,
                    grant.remaining,
                    grant.expired,
                    grant.expired_at,
                ],
            )
            .await?;
    }
    for entry in &changes.entries {
        insert_entry(session, state.user_id, entry, now).await?;
    }
    for alert in &changes.alerts {
        queue_alerts(session, state.user_id, alert, now).await?;
        if alert.percent == 100 {
            record_limit(session, state.user_id, alert, now).await?;
        }
    }
    Ok(())
}

async fn insert_grant(session: &mut Session, user_id: Uuid, grant: &Grant) -> Result<()> {
    session
        .queue(
            "INSERT INTO grants (user_id, number, kind, priority, amount, remaining, expires_at, description, \
             granted_at, expired, expired_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
            params![
                user_id,
                grant.number,
                grant.kind,
                grant.priority,
                grant.amount,
                grant.remaining,
                grant.expires_at,
                &grant.description,
                grant.granted_at,
                grant.expired,
                grant.expired_at,
            ],
        )
        .await?;
    Ok(())
}

async fn insert_entry(
    session: &mut Session,
    user_id: Uuid,
    entry: &AccountEntry,
    now: DateTime<Utc>,
) -> Result<()> {
    let (turn_id, chat_id) = entry.turn.unzip();
    let usage = entry.usage.as_ref();
    session
        .queue(
            "INSERT INTO ledger_entries (user_id, number, kind, amount, balance_after, turn_id, chat_id, description, \
             idempotency_key, model, input_tokens, output_tokens, estimated, created_at) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)",
            params![
                user_id,
                entry.number,
                entry.kind,
                entry.amount,
                entry.balance_after,
                turn_id,
                chat_id,
                &entry.description,
                &entry.idempotency_key,
                usage.map(|usage| usage.model.as_str()),
                usage.map(|usage| usage.input_tokens),
                usage.map(|usage| usage.output_tokens),
                usage.is_some_and(|usage| usage.estimated),
                now,
            ],
        )
        .await?;
    for movement in &entry.movements {
        session
            .queue(
                "INSERT INTO grant_movements (user_id, entry_number, grant_number, amount) VALUES ($1, $2, $3, $4)",
                params![user_id, entry.number, movement.grant, movement.amount],
            )
            .await?;
    }
    Ok(())
}

/// Stores an alert for delivery. Its id comes of what it is about, so that it needs no randomness.
async fn queue_alerts(
    session: &mut Session,
    user_id: Uuid,
    alert: &Alert,
    now: DateTime<Utc>,
) -> Result<()> {
    let kind = alert.kind();
    let key = format!("{kind}:{user_id}:{}", alert.period_start.timestamp_millis());
    let hash = Sha256::digest(key.as_bytes());
    let mut random = [0; 10];
    random.copy_from_slice(&hash[..10]);
    let millis = u64::try_from(now.timestamp_millis()).unwrap_or(0);
    let id = Builder::from_unix_timestamp_millis(millis, &random).into_uuid();
    session
        .queue(
            "INSERT INTO notifications (id, user_id, kind, title, description, idempotency_key, created_at) \
             VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (idempotency_key) DO NOTHING",
            params![id, user_id, kind, alert.title(), alert.description(), key, now],
        )
        .await?;
    Ok(())
}

/// Records for the user's webhooks that all credits are used.
async fn record_limit(
    session: &mut Session,
    user_id: Uuid,
    alert: &Alert,
    now: DateTime<Utc>,
) -> Result<()> {
    let data = WebhookEventData::LimitReached {
        credits_used: alert.spent,
        credits_included: alert.of,
        period_start: alert.period_start,
        period_end: alert.period_end,
    };
    let subject = format!("{user_id} {}", alert.period_start.timestamp_millis());
    let reached = NewWebhookEvent::new(&subject, data, now);
    webhook_deliveries::record_event(session, user_id, &reached).await
}

impl TryFrom<&DatabaseRow> for AccountState {
    type Error = StoreError;

    fn try_from(row: &DatabaseRow) -> Result<Self> {
        Ok(Self {
            user_id: row.get("user_id")?,
            tier: row.get("tier")?,
            next_tier: row.get("next_tier")?,
            canceled_at: row.get("canceled_at")?,
            anchored_at: row.get("anchored_at")?,
            period: Period {
                start: row.get("period_start")?,
                end: row.get("period_end")?,
            },
            held: row.get("held")?,
            spent: row.get("spent")?,
            spent_of_plan: row.get("spent_of_plan")?,
            overage: row.get("overage")?,
            alerted: u8::try_from(row.get::<u32>("alerted")?)
                .map_err(|_| StoreError::corrupt("an alert beyond 255 %"))?,
            entry_count: row.get("entries")?,
            grant_count: row.get("grant_count")?,
        })
    }
}

impl TryFrom<&DatabaseRow> for Grant {
    type Error = StoreError;

    fn try_from(row: &DatabaseRow) -> Result<Self> {
        Ok(Self {
            number: row.get("number")?,
            kind: row.get("kind")?,
            priority: row.get("priority")?,
            amount: row.get("amount")?,
            remaining: row.get("remaining")?,
            expires_at: row.get("expires_at")?,
            description: row.get("description")?,
            granted_at: row.get("granted_at")?,
            expired: row.get("expired")?,
            expired_at: row.get("expired_at")?,
        })
    }
}
