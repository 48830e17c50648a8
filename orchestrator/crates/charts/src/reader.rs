//! Reads the specification of one of our own chart kinds and collects its errors.

use serde_json::{Map, Value};

use crate::{ChartError, ChartErrors};

pub(crate) struct ChartReader {
    errors: Vec<ChartError>,
}

/// Errors beyond these repeat themselves.
const KEPT: usize = 20;

impl ChartReader {
    pub fn new() -> Self {
        Self { errors: Vec::new() }
    }

    pub fn refuse(&mut self, path: impl Into<String>, message: impl Into<String>) {
        if self.errors.len() < KEPT {
            self.errors.push(ChartError::new(path, message));
        }
    }

    /// The specification as an object, also where a model sent it as text.
    pub fn object(spec: &Value, wanted: &str) -> Result<Map<String, Value>, ChartErrors> {
        let parsed = match spec {
            Value::String(text) => serde_json::from_str(text).ok(),
            other => Some(other.clone()),
        };
        match parsed {
            Some(Value::Object(object)) => Ok(object),
            _ => Err(ChartErrors(vec![ChartError::new(
                "/spec",
                format!("must be {wanted}"),
            )])),
        }
    }

    /// The list under `key` with at most `most` entries.
    pub fn list<'a>(
        &mut self,
        spec: &'a Map<String, Value>,
        key: &str,
        most: usize,
    ) -> &'a [Value] {
        match spec.get(key) {
            Some(Value::Array(items)) if items.len() <= most => items,
            Some(Value::Array(items)) => {
                self.refuse(
                    format!("/spec/{key}"),
                    format!(
                        "{} are too many: keep the {most} that matter most",
                        items.len()
                    ),
                );
                &[]
            }
            _ => {
                self.refuse(format!("/spec/{key}"), "is missing: give a list");
                &[]
            }
        }
    }

    /// A text that must be there; numbers are read as they are written.
    pub fn text(&mut self, object: &Value, key: &str, path: &str, most: usize) -> String {
        let text = self.optional_text(object, key, path, most);
        if text.is_none() && !self.has_error_at(&format!("{path}/{key}")) {
            self.refuse(format!("{path}/{key}"), "is missing: give a text");
        }
        text.unwrap_or_default()
    }

    pub fn optional_text(
        &mut self,
        object: &Value,
        key: &str,
        path: &str,
        most: usize,
    ) -> Option<String> {
        let text = match object.get(key)? {
            Value::Null => return None,
            Value::String(text) => text.trim().to_owned(),
            Value::Number(number) => number.to_string(),
            _ => {
                self.refuse(format!("{path}/{key}"), "must be a text");
                return None;
            }
        };
        if text.chars().count() > most {
            self.refuse(
                format!("{path}/{key}"),
                format!("shorten this to {most} characters"),
            );
        }
        Some(text).filter(|text| !text.is_empty())
    }

    /// One of a few words.
    pub fn word(&mut self, object: &Value, key: &str, words: &[&str]) -> Option<String> {
        let text = self.optional_text(object, key, "/spec", usize::MAX)?;
        if words.contains(&text.as_str()) {
            return Some(text);
        }
        self.refuse(
            format!("/spec/{key}"),
            format!("use one of: {}", words.join(", ")),
        );
        None
    }

    /// Returns `spec` if there were no errors.
    pub fn finish(self, spec: Value) -> Result<Value, ChartErrors> {
        if self.errors.is_empty() {
            Ok(spec)
        } else {
            Err(ChartErrors(self.errors))
        }
    }

    fn has_error_at(&self, path: &str) -> bool {
        self.errors.iter().any(|error| error.path == path)
    }
}
