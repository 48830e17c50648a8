use chrono::{DateTime, NaiveDate, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Direction, KeyOwner, PublishedItem};

/// The decision about an application or a proposal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ReviewStatus {
    Pending,
    Accepted,
    Declined,
}

/// A user's application to become a contributor.
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
    pub item: PublishedItem,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub topic: Option<String>,
    pub proposed_at: DateTime<Utc>,
}

/// A contributor's public item with its statistics.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ContributedItem {
    #[serde(flatten)]
    pub item: PublishedItem,
    /// How many users have bookmarked it.
    pub bookmarks: u64,
    /// How often others have opened it.
    pub views: u64,
    /// How often others have opened it in the last 30 days.
    pub recent_views: u64,
    /// The topic that it is published to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub published_topic: Option<String>,
    /// The topic that it was proposed for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub topic: Option<String>,
    /// The decision about the proposal; absent if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proposal: Option<ReviewStatus>,
}

/// A contributor with what they have published, for admins.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Contributor {
    pub user: KeyOwner,
    /// Public charts, boards and documents.
    pub items: u64,
    /// How often others have opened their items.
    pub views: u64,
    /// How often others have opened their items in the last 30 days.
    pub recent_views: u64,
}

/// A choice of contributors, and their order by username.
#[derive(Clone, Debug, Default)]
pub struct ContributorFilter {
    /// The beginning of an email address or a username.
    pub search: Option<String>,
    pub direction: Direction,
}

/// The views of one day, UTC.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ViewDay {
    pub day: NaiveDate,
    pub views: u64,
}

/// A topic of contributors.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Topic {
    pub topic: String,
    /// Public items in it.
    pub items: u64,
}
