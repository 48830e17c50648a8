//! Column edits, applied to a file's table before it is queried.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::ColumnType;

/// Changes of one column: repairs that were made when the file was read, and what its owner edited.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ColumnEdit {
    /// The column's name in the file.
    pub column: String,
    /// The new name, with its unit at the end in parentheses.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The type that replaces the one of the file.
    #[serde(rename = "type", default, skip_serializing_if = "Option::is_none")]
    pub column_type: Option<ColumnType>,
    /// Spellings with the one that replaces them.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub spellings: BTreeMap<String, String>,
    /// The number that is read as missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub missing: Option<i64>,
}

impl ColumnEdit {
    /// Returns an edit of a column that changes nothing yet.
    pub fn of(column: impl Into<String>) -> Self {
        Self {
            column: column.into(),
            ..Self::default()
        }
    }

    pub fn is_empty(&self) -> bool {
        self.name.is_none()
            && self.column_type.is_none()
            && self.spellings.is_empty()
            && self.missing.is_none()
    }
}
