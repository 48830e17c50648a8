//! Vega-Lite's official JSON schema, and errors from it that a model can act on.

use std::sync::OnceLock;

use jsonschema::{
    Validator,
    error::{ValidationError, ValidationErrorKind},
};
use serde_json::{Value, json};

use crate::ChartError;

static SCHEMA: &str = include_str!(concat!(env!("OUT_DIR"), "/vega-lite-schema.json"));

/// The schema's definition of a view by the key that tells it.
const VIEWS: [(&str, &str); 7] = [
    ("mark", "TopLevelUnitSpec"),
    ("layer", "TopLevelLayerSpec"),
    ("facet", "TopLevelFacetSpec"),
    ("repeat", "TopLevelRepeatSpec"),
    ("concat", "TopLevelConcatSpec"),
    ("hconcat", "TopLevelHConcatSpec"),
    ("vconcat", "TopLevelVConcatSpec"),
];

/// Names that an error lists; more would not help.
const LISTED: usize = 24;

pub(crate) fn check_schema(spec: &Value) -> Vec<ChartError> {
    let known = VIEWS.map(|(key, _)| spec.get(key).is_some());
    let Some(index) = known.iter().position(|is_there| *is_there) else {
        return vec![ChartError::new(
            "/spec",
            "needs `mark` and `encoding` (or `layer`, `facet`, `repeat`, `concat`, `hconcat`, `vconcat`)",
        )];
    };
    match validator_at(index) {
        Ok(validator) => validator
            .iter_errors(spec)
            .map(|error| {
                let error = most_informative(&error);
                ChartError::new(
                    format!("/spec{}", error.instance_path()),
                    describe_error(error),
                )
            })
            .collect(),
        Err(reason) => vec![ChartError::new("/spec", reason)],
    }
}

/// Compiles the schema of the commonest views.
pub(crate) fn warm_common_views() {
    let _ = (validator_at(0), validator_at(1));
}

fn validator_at(index: usize) -> Result<&'static Validator, &'static str> {
    static VALIDATORS: [OnceLock<Result<Validator, String>>; 7] = [const { OnceLock::new() }; 7];
    VALIDATORS[index]
        .get_or_init(|| {
            let mut schema: Value =
                serde_json::from_str(SCHEMA).map_err(|error| error.to_string())?;
            schema["$ref"] = json!(format!("#/definitions/{}", VIEWS[index].1));
            jsonschema::validator_for(&schema).map_err(|error| error.to_string())
        })
        .as_ref()
        .map_err(String::as_str)
}

/// Follows the branch of each choice that comes closest to fitting.
fn most_informative<'a>(error: &'a ValidationError<'a>) -> &'a ValidationError<'a> {
    let (ValidationErrorKind::AnyOf { context } | ValidationErrorKind::OneOfNotValid { context }) =
        error.kind()
    else {
        return error;
    };
    let here = error.instance_path().as_str().len();
    context
        .iter()
        .filter_map(|branch| {
            let distance = branch
                .iter()
                .map(|inner| error_distance(inner, here))
                .sum::<usize>();
            // The error that is nearest to the heart of the matter within the branch.
            let worst = branch
                .iter()
                .max_by_key(|inner| error_distance(inner, here))?;
            Some((distance, worst))
        })
        .min_by_key(|(distance, _)| *distance)
        .map_or(error, |(_, inner)| most_informative(inner))
}

/// How far an instance is from fitting: a wrong type at the choice itself is the farthest.
fn error_distance(error: &ValidationError<'_>, here: usize) -> usize {
    let is_here = error.instance_path().as_str().len() == here;
    match error.kind() {
        ValidationErrorKind::AnyOf { context } | ValidationErrorKind::OneOfNotValid { context } => {
            context
                .iter()
                .map(|branch| {
                    branch
                        .iter()
                        .map(|inner| error_distance(inner, here))
                        .sum::<usize>()
                })
                .min()
                .unwrap_or(1)
        }
        ValidationErrorKind::Type { .. } if is_here => 100,
        ValidationErrorKind::Constant { .. } => 20,
        ValidationErrorKind::Enum { .. } if is_here => 15,
        ValidationErrorKind::Required { .. } => 10,
        ValidationErrorKind::AdditionalProperties { unexpected } => 4 * unexpected.len(),
        _ => 3,
    }
}

fn describe_error(error: &ValidationError<'_>) -> String {
    match error.kind() {
        ValidationErrorKind::AdditionalProperties { unexpected } => format!(
            "{} is not known here: remove it, or correct its name",
            join_items(unexpected.iter().map(|name| format!("`{name}`")))
        ),
        ValidationErrorKind::Enum { options } => {
            let options = options.as_array().map(Vec::as_slice).unwrap_or_default();
            format!(
                "{} is not one of: {}",
                shorten_value(error.instance()),
                join_items(options.iter().map(ToString::to_string))
            )
        }
        ValidationErrorKind::Required { property } => format!("{property} is missing: add it"),
        ValidationErrorKind::Constant { expected_value } => {
            format!(
                "must be {expected_value}, not {}",
                shorten_value(error.instance())
            )
        }
        _ => {
            let text = error.to_string();
            let text: String = text.chars().take(200).collect();
            format!("{text}; see Vega-Lite 6")
        }
    }
}

fn shorten_value(value: &Value) -> String {
    let text = value.to_string();
    if text.chars().count() <= 60 {
        return text;
    }
    let start: String = text.chars().take(60).collect();
    format!("{start}…")
}

fn join_items(items: impl Iterator<Item = String>) -> String {
    let items: Vec<String> = items.collect();
    let mut text = items[..items.len().min(LISTED)].join(", ");
    if items.len() > LISTED {
        text.push_str(", …");
    }
    text
}
