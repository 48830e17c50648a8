//! What no specification may have, whatever Vega-Lite says of it.

use serde_json::{Map, Value};

use crate::{ChartError, error::join};

const DEPTH: usize = 24;
const NODES: usize = 4_000;
const TEXT_BYTES: usize = 2_000;
const VIEWS: usize = 24;

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

/// What a data source may not be made of.
const MARKS: [(&str, &str); 2] = [
    ("image", "no images are loaded: use another mark"),
    ("geoshape", "there are no map shapes: use another mark"),
];

pub(crate) fn check(spec: &Value) -> Vec<ChartError> {
    let mut walk = Walk::default();
    walk.value(spec, "/spec", 0);
    if walk.nodes > NODES || walk.views > VIEWS {
        walk.errors.insert(
            0,
            ChartError::new(
                "/spec",
                format!("too large: at most {VIEWS} views or layers and {NODES} values; draw less"),
            ),
        );
    }
    walk.errors
}

#[derive(Default)]
struct Walk {
    errors: Vec<ChartError>,
    nodes: usize,
    views: usize,
}

impl Walk {
    fn value(&mut self, value: &Value, path: &str, depth: usize) {
        self.nodes += 1;
        if self.nodes > NODES {
            return;
        }
        if depth > DEPTH {
            self.refuse(
                path,
                format!("nested deeper than {DEPTH} levels: flatten it"),
            );
            return;
        }
        match value {
            Value::Object(object) => self.object(object, path, depth),
            Value::Array(items) => {
                for (index, item) in items.iter().enumerate() {
                    self.value(item, &join(path, index), depth + 1);
                }
            }
            Value::String(text) if text.len() > TEXT_BYTES => {
                self.refuse(
                    path,
                    format!("text longer than {TEXT_BYTES} bytes: shorten it"),
                );
            }
            _ => {}
        }
    }

    fn object(&mut self, object: &Map<String, Value>, path: &str, depth: usize) {
        for (key, value) in object {
            let path = join(path, key);
            if let Some((_, advice)) = REFUSED.iter().find(|(name, _)| name == key) {
                self.refuse(&path, *advice);
                continue;
            }
            match key.as_str() {
                "data" => self.data(value, &path),
                "mark" => self.mark(value, &path),
                "usermeta" => continue,
                key if PREDICATES.contains(&key) && value.is_string() => {
                    self.refuse(&path, EXPRESSION);
                    continue;
                }
                _ => {}
            }
            self.value(value, &path, depth + 1);
        }
    }

    fn data(&mut self, value: &Value, path: &str) {
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

    fn mark(&mut self, value: &Value, path: &str) {
        self.views += 1;
        let name = value.as_str().or_else(|| value.get("type")?.as_str());
        let refused = MARKS.iter().find(|(mark, _)| Some(*mark) == name);
        if let Some((_, advice)) = refused {
            self.refuse(path, *advice);
        }
    }

    fn refuse(&mut self, path: &str, message: impl Into<String>) {
        if self.errors.len() < 20 {
            self.errors.push(ChartError::new(path, message));
        }
    }
}
