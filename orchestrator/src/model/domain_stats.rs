use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::Serialize;

/// How often pages of a site were wanted, and what came of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DomainStats {
    pub domain: String,
    /// All tries.
    pub reads: u64,
    /// Of these, those that the site did not allow, and those that failed otherwise.
    pub blocked: u64,
    pub failed: u64,
    pub last_read_at: DateTime<Utc>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadOutcome {
    Read,
    Blocked,
    Failed,
}
