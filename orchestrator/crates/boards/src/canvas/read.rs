use std::collections::HashSet;

use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use super::{
    Canvas, Kept, OURS,
    groups::group_around,
    standard::{CONTENT_KEYS, standard_node, understand_node},
};
use crate::{
    Color, Edge, Invalid, MOST_EDGES, MOST_NODES, Node, NodeContent, Rect, check_edge, check_node,
};

/// Reads a file of JSON Canvas, ours or another program's. Edges whose nodes are not in the file
/// are left out.
///
/// # Errors
/// Fails if it is not such a file, or too large a board.
pub fn read_canvas(file: Value) -> Result<Canvas, Invalid> {
    let Value::Object(mut file) = file else {
        return Err(Invalid::new(
            "body",
            "a JSON Canvas file is an object with nodes and edges",
        ));
    };
    let nodes = take_list(&mut file, "nodes", MOST_NODES)?;
    let edges = take_list(&mut file, "edges", MOST_EDGES)?;
    let mut canvas = Canvas {
        title: take_title(&mut file),
        foreign: file,
        ..Canvas::default()
    };
    let mut ids = HashSet::new();
    let mut foreign_places = Vec::new();
    for (index, fields) in nodes.into_iter().enumerate() {
        let at = |invalid: Invalid| Invalid {
            path: format!("nodes[{index}].{}", invalid.path),
            ..invalid
        };
        if !fields.contains_key(OURS) {
            foreign_places.push(index);
        }
        let kept = read_node(fields).map_err(at)?;
        if !ids.insert(kept.item.id.clone()) {
            return Err(at(Invalid::new("id", "another node has the same id")));
        }
        canvas.nodes.push(kept);
    }
    for index in foreign_places {
        let group = group_around(&canvas.nodes, &canvas.nodes[index].item);
        canvas.nodes[index].item.parent_id = group;
    }
    let mut edge_ids = HashSet::new();
    for (index, fields) in edges.into_iter().enumerate() {
        let at = |invalid: Invalid| Invalid {
            path: format!("edges[{index}].{}", invalid.path),
            ..invalid
        };
        let kept = read_edge(fields).map_err(at)?;
        if !edge_ids.insert(kept.item.id.clone()) {
            return Err(at(Invalid::new("id", "another edge has the same id")));
        }
        if ids.contains(&kept.item.from_node) && ids.contains(&kept.item.to_node) {
            canvas.edges.push(kept);
        }
    }
    Ok(canvas)
}

/// A list of objects; one that is not there is empty.
fn take_list(
    file: &mut Map<String, Value>,
    key: &str,
    most: usize,
) -> Result<Vec<Map<String, Value>>, Invalid> {
    let items = match file.remove(key) {
        None | Some(Value::Null) => return Ok(Vec::new()),
        Some(Value::Array(items)) => items,
        Some(_) => return Err(Invalid::new(key, "this is not a list")),
    };
    if items.len() > most {
        return Err(Invalid::new(
            key,
            format!(
                "a board has at most {most} of them; this has {}",
                items.len()
            ),
        ));
    }
    let object = |(index, item)| match item {
        Value::Object(fields) => Ok(fields),
        _ => Err(Invalid::new(
            format!("{key}[{index}]"),
            "this is not an object",
        )),
    };
    items.into_iter().enumerate().map(object).collect()
}

fn take_title(file: &mut Map<String, Value>) -> Option<String> {
    let title = file
        .get(OURS)?
        .as_object()?
        .get("title")?
        .as_str()?
        .to_owned();
    file.remove(OURS);
    Some(title)
}

fn read_node(mut fields: Map<String, Value>) -> Result<Kept<Node>, Invalid> {
    let id = take_required(&mut fields, "id")?;
    let place = Rect {
        x: take_number(&mut fields, "x")?,
        y: take_number(&mut fields, "y")?,
        width: take_number(&mut fields, "width")?,
        height: take_number(&mut fields, "height")?,
    };
    let color = take_field::<Color>(&mut fields, "color");
    let parent_id = take_parent(&mut fields);
    let content = match own_content(&fields) {
        Some(content) => {
            fields.remove(OURS);
            for key in CONTENT_KEYS {
                fields.remove(key);
            }
            content
        }
        None => understand_node(&fields),
    };
    let node = Node {
        id,
        content,
        place,
        color,
        parent_id,
    };
    check_node(&node)?;
    Ok(Kept {
        item: node,
        foreign: fields,
    })
}

/// Returns the node as this application wrote it; None if another program has changed its kind.
fn own_content(fields: &Map<String, Value>) -> Option<NodeContent> {
    let ours = fields.get(OURS)?.as_object()?;
    let said = |key: &str| fields.get(key).and_then(Value::as_str).unwrap_or_default();
    let data = match ours.get("type")?.as_str()? {
        "note" => json!({ "markdown": said("text") }),
        "group" => json!({ "label": said("label") }),
        _ => ours.get("data")?.clone(),
    };
    let content: NodeContent =
        serde_json::from_value(json!({"type": ours.get("type")?, "data": data})).ok()?;
    let written = standard_node(&content, "");
    (written.get("type") == fields.get("type")).then_some(content)
}

/// Takes the group, or that there is none, out of our words, and those away where nothing else is in them.
fn take_parent(fields: &mut Map<String, Value>) -> Option<String> {
    let ours = fields.get_mut(OURS)?.as_object_mut()?;
    let parent = match ours.get("parentId")? {
        Value::String(parent) => Some(parent.clone()),
        Value::Null => None,
        _ => return None,
    };
    ours.remove("parentId");
    if ours.is_empty() {
        fields.remove(OURS);
    }
    parent
}

fn read_edge(mut fields: Map<String, Value>) -> Result<Kept<Edge>, Invalid> {
    let edge = Edge {
        id: take_required(&mut fields, "id")?,
        from_node: take_required(&mut fields, "fromNode")?,
        from_side: take_field(&mut fields, "fromSide"),
        from_end: take_field(&mut fields, "fromEnd"),
        to_node: take_required(&mut fields, "toNode")?,
        to_side: take_field(&mut fields, "toSide"),
        to_end: take_field(&mut fields, "toEnd"),
        label: take_field(&mut fields, "label"),
        color: take_field(&mut fields, "color"),
    };
    check_edge(&edge)?;
    Ok(Kept {
        item: edge,
        foreign: fields,
    })
}

fn take_required(fields: &mut Map<String, Value>, key: &str) -> Result<String, Invalid> {
    take_field(fields, key).ok_or_else(|| Invalid::new(key, "this must be a text"))
}

fn take_number(fields: &mut Map<String, Value>, key: &str) -> Result<i64, Invalid> {
    match fields.remove(key).as_ref().and_then(Value::as_f64) {
        // Values beyond the range of an integer are refused as too far away.
        Some(number) => Ok(number.round() as i64),
        None => Err(Invalid::new(key, "this must be a number")),
    }
}

/// Takes a value that is as we know it; others stay where they are.
fn take_field<T: DeserializeOwned>(fields: &mut Map<String, Value>, key: &str) -> Option<T> {
    let value = serde_json::from_value(fields.get(key)?.clone()).ok()?;
    fields.remove(key);
    Some(value)
}
