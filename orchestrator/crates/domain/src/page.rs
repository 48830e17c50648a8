use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A piece of a list, and where the next one begins.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "{T}Page")]
#[serde(rename_all = "camelCase")]
pub struct Page<T> {
    pub items: Vec<T>,
    /// None at the end of the list.
    pub next_cursor: Option<String>,
}

/// The requested page of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageRequest {
    /// From 1 to 200; values outside are clamped.
    pub limit: u32,
    /// None for the list's beginning.
    pub cursor: Option<String>,
}

/// The direction of a sorted list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    Ascending,
    #[default]
    Descending,
}

impl PageRequest {
    pub const DEFAULT_LIMIT: u32 = 50;
    pub const MAXIMUM_LIMIT: u32 = 200;

    pub fn first(limit: u32) -> Self {
        Self {
            limit,
            cursor: None,
        }
    }
}

impl Default for PageRequest {
    fn default() -> Self {
        Self::first(Self::DEFAULT_LIMIT)
    }
}
