use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize, Serializer};
use uuid::Uuid;

use super::{Direction, Profile, SavedKind};

/// A published item in a list, with the fields that others may see.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PublishedItem {
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

/// An item as admins see it.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AdminItem {
    #[serde(flatten)]
    pub item: PublishedItem,
    pub owner_id: Uuid,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub owner_email: Option<String>,
    /// How often others have opened it.
    pub views: u64,
    /// When an admin hid it, and why.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hidden_at: Option<DateTime<Utc>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hidden_reason: Option<String>,
}

/// The items that a list of admins has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum ItemStatus {
    #[default]
    Public,
    Hidden,
}

/// The columns that public items are sorted by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum ItemSort {
    /// Of the last change, or of the hiding.
    #[default]
    Time,
    Title,
}

/// A choice of items of one kind, and their order.
#[derive(Clone, Debug, Default)]
pub struct ItemFilter {
    /// A part of the title, whatever its case.
    pub search: Option<String>,
    pub status: ItemStatus,
    pub sort: ItemSort,
    pub direction: Direction,
}

/// A featured item with its place on the discover page.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FeaturedItem {
    #[serde(flatten)]
    pub item: PublishedItem,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub topic: Option<String>,
    /// It is on the page from and until then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub starts_at: Option<DateTime<Utc>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ends_at: Option<DateTime<Utc>>,
}

/// The topic and the schedule of a featured item.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct FeatureSettings {
    pub topic: Option<String>,
    pub starts_at: Option<DateTime<Utc>>,
    pub ends_at: Option<DateTime<Utc>>,
}

/// The owner of an item; without a username until they choose one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Author {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub username: Option<String>,
    /// A contributor's own words about their work; on the pages of their items only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub occupation: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub organisation: Option<String>,
}

impl Author {
    /// Returns the author as lists name them.
    pub fn named(username: Option<String>) -> Self {
        Self {
            username,
            ..Self::default()
        }
    }

    /// Returns the author as the page of an item names them.
    pub fn of_profile(profile: Profile) -> Self {
        let info = profile.public_info().cloned().unwrap_or_default();
        let word = |name: &str| {
            let word = info[name].as_str().map(str::trim);
            word.filter(|word| !word.is_empty()).map(str::to_owned)
        };
        Self {
            occupation: word("occupation"),
            organisation: word("organisation"),
            username: profile.username,
        }
    }
}

/// A small picture of a version of a chart.
pub fn chart_thumbnail(chart_id: Uuid, version: u32) -> String {
    format!("/api/charts/{chart_id}.png?width=480&height=300&version={version}")
}

fn is_some<S: Serializer>(time: &Option<DateTime<Utc>>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_bool(time.is_some())
}
