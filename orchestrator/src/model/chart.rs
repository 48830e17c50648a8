use chrono::{DateTime, Utc};
use portolan_blocks::{ChartBlock, ChartKind};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// A chart as lists show it; what it draws is in its versions.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Chart {
    pub id: Uuid,
    pub user_id: Uuid,
    /// The chat and the turn that drew it, where one did.
    pub chat_id: Option<Uuid>,
    pub turn_id: Option<Uuid>,
    /// The newest.
    pub version: u32,
    pub kind: ChartKind,
    pub title: String,
    pub description: String,
    pub visibility: Visibility,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
}

/// One version of a chart, complete.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ChartVersion {
    #[serde(flatten)]
    pub chart: ChartBlock,
    pub created_at: DateTime<Utc>,
}

/// Who may see a thing: its owner, whoever has the link, everybody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Visibility {
    Private,
    Unlisted,
    Public,
}

/// A bookmark.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SavedItem {
    pub kind: SavedKind,
    pub item_id: Uuid,
    pub saved_at: DateTime<Utc>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SavedKind {
    Chart,
    Chat,
}
