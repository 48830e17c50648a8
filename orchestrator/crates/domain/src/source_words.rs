use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Words that mean something in a table: generated from its data, taught and edited by its owner.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SourceWords {
    /// A noun for a row: "flight".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub row: Option<String>,
    /// Names and synonyms of columns.
    #[serde(default)]
    pub terms: Vec<SourceColumnWords>,
    /// Words for a condition or a direction: "late", "expensive".
    #[serde(default)]
    pub phrasings: Vec<SourcePhrasing>,
}

/// Words that mean a column: "revenue" means `sales_amount`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SourceColumnWords {
    pub words: String,
    pub column: String,
    /// Whether it was proposed from the data and never edited.
    #[serde(default)]
    pub generated: bool,
}

/// Words that mean rows by a column: "heavy" means a high `body_mass`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SourcePhrasing {
    pub words: String,
    pub column: String,
    pub meaning: WordMeaning,
    /// Whether it was proposed from the data and never edited.
    #[serde(default)]
    pub generated: bool,
}

/// The rows that words mean by a column.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(
    tag = "type",
    rename_all = "camelCase",
    rename_all_fields = "camelCase",
    deny_unknown_fields
)]
pub enum WordMeaning {
    /// Much of the column.
    High,
    /// Little of the column.
    Low,
    /// Rows with one of the values.
    Is { values: Vec<String> },
    /// Rows with a value above the number.
    Above { number: f64 },
    /// Rows with a value below the number.
    Below { number: f64 },
}

/// An entry that breaks a rule, and the rule.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{path}: {message}")]
pub struct InvalidWords {
    /// The field: `terms.0.column`.
    pub path: String,
    pub message: String,
}

impl InvalidWords {
    pub fn at(path: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            path: path.into(),
            message: message.into(),
        }
    }
}
