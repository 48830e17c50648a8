//! Checks of a specification against its rows: its fields exist, and their types fit.

use std::collections::BTreeSet;

use portolan_blocks::DataColumn;
use serde_json::{Map, Value};

use super::views::visit_views;
use crate::{ChartError, error::join_pointer};

/// Channels that take their type from another one.
const SECONDARY: [&str; 10] = [
    "latitude2",
    "longitude2",
    "radius2",
    "theta2",
    "x2",
    "y2",
    "xError",
    "xError2",
    "yError",
    "yError2",
];

/// Aggregates that do not calculate with the value.
const COUNTS: [&str; 5] = ["count", "distinct", "valid", "missing", "values"];

/// Repairs and checks `spec` in place.
pub(crate) fn check_fields(spec: &mut Value, columns: &[DataColumn]) -> Vec<ChartError> {
    let mut names = FieldNames {
        columns,
        derived: BTreeSet::new(),
        is_open: false,
    };
    names.derive_names(spec);
    let mut errors = Vec::new();
    let mut used = false;
    names.resolve_all(spec, "/spec", &mut errors, &mut used);
    if !errors.is_empty() {
        return errors;
    }
    if !used {
        return vec![ChartError::new(
            "/spec/encoding",
            format!(
                "draws no column: use at least one of {}",
                names.list_columns()
            ),
        )];
    }
    visit_views(spec, "/spec", &mut |view, path| {
        if let Some(Value::Object(encoding)) = view.get_mut("encoding") {
            let path = join_pointer(path, "encoding");
            for (channel, definition) in encoding {
                let path = join_pointer(&path, channel);
                names.check_types(channel, definition, &path, &mut errors);
            }
        }
    });
    errors
}

struct FieldNames<'a> {
    columns: &'a [DataColumn],
    /// The fields that transforms create.
    derived: BTreeSet<String>,
    /// A pivot makes columns of names that only the rows know.
    is_open: bool,
}

impl FieldNames<'_> {
    fn derive_names(&mut self, value: &Value) {
        match value {
            Value::Array(items) => items.iter().for_each(|item| self.derive_names(item)),
            Value::Object(object) => {
                for (key, inner) in object {
                    match (key.as_str(), inner) {
                        ("as", Value::String(name)) => self.add_name(name),
                        ("as", Value::Array(names)) => {
                            names
                                .iter()
                                .filter_map(Value::as_str)
                                .for_each(|name| self.add_name(name));
                        }
                        ("fold", _) => ["key", "value"].iter().for_each(|name| self.add_name(name)),
                        ("density", _) => {
                            ["value", "density"]
                                .iter()
                                .for_each(|name| self.add_name(name));
                        }
                        ("quantile", _) => {
                            ["prob", "value"]
                                .iter()
                                .for_each(|name| self.add_name(name));
                        }
                        ("pivot", _) => self.is_open = true,
                        _ => {}
                    }
                    self.derive_names(inner);
                }
            }
            _ => {}
        }
    }

    fn add_name(&mut self, name: &str) {
        self.derived.insert(name.to_owned());
    }

    /// Looks up every field that `value` names and writes it as Vega wants it.
    fn resolve_all(
        &self,
        value: &mut Value,
        path: &str,
        errors: &mut Vec<ChartError>,
        used: &mut bool,
    ) {
        match value {
            Value::Array(items) => {
                for (index, item) in items.iter_mut().enumerate() {
                    self.resolve_all(item, &join_pointer(path, index), errors, used);
                }
            }
            Value::Object(object) => {
                *used |= object.get("aggregate").is_some_and(|name| name == "count");
                let is_transform = path.contains("/transform/");
                for (key, inner) in object.iter_mut() {
                    let path = join_pointer(path, key);
                    if names_fields(key, is_transform) {
                        self.resolve_in(inner, &path, errors, used);
                    } else {
                        self.resolve_all(inner, &path, errors, used);
                    }
                }
            }
            _ => {}
        }
    }

    /// Resolves a field name, a list of them, or what holds them deeper down.
    fn resolve_in(
        &self,
        value: &mut Value,
        path: &str,
        errors: &mut Vec<ChartError>,
        used: &mut bool,
    ) {
        match value {
            Value::String(name) => {
                *used = true;
                match self.resolve_field(name) {
                    Ok(resolved) => *name = resolved,
                    Err(message) => errors.push(ChartError::new(path, message)),
                }
            }
            Value::Array(items) if items.iter().all(Value::is_string) => {
                for (index, item) in items.iter_mut().enumerate() {
                    self.resolve_in(item, &join_pointer(path, index), errors, used);
                }
            }
            // `{"repeat": "row"}` takes its name from the list of the repeat.
            Value::Object(object) if path.ends_with("/field") => {
                *used |= object.contains_key("repeat");
            }
            Value::Object(object) if path.ends_with("/repeat") => {
                for (key, inner) in object.iter_mut() {
                    self.resolve_in(inner, &join_pointer(path, key), errors, used);
                }
            }
            other => self.resolve_all(other, path, errors, used),
        }
    }

    fn resolve_field(&self, written: &str) -> Result<String, String> {
        let plain = unescape_field(written);
        let exact = |name: &str| self.columns.iter().find(|column| column.name == name);
        if let Some(column) = exact(written).or_else(|| exact(&plain)) {
            return Ok(escape_name(&column.name));
        }
        if self.is_open || self.derived.contains(written) || self.derived.contains(&plain) {
            return Ok(written.to_owned());
        }
        let lower = plain.to_lowercase();
        let mut similar = self
            .columns
            .iter()
            .filter(|column| column.name.to_lowercase() == lower);
        match (similar.next(), similar.next()) {
            (Some(column), None) => Ok(escape_name(&column.name)),
            _ => Err(format!(
                "the query's result has no column `{plain}`: use one of {}, or query again for what is missing",
                self.list_columns()
            )),
        }
    }

    fn find_column(&self, field: &str) -> Option<&DataColumn> {
        let plain = unescape_field(field);
        self.columns.iter().find(|column| column.name == plain)
    }

    fn check_types(
        &self,
        channel: &str,
        definition: &mut Value,
        path: &str,
        errors: &mut Vec<ChartError>,
    ) {
        match definition {
            Value::Array(items) => {
                for (index, item) in items.iter_mut().enumerate() {
                    self.check_types(channel, item, &join_pointer(path, index), errors);
                }
            }
            Value::Object(object) => {
                if let Some(condition) = object.get_mut("condition") {
                    self.check_types(channel, condition, &join_pointer(path, "condition"), errors);
                }
                let field = object.get("field").and_then(Value::as_str);
                if let Some(column) = field.and_then(|field| self.find_column(field)) {
                    let fill = !SECONDARY.contains(&channel);
                    check_type(object, column, fill, path, errors);
                }
            }
            _ => {}
        }
    }

    fn list_columns(&self) -> String {
        let names: Vec<String> = self
            .columns
            .iter()
            .take(40)
            .map(|column| format!("`{}`", column.name))
            .collect();
        names.join(", ")
    }
}

/// Returns whether the value under `key` names fields.
fn names_fields(key: &str, is_transform: bool) -> bool {
    match key {
        "field" | "fields" | "groupby" | "repeat" => true,
        "fold" | "flatten" | "density" | "quantile" | "regression" | "loess" | "on" | "impute"
        | "key" | "pivot" | "value" => is_transform,
        _ => false,
    }
}

fn check_type(
    object: &mut Map<String, Value>,
    column: &DataColumn,
    fill: bool,
    path: &str,
    errors: &mut Vec<ChartError>,
) {
    let name = &column.name;
    let is_number = matches!(column.column_type.as_str(), "number" | "integer");
    let is_time = matches!(column.column_type.as_str(), "date" | "datetime");
    let what = match column.column_type.as_str() {
        "number" | "integer" => "numbers",
        "date" | "datetime" => "dates",
        "boolean" => "true and false",
        _ => "text",
    };
    let mut wrong = |key: &str, advice: &str| {
        errors.push(ChartError::new(
            join_pointer(path, key),
            format!("`{name}` holds {what}: {advice}"),
        ));
    };
    let aggregate = object.get("aggregate").and_then(Value::as_str);
    let bins = object
        .get("bin")
        .is_some_and(|bin| !matches!(bin, Value::Null | Value::Bool(false)) && bin != "binned");
    if let Some(aggregate) = aggregate {
        let fits = is_number || COUNTS.contains(&aggregate) || (is_time && is_extreme(aggregate));
        if !fits {
            wrong(
                "aggregate",
                "use `count`, or aggregate a column of numbers in SQL",
            );
        }
        return;
    }
    if object.contains_key("timeUnit") {
        if !is_time {
            wrong("timeUnit", "cast it to a date in SQL, or remove `timeUnit`");
        }
        return;
    }
    if bins {
        if !is_number && !is_time {
            wrong("bin", "bin a column of numbers, or remove `bin`");
        }
        return;
    }
    match object.get("type").and_then(Value::as_str) {
        None if fill => {
            let default = if is_number {
                "quantitative"
            } else if is_time {
                "temporal"
            } else {
                "nominal"
            };
            object.insert("type".into(), Value::from(default));
        }
        Some("quantitative") if is_time => wrong("type", "use `temporal`"),
        Some("quantitative") if !is_number => {
            wrong("type", "use `nominal`, or cast it to a number in SQL");
        }
        Some("temporal") if is_number => wrong(
            "type",
            "use `ordinal` or `quantitative`, or make it a date in SQL",
        ),
        Some("temporal") if !is_time => {
            wrong(
                "type",
                "use `nominal` or `ordinal`, or cast it to a date in SQL",
            );
        }
        _ => {}
    }
}

fn is_extreme(aggregate: &str) -> bool {
    matches!(aggregate, "min" | "max" | "argmin" | "argmax" | "median")
}

/// A field's name without the marks that keep Vega from reading it as a path.
fn unescape_field(field: &str) -> String {
    if let Some(inner) = field
        .strip_prefix("['")
        .and_then(|rest| rest.strip_suffix("']"))
    {
        return inner.to_owned();
    }
    let mut plain = String::with_capacity(field.len());
    let mut characters = field.chars();
    while let Some(character) = characters.next() {
        if character == '\\' {
            plain.extend(characters.next());
        } else {
            plain.push(character);
        }
    }
    plain
}

/// Vega reads dots and brackets as a path into an object.
fn escape_name(name: &str) -> String {
    let mut field = String::with_capacity(name.len());
    for character in name.chars() {
        if matches!(character, '.' | '[' | ']' | '\\' | '\'' | '"') {
            field.push('\\');
        }
        field.push(character);
    }
    field
}
