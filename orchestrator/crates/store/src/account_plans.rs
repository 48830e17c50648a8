//! The plan of an account, for what its limits decide.

use chrono::{DateTime, Utc};
use portolan_ledger::{Plan, PlanLimits, Plans, Tier};
use uuid::Uuid;

use super::{Result, Store, StoreError, database::Session, value::params};

impl Store {
    /// Returns the plan that the account has at this moment.
    pub async fn current_plan(&self, user_id: Uuid, now: DateTime<Utc>) -> Result<Plan> {
        let mut session = self.database.read().await?;
        let row = session
            .row(
                "SELECT CASE WHEN period_end <= $2 THEN COALESCE(next_tier, tier) ELSE tier END AS tier \
                 FROM accounts WHERE user_id = $1",
                params![user_id, now],
            )
            .await?
            .ok_or(StoreError::NotFound("account"))?;
        let tier: Tier = row.get("tier")?;
        Ok(self.plans.of(&tier).clone())
    }
}

/// Reads the limits of the account's plan. A change of the plan that waits for the period's end
/// counts once the account was brought to the new period.
pub(super) async fn read_limits(
    session: &mut Session,
    plans: &Plans,
    user_id: Uuid,
) -> Result<PlanLimits> {
    let row = session
        .row(
            "SELECT tier FROM accounts WHERE user_id = $1",
            params![user_id],
        )
        .await?
        .ok_or(StoreError::NotFound("account"))?;
    let tier: Tier = row.get("tier")?;
    Ok(plans.of(&tier).limits)
}
