use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The profile of a stored table, known without reading its rows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TableProfile {
    /// The table's name in SQL: lower case, `a-z0-9_`.
    pub name: String,
    pub row_count: u64,
    pub columns: Vec<ColumnProfile>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ColumnProfile {
    /// The name in the file; SQL quotes it if necessary.
    pub name: String,
    #[serde(rename = "type")]
    pub column_type: ColumnType,
    pub nulls: u64,
    /// Exact up to 100,000 distinct values, an estimate beyond.
    pub distinct: u64,
    /// Numbers as numbers, dates and date-times as ISO 8601 text, strings in code-point order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min: Option<Value>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max: Option<Value>,
    /// The mean of a number or integer column.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mean: Option<f64>,
    /// Quartiles of a number or integer column: 25, 50 and 75 %.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quartiles: Option<[f64; 3]>,
    /// The most frequent values, most frequent first, then in value order: all of them where
    /// there are at most 200, otherwise the first 50.
    #[serde(default)]
    pub values: Vec<ValueCount>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ValueCount {
    pub value: Value,
    pub count: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum ColumnType {
    String,
    Integer,
    Number,
    Boolean,
    Date,
    Datetime,
}
