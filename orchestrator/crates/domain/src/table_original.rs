//! The table of a source as its file has it, and the edits of its columns.

use std::collections::{BTreeMap, HashSet};

use portolan_query::{ColumnEdit, ColumnType, TableProfile};
use serde::{Deserialize, Serialize};

/// Characters of a column's name.
const NAME_CHARACTERS: usize = 100;
/// Spellings that all edits of a source replace.
const MOST_SPELLINGS: usize = 20_000;

/// The table before its edits, and the edits that made the queried table of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TableOriginal {
    /// The key of its Parquet file in the object store.
    pub object_path: String,
    pub columns: Vec<OriginalColumn>,
    pub edits: Vec<ColumnEdit>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct OriginalColumn {
    pub name: String,
    #[serde(rename = "type")]
    pub column_type: ColumnType,
}

/// An edit that breaks a rule, and the rule.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{path}: {message}")]
pub struct InvalidEdit {
    /// The field: `edits.0.name`.
    pub path: String,
    pub message: String,
}

impl TableOriginal {
    /// Describes a table without edits.
    pub fn of(object_path: String, profile: &TableProfile, edits: Vec<ColumnEdit>) -> Self {
        let columns = profile.columns.iter().map(|column| OriginalColumn {
            name: column.name.clone(),
            column_type: column.column_type,
        });
        Self {
            object_path,
            columns: columns.collect(),
            edits,
        }
    }

    /// Checks edits of this table and leaves out what changes nothing.
    pub fn check(&self, edits: Vec<ColumnEdit>) -> Result<Vec<ColumnEdit>, InvalidEdit> {
        let mut seen = HashSet::new();
        let mut kept = Vec::with_capacity(edits.len());
        for (at, mut edit) in edits.into_iter().enumerate() {
            let refuse = |field: &str, message: String| InvalidEdit {
                path: format!("edits.{at}.{field}"),
                message,
            };
            let Some(column) = self.column(&edit.column) else {
                let message = format!("This table has no column \u{201c}{}\u{201d}.", edit.column);
                return Err(refuse("column", message));
            };
            if !seen.insert(edit.column.clone()) {
                let message = "Send one edit for each column.".to_owned();
                return Err(refuse("column", message));
            }
            if let Some(name) = &mut edit.name {
                *name = name.split_whitespace().collect::<Vec<_>>().join(" ");
                let length = name.chars().count();
                if length == 0 || length > NAME_CHARACTERS || name.chars().any(char::is_control) {
                    let message = format!("Enter a name of at most {NAME_CHARACTERS} characters.");
                    return Err(refuse("name", message));
                }
            }
            edit.name.take_if(|name| *name == column.name);
            edit.column_type
                .take_if(|wanted| *wanted == column.column_type);
            if !edit.is_empty() {
                kept.push(edit);
            }
        }
        self.check_names(&kept)?;
        let spellings: usize = kept.iter().map(|edit| edit.spellings.len()).sum();
        if spellings > MOST_SPELLINGS {
            return Err(InvalidEdit {
                path: "edits".to_owned(),
                message: format!("Replace at most {MOST_SPELLINGS} spellings."),
            });
        }
        Ok(kept)
    }

    fn check_names(&self, edits: &[ColumnEdit]) -> Result<(), InvalidEdit> {
        let mut names = BTreeMap::new();
        for column in &self.columns {
            let at = edits.iter().position(|edit| edit.column == column.name);
            let renamed = at.and_then(|at| edits[at].name.as_ref());
            let name = renamed.unwrap_or(&column.name);
            let earlier = names.insert(name.to_lowercase(), at);
            if let Some(earlier) = earlier
                && let Some(at) = at.filter(|_| renamed.is_some()).or(earlier)
            {
                return Err(InvalidEdit {
                    path: format!("edits.{at}.name"),
                    message: format!(
                        "Another column is called \u{201c}{name}\u{201d}. Choose a different name."
                    ),
                });
            }
        }
        Ok(())
    }

    /// Returns this table's edits with the names and types that `old` gave columns of the same names; None if
    /// it gave none.
    pub fn with_choices_of(&self, old: &[ColumnEdit]) -> Option<Vec<ColumnEdit>> {
        let mut edits = self.edits.clone();
        let chosen = old
            .iter()
            .filter(|edit| edit.name.is_some() || edit.column_type.is_some())
            .filter(|edit| self.column(&edit.column).is_some());
        let mut is_changed = false;
        for choice in chosen {
            is_changed = true;
            let at = edits.iter().position(|edit| edit.column == choice.column);
            let at = at.unwrap_or_else(|| {
                edits.push(ColumnEdit::of(&choice.column));
                edits.len() - 1
            });
            edits[at].name.clone_from(&choice.name);
            edits[at].column_type = choice.column_type;
        }
        is_changed.then_some(edits)
    }

    fn column(&self, name: &str) -> Option<&OriginalColumn> {
        self.columns.iter().find(|column| column.name == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn original(columns: &[(&str, ColumnType)]) -> TableOriginal {
        let columns = columns.iter().map(|(name, column_type)| OriginalColumn {
            name: (*name).to_owned(),
            column_type: *column_type,
        });
        TableOriginal {
            object_path: String::new(),
            columns: columns.collect(),
            edits: Vec::new(),
        }
    }

    fn renamed(column: &str, name: &str) -> ColumnEdit {
        ColumnEdit {
            name: Some(name.to_owned()),
            ..ColumnEdit::of(column)
        }
    }

    #[test]
    fn column_edits_without_effect_are_dropped() {
        let table = original(&[("a", ColumnType::Integer), ("b", ColumnType::String)]);
        let same_type = ColumnEdit {
            column_type: Some(ColumnType::Integer),
            ..renamed("a", " a ")
        };
        let kept = table
            .check(vec![same_type, renamed("b", "  Big  b ")])
            .unwrap();
        assert_eq!(kept, [renamed("b", "Big b")]);
    }

    #[test]
    fn column_names_stay_unique_after_edits() {
        let table = original(&[("a", ColumnType::Integer), ("b", ColumnType::String)]);
        for (edits, path) in [
            (vec![renamed("b", "A")], "edits.0.name"),
            (vec![renamed("a", "B")], "edits.0.name"),
            (vec![renamed("a", "x"), renamed("b", "X")], "edits.1.name"),
        ] {
            assert_eq!(table.check(edits).unwrap_err().path, path);
        }
        let swapped = vec![renamed("a", "b"), renamed("b", "a")];
        assert_eq!(table.check(swapped.clone()).unwrap(), swapped);
    }

    #[test]
    fn column_edits_are_carried_over_to_remaining_columns() {
        let mut table = original(&[("a", ColumnType::Integer), ("b", ColumnType::String)]);
        table.edits = vec![ColumnEdit {
            missing: Some(-99),
            ..ColumnEdit::of("a")
        }];
        let old = [renamed("a", "Alpha"), renamed("gone", "Gone")];
        let carried = table.with_choices_of(&old).unwrap();
        let alpha = ColumnEdit {
            missing: Some(-99),
            ..renamed("a", "Alpha")
        };
        assert_eq!(carried, [alpha]);
        assert_eq!(table.with_choices_of(&[renamed("gone", "Gone")]), None);
    }
}
