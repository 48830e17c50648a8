//! Reads a file of checks.

use std::path::Path;

use portolan_blocks::BlockType;
use regex::Regex;
use serde::Deserialize;
use serde_json::Value;

use super::{Check, CheckKind, Checks, RowRange};

/// Why a file of checks can't be used.
#[derive(Debug, thiserror::Error)]
pub enum ChecksError {
    #[error("the checks {path} cannot be read: {cause}")]
    File { path: String, cause: std::io::Error },
    #[error("the checks {path} are not valid: {cause}")]
    Yaml { path: String, cause: String },
    #[error("check {number} of {path}: {cause}")]
    Check {
        path: String,
        number: usize,
        cause: String,
    },
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct CheckFile {
    checks: Vec<WrittenCheck>,
}

/// A check as it is written: one of its kinds, and what it applies to.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase", default)]
struct WrittenCheck {
    name: Option<String>,
    question: Option<String>,
    contains: Option<String>,
    regex: Option<String>,
    block: Option<BlockType>,
    chart_mark: Option<String>,
    chart_rows: Option<RowRange>,
    json_schema: Option<Value>,
    max_credits: Option<u64>,
    max_seconds: Option<f64>,
    judge: Option<String>,
    /// Of a judge.
    model: Option<String>,
}

impl Checks {
    /// Reads a file; `judge` is the model that judges where a check names none.
    pub fn read(path: &Path, judge: Option<&str>) -> Result<Self, ChecksError> {
        let name = path.display().to_string();
        let text = std::fs::read_to_string(path).map_err(|cause| ChecksError::File {
            path: name.clone(),
            cause,
        })?;
        Self::parse(&text, &name, judge)
    }

    pub(super) fn parse(text: &str, path: &str, judge: Option<&str>) -> Result<Self, ChecksError> {
        let file: CheckFile = serde_saphyr::from_str(text).map_err(|error| ChecksError::Yaml {
            path: path.to_owned(),
            cause: error.to_string(),
        })?;
        let checks = file.checks.into_iter().enumerate().map(|(index, written)| {
            written
                .into_check(judge)
                .map_err(|cause| ChecksError::Check {
                    path: path.to_owned(),
                    number: index + 1,
                    cause,
                })
        });
        Ok(Self(checks.collect::<Result<_, _>>()?))
    }
}

impl WrittenCheck {
    fn into_check(self, judge: Option<&str>) -> Result<Check, String> {
        let Self {
            name,
            question,
            model,
            ..
        } = &self;
        let (name, question, model) = (name.clone(), question.clone(), model.clone());
        if model.is_some() && self.judge.is_none() {
            return Err("`model` is of a judge only; remove it".into());
        }
        let mut kinds = self.kinds(model.as_deref().or(judge))?;
        let kind = kinds.pop().ok_or(
            "name what to check: contains, regex, block, chartMark, chartRows, jsonSchema, maxCredits, maxSeconds or judge",
        )?;
        if !kinds.is_empty() {
            return Err("a check checks one thing; write one check for each".into());
        }
        Ok(Check {
            name: name.unwrap_or_else(|| kind.to_string()),
            question: question.as_deref().map(parse_regex).transpose()?,
            kind,
        })
    }

    fn kinds(self, judge: Option<&str>) -> Result<Vec<CheckKind>, String> {
        let mut kinds = Vec::new();
        kinds.extend(self.contains.map(CheckKind::Contains));
        if let Some(pattern) = self.regex {
            kinds.push(CheckKind::Matches(parse_regex(&pattern)?));
        }
        kinds.extend(self.block.map(CheckKind::HasBlock));
        kinds.extend(self.chart_mark.map(CheckKind::ChartMark));
        if let Some(rows) = self.chart_rows {
            if rows.min.is_none() && rows.max.is_none() {
                return Err("`chartRows` needs `min`, `max` or both".into());
            }
            kinds.push(CheckKind::ChartRows(rows));
        }
        if let Some(schema) = self.json_schema {
            let validator = jsonschema::validator_for(&schema)
                .map_err(|error| format!("`jsonSchema` is no JSON schema: {error}"))?;
            kinds.push(CheckKind::Schema(Box::new(validator)));
        }
        kinds.extend(self.max_credits.map(CheckKind::MaxCredits));
        if let Some(seconds) = self.max_seconds {
            if !(seconds.is_finite() && seconds > 0.0) {
                return Err("`maxSeconds` is a positive number".into());
            }
            kinds.push(CheckKind::MaxSeconds(seconds));
        }
        if let Some(criterion) = self.judge {
            let model = judge.ok_or("a judge needs a `model`, here or by --judge")?;
            kinds.push(CheckKind::Judge {
                model: model.to_owned(),
                criterion,
            });
        }
        Ok(kinds)
    }
}

fn parse_regex(pattern: &str) -> Result<Regex, String> {
    Regex::new(pattern).map_err(|error| format!("`{pattern}` is no regular expression: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Checks, String> {
        Checks::parse(text, "checks.yaml", None).map_err(|error| error.to_string())
    }

    #[test]
    fn file_of_checks_is_read() {
        let checks = parse(concat!(
            "checks:\n",
            "  - contains: Tea\n",
            "  - {name: two digits, regex: '\\d\\d', question: (?i)total}\n",
            "  - block: chart\n",
            "  - chartMark: bar\n",
            "  - chartRows: {min: 1, max: 20}\n",
            "  - jsonSchema:\n",
            "      properties: {outcome: {const: completed}}\n",
            "  - maxCredits: 20\n",
            "  - maxSeconds: 1.5\n",
            "  - {judge: It states the total., model: m}\n",
        ));
        let names: Vec<String> = checks
            .unwrap()
            .0
            .into_iter()
            .map(|check| check.name)
            .collect();
        assert_eq!(names[0], "contains “Tea”");
        assert_eq!(names[1], "two digits");
        assert_eq!(names.len(), 9);
    }

    #[test]
    fn mistakes_are_named_with_their_check() {
        for (text, said) in [
            ("checks: [{}]", "name what to check"),
            ("checks: [{contains: a, regex: b}]", "one thing"),
            ("checks: [{contains: a}, {regex: '('}]", "check 2"),
            ("checks: [{contain: a}]", "contain"),
            ("checks: [{chartRows: {}}]", "`min`"),
            ("checks: [{judge: a}]", "needs a `model`"),
            ("checks: [{contains: a, model: m}]", "of a judge only"),
            ("checks: [{jsonSchema: {type: 7}}]", "no JSON schema"),
            ("checks: [{maxSeconds: -1}]", "positive"),
            ("checks", "not valid"),
        ] {
            let error = parse(text).unwrap_err();
            assert!(error.contains(said), "{text}: {error}");
        }
    }
}
