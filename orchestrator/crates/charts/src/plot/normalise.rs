//! Normalizes a specification for storage.

use serde_json::{Map, Value, json};

use super::views::visit_views;

const SCHEMA: &str = "https://vega.github.io/schema/vega-lite/v6.json";

/// Properties that the page's theme and layout decide.
const THEMED: [&str; 6] = [
    "autosize",
    "background",
    "config",
    "padding",
    "usermeta",
    "$schema",
];

/// The widest panel in pixels that a specification may ask for; larger ones follow the page.
const LARGEST_PANEL: f64 = 240.0;

pub(crate) fn normalise_spec(spec: &mut Value) {
    visit_views(spec, "/spec", &mut |view, _| {
        view.remove("data");
        view.remove("usermeta");
        for side in ["width", "height"] {
            if view.get(side).is_some_and(|size| !is_small(size)) {
                view.remove(side);
            }
        }
    });
    if let Value::Object(top) = spec {
        let mut ordered = Map::new();
        ordered.insert("$schema".into(), Value::from(SCHEMA));
        ordered.insert("data".into(), json!({"name": "rows"}));
        ordered.insert(
            "autosize".into(),
            json!({"type": "fit", "contains": "padding"}),
        );
        for (key, value) in std::mem::take(top) {
            if !THEMED.contains(&key.as_str()) {
                ordered.insert(key, value);
            }
        }
        *top = ordered;
    }
}

/// A size of a small panel in a grid, or of a band.
fn is_small(size: &Value) -> bool {
    let number = size.as_f64().or_else(|| size.get("step")?.as_f64());
    number.is_some_and(|number| number > 0.0 && number <= LARGEST_PANEL)
}
