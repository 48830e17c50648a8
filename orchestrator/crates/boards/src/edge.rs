use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Color, Node};

/// A line between two nodes, with the names of JSON Canvas.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "BoardEdge")]
#[serde(rename_all = "camelCase")]
pub struct Edge {
    pub id: String,
    pub from_node: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from_side: Option<Side>,
    /// Without it: none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from_end: Option<End>,
    pub to_node: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to_side: Option<Side>,
    /// Without it: an arrow.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to_end: Option<End>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub color: Option<Color>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    Top,
    Right,
    Bottom,
    Left,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "EdgeEnd")]
#[serde(rename_all = "lowercase")]
pub enum End {
    None,
    Arrow,
}

impl Edge {
    /// From a source to what came of it: downwards where that stands above or below, rightwards else.
    pub fn of_source(source: &Node, node: &Node) -> Self {
        let is_in_line = source.place.x < node.place.right() && node.place.x < source.place.right();
        let (from_side, to_side) = match is_in_line {
            true if source.place.y > node.place.y => (Side::Top, Side::Bottom),
            true => (Side::Bottom, Side::Top),
            false => (Side::Right, Side::Left),
        };
        Self {
            id: format!("{}-{}", source.id, node.id),
            from_node: source.id.clone(),
            from_side: Some(from_side),
            from_end: None,
            to_node: node.id.clone(),
            to_side: Some(to_side),
            to_end: None,
            label: None,
            color: None,
        }
    }
}
