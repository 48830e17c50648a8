use chrono::{DateTime, NaiveDate, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Direction;

/// Page reads of a site by outcome.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DomainStats {
    pub domain: String,
    /// All tries.
    pub reads: u64,
    /// Of these, those that the site did not allow, and those that failed otherwise.
    pub blocked: u64,
    pub failed: u64,
    /// Boards that began with a page of the site.
    pub boards: u64,
    pub last_read_at: DateTime<Utc>,
}

/// A day of one site, or of all of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DomainDay {
    pub day: NaiveDate,
    pub reads: u64,
    pub blocked: u64,
    pub failed: u64,
    pub boards: u64,
}

/// The columns that sites are sorted by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum DomainSort {
    #[default]
    Reads,
    Boards,
    Failures,
    LastReadAt,
    Domain,
}

/// A choice of sites, and their order.
#[derive(Clone, Debug, Default)]
pub struct DomainFilter {
    /// The beginning of the name.
    pub search: Option<String>,
    pub sort: DomainSort,
    pub direction: Direction,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadOutcome {
    Read,
    Blocked,
    Failed,
}
