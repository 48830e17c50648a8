use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::{Serialize, Serializer};
use uuid::Uuid;

use super::SavedKind;

/// Something that lists show: of a shared thing, what others see of it.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "PublishedItem")]
#[serde(rename_all = "camelCase")]
pub struct Thing {
    pub kind: SavedKind,
    pub id: Uuid,
    pub title: String,
    pub author: Author,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thumbnail_url: Option<String>,
    pub updated_at: DateTime<Utc>,
    /// Whether admins show it to everyone.
    #[serde(rename = "isCurated", serialize_with = "is_some")]
    #[schemars(with = "bool")]
    pub curated_at: Option<DateTime<Utc>>,
}

/// The owner of an item; without a username until they choose one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Author {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub username: Option<String>,
}

/// A small picture of a version of a chart.
pub fn chart_thumbnail(chart_id: Uuid, version: u32) -> String {
    format!("/api/charts/{chart_id}.png?width=480&height=300&version={version}")
}

fn is_some<S: Serializer>(time: &Option<DateTime<Utc>>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_bool(time.is_some())
}
