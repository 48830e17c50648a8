use serde_json::{Map, Value};

use crate::error::join_pointer;

/// Keys under which a view holds one or more views.
const LISTS: [&str; 4] = ["layer", "concat", "hconcat", "vconcat"];

/// Calls `visit` on every view of a specification, the outer ones first, with its path.
pub(crate) fn visit_views(
    spec: &mut Value,
    path: &str,
    visit: &mut impl FnMut(&mut Map<String, Value>, &str),
) {
    let Value::Object(view) = spec else {
        return;
    };
    visit(view, path);
    for key in LISTS {
        if let Some(Value::Array(inner)) = view.get_mut(key) {
            for (index, inner) in inner.iter_mut().enumerate() {
                visit_views(inner, &join_pointer(&join_pointer(path, key), index), visit);
            }
        }
    }
    if let Some(inner) = view.get_mut("spec") {
        visit_views(inner, &join_pointer(path, "spec"), visit);
    }
}
