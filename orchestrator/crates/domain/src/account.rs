use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::Direction;

pub use portolan_ledger::{
    AccountPlan, EntryKind, NORMAL_PRIORITY, NewGrant, Period, Plan, PlanLimits, Plans, Tier,
};

/// One line of the ledger: how many credits came or went, and why.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "UsageEntry")]
#[serde(rename_all = "camelCase")]
pub struct LedgerEntry {
    /// 1, 2, 3 … per user.
    pub number: u64,
    pub kind: EntryKind,
    /// Credits; negative where they went.
    pub amount: i64,
    pub balance_after: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn_id: Option<Uuid>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chat_id: Option<Uuid>,
    /// The chat's current title; none once it is deleted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chat_title: Option<String>,
    /// The message that the charge is for; none once its chat is deleted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub question: Option<String>,
    pub description: String,
    /// The model that read and wrote, and how many tokens.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub input_tokens: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub output_tokens: Option<u64>,
    /// The provider reported no usage, so it was counted here; a later report becomes an
    /// adjustment.
    #[serde(skip_serializing_if = "is_false")]
    pub estimated: bool,
    pub created_at: DateTime<Utc>,
}

/// A notification that a user gets once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Notification {
    pub id: Uuid,
    /// `usage_80`, `usage_100`, `webhook_disabled`, `board_full`.
    pub kind: String,
    pub title: String,
    pub description: String,
}

impl Notification {
    /// Returns whether it says how much of a period's credits is used.
    pub fn is_credit_alert(&self) -> bool {
        self.kind.starts_with("usage_")
    }
}

/// A user's credits as admins see them.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct UserUsage {
    pub user_id: Uuid,
    pub email: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub username: Option<String>,
    pub tier: Tier,
    pub credits_left: u64,
    pub credits_total: u64,
    /// Credits and turns of the asked days.
    pub credits_used: u64,
    pub turns: u64,
    /// Credits of the plan's present period.
    pub period_credits_used: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_turn_at: Option<DateTime<Utc>>,
    pub is_admin: bool,
    /// The account is suspended until then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suspended_until: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
}

/// The columns that users are sorted by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum UserSort {
    #[default]
    CreatedAt,
    CreditsLeft,
    Email,
    PeriodCreditsUsed,
}

/// A choice of users, and their order.
#[derive(Clone, Debug, Default)]
pub struct UserFilter {
    /// The beginning of an email address or a username, whatever its case.
    pub search: Option<String>,
    pub sort: UserSort,
    pub direction: Direction,
    /// Days that credits and turns are counted over.
    pub days: u16,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde hands the field over by reference"
)]
fn is_false(value: &bool) -> bool {
    !value
}
