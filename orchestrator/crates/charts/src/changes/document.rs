use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::value::canonical_text;
use crate::error::join_pointer;

/// A changed value in a chart's document; null means absent.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct DocumentChange {
    /// A JSON pointer: `/spec/mark/type`.
    pub path: String,
    pub before: Value,
    pub after: Value,
}

/// The smallest places that differ, in the order of `before` and then of `after`; at most `most`.
pub fn document_changes(before: &Value, after: &Value, most: usize) -> Vec<DocumentChange> {
    let mut changes = Vec::new();
    compare_documents("", before, after, most, &mut changes);
    changes
}

fn compare_documents(
    path: &str,
    before: &Value,
    after: &Value,
    most: usize,
    changes: &mut Vec<DocumentChange>,
) {
    if changes.len() >= most {
        return;
    }
    match (before, after) {
        (Value::Object(old), Value::Object(new)) => {
            for (key, value) in old {
                let other = new.get(key).unwrap_or(&Value::Null);
                compare_documents(&join_pointer(path, key), value, other, most, changes);
            }
            for (key, value) in new.iter().filter(|(key, _)| !old.contains_key(*key)) {
                compare_documents(&join_pointer(path, key), &Value::Null, value, most, changes);
            }
        }
        (Value::Array(old), Value::Array(new)) => {
            for index in 0..old.len().max(new.len()) {
                let at = |list: &[Value]| list.get(index).cloned().unwrap_or_default();
                compare_documents(
                    &join_pointer(path, index),
                    &at(old),
                    &at(new),
                    most,
                    changes,
                );
            }
        }
        _ if canonical_text(before) == canonical_text(after) => {}
        _ => changes.push(DocumentChange {
            path: path.to_owned(),
            before: before.clone(),
            after: after.clone(),
        }),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn document_changes_report_only_the_innermost_changed_paths() {
        let before =
            json!({"title": "A", "spec": {"mark": "bar", "layer": [1, 2]}, "gone": {"a/b": 1}});
        let after = json!({"title": "A", "spec": {"mark": "line", "layer": [1, 2, 3]}, "new": true, "gone": {}});
        let changes = document_changes(&before, &after, 10);
        let paths: Vec<&str> = changes.iter().map(|each| each.path.as_str()).collect();
        assert_eq!(paths, ["/spec/mark", "/spec/layer/2", "/gone/a~1b", "/new"]);
        assert_eq!(changes[0].before, json!("bar"));
        assert_eq!(changes[1].before, Value::Null);
        assert_eq!(document_changes(&before, &after, 1).len(), 1);
        assert!(document_changes(&before, &before, 10).is_empty());
    }
}
