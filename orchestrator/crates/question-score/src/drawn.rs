//! The content of a Vega-Lite specification: the rows of each view, its mark, and the columns that it encodes.

use std::collections::{BTreeMap, HashMap, HashSet};

use serde_json::{Map, Value};

use crate::{cell::Cell, table::Table};

/// A view of a chart.
#[derive(Clone, Debug)]
pub struct View {
    /// The kind of mark: `bar`, `line`, `map`, `number`, …
    pub kind: String,
    pub table: Table,
    /// The columns that are encoded, other than in the tooltip.
    pub used: HashSet<String>,
    pub encoding: Map<String, Value>,
}

/// The kinds of marks, the one that carries a chart's message first.
const KINDS: [&str; 11] = [
    "map", "bar", "line", "area", "arc", "rect", "box", "point", "tick", "number", "table",
];
const NOT_DRAWN: [&str; 2] = ["tooltip", "order"];

type Row = Map<String, Value>;

impl View {
    /// Returns a table of rows that have no chart.
    pub fn of_table(table: Table) -> Self {
        Self {
            kind: "table".into(),
            used: table.names.iter().cloned().collect(),
            table,
            encoding: Map::new(),
        }
    }

    /// Returns the column that a channel encodes.
    pub fn field(&self, channel: &str) -> Option<&str> {
        field_of(self.encoding.get(channel)?)
    }

    fn channel_value(&self, channel: &str, key: &str) -> Option<&Value> {
        self.encoding.get(channel)?.get(key)
    }

    pub fn has(&self, channel: &str) -> bool {
        self.encoding.contains_key(channel)
    }

    pub fn is_binned(&self) -> bool {
        self.encoding
            .values()
            .any(|c| c.get("bin").is_some_and(is_set))
    }

    pub fn is_quantitative(&self, channel: &str) -> bool {
        self.channel_value(channel, "type").and_then(Value::as_str) == Some("quantitative")
    }

    /// Returns whether bars or areas lie on top of each other.
    pub fn is_stacked(&self) -> bool {
        let Some(color) = self.field("color") else {
            return false;
        };
        let unstacked = |axis| {
            self.channel_value(axis, "stack")
                .is_some_and(|stack| !is_set(stack))
        };
        if !["bar", "area"].contains(&self.kind.as_str())
            || self.has("xOffset")
            || self.has("yOffset")
            || unstacked("x")
            || unstacked("y")
        {
            return false;
        }
        let upright =
            self.is_quantitative("y") && !self.channel_value("y", "bin").is_some_and(is_set);
        let base = self.field(if upright { "x" } else { "y" });
        if base == Some(color) {
            return false;
        }
        let places: Vec<usize> = [
            base,
            self.field("facet"),
            self.field("row"),
            self.field("column"),
        ]
        .into_iter()
        .flatten()
        .filter_map(|name| self.table.position(name))
        .collect();
        let mut seen = HashSet::new();
        !self
            .table
            .rows
            .iter()
            .all(|row| seen.insert(places.iter().map(|at| row[*at].key()).collect::<Vec<_>>()))
    }

    /// Adds the shares that a pie and a stack drawn to 100 % show though their rows hold amounts.
    fn add_shares(&mut self) {
        let normalized =
            |axis| self.channel_value(axis, "stack").and_then(Value::as_str) == Some("normalize");
        let (amount, group) = if self.kind == "arc" {
            (
                self.field("theta"),
                ["facet", "row", "column"]
                    .into_iter()
                    .find_map(|c| self.field(c)),
            )
        } else if normalized("y") {
            (self.field("y"), self.field("x"))
        } else if normalized("x") {
            (self.field("x"), self.field("y"))
        } else {
            return;
        };
        let Some(amount) = amount.and_then(|name| self.table.position(name)) else {
            return;
        };
        let group = group.and_then(|name| self.table.position(name));
        let key = |row: &[Cell]| group.map_or_else(String::new, |at| row[at].key());
        let mut totals: HashMap<String, f64> = HashMap::new();
        for row in &self.table.rows {
            *totals.entry(key(row)).or_default() += row[amount].number().unwrap_or(0.0);
        }
        for row in &mut self.table.rows {
            let total = totals.get(&key(row)).copied().filter(|total| *total != 0.0);
            let share = row[amount]
                .number()
                .zip(total)
                .map_or(Cell::Missing, |(v, t)| Cell::Number(v / t));
            row.push(share);
        }
        self.table.names.push("share of the whole".into());
        self.used.insert("share of the whole".into());
    }
}

fn field_of(channel: &Value) -> Option<&str> {
    channel.get("field")?.as_str()
}

/// Returns whether a property of Vega-Lite is switched on.
fn is_set(value: &Value) -> bool {
    !matches!(value, Value::Null | Value::Bool(false))
}

/// Returns the views of a chart, the one that carries its message first.
pub fn chart_views(spec: &Value) -> Vec<View> {
    let mut views = Vec::new();
    collect_views(spec, None, &Context::default(), &mut views);
    let lines = views.iter().any(|v| v.kind == "line") && views.iter().all(|v| v.kind != "bar");
    views.sort_by_key(|v| {
        let rank = KINDS
            .iter()
            .position(|k| *k == v.kind)
            .unwrap_or(KINDS.len());
        (lines && v.kind != "line", rank)
    });
    views
}

/// The properties that a view inherits from its parents.
#[derive(Clone, Default)]
struct Context {
    encoding: Map<String, Value>,
    transforms: Vec<Value>,
}

fn collect_views(spec: &Value, data: Option<&Value>, context: &Context, views: &mut Vec<View>) {
    let data = spec.get("data").filter(|d| is_set(d)).or(data);
    let mut inner = context.clone();
    inner.transforms.extend(
        spec.get("transform")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
            .cloned(),
    );
    if let Some(encoding) = spec.get("encoding").and_then(Value::as_object) {
        inner.encoding.extend(encoding.clone());
    }
    for key in ["layer", "concat", "hconcat", "vconcat"] {
        if let Some(parts) = spec.get(key).and_then(Value::as_array) {
            for part in parts {
                collect_views(part, data, &inner, views);
            }
            return;
        }
    }
    if let Some(part) = spec.get("spec").filter(|part| part.is_object()) {
        if let Some(facet) = spec.get("facet").and_then(Value::as_object) {
            if facet.contains_key("field") {
                inner
                    .encoding
                    .insert("facet".into(), Value::Object(facet.clone()));
            } else {
                inner.encoding.extend(facet.clone());
            }
        }
        collect_views(part, data, &inner, views);
        return;
    }
    let mark = spec
        .get("mark")
        .and_then(|m| m.as_str().or_else(|| m.get("type")?.as_str()));
    let values = data.and_then(|d| d.get("values")).and_then(Value::as_array);
    if let (Some(mark), Some(values)) = (mark, values) {
        views.extend(view_of(mark, values, inner));
    }
}

fn view_of(mark: &str, values: &[Value], context: Context) -> Option<View> {
    let mut rows: Vec<Row> = values
        .iter()
        .filter_map(Value::as_object)
        .cloned()
        .collect();
    if rows.is_empty() {
        return None;
    }
    for transform in &context.transforms {
        rows = fold_rows(rows, transform);
    }
    let encoding: Map<String, Value> = context
        .encoding
        .into_iter()
        .filter(|(_, v)| v.is_object())
        .collect();
    if mark != "boxplot" {
        rows = aggregate_rows(rows, &encoding);
    }
    let mut names: Vec<String> = Vec::new();
    for name in rows.iter().take(50).flat_map(Row::keys) {
        if !names.contains(name) {
            names.push(name.clone());
        }
    }
    let used = used_columns(mark, &encoding, &names);
    let cells = |row: &Row| {
        names
            .iter()
            .map(|n| row.get(n).map_or(Cell::Missing, Cell::from))
            .collect()
    };
    let table = Table {
        rows: rows.iter().map(cells).collect(),
        names,
    };
    let kind = match mark {
        _ if encoding.contains_key("longitude") || encoding.contains_key("latitude") => "map",
        "trail" => "line",
        "circle" | "square" | "image" => "point",
        "boxplot" => "box",
        "geoshape" => "map",
        "text" if table.rows.len() <= 4 => "number",
        "text" => "table",
        other => other,
    };
    let mut view = View {
        kind: kind.to_owned(),
        table,
        used,
        encoding,
    };
    view.add_shares();
    Some(view)
}

fn used_columns(mark: &str, encoding: &Map<String, Value>, names: &[String]) -> HashSet<String> {
    if mark == "table" {
        return names.iter().cloned().collect();
    }
    let mut used = HashSet::new();
    for (_, channel) in encoding
        .iter()
        .filter(|(name, _)| !NOT_DRAWN.contains(&name.as_str()))
    {
        let fields = [
            field_of(channel),
            channel.get("condition").and_then(field_of),
        ];
        for field in fields.into_iter().flatten() {
            let plain = field.replace('\\', "");
            used.extend(
                names
                    .iter()
                    .filter(|n| **n == field || **n == plain)
                    .cloned(),
            );
        }
        if channel.get("aggregate").and_then(Value::as_str) == Some("count") {
            used.insert("count".into());
        }
    }
    used
}

/// Puts columns below each other, as Vega-Lite's fold does.
fn fold_rows(rows: Vec<Row>, transform: &Value) -> Vec<Row> {
    let Some(fields) = transform.get("fold").and_then(Value::as_array) else {
        return rows;
    };
    let fields: Vec<&str> = fields.iter().filter_map(Value::as_str).collect();
    let label = |at: usize, default| {
        transform
            .get("as")
            .and_then(|names| names.get(at)?.as_str())
            .unwrap_or(default)
    };
    let (key, value) = (label(0, "key"), label(1, "value"));
    rows.iter()
        .flat_map(|row| {
            fields.iter().map(|field| {
                let mut out: Row = row.clone();
                out.retain(|name, _| !fields.contains(&name.as_str()));
                out.insert(key.into(), (*field).into());
                out.insert(value.into(), row.get(*field).cloned().unwrap_or_default());
                out
            })
        })
        .collect()
}

/// Aggregates the rows as the encoding's aggregates do.
fn aggregate_rows(rows: Vec<Row>, encoding: &Map<String, Value>) -> Vec<Row> {
    let drawn = || encoding.iter().filter(|(name, _)| *name != "tooltip");
    let aggregates: Vec<(&str, Option<&str>)> = drawn()
        .filter_map(|(_, c)| Some((c.get("aggregate")?.as_str()?, field_of(c))))
        .collect();
    if aggregates.is_empty() {
        return rows;
    }
    let keys: Vec<&str> = drawn()
        .filter(|(name, c)| *name != "order" && !c.get("aggregate").is_some_and(is_set))
        .filter_map(|(_, c)| field_of(c))
        .collect();
    let mut groups: BTreeMap<Vec<String>, Vec<Row>> = BTreeMap::new();
    for row in rows {
        let key = keys
            .iter()
            .map(|k| row.get(*k).map_or_else(String::new, Value::to_string))
            .collect();
        groups.entry(key).or_default().push(row);
    }
    groups
        .into_values()
        .map(|group| {
            let mut row: Row = keys
                .iter()
                .map(|k| {
                    (
                        (*k).to_owned(),
                        group[0].get(*k).cloned().unwrap_or_default(),
                    )
                })
                .collect();
            for (function, field) in &aggregates {
                let numbers: Vec<f64> = group
                    .iter()
                    .filter_map(|r| r.get((*field)?)?.as_f64())
                    .collect();
                row.insert(
                    field.unwrap_or("count").to_owned(),
                    aggregate_numbers(function, numbers, group.len()).into(),
                );
            }
            row
        })
        .collect()
}

#[expect(clippy::cast_precision_loss, reason = "charts have few rows")]
fn aggregate_numbers(function: &str, mut numbers: Vec<f64>, rows: usize) -> Option<f64> {
    numbers.sort_by(f64::total_cmp);
    let sum: f64 = numbers.iter().sum();
    match function {
        "count" => Some(rows as f64),
        "sum" => Some(sum),
        "mean" | "average" => (!numbers.is_empty()).then(|| sum / numbers.len() as f64),
        "min" => numbers.first().copied(),
        "max" => numbers.last().copied(),
        "median" => numbers.get(numbers.len() / 2).copied(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn folded_columns_are_below_each_other() {
        let spec = json!({"mark": "line", "data": {"values": [{"y": 1, "a": 2, "b": 3}]}, "transform": [{"fold": ["a", "b"]}],
            "encoding": {"x": {"field": "y"}, "y": {"field": "value"}, "color": {"field": "key"}}});
        let views = chart_views(&spec);
        assert_eq!(views[0].table.names, ["y", "key", "value"]);
        assert_eq!(views[0].table.rows.len(), 2);
    }

    #[test]
    fn normalized_stack_shows_shares() {
        let spec = json!({"mark": "bar", "data": {"values": [{"g": "x", "k": "p", "n": 1}, {"g": "x", "k": "q", "n": 3}]},
            "encoding": {"x": {"field": "g"}, "y": {"field": "n", "type": "quantitative", "stack": "normalize"}, "color": {"field": "k"}}});
        let view = &chart_views(&spec)[0];
        assert_eq!(
            view.table.column(3),
            [Cell::Number(0.25), Cell::Number(0.75)]
        );
        assert!(view.is_stacked());
    }

    #[test]
    fn layers_share_their_data() {
        let spec = json!({"data": {"values": [{"x": 1, "n": 2}]}, "encoding": {"x": {"field": "x"}},
            "layer": [{"mark": "text", "encoding": {"text": {"field": "n"}}}, {"mark": "bar", "encoding": {"y": {"field": "n"}}}]});
        let kinds: Vec<String> = chart_views(&spec).into_iter().map(|v| v.kind).collect();
        assert_eq!(kinds, ["bar", "number"]);
    }
}
