use serde_json::{Map, Value, json};

use super::{
    Canvas, Kept, OURS,
    groups::group_around,
    standard::{CONTENT_KEYS, standard_node, understand_node},
};
use crate::{Edge, Node, NodeContent, Rect};

/// The board as a file of JSON Canvas 1.0. `site` is the address of this server, without a slash
/// at its end: links to charts and chats lead there.
pub fn write_canvas(canvas: &Canvas, site: &str) -> Value {
    let nodes: Vec<Value> = canvas
        .nodes
        .iter()
        .map(|kept| write_node(kept, &canvas.nodes, site))
        .collect();
    let edges: Vec<Value> = canvas.edges.iter().map(write_edge).collect();
    let mut file = canvas.foreign.clone();
    file.insert("nodes".into(), nodes.into());
    file.insert("edges".into(), edges.into());
    if let Some(title) = &canvas.title {
        file.insert(OURS.into(), json!({ "title": title }));
    }
    file.into()
}

fn write_node(kept: &Kept<Node>, all: &[Kept<Node>], site: &str) -> Value {
    let Node {
        id,
        content,
        place: Rect {
            x,
            y,
            width,
            height,
        },
        color,
        parent_id,
    } = &kept.item;
    let is_untouched =
        kept.foreign.contains_key("type") && understand_node(&kept.foreign) == *content;
    let mut file = Map::new();
    file.insert("id".into(), json!(id));
    let mut ours = Map::new();
    if is_untouched {
        file.extend(kept.foreign.clone());
    } else {
        file.extend(standard_node(content, site));
        for (key, value) in &kept.foreign {
            if !CONTENT_KEYS.contains(&key.as_str()) {
                file.insert(key.clone(), value.clone());
            }
        }
        ours = own_words(content);
    }
    for (key, number) in [("x", x), ("y", y), ("width", width), ("height", height)] {
        file.insert(key.into(), json!(number));
    }
    if let Some(color) = color {
        file.insert("color".into(), json!(color));
    }
    // Without our extension fields, the group that contains a node is its parent.
    let is_plain = is_untouched && !file.contains_key(OURS);
    let said = if is_plain {
        group_around(all, &kept.item)
    } else {
        None
    };
    if *parent_id != said {
        ours.insert("parentId".into(), json!(parent_id));
    }
    if !ours.is_empty() {
        file.insert(OURS.into(), ours.into());
    }
    file.into()
}

/// `type` and `data`; of what the file's own words say, only the type.
fn own_words(content: &NodeContent) -> Map<String, Value> {
    let Ok(Value::Object(mut words)) = serde_json::to_value(content) else {
        return Map::new();
    };
    if matches!(
        content,
        NodeContent::Note { .. } | NodeContent::Group { .. }
    ) {
        words.remove("data");
    }
    words
}

fn write_edge(kept: &Kept<Edge>) -> Value {
    let mut file = Map::new();
    if let Ok(Value::Object(fields)) = serde_json::to_value(&kept.item) {
        file.extend(fields);
    }
    for (key, value) in &kept.foreign {
        file.entry(key).or_insert_with(|| value.clone());
    }
    file.into()
}
