use chrono::{DateTime, TimeDelta, Utc};
use portolan_domain::{
    AccountPlan, AdminAction, NewGrant, Page, PageRequest, UserFilter, UserSort, UserUsage,
};
use uuid::Uuid;

use super::{
    Result, Store, StoreError, accounts, admin_actions,
    keyset::{Key, KeyKind, Keyset, keyset_page},
    paging::row_limit_of,
    stored_objects::above_prefix,
    users,
    value::{DatabaseRow, params},
};

/// The years that a suspension lasts where no admin ends it.
const SUSPENSION: TimeDelta = TimeDelta::days(365 * 100);

/// Users whose email address or username begins with `$4` (`$5` is above all of these).
pub(super) const FOUND_USERS: &str = "SELECT id FROM users WHERE email >= $4 AND email < $5 \
     UNION SELECT user_id FROM profiles WHERE username_key >= $4 AND username_key < $5";

/// A change of a user's credits by an admin.
#[derive(Clone, Debug)]
pub enum CreditChange {
    Grant(NewGrant),
    /// Leaves so many credits until the period ends.
    Set {
        credits: u64,
        reason: String,
    },
}

impl Store {
    /// Lists the usage of users, for admins.
    pub async fn user_usage(
        &self,
        filter: &UserFilter,
        request: &PageRequest,
        now: DateTime<Utc>,
    ) -> Result<Page<UserUsage>> {
        let (key, id) = match filter.sort {
            UserSort::CreatedAt => ("users.created_at", "users.id"),
            UserSort::CreditsLeft => ("accounts.balance", "accounts.user_id"),
            UserSort::Email => ("COALESCE(users.email, '')", "users.id"),
            UserSort::PeriodCreditsUsed => ("accounts.spent", "accounts.user_id"),
        };
        let kind = match filter.sort {
            UserSort::Email => KeyKind::Text,
            UserSort::CreatedAt | UserSort::CreditsLeft | UserSort::PeriodCreditsUsed => {
                KeyKind::Integer
            }
        };
        let search = filter.search.as_deref().unwrap_or_default().to_lowercase();
        let keyset = Keyset {
            select: format!(
                "SELECT {key} AS sort_key, users.id, users.email, users.created_at, users.banned_until, profiles.username, \
                 profiles.is_admin, accounts.tier, accounts.balance, accounts.spent, \
                 (SELECT CAST(COALESCE(SUM(charged), 0) AS BIGINT) FROM turns WHERE turns.user_id = users.id \
                 AND turns.started_at >= $6) AS charged, \
                 (SELECT COUNT(*) FROM turns WHERE turns.user_id = users.id AND turns.started_at >= $6) AS turns, \
                 (SELECT MAX(started_at) FROM turns WHERE turns.user_id = users.id) AS last_turn_at \
                 FROM users JOIN accounts ON accounts.user_id = users.id \
                 JOIN profiles ON profiles.user_id = users.id"
            ),
            conditions: if search.is_empty() {
                String::new()
            } else {
                format!(" AND users.id IN ({FOUND_USERS})")
            },
            key,
            id,
            direction: filter.direction,
        };
        let place = kind.start(request, filter.direction)?;
        let since = now - TimeDelta::days(filter.days.into());
        let mut session = self.database.read().await?;
        let rows = session
            .composed_rows(
                keyset.sql(),
                params![
                    place.0,
                    place.1,
                    row_limit_of(request),
                    &search,
                    above_prefix(&search),
                    since,
                ],
            )
            .await?;
        let users = rows.iter().map(|row| {
            let user = UserUsage::try_from(row)?;
            let id = user.user_id.to_string();
            Ok((user, kind.read(row)?, id))
        });
        let users: Vec<(UserUsage, Key, String)> = users.collect::<Result<_>>()?;
        Ok(keyset_page(request, users))
    }

    /// Changes a user's credits; the change is in the audit log.
    pub async fn change_credits(
        &self,
        user_id: Uuid,
        change: CreditChange,
        action: &AdminAction,
    ) -> Result<AccountPlan> {
        let now = action.created_at;
        let mut transaction = self.database.write().await?;
        let mut account =
            accounts::lock_account(&mut transaction, &self.plans, user_id, now).await?;
        match change {
            CreditChange::Grant(grant) => account.give(grant, now),
            CreditChange::Set { credits, reason } => account.set_left(credits, &reason, now),
        }
        account.advance(now);
        accounts::save_account(&mut transaction, &mut account, now).await?;
        admin_actions::record(&mut transaction, action).await?;
        transaction.commit().await?;
        Ok(account.plan(self.overage_limit))
    }

    /// Keeps a user from signing in and ends their sessions; their API keys are refused meanwhile.
    pub async fn suspend_user(&self, user_id: Uuid, action: &AdminAction) -> Result<()> {
        self.set_suspension(user_id, Some(action.created_at + SUSPENSION), action)
            .await
    }

    /// Lets a suspended user sign in again.
    pub async fn restore_user(&self, user_id: Uuid, action: &AdminAction) -> Result<()> {
        self.set_suspension(user_id, None, action).await
    }

    async fn set_suspension(
        &self,
        user_id: Uuid,
        until: Option<DateTime<Utc>>,
        action: &AdminAction,
    ) -> Result<()> {
        let mut transaction = self.database.write().await?;
        let mut user = users::lock_user(&mut transaction, user_id).await?;
        user.banned_until = until;
        user.updated_at = action.created_at;
        users::save_user(&mut transaction, &user).await?;
        if until.is_some() {
            transaction
                .execute("DELETE FROM sessions WHERE user_id = $1", params![user_id])
                .await?;
        }
        admin_actions::record(&mut transaction, action).await?;
        transaction.commit().await
    }
}

impl TryFrom<&DatabaseRow> for UserUsage {
    type Error = StoreError;

    fn try_from(row: &DatabaseRow) -> Result<Self> {
        let (credits_left, period_credits_used): (u64, u64) =
            (row.get("balance")?, row.get("spent")?);
        Ok(Self {
            user_id: row.get("id")?,
            email: row.get("email")?,
            username: row.get("username")?,
            tier: row.get("tier")?,
            credits_left,
            credits_total: credits_left.saturating_add(period_credits_used),
            credits_used: row.get("charged")?,
            turns: row.get("turns")?,
            period_credits_used,
            last_turn_at: row.get("last_turn_at")?,
            is_admin: row.get("is_admin")?,
            suspended_until: row.get("banned_until")?,
            created_at: row.get("created_at")?,
        })
    }
}
