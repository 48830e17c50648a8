use std::collections::HashSet;

use portolan_domain::{Annotation, AnnotationOffset};
use serde_json::Value;

use crate::services::{InvalidField, InvalidInput};

/// Annotations that a chart may have.
const MOST: usize = 100;
const TEXT_LENGTH: usize = 500;
const ID_LENGTH: usize = 64;
/// Columns that name the row of an annotation.
const MOST_KEYS: usize = 16;
/// Characters of a value that an annotation points at.
const VALUE_LENGTH: usize = 1_000;

/// Pixels between an annotation and its place.
const FARTHEST: f64 = 4_000.0;

/// Refuses annotations that no chart can show.
pub fn check_annotations(annotations: &[Annotation]) -> Result<(), InvalidInput> {
    if annotations.len() > MOST {
        return Err(InvalidInput::at(
            "annotations",
            format!("Use at most {MOST} annotations."),
        ));
    }
    let mut ids = HashSet::new();
    let mut fields = Vec::new();
    for (index, annotation) in annotations.iter().enumerate() {
        let mut wrong = |name: &str, message: String| {
            fields.push(InvalidField {
                path: format!("annotations/{index}/{name}"),
                message,
            });
        };
        let length = annotation.id.chars().count();
        if length == 0 || length > ID_LENGTH || !ids.insert(annotation.id.as_str()) {
            wrong(
                "id",
                format!("Use a unique id of 1 to {ID_LENGTH} characters."),
            );
        }
        let length = annotation.text.trim().chars().count();
        if length == 0 || length > TEXT_LENGTH {
            wrong("text", format!("Use 1 to {TEXT_LENGTH} characters."));
        }
        if !is_place(annotation) {
            wrong(
                "at",
                "Set the position: x or y, or the key of its row, each a text or a number.".into(),
            );
        }
        let is_far =
            |offset: &AnnotationOffset| !(offset.x.abs() <= FARTHEST && offset.y.abs() <= FARTHEST);
        if annotation.offset.as_ref().is_some_and(is_far) {
            wrong(
                "offset",
                format!("Place the annotation at most {FARTHEST} pixels from its data point."),
            );
        }
    }
    if fields.is_empty() {
        Ok(())
    } else {
        Err(InvalidInput(fields))
    }
}

fn is_place(annotation: &Annotation) -> bool {
    let at = &annotation.at;
    let mut values = at.x.iter().chain(&at.y);
    let keys = at.key.as_ref();
    let is_somewhere = at.x.is_some() || at.y.is_some() || keys.is_some_and(|key| !key.is_empty());
    is_somewhere
        && values.all(is_value)
        && keys.is_none_or(|key| key.len() <= MOST_KEYS && key.values().all(is_value))
}

fn is_value(value: &Value) -> bool {
    match value {
        Value::String(text) => text.chars().count() <= VALUE_LENGTH,
        Value::Array(_) | Value::Object(_) => false,
        Value::Null | Value::Bool(_) | Value::Number(_) => true,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn find_problem(annotations: Value) -> Option<String> {
        let annotations: Vec<Annotation> = serde_json::from_value(annotations).unwrap();
        check_annotations(&annotations)
            .err()
            .map(|problem| problem.to_string())
    }

    #[test]
    fn annotations_require_position_and_text() {
        let fine = json!([
            {"id": "a", "at": {"x": "2024-01-01", "y": 3}, "text": "Opened"},
            {"id": "b", "at": {"key": {"item": "Tea", "year": 2024}}, "text": "New blend", "offset": {"x": -40, "y": 12.5}},
        ]);
        assert_eq!(find_problem(fine), None);
        for (bad, path) in [
            (
                json!([{"id": "a", "at": {}, "text": "?"}]),
                "annotations/0/at",
            ),
            (
                json!([{"id": "a", "at": {"x": [1]}, "text": "?"}]),
                "annotations/0/at",
            ),
            (
                json!([{"id": "a", "at": {"x": 1}, "text": " "}]),
                "annotations/0/text",
            ),
            (
                json!([{"id": "", "at": {"x": 1}, "text": "?"}]),
                "annotations/0/id",
            ),
            (
                json!([{"id": "a", "at": {"x": 1}, "text": "?"}, {"id": "a", "at": {"x": 1}, "text": "?"}]),
                "annotations/1/id",
            ),
            (
                json!([{"id": "a", "at": {"x": 1}, "text": "?", "offset": {"x": 0, "y": 5000}}]),
                "annotations/0/offset",
            ),
        ] {
            let told = find_problem(bad).unwrap();
            assert!(told.starts_with(path), "{told}");
        }
    }
}
