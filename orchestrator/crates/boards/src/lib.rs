//! Boards: what lies on a canvas, where new things find room, and JSON Canvas in and out.
//!
//! Pure: values in, values out. Coordinates are absolute, in pixels, also of a node in a group.

mod canvas;
mod check;
mod color;
mod edge;
mod from_block;
mod layout;
mod node;
mod picture;

pub use canvas::{Canvas, Kept, read_canvas, write_canvas};
pub use check::{Invalid, MOST_EDGES, MOST_NODES, check_edge, check_node};
pub use color::Color;
pub use edge::{Edge, End, Side};
pub use from_block::{content_of_block, default_size, sources_of_block};
pub use layout::{Lane, find_room};
pub use node::{Node, NodeContent, NodeStatus, Rect, Size};
pub use picture::{PictureTheme, draw_picture};
