use chrono::NaiveDate;
use schemars::JsonSchema;
use serde::Serialize;

/// A day of the whole installation; days are those of UTC.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OverviewDay {
    pub day: NaiveDate,
    pub new_users: u64,
    /// Users who asked something.
    pub active_users: u64,
    pub turns: u64,
    /// Turns that ended in a fault.
    pub failed: u64,
    /// Milliseconds that completed turns took: half of them, and 95 of 100, were faster.
    pub median_millis: Option<u64>,
    pub p95_millis: Option<u64>,
}

/// A model's share of a day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelDay {
    pub day: NaiveDate,
    pub model: String,
    pub turns: u64,
    pub input_tokens: u64,
    pub output_tokens: u64,
    pub credits: u64,
    /// Credits that the turns cost at the prices of their time.
    pub cost: u64,
    /// Tokens of turns whose cost was not recorded, because it wasn't yet.
    pub unpriced_input_tokens: u64,
    pub unpriced_output_tokens: u64,
}
