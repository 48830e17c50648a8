//! Rows that were written, for those who listen: told after the commit, never before.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use portolan_realtime::ChangeKind;
use portolan_rest::ExposedTable;
use serde_json::{Map, Value, json};
use uuid::Uuid;

use super::{Result, Store, rows::read_row, value::Param};
use crate::model::SavedKind;

/// A row of a user's was written.
#[derive(Clone, Debug, PartialEq)]
pub struct RowChange {
    pub kind: ChangeKind,
    pub table: ExposedTable,
    pub user_id: Uuid,
    /// The columns that tell the row from others, as in the table.
    pub key: Map<String, Value>,
}

/// Hears of every row; must not wait.
pub type Listener = Box<dyn Fn(RowChange) + Send + Sync>;

/// At most one listener; clones share it.
#[derive(Clone, Default)]
pub(super) struct Listeners {
    listener: Arc<OnceLock<Listener>>,
    /// Changes of a unit of work, until it is committed; None where each call commits by itself.
    deferred: Option<Arc<Mutex<Vec<RowChange>>>>,
}

impl Listeners {
    /// The same listener, which hears of nothing until [`Self::release`].
    pub(super) fn deferred(&self) -> Self {
        Self {
            listener: Arc::clone(&self.listener),
            deferred: Some(Arc::default()),
        }
    }

    /// Tells the listener of everything that was deferred, in order.
    pub(super) fn release(&self) {
        let Some(deferred) = &self.deferred else {
            return;
        };
        let changes = std::mem::take(&mut *deferred.lock().unwrap_or_else(PoisonError::into_inner));
        if let Some(listener) = self.listener.get() {
            changes.into_iter().for_each(listener);
        }
    }

    fn tell(&self, change: RowChange) {
        if let Some(deferred) = &self.deferred {
            let mut deferred = deferred.lock().unwrap_or_else(PoisonError::into_inner);
            deferred.push(change);
        } else if let Some(listener) = self.listener.get() {
            listener(change);
        }
    }
}

impl std::fmt::Debug for Listeners {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let is_there = self.listener.get().is_some();
        formatter.debug_tuple("Listeners").field(&is_there).finish()
    }
}

impl Store {
    /// Tells this listener of every row of the product's own tables that is written from now on.
    /// The first one stays.
    pub fn listen(&self, listener: Listener) {
        if self.listeners.listener.set(listener).is_err() {
            tracing::warn!("somebody listens to the store already");
        }
    }

    /// Says that a row was written; only after the commit.
    pub(super) fn changed(&self, kind: ChangeKind, table: ExposedTable, user_id: Uuid, id: Uuid) {
        self.tell(RowChange {
            kind,
            table,
            user_id,
            key: object(json!({"id": id})),
        });
    }

    /// The same of a bookmark.
    pub(super) fn saved_changed(
        &self,
        kind: ChangeKind,
        user_id: Uuid,
        item: SavedKind,
        item_id: Uuid,
    ) {
        self.tell(RowChange {
            kind,
            table: ExposedTable::Saved,
            user_id,
            key: object(json!({"kind": item, "item_id": item_id})),
        });
    }

    pub(super) fn tell(&self, change: RowChange) {
        self.listeners.tell(change);
    }

    /// The row that was written, as it is now; None if it is gone.
    pub async fn own_row(&self, change: &RowChange) -> Result<Option<Map<String, Value>>> {
        let columns = change.table.columns();
        let names: Vec<&str> = columns.iter().map(|column| column.name).collect();
        let mut sql = format!(
            "SELECT {} FROM {} WHERE user_id = $1",
            names.join(", "),
            change.table.name()
        );
        let mut params = vec![Param::from(change.user_id)];
        for name in change.table.key() {
            let value = change.key.get(*name).and_then(Value::as_str);
            params.push(value.unwrap_or_default().into());
            sql.push_str(&format!(" AND {name} = ${}", params.len()));
        }
        let mut session = self.database.read().await?;
        let rows = session.composed_rows(sql, &params).await?;
        rows.first().map(|row| read_row(row, columns)).transpose()
    }
}

fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(members) => members,
        _ => Map::new(),
    }
}
