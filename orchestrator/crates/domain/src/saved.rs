use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::Author;

/// A bookmark of an item that the user can still see.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SavedItem {
    pub kind: SavedKind,
    pub id: Uuid,
    pub title: String,
    pub saved_at: DateTime<Utc>,
    pub author: Author,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thumbnail_url: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum SavedKind {
    Board,
    Chart,
    Chat,
    Portolan,
}

impl SavedKind {
    /// Returns the word for it, as the wire has it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Board => "board",
            Self::Chart => "chart",
            Self::Chat => "chat",
            Self::Portolan => "portolan",
        }
    }
}
