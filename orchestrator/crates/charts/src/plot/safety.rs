//! Features that no specification may use, even where Vega-Lite allows them.

use portolan_blocks::ChartKind;
use serde_json::{Map, Value};

use crate::{ChartError, error::join_pointer, kinds::limit_of};

/// Keys that reach for something outside the rows, and what to do instead.
const REFUSED: [(&str, &str); 10] = [
    (
        "url",
        "nothing is fetched: query the rows and use their fields",
    ),
    ("href", "charts have no links: remove it"),
    ("bind", "charts have no input elements: remove it"),
    ("datasets", "a chart draws only its query's rows: remove it"),
    ("expr", EXPRESSION),
    ("signal", EXPRESSION),
    ("labelExpr", EXPRESSION),
    ("calculate", EXPRESSION),
    ("lookup", "join the tables in SQL and query again"),
    ("loader", "nothing is fetched: remove it"),
];

const EXPRESSION: &str =
    "expressions are not run: compute the value in SQL, query again, and use the new column";

/// Keys whose text would be an expression; an object there is a predicate and fine.
const PREDICATES: [&str; 2] = ["filter", "test"];

const IMAGE: &str = "no images are loaded: use another mark";
const SHAPE: &str = "a `geoshape` needs `shape`: {\"field\": a column of countries, \"type\": \"geojson\"}, in the same view; the shapes are built in";

pub(crate) fn check_safety(spec: &Value) -> Vec<ChartError> {
    let limits = SpecLimits::default();
    let mut walk = SafetyWalk {
        errors: Vec::new(),
        nodes: 0,
        views: 0,
        limits,
    };
    walk.check_value(spec, "/spec", 0);
    if walk.nodes > limits.values || walk.views > limits.views {
        walk.errors.insert(
            0,
            ChartError::new(
                "/spec",
                format!(
                    "too large: at most {} views or layers and {} values; draw less",
                    limits.views, limits.values
                ),
            ),
        );
    }
    walk.errors
}

#[derive(Clone, Copy)]
struct SpecLimits {
    depth: usize,
    values: usize,
    text_bytes: usize,
    views: usize,
}

impl Default for SpecLimits {
    fn default() -> Self {
        let most = |name| limit_of(ChartKind::Plot, name);
        Self {
            depth: most("depth"),
            values: most("values"),
            text_bytes: most("textBytes"),
            views: most("views"),
        }
    }
}

struct SafetyWalk {
    errors: Vec<ChartError>,
    nodes: usize,
    views: usize,
    limits: SpecLimits,
}

impl SafetyWalk {
    fn check_value(&mut self, value: &Value, path: &str, depth: usize) {
        self.nodes += 1;
        if self.nodes > self.limits.values {
            return;
        }
        let SpecLimits {
            depth: deepest,
            text_bytes,
            ..
        } = self.limits;
        if depth > deepest {
            self.refuse(
                path,
                format!("nested deeper than {deepest} levels: flatten it"),
            );
            return;
        }
        match value {
            Value::Object(object) => self.check_object(object, path, depth),
            Value::Array(items) => {
                for (index, item) in items.iter().enumerate() {
                    self.check_value(item, &join_pointer(path, index), depth + 1);
                }
            }
            Value::String(text) if text.len() > text_bytes => {
                self.refuse(
                    path,
                    format!("text longer than {text_bytes} bytes: shorten it"),
                );
            }
            _ => {}
        }
    }

    fn check_object(&mut self, object: &Map<String, Value>, path: &str, depth: usize) {
        for (key, value) in object {
            let path = join_pointer(path, key);
            if let Some((_, advice)) = REFUSED.iter().find(|(name, _)| name == key) {
                self.refuse(&path, *advice);
                continue;
            }
            match key.as_str() {
                "data" => self.check_data(value, &path),
                "mark" => self.check_mark(value, object, &path),
                "usermeta" => continue,
                key if PREDICATES.contains(&key) && value.is_string() => {
                    self.refuse(&path, EXPRESSION);
                    continue;
                }
                _ => {}
            }
            self.check_value(value, &path, depth + 1);
        }
    }

    fn check_data(&mut self, value: &Value, path: &str) {
        let only_name = match value {
            Value::Object(data) => {
                data.len() == 1 && data.get("name").is_some_and(|name| name == "rows")
            }
            Value::Null => true,
            _ => false,
        };
        if !only_name {
            self.refuse(
                path,
                "the only data is {\"name\": \"rows\"}, the query's rows: remove `data`, and put what you need into the query",
            );
        }
    }

    fn check_mark(&mut self, value: &Value, view: &Map<String, Value>, path: &str) {
        self.views += 1;
        let name = value.as_str().or_else(|| value.get("type")?.as_str());
        match name {
            Some("image") => self.refuse(path, IMAGE),
            Some("geoshape") if !names_shapes(view) => self.refuse(path, SHAPE),
            _ => {}
        }
    }

    fn refuse(&mut self, path: &str, message: impl Into<String>) {
        if self.errors.len() < 20 {
            self.errors.push(ChartError::new(path, message));
        }
    }
}

/// A map fills the countries that a column names; shapes from elsewhere there are none.
fn names_shapes(view: &Map<String, Value>) -> bool {
    let shape = view.get("encoding").and_then(|all| all.get("shape"));
    shape.is_some_and(|shape| shape.get("field").is_some_and(Value::is_string))
}
