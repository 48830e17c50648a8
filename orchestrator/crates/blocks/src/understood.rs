use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// A word or phrase of a message with the meaning that the answer gave it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct UnderstoodWord {
    pub text: String,
    /// `start..end` in UTF-16 units of the message.
    pub start: u64,
    pub end: u64,
    pub state: WordState,
    /// In plain words: "the column Horsepower"; None for unused words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub meaning: Option<String>,
    /// Columns that the word may mean as well.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub alternatives: Vec<String>,
    /// The source of the alternatives, which can be taught the one that is meant.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source_id: Option<Uuid>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum WordState {
    Understood,
    /// The best guess among several.
    Unsure,
    /// The answer does not use it.
    Unused,
}
