use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::Serialize;
use uuid::Uuid;

use super::Visibility;

/// A document in a list, without its text.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "PortolanSummary")]
#[serde(rename_all = "camelCase")]
pub struct Portolan {
    pub id: Uuid,
    #[serde(skip)]
    pub user_id: Uuid,
    pub title: String,
    /// The beginning of its words.
    pub excerpt: String,
    /// Grows by one with each change of the title or the text.
    pub revision: u64,
    pub visibility: Visibility,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
}

/// A change of a document; absent parts stay as they are.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PortolanChange {
    /// The only revision that may be changed. Absent: any.
    pub revision: Option<u64>,
    pub title: Option<String>,
    pub markdown: Option<String>,
}
