use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::Tier;

/// `GET /api/user/plan`: where somebody stands in this period.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct AccountPlan {
    pub active_subscription_tier: Tier,
    /// No settled credit is left.
    pub usage_limit_reached: bool,
    /// Settled credits, without regard to holds.
    pub credits_left: u64,
    pub credits_total: u64,
    /// Of `credits_total`, from 0 to 100, with two decimals.
    pub percent_usage: f64,
    pub period: Period,
    pub canceled_at: Option<DateTime<Utc>>,
    pub cancel_at_period_end: bool,
}

/// A month: from `start` up to, but without, `end`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Period {
    pub start: DateTime<Utc>,
    pub end: DateTime<Utc>,
}

/// One line of the ledger.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LedgerEntry {
    /// 1, 2, 3 … per person.
    pub number: u64,
    pub kind: EntryKind,
    /// Credits; negative where they went.
    pub amount: i64,
    pub balance_after: u64,
    pub turn_id: Option<Uuid>,
    pub chat_id: Option<Uuid>,
    pub description: String,
    pub created_at: DateTime<Utc>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EntryKind {
    Grant,
    Charge,
    Expiry,
    Adjustment,
}
