//! Boards: nodes and edges on a canvas, placement of new nodes, and JSON Canvas import and export.
//!
//! Pure: values in, values out. Coordinates are absolute, in pixels, also of a node in a group.

mod canvas;
mod check;
mod color;
mod edge;
mod from_block;
mod layout;
mod measure;
mod node;
mod picture;
mod size;

pub use canvas::{Canvas, Kept, read_canvas, write_canvas};
pub use check::{Invalid, MOST_EDGES, MOST_NODES, check_edge, check_node};
pub use color::Color;
pub use edge::{Edge, End, Side};
pub use from_block::{content_of_block, sources_of_block};
pub use layout::{Columns, Lane, find_room, head_above_text, place_node};
pub use node::{Node, NodeContent, NodeStatus, Rect, Size};
pub use picture::{ChartPictures, PictureTheme, draw_picture, pictured_charts};
pub use size::{default_size, size_of_block};
