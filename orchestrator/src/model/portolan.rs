use chrono::{DateTime, Utc};
use serde::Serialize;
use uuid::Uuid;

use super::Visibility;

/// A document as lists show it; its text is read apart.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Portolan {
    pub id: Uuid,
    #[serde(skip)]
    pub user_id: Uuid,
    pub title: String,
    /// The beginning of its words.
    pub excerpt: String,
    pub visibility: Visibility,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
}

/// What is to change of a document; what is absent stays.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PortolanChange {
    pub title: Option<String>,
    pub markdown: Option<String>,
}
