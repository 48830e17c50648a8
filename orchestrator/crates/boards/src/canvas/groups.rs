//! Other programs say nowhere which group a node is in: it is in the one that it stands in.

use super::Kept;
use crate::{Node, NodeContent, Rect};

/// The smallest group that holds all of a node.
pub fn group_around(nodes: &[Kept<Node>], node: &Node) -> Option<String> {
    nodes
        .iter()
        .map(|kept| &kept.item)
        .filter(|group| matches!(group.content, NodeContent::Group { .. }))
        .filter(|group| group.id != node.id && contains_rect(&group.place, &node.place))
        .min_by_key(|group| area_of(&group.place))
        .map(|group| group.id.clone())
}

/// Larger, so that no two groups hold each other.
fn contains_rect(outer: &Rect, inner: &Rect) -> bool {
    area_of(outer) > area_of(inner)
        && outer.x <= inner.x
        && outer.y <= inner.y
        && outer.right() >= inner.right()
        && outer.bottom() >= inner.bottom()
}

fn area_of(place: &Rect) -> i64 {
    place.width.saturating_mul(place.height)
}
