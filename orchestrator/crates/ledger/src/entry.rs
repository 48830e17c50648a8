use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::{Alert, Grant};

/// A line of the ledger: why the balance changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccountEntry {
    /// 1, 2, 3 … per account, no gap.
    pub number: u64,
    pub kind: EntryKind,
    /// Credits; negative where they went. Never 0.
    pub amount: i64,
    pub balance_after: u64,
    /// The turn and its chat, if one is the reason.
    pub turn: Option<(Uuid, Uuid)>,
    pub usage: Option<EntryUsage>,
    /// A sentence for the owner of the credits.
    pub description: String,
    /// Prevents duplicate entries for the same event.
    pub idempotency_key: String,
    /// The credits moved into (positive) or out of each grant; their sum is `amount`.
    pub movements: Vec<Movement>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum EntryKind {
    Grant,
    Charge,
    Expiry,
    Adjustment,
}

/// The tokens that a model read and wrote for an entry's credits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntryUsage {
    pub model: String,
    pub input_tokens: u64,
    pub output_tokens: u64,
    /// The provider reported nothing; the tokens were counted here.
    pub estimated: bool,
}

/// Credits into or out of one grant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Movement {
    /// The grant's number.
    pub grant: u64,
    pub amount: i64,
}

/// The changes that must be written together with an account.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AccountChanges {
    pub entries: Vec<AccountEntry>,
    pub new_grants: Vec<Grant>,
    /// Grants that were there before and hold another amount now.
    pub changed_grants: Vec<Grant>,
    pub alerts: Vec<Alert>,
}

pub(crate) fn signed_credits(credits: u64) -> i64 {
    i64::try_from(credits).unwrap_or(i64::MAX)
}
