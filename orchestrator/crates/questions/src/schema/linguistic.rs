//! Words for a source, taught and edited by people; stored with the source.
use crate::plan::ColumnRef;
use serde::{Deserialize, Serialize};

/// Words for a source's columns that people taught or edited.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct LinguisticSchema {
    /// Words for a row of a table: "flight".
    pub entities: Vec<EntityTerm>,
    pub terms: Vec<Term>,
    pub phrasings: Vec<Phrasing>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct EntityTerm {
    pub table: String,
    pub words: String,
}

/// Words that mean a column.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Term {
    pub words: String,
    pub column: ColumnRef,
    /// Proposed from the data and never edited.
    #[serde(default)]
    pub generated: bool,
}

/// Words that mean a condition or a direction on a column.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Phrasing {
    pub words: String,
    pub column: ColumnRef,
    pub meaning: PhrasingMeaning,
    /// Proposed from the data and never edited.
    #[serde(default)]
    pub generated: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(
    tag = "type",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum PhrasingMeaning {
    /// "heavy": much of the column, or little.
    Adjective { high: bool },
    /// "late": rows that pass the test.
    Condition { test: crate::plan::Test },
}
