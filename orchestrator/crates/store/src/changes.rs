//! Row changes for listeners, sent after the commit and never before.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use portolan_domain::SavedKind;
use portolan_realtime::ChangeKind;
use portolan_rest::ExposedTable;
use serde_json::{Map, Value, json};
use uuid::Uuid;

use super::{Result, Store, rows::read_row, value::Param};

/// A row of a user's was written.
#[derive(Clone, Debug, PartialEq)]
pub struct RowChange {
    pub kind: ChangeKind,
    pub table: ExposedTable,
    pub user_id: Uuid,
    /// The key columns of the row.
    pub key: Map<String, Value>,
}

/// Receives every changed row; must not block.
pub type Listener = Box<dyn Fn(RowChange) + Send + Sync>;

/// At most one listener; clones share it.
#[derive(Clone, Default)]
pub(super) struct Listeners {
    listener: Arc<OnceLock<Listener>>,
    /// Changes of a unit of work, until it is committed; None where each call commits by itself.
    deferred: Option<Arc<Mutex<Vec<RowChange>>>>,
}

impl Listeners {
    /// The same listener, which receives nothing until [`Self::release`].
    pub(super) fn deferred(&self) -> Self {
        Self {
            listener: Arc::clone(&self.listener),
            deferred: Some(Arc::default()),
        }
    }

    /// Sends all deferred changes to the listener, in order.
    pub(super) fn release(&self) {
        let Some(deferred) = &self.deferred else {
            return;
        };
        let changes = std::mem::take(&mut *deferred.lock().unwrap_or_else(PoisonError::into_inner));
        if let Some(listener) = self.listener.get() {
            changes.into_iter().for_each(listener);
        }
    }

    fn notify(&self, change: RowChange) {
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
    /// Registers the listener of all row changes. Only one can be registered.
    pub fn listen(&self, listener: Listener) {
        if self.listeners.listener.set(listener).is_err() {
            tracing::warn!("store already has a listener");
        }
    }

    /// Announces a changed row; call it after the commit.
    pub(super) fn changed(&self, kind: ChangeKind, table: ExposedTable, user_id: Uuid, id: Uuid) {
        self.notify(RowChange {
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
        self.notify(RowChange {
            kind,
            table: ExposedTable::Saved,
            user_id,
            key: object(json!({"kind": item, "item_id": item_id})),
        });
    }

    pub(super) fn notify(&self, change: RowChange) {
        self.listeners.notify(change);
    }

    /// Returns the current state of the changed row; None if it was deleted.
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
