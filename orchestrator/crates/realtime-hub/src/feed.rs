//! Rows that were written, on their way from the store to those who listen.

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use actix::Addr;
use chrono::SecondsFormat;
use portolan_environment::clock::Clock;
use portolan_realtime::{Change, ChangeColumn, ChangeKind};
use portolan_store::{RowChange, Store, StoreError, apart};
use tokio::sync::mpsc;
use uuid::Uuid;

use super::{
    Hub,
    messages::{Changed, ChangesLost},
};

/// Rows that may wait to be read.
const WAITING: usize = 1_024;

/// The users whose rows are subscribed to. The store checks it, so that a write without subscribers costs
/// a look into a map. Clones are the same.
#[derive(Clone, Default)]
pub struct Interest(Arc<Mutex<HashMap<Uuid, usize>>>);

impl Interest {
    pub fn enter(&self, user_id: Uuid) {
        *self.lock_interest().entry(user_id).or_default() += 1;
    }

    pub fn leave(&self, user_id: Uuid) {
        let mut users = self.lock_interest();
        if let Some(count) = users.get_mut(&user_id) {
            *count -= 1;
            if *count == 0 {
                users.remove(&user_id);
            }
        }
    }

    fn is_there(&self, user_id: Uuid) -> bool {
        self.lock_interest().contains_key(&user_id)
    }

    fn lock_interest(&self) -> MutexGuard<'_, HashMap<Uuid, usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Takes rows that were written. Clones are the same.
#[derive(Clone)]
pub struct Feed {
    interest: Interest,
    sender: mpsc::Sender<RowChange>,
    /// Whether one was not taken.
    is_lost: Arc<AtomicBool>,
}

impl Feed {
    /// Must not wait: every writer calls it.
    pub fn take(&self, change: RowChange) {
        if self.interest.is_there(change.user_id) && self.sender.try_send(change).is_err() {
            self.is_lost.store(true, Ordering::SeqCst);
        }
    }
}

/// Reads each changed row in commit order. If changes arrive faster than they can be read, listeners are
/// asked to join again.
pub fn start_feed(store: Store, clock: Clock, interest: Interest, hub: Addr<Hub>) -> Feed {
    let (sender, mut waiting) = mpsc::channel::<RowChange>(WAITING);
    let is_lost = Arc::new(AtomicBool::new(false));
    let feed = Feed {
        interest,
        sender,
        is_lost: Arc::clone(&is_lost),
    };
    actix::spawn(async move {
        while let Some(row) = waiting.recv().await {
            match read_change(&store, &clock, row).await {
                Ok(Some(changed)) => hub.do_send(changed),
                Ok(None) => {}
                Err(error) => {
                    tracing::warn!(error.cause = %error, "changed row not read");
                    is_lost.store(true, Ordering::SeqCst);
                }
            }
            if is_lost.swap(false, Ordering::SeqCst) {
                hub.do_send(ChangesLost);
            }
        }
    });
    feed
}

/// None if the row has been deleted since; its delete event follows.
async fn read_change(
    store: &Store,
    clock: &Clock,
    row: RowChange,
) -> Result<Option<Changed>, StoreError> {
    let record = if row.kind == ChangeKind::Delete {
        None
    } else {
        let (store, row) = (store.clone(), row.clone());
        let Some(record) = apart(async move { store.own_row(&row).await }).await? else {
            return Ok(None);
        };
        Some(record)
    };
    let columns = row.table.columns().iter().map(|column| ChangeColumn {
        name: column.name,
        r#type: column.holds.name(),
    });
    Ok(Some(Changed {
        user_id: row.user_id,
        change: Change {
            kind: row.kind,
            table: row.table.name(),
            columns: columns.collect(),
            record,
            old_record: row.key,
            commit_timestamp: clock.now().to_rfc3339_opts(SecondsFormat::Millis, true),
        },
    }))
}
