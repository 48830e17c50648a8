//! JSON Canvas 1.0 (jsoncanvas.org), in and out.
//!
//! What the format has no word for goes into the key `portolan` of each node, which other programs
//! ignore. What a foreign file has beyond our words is kept beside each node and edge, and written
//! back as it was.

mod groups;
mod read;
mod standard;
mod write;

use serde_json::{Map, Value};

pub use read::read_canvas;
pub use write::write_canvas;

use crate::{Edge, Node};

/// The key of ours in a file.
const OURS: &str = "portolan";

/// A board as a file has it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Canvas {
    pub title: Option<String>,
    /// From the bottom to the top.
    pub nodes: Vec<Kept<Node>>,
    pub edges: Vec<Kept<Edge>>,
    /// Keys of the file that are not ours.
    pub foreign: Map<String, Value>,
}

/// A node or an edge, and the keys of its file that are not ours; empty for what was made here.
#[derive(Clone, Debug, PartialEq)]
pub struct Kept<T> {
    pub item: T,
    pub foreign: Map<String, Value>,
}

impl<T> From<T> for Kept<T> {
    fn from(item: T) -> Self {
        Self {
            item,
            foreign: Map::new(),
        }
    }
}
