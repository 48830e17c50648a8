//! From tokens to rows of items: every way to divide the question into columns, values, operators and function words,
//! cheapest first.

mod comparisons;
mod edges;
mod fixed;
mod flows;
mod items;
mod open;
mod patterns;
mod peaks;
mod texts;
mod tiling;
mod times;
mod values;
mod windows;

pub use items::{Item, Node, TextPlace, TimeRange, Wish};
pub use patterns::is_phrase_word;
pub use tiling::tilings;
