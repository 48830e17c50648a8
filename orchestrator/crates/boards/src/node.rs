use portolan_blocks::Locator;
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};
use uuid::Uuid;

use crate::Color;

/// Something on a board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "BoardNode")]
#[serde(rename_all = "camelCase")]
pub struct Node {
    pub id: String,
    #[serde(flatten)]
    pub content: NodeContent,
    #[serde(flatten)]
    pub place: Rect,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub color: Option<Color>,
    /// The group that it belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent_id: Option<String>,
}

/// The content of a node: `type` and `data` on the wire.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(
    tag = "type",
    content = "data",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum NodeContent {
    Chart {
        chart_id: Uuid,
        /// Without it: the newest.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        version: Option<u32>,
        /// The title at the time when it was added to the board: for lists, search and other tools.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        title: Option<String>,
    },
    Note {
        markdown: String,
    },
    Source {
        source_id: Uuid,
        title: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        url: Option<String>,
        status: NodeStatus,
        /// Why it is not whole, in a sentence.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        detail: Option<String>,
        /// Its purpose or content, in its own words.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        description: Option<String>,
    },
    Reference {
        source_id: Uuid,
        title: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        url: Option<String>,
        #[serde(default)]
        locator: Locator,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        quote: Option<String>,
    },
    Chat {
        chat_id: Uuid,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        title: Option<String>,
    },
    Portolan {
        portolan_id: Uuid,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        title: Option<String>,
    },
    Picture {
        url: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        alt: Option<String>,
    },
    Suggestion {
        label: String,
        prompt: String,
    },
    Group {
        label: String,
    },
}

/// How far a source was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "NodeSourceStatus")]
#[serde(rename_all = "lowercase")]
pub enum NodeStatus {
    /// Its reading has not ended.
    Reading,
    Whole,
    Part,
    Blocked,
    Empty,
}

/// The rectangle of a node, in whole pixels as in JSON Canvas.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Rect {
    #[serde(deserialize_with = "whole_number")]
    pub x: i64,
    #[serde(deserialize_with = "whole_number")]
    pub y: i64,
    #[serde(deserialize_with = "whole_number")]
    pub width: i64,
    #[serde(deserialize_with = "whole_number")]
    pub height: i64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    pub width: i64,
    pub height: i64,
}

impl Rect {
    pub fn new(x: i64, y: i64, size: Size) -> Self {
        Self {
            x,
            y,
            width: size.width,
            height: size.height,
        }
    }

    pub fn right(&self) -> i64 {
        self.x.saturating_add(self.width)
    }

    pub fn bottom(&self) -> i64 {
        self.y.saturating_add(self.height)
    }

    /// Returns whether the two are nearer to each other than `gap`.
    pub fn is_near(&self, other: &Self, gap: i64) -> bool {
        self.x < other.right().saturating_add(gap)
            && other.x < self.right().saturating_add(gap)
            && self.y < other.bottom().saturating_add(gap)
            && other.y < self.bottom().saturating_add(gap)
    }
}

/// A number without its fraction: canvases that are zoomed give fractions of pixels.
fn whole_number<'de, D: Deserializer<'de>>(deserializer: D) -> Result<i64, D::Error> {
    // Values beyond the range become the nearest integer, which `check_node` refuses.
    f64::deserialize(deserializer).map(|number| number.round() as i64)
}
