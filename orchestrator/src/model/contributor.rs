use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{KeyOwner, Thing};

/// The decision about an application or a proposal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ReviewStatus {
    Pending,
    Accepted,
    Declined,
}

/// A user's wish to become a contributor.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ContributorApplication {
    pub reason: String,
    pub status: ReviewStatus,
    pub applied_at: DateTime<Utc>,
}

/// A pending application and whose it is, for admins.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PendingApplication {
    pub user: KeyOwner,
    pub reason: String,
    pub applied_at: DateTime<Utc>,
}

/// A public item that a contributor proposes for the discover page, for admins.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PendingProposal {
    #[serde(flatten)]
    pub item: Thing,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub topic: Option<String>,
    pub proposed_at: DateTime<Utc>,
}

/// A contributor's public item with its statistics.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ContributedItem {
    #[serde(flatten)]
    pub item: Thing,
    /// How many users have bookmarked it.
    pub bookmarks: u64,
    /// The topic that it was proposed for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub topic: Option<String>,
    /// The decision about the proposal; absent where there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proposal: Option<ReviewStatus>,
}
