//! The lines of a question set: questions, dialogues and their golds.

use std::path::Path;

use serde::{Deserialize, de::DeserializeOwned};
use serde_json::Value;

use crate::table::Table;

/// A failure that ends the program, with the reason.
pub type Failure = Box<dyn std::error::Error>;

/// Whether a question can be answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    Answerable,
    Unanswerable,
    Ambiguous,
}

/// A question with its gold.
#[derive(Debug, Deserialize)]
pub struct Case {
    pub id: String,
    pub question: String,
    pub lang: String,
    pub kind: Kind,
    pub form: Option<String>,
    pub tags: Vec<String>,
    pub gold: Gold,
}

/// A dialogue; each turn's gold is given the turns before it.
#[derive(Debug, Deserialize)]
pub struct Dialogue {
    pub id: String,
    pub turns: Vec<Turn>,
}

#[derive(Debug, Deserialize)]
pub struct Turn {
    pub question: String,
    pub gold: Gold,
}

/// The content of a right answer.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(from = "GoldLine")]
pub struct Gold {
    /// Acceptable results, or for an ambiguous question the result of each reading.
    pub rows: Vec<GoldResult>,
    /// The allowed marks; all if empty.
    pub marks: Vec<String>,
    pub forbid: Vec<String>,
    /// This many leading rows are enough.
    pub top: Option<usize>,
    /// Exactly the leading rows are wanted.
    pub exact: bool,
    pub percent: bool,
    pub dist: bool,
}

/// The rows of a gold query.
#[derive(Clone, Debug)]
pub struct GoldResult {
    pub table: Table,
    /// The last column counts or sums, so rows of zero may be missing.
    pub adds: bool,
}

#[derive(Deserialize)]
struct GoldLine {
    #[serde(default)]
    sql: Vec<String>,
    #[serde(default)]
    readings: Vec<String>,
    #[serde(default)]
    rows: Vec<Value>,
    #[serde(default)]
    marks: Vec<String>,
    #[serde(default)]
    forbid: Vec<String>,
    top: Option<usize>,
    #[serde(default)]
    exact: bool,
    #[serde(default)]
    percent: bool,
    #[serde(default)]
    dist: bool,
}

impl From<GoldLine> for Gold {
    fn from(line: GoldLine) -> Self {
        let queries = line.sql.iter().chain(&line.readings);
        let results = queries.zip(&line.rows).filter_map(|(sql, rows)| {
            Some(GoldResult {
                table: Table::from_json(rows)?,
                adds: (sql.contains("count(") || sql.contains("sum(")) && !sql.contains('/'),
            })
        });
        Self {
            rows: results.collect(),
            marks: line.marks,
            forbid: line.forbid,
            top: line.top,
            exact: line.exact,
            percent: line.percent,
            dist: line.dist,
        }
    }
}

/// Reads a file of JSON lines.
pub fn read_lines<T: DeserializeOwned>(path: &Path) -> Result<Vec<T>, Failure> {
    let text = std::fs::read_to_string(path)
        .map_err(|error| format!("couldn't read {}: {error}", path.display()))?;
    let lines = text
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty());
    lines
        .map(|(at, line)| {
            serde_json::from_str(line)
                .map_err(|error| format!("{}:{}: {error}", path.display(), at + 1).into())
        })
        .collect()
}
