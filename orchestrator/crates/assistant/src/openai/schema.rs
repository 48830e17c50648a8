//! Tool schemas as endpoints take them.

use serde_json::{Map, Value, json};

/// Keywords that endpoints with a small dialect of JSON Schema refuse.
const REFUSED: [&str; 2] = ["additionalProperties", "$schema"];

/// Returns the schema with a `type` beside each `enum`, and without empty `properties`.
pub(super) fn full_schema(schema: &Value) -> Value {
    transform_schema(schema, false)
}

/// Returns the schema in the dialect of endpoints that know neither free objects nor closed ones: a free
/// object is written as JSON text.
pub(super) fn simple_schema(schema: &Value) -> Value {
    transform_schema(schema, true)
}

fn transform_schema(schema: &Value, is_simple: bool) -> Value {
    let Value::Object(schema) = schema else {
        return schema.clone();
    };
    let is_object = schema.get("type").is_some_and(|kind| kind == "object");
    let has_fields =
        matches!(schema.get("properties"), Some(Value::Object(fields)) if !fields.is_empty());
    let mut result: Map<String, Value> = Map::new();
    if schema.contains_key("enum") && !schema.contains_key("type") {
        result.insert("type".into(), json!("string"));
    }
    for (key, value) in schema {
        match (key.as_str(), value) {
            ("properties", Value::Object(fields)) if !fields.is_empty() => {
                let fields = fields
                    .iter()
                    .map(|(name, field)| (name.clone(), field_schema(field, is_simple)));
                result.insert(key.clone(), Value::Object(fields.collect()));
            }
            ("properties", _) if is_object && !has_fields => {}
            ("items", items) => {
                result.insert(key.clone(), field_schema(items, is_simple));
            }
            (key, _) if is_simple && REFUSED.contains(&key) => {}
            _ => {
                result.insert(key.clone(), value.clone());
            }
        }
    }
    Value::Object(result)
}

fn field_schema(schema: &Value, is_simple: bool) -> Value {
    let is_free =
        schema["type"] == "object" && schema["properties"].as_object().is_none_or(Map::is_empty);
    if is_simple && is_free {
        let description = schema["description"].as_str().unwrap_or_default();
        return json!({"type": "string", "description": format!("A JSON object, as text. {description}")});
    }
    transform_schema(schema, is_simple)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn schema_enums_get_types_and_empty_properties_are_removed() {
        let schema = json!({"type": "object", "properties": {"kind": {"enum": ["a"]}}});
        assert_eq!(
            full_schema(&schema)["properties"]["kind"],
            json!({"type": "string", "enum": ["a"]})
        );
        let empty = json!({"type": "object", "properties": {}, "additionalProperties": false});
        assert_eq!(
            full_schema(&empty),
            json!({"type": "object", "additionalProperties": false})
        );
        assert_eq!(simple_schema(&empty), json!({"type": "object"}));
    }

    #[test]
    fn free_objects_become_text_in_simple_schemas() {
        let schema = json!({"type": "object", "properties": {
            "spec": {"type": "object", "description": "By kind."},
            "list": {"type": "array", "items": {"type": "object"}},
        }});
        let simple = simple_schema(&schema);
        assert_eq!(simple["properties"]["spec"]["type"], "string");
        assert_eq!(simple["properties"]["list"]["items"]["type"], "string");
        assert_eq!(full_schema(&schema)["properties"]["spec"]["type"], "object");
    }
}
