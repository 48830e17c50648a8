//! Flows: nodes, and edges from node to node.

use std::collections::BTreeSet;

use portolan_blocks::ChartKind;
use serde_json::{Value, json};

use crate::{ChartErrors, kinds::limit_of, reader::ChartReader};

pub(crate) fn check_flow(spec: &Value) -> Result<Value, ChartErrors> {
    let spec = ChartReader::object(spec, "an object with `nodes` and `edges`")?;
    let most = |name| limit_of(ChartKind::Flow, name);
    let mut reader = ChartReader::new();
    let mut known = BTreeSet::new();
    let mut nodes = Vec::new();
    for (index, node) in reader
        .list(&spec, "nodes", most("nodes"))
        .iter()
        .enumerate()
    {
        let path = format!("/spec/nodes/{index}");
        let id = reader.text(node, "id", &path, most("id"));
        let label = reader
            .optional_text(node, "label", &path, most("label"))
            .unwrap_or_else(|| id.clone());
        if !known.insert(id.clone()) {
            reader.refuse(
                format!("{path}/id"),
                format!("`{id}` is there twice: give each node an id of its own"),
            );
        }
        nodes.push(json!({"id": id, "label": label}));
    }
    if nodes.is_empty() {
        reader.refuse("/spec/nodes", "give at least one node");
    }
    let mut edges = Vec::new();
    let empty = spec.get("edges").is_none_or(Value::is_null);
    let listed = if empty {
        &[]
    } else {
        reader.list(&spec, "edges", most("edges"))
    };
    for (index, edge) in listed.iter().enumerate() {
        let path = format!("/spec/edges/{index}");
        let mut checked = json!({});
        for key in ["source", "target"] {
            let id = reader.text(edge, key, &path, most("id"));
            if !id.is_empty() && !known.contains(&id) {
                reader.refuse(
                    format!("{path}/{key}"),
                    format!("`{id}` is the id of no node: add the node, or correct the id"),
                );
            }
            checked[key] = Value::from(id);
        }
        if let Some(label) = reader.optional_text(edge, "label", &path, most("edgeLabel")) {
            checked["label"] = Value::from(label);
        }
        edges.push(checked);
    }
    reader.finish(json!({"nodes": nodes, "edges": edges}))
}
