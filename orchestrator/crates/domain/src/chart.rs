use chrono::{DateTime, Utc};
use portolan_blocks::ChartKind;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// A chart in a list; its content is in its versions.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "ChartSummary")]
#[serde(rename_all = "camelCase")]
pub struct Chart {
    pub id: Uuid,
    pub user_id: Uuid,
    /// The chat and the turn that drew it, if one did.
    pub chat_id: Option<Uuid>,
    pub turn_id: Option<Uuid>,
    /// The newest.
    pub version: u32,
    /// The published version, if the chart is shared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub published_version: Option<u32>,
    pub kind: ChartKind,
    pub title: String,
    pub description: String,
    pub visibility: Visibility,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub schedule: Option<Schedule>,
    /// Why the last refresh by its schedule failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub schedule_error: Option<String>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
}

/// When a chart's query runs again by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "ChartSchedule")]
#[serde(rename_all = "camelCase")]
pub struct Schedule {
    pub every: Interval,
    pub next_at: DateTime<Utc>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Every")]
#[serde(rename_all = "lowercase")]
pub enum Interval {
    Hour,
    Day,
    Week,
}

/// The visibility of an item: its owner, anyone with the link, everyone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Visibility {
    Private,
    Unlisted,
    Public,
}
