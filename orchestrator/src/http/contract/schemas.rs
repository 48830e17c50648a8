//! The schemas of the document: as the server writes a type, and as it reads it.
//!
//! The two differ where a field may be left away in a request and is always there in an answer. A type whose
//! schemas are the same has one; otherwise the one of requests is called `…Input`.

use std::collections::BTreeSet;

use schemars::{JsonSchema, SchemaGenerator, generate::SchemaSettings};
use serde_json::{Map, Value};

const WRITTEN: &str = "#/components/schemas/";
const READ: &str = "#/components/inputs/";

/// Collects the schemas that the operations name.
pub struct Schemas {
    written: SchemaGenerator,
    read: SchemaGenerator,
}

impl Schemas {
    pub fn new() -> Self {
        let settings = |path: &str| {
            SchemaSettings::draft2020_12().with(|settings| {
                settings.definitions_path = path.to_owned().into();
                settings.meta_schema = None;
            })
        };
        Self {
            written: settings("/components/schemas")
                .for_serialize()
                .into_generator(),
            read: settings("/components/inputs")
                .for_deserialize()
                .into_generator(),
        }
    }

    /// Returns the schema of a type in answers.
    pub fn written<T: JsonSchema>(&mut self) -> Value {
        self.written.subschema_for::<T>().to_value()
    }

    /// Returns the schema of a type in requests.
    pub fn read<T: JsonSchema>(&mut self) -> Value {
        self.read.subschema_for::<T>().to_value()
    }

    /// Returns the schema of a type in requests with its fields in place.
    pub fn read_inline<T: JsonSchema>(&mut self) -> Value {
        T::json_schema(&mut self.read).to_value()
    }

    /// Returns all named schemas, and points the references of the document at them.
    pub fn finish(mut self, document: &mut Value) -> Map<String, Value> {
        let mut schemas = self.written.take_definitions(true);
        for schema in schemas.values_mut() {
            drop_absent_nulls(schema);
        }
        let read = self.read.take_definitions(true);
        let different = different_inputs(&schemas, &read);
        for (name, mut schema) in read {
            point_inputs(&mut schema, &different);
            let name = input_name(&name, &different);
            schemas.entry(name).or_insert(schema);
        }
        point_inputs(document, &different);
        for schema in schemas.values_mut() {
            tidy_schema(schema);
        }
        tidy_schema(document);
        schemas.sort_keys();
        schemas
    }
}

/// Returns the types that a request reads otherwise than an answer writes them, directly or in a part.
fn different_inputs(written: &Map<String, Value>, read: &Map<String, Value>) -> BTreeSet<String> {
    let mut different = BTreeSet::new();
    loop {
        let more: Vec<String> = read
            .iter()
            .filter(|(name, _)| !different.contains(*name))
            .filter(|(name, schema)| {
                let mut schema = (*schema).clone();
                point_inputs(&mut schema, &different);
                written.get(*name).is_some_and(|written| *written != schema)
            })
            .map(|(name, _)| name.clone())
            .collect();
        if more.is_empty() {
            return different;
        }
        different.extend(more);
    }
}

fn input_name(name: &str, different: &BTreeSet<String>) -> String {
    if different.contains(name) {
        format!("{name}Input")
    } else {
        name.to_owned()
    }
}

/// Points references to requests' schemas at the names that these have in the end.
fn point_inputs(value: &mut Value, different: &BTreeSet<String>) {
    each_object(value, &mut |object| {
        if let Some(Value::String(target)) = object.get_mut("$ref")
            && let Some(name) = target.strip_prefix(READ)
        {
            *target = format!("{WRITTEN}{}", input_name(name, different));
        }
    });
}

/// Removes null from fields that are left away if there is nothing: they are never null in an answer.
fn drop_absent_nulls(value: &mut Value) {
    each_object(value, &mut |object| {
        let required = object.get("required").and_then(Value::as_array).cloned();
        let required = required.unwrap_or_default();
        let Some(Value::Object(fields)) = object.get_mut("properties") else {
            return;
        };
        for (name, field) in fields {
            if !required.contains(&Value::from(name.as_str())) {
                remove_null(field);
            }
        }
    });
}

/// Removes the null of an optional type.
pub fn remove_null(schema: &mut Value) {
    let Some(object) = schema.as_object_mut() else {
        return;
    };
    if let Some(Value::Array(types)) = object.get_mut("type") {
        types.retain(|name| name != "null");
        if let [only] = types.as_slice() {
            let only = only.clone();
            object.insert("type".into(), only);
        }
    }
    if let Some(Value::Array(words)) = object.get_mut("enum") {
        words.retain(|word| !word.is_null());
    }
    if let Some(Value::Array(choices)) = object.get_mut("anyOf") {
        choices.retain(|choice| choice["type"] != "null");
        if let [Value::Object(only)] = choices.as_slice() {
            let only = only.clone();
            object.remove("anyOf");
            object.extend(only);
        }
    }
    object.remove("default");
}

/// Removes what only Rust knows: the sizes of integers, and titles.
fn tidy_schema(value: &mut Value) {
    each_object(value, &mut |object| {
        let has_size = object
            .get("format")
            .and_then(Value::as_str)
            .is_some_and(|format| format.starts_with("uint") || format.starts_with("int"));
        if has_size
            || object
                .get("format")
                .is_some_and(|it| it == "double" || it == "float")
        {
            object.remove("format");
        }
        if object.get("default").is_some_and(Value::is_null) {
            object.remove("default");
        }
    });
}

fn each_object(value: &mut Value, change: &mut impl FnMut(&mut Map<String, Value>)) {
    match value {
        Value::Object(object) => {
            change(object);
            for value in object.values_mut() {
                each_object(value, change);
            }
        }
        Value::Array(items) => {
            for item in items {
                each_object(item, change);
            }
        }
        _ => {}
    }
}
