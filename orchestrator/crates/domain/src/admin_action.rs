use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;

use super::{ActivityUser, Direction};

/// The kind of an admin's action, as the audit log names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum AdminActionKind {
    #[serde(rename = "api_key.revoked")]
    ApiKeyRevoked,
    #[serde(rename = "chat.viewed")]
    ChatViewed,
    #[serde(rename = "contributor.accepted")]
    ContributorAccepted,
    #[serde(rename = "contributor.declined")]
    ContributorDeclined,
    #[serde(rename = "contributor.withdrawn")]
    ContributorWithdrawn,
    #[serde(rename = "credits.granted")]
    CreditsGranted,
    #[serde(rename = "credits.set")]
    CreditsSet,
    #[serde(rename = "discover.ordered")]
    DiscoverOrdered,
    #[serde(rename = "feedback.replied")]
    FeedbackReplied,
    #[serde(rename = "feedback.updated")]
    FeedbackUpdated,
    #[serde(rename = "item.featured")]
    ItemFeatured,
    #[serde(rename = "item.hidden")]
    ItemHidden,
    #[serde(rename = "item.shown")]
    ItemShown,
    #[serde(rename = "item.unfeatured")]
    ItemUnfeatured,
    #[serde(rename = "list.exported")]
    ListExported,
    #[serde(rename = "mail.retried")]
    MailRetried,
    #[serde(rename = "model.tested")]
    ModelTested,
    #[serde(rename = "proposal.accepted")]
    ProposalAccepted,
    #[serde(rename = "proposal.declined")]
    ProposalDeclined,
    #[serde(rename = "replay.cancelled")]
    ReplayCancelled,
    #[serde(rename = "replay.resumed")]
    ReplayResumed,
    #[serde(rename = "replay.started")]
    ReplayStarted,
    #[serde(rename = "user.restored")]
    UserRestored,
    #[serde(rename = "user.suspended")]
    UserSuspended,
}

/// An action of an admin, for the audit log.
#[derive(Clone, Debug, PartialEq)]
pub struct AdminAction {
    pub id: Uuid,
    pub admin_id: Uuid,
    pub action: AdminActionKind,
    pub subject_kind: &'static str,
    /// The id or the name of the subject.
    pub subject: String,
    /// An object: the reason that was given, and values that were set.
    pub detail: Value,
    pub created_at: DateTime<Utc>,
}

/// A line of the audit log.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RecordedAction {
    pub id: Uuid,
    /// None once the admin's account is deleted.
    pub admin: Option<ActivityUser>,
    pub action: AdminActionKind,
    pub subject_kind: String,
    pub subject: String,
    #[schemars(with = "serde_json::Map<String, Value>")]
    pub detail: Value,
    pub created_at: DateTime<Utc>,
}

/// The columns that the audit log is sorted by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum ActionSort {
    Action,
    #[default]
    CreatedAt,
}

/// A choice of actions, and their order.
#[derive(Clone, Debug, Default)]
pub struct ActionFilter {
    /// The beginning of the subject's id or name or, of users, of their email address or username.
    pub search: Option<String>,
    pub action: Option<AdminActionKind>,
    /// The admin's id, email address or username.
    pub admin: Option<String>,
    pub from: Option<DateTime<Utc>>,
    /// The first moment that is left out.
    pub until: Option<DateTime<Utc>>,
    pub sort: ActionSort,
    pub direction: Direction,
}
