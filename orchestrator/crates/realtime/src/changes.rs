use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::{ChangeFilter, FilterError};

/// The kind of a row change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum ChangeKind {
    Insert,
    Update,
    Delete,
}

/// The subscription of a change feed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChangeKindFilter {
    Every,
    Only(ChangeKind),
}

/// A change feed as a client asks for it.
#[derive(Debug, Deserialize)]
pub(crate) struct WantedBinding {
    event: String,
    #[serde(default)]
    schema: Option<String>,
    #[serde(default)]
    table: Option<String>,
    #[serde(default)]
    filter: Option<String>,
    #[serde(default)]
    select: Option<Vec<String>>,
}

/// A change feed of a channel.
#[derive(Clone, Debug, PartialEq)]
pub struct Binding {
    /// Counted from 1 in its channel: the client takes 0 for none.
    pub id: u32,
    pub kind: ChangeKindFilter,
    pub schema: Option<String>,
    pub table: Option<String>,
    pub filter: ChangeFilter,
    /// The selected columns; None for all.
    pub select: Option<Vec<String>>,
    /// Letter by letter as the client wrote them: it compares.
    event_text: String,
    filter_text: Option<String>,
}

/// A column as the client converts its values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ChangeColumn {
    pub name: &'static str,
    pub r#type: &'static str,
}

/// A row that was written.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    pub kind: ChangeKind,
    pub table: &'static str,
    pub columns: Vec<ChangeColumn>,
    /// The current row; None if it was deleted.
    pub record: Option<Map<String, Value>>,
    /// The known part of the old row: its key.
    pub old_record: Map<String, Value>,
    /// RFC 3339.
    pub commit_timestamp: String,
}

/// The one schema that there is.
const SCHEMA: &str = "public";

impl WantedBinding {
    pub(crate) fn binding(self, id: u32) -> Result<Binding, FilterError> {
        let kind = match self.event.to_ascii_uppercase().as_str() {
            "*" => ChangeKindFilter::Every,
            "INSERT" => ChangeKindFilter::Only(ChangeKind::Insert),
            "UPDATE" => ChangeKindFilter::Only(ChangeKind::Update),
            "DELETE" => ChangeKindFilter::Only(ChangeKind::Delete),
            other => return Err(FilterError::Form(format!("event {other}"))),
        };
        Ok(Binding {
            id,
            kind,
            schema: self.schema,
            table: self.table,
            filter: ChangeFilter::parse(self.filter.as_deref().unwrap_or_default())?,
            select: self.select.filter(|columns| !columns.is_empty()),
            event_text: self.event,
            filter_text: self.filter,
        })
    }
}

impl Binding {
    /// As the reply to a join names it.
    pub fn echo(&self) -> Value {
        json!({
            "id": self.id,
            "event": self.event_text,
            "schema": self.schema,
            "table": self.table,
            "filter": self.filter_text,
        })
    }

    /// Returns whether it may mean this table.
    pub fn names(&self, table: &str) -> bool {
        let is = |wanted: &Option<String>, found: &str| {
            wanted
                .as_deref()
                .is_none_or(|wanted| wanted == "*" || wanted == found)
        };
        is(&self.schema, SCHEMA) && is(&self.table, table)
    }

    fn wants_change(&self, change: &Change) -> bool {
        let is_kind = match self.kind {
            ChangeKindFilter::Every => true,
            ChangeKindFilter::Only(kind) => kind == change.kind,
        };
        let row = change.record.as_ref().unwrap_or(&change.old_record);
        is_kind && self.names(change.table) && self.filter.holds(row)
    }
}

/// The messages that a channel with these feeds gets of a change: one for each choice of columns,
/// with the ids of its feeds.
pub fn matching_messages(bindings: &[Binding], change: &Change) -> Vec<Value> {
    let mut groups: Vec<(Option<&[String]>, Vec<u32>)> = Vec::new();
    for binding in bindings
        .iter()
        .filter(|binding| binding.wants_change(change))
    {
        let select = binding.select.as_deref();
        match groups.iter_mut().find(|(columns, _)| *columns == select) {
            Some((_, ids)) => ids.push(binding.id),
            None => groups.push((select, vec![binding.id])),
        }
    }
    let messages = groups.into_iter();
    messages
        .map(|(select, ids)| json!({"ids": ids, "data": change.change_data(select)}))
        .collect()
}

impl Change {
    fn change_data(&self, select: Option<&[String]>) -> Value {
        let is_told = |name: &str| select.is_none_or(|names| names.iter().any(|one| one == name));
        let chosen = |row: &Map<String, Value>| -> Value {
            let members = row.iter().filter(|(name, _)| is_told(name));
            members
                .map(|(name, value)| (name.clone(), value.clone()))
                .collect::<Map<_, _>>()
                .into()
        };
        let columns: Vec<&ChangeColumn> = self
            .columns
            .iter()
            .filter(|column| is_told(column.name))
            .collect();
        let mut data = json!({
            "schema": SCHEMA,
            "table": self.table,
            "commit_timestamp": self.commit_timestamp,
            "type": self.kind,
            "columns": columns,
            "errors": null,
        });
        if let Some(record) = &self.record {
            data["record"] = chosen(record);
        }
        if self.kind != ChangeKind::Insert {
            data["old_record"] = self.old_record.clone().into();
        }
        data
    }
}
