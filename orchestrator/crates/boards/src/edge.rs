use serde::{Deserialize, Serialize};

use crate::Color;

/// A line between two nodes, with the names of JSON Canvas.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    Top,
    Right,
    Bottom,
    Left,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum End {
    None,
    Arrow,
}

impl Edge {
    /// From a source, rightwards, to what came of it.
    pub fn of_source(source: &str, node: &str) -> Self {
        Self {
            id: format!("{source}-{node}"),
            from_node: source.to_owned(),
            from_side: Some(Side::Right),
            from_end: None,
            to_node: node.to_owned(),
            to_side: Some(Side::Left),
            to_end: None,
            label: None,
            color: None,
        }
    }
}
