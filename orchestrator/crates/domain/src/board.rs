use chrono::{DateTime, Utc};
use portolan_boards::{Edge, Node};
use schemars::JsonSchema;
use serde::Serialize;
use uuid::Uuid;

use super::Visibility;

/// A board in a list, without its nodes and edges.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "BoardSummary")]
#[serde(rename_all = "camelCase")]
pub struct Board {
    pub id: Uuid,
    #[serde(skip)]
    pub user_id: Uuid,
    pub title: String,
    pub visibility: Visibility,
    /// The chat whose blocks become nodes.
    #[serde(skip)]
    pub chat_id: Option<Uuid>,
    /// The page that it was made from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source_url: Option<String>,
    pub node_count: u64,
    /// Counts the changes.
    #[serde(skip)]
    pub revision: u64,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
}

/// A patch of a board, element by element; an element that is both removed and set stays.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BoardChange {
    pub title: Option<String>,
    pub nodes: Vec<Node>,
    pub removed_node_ids: Vec<String>,
    pub edges: Vec<Edge>,
    pub removed_edge_ids: Vec<String>,
}

/// Elements that the server itself added to a board.
#[derive(Clone, Debug, PartialEq)]
pub struct BoardAddition {
    pub board_id: Uuid,
    pub revision: u64,
    pub nodes: Vec<Node>,
    pub edges: Vec<Edge>,
}
