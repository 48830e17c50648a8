use chrono::{DateTime, TimeDelta, Utc};

use super::{
    Result, Store, StoreError,
    paging::{Below, containing, page, place, rows_wanted},
    value::{Row, params},
};
use crate::model::{Page, PageRequest, UserUsage};

/// Over how many days charges and turns are counted.
const DAYS: i64 = 30;

impl Store {
    /// Lists the usage of all users, newest users first, for admins. `search` is a part of an
    /// address or a username, without regard to case.
    pub async fn user_usage(
        &self,
        search: Option<&str>,
        request: &PageRequest,
        now: DateTime<Utc>,
    ) -> Result<Page<UserUsage>> {
        let below = Below::from_request(request)?;
        let mut session = self.database.read().await?;
        let rows = session
            .rows(
                "SELECT users.id, users.email, users.created_at, profiles.username, accounts.tier, \
                 accounts.balance, accounts.balance + accounts.spent AS total, \
                 (SELECT CAST(COALESCE(SUM(charged), 0) AS BIGINT) FROM turns WHERE turns.user_id = users.id \
                 AND turns.started_at >= $5) AS charged, \
                 (SELECT COUNT(*) FROM turns WHERE turns.user_id = users.id AND turns.started_at >= $5) AS turns, \
                 (SELECT MAX(started_at) FROM turns WHERE turns.user_id = users.id) AS last_turn_at \
                 FROM users JOIN accounts ON accounts.user_id = users.id \
                 LEFT JOIN profiles ON profiles.user_id = users.id \
                 WHERE (users.created_at, users.id) < ($1, $2) \
                 AND (LOWER(COALESCE(users.email, '')) LIKE $3 ESCAPE '\\' \
                 OR COALESCE(profiles.username_key, '') LIKE $3 ESCAPE '\\') \
                 ORDER BY users.created_at DESC, users.id DESC LIMIT $4",
                params![
                    below.millis,
                    below.id,
                    containing(search.unwrap_or_default()),
                    rows_wanted(request),
                    now - TimeDelta::days(DAYS),
                ],
            )
            .await?;
        let people = rows
            .iter()
            .map(UserUsage::try_from)
            .collect::<Result<_>>()?;
        Ok(page(request, people, |person: &UserUsage| {
            place(person.created_at, person.user_id)
        }))
    }
}

impl TryFrom<&Row> for UserUsage {
    type Error = StoreError;

    fn try_from(row: &Row) -> Result<Self> {
        Ok(Self {
            user_id: row.get("id")?,
            email: row.get("email")?,
            username: row.get("username")?,
            tier: row.get("tier")?,
            credits_left: row.get("balance")?,
            credits_total: row.get("total")?,
            charged30d: row.get("charged")?,
            turns30d: row.get("turns")?,
            last_turn_at: row.get("last_turn_at")?,
            created_at: row.get("created_at")?,
        })
    }
}
