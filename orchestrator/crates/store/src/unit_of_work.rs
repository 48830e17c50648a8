//! Several calls of the store in one transaction.

use std::sync::Arc;

use tokio::sync::{Mutex, OwnedMutexGuard};

use super::{
    Result, Store, StoreError,
    database::{Session, Transaction},
};

/// An open transaction. Every call of the store through it is a part of that transaction: none of
/// them has happened before [`Store::transact`] commits, and listeners hear of none until then.
///
/// A call that fails ends the whole: there is no way to commit the others.
#[derive(Debug)]
pub struct UnitOfWork(Store);

impl Store {
    /// Runs `work` in one transaction and commits it where `work` succeeds. Where it fails, nothing
    /// of it has happened. Inside of another unit of work it joins that one.
    ///
    /// SQLite has one writer at a time, so `work` calls nothing but the store and pure
    /// functions.
    pub async fn transact<T, E: From<StoreError>>(
        &self,
        work: impl AsyncFnOnce(&UnitOfWork) -> Result<T, E>,
    ) -> Result<T, E> {
        if self.database.is_shared() {
            return work(&UnitOfWork(self.clone())).await;
        }
        let shared = SharedTransaction::new(self.database.write().await?);
        let unit = UnitOfWork(Self {
            database: self.database.sharing(&shared),
            listeners: self.listeners.deferred(),
            ..self.clone()
        });
        let result = work(&unit).await?;
        shared.commit().await?;
        unit.0.listeners.release();
        Ok(result)
    }
}

impl std::ops::Deref for UnitOfWork {
    type Target = Store;

    fn deref(&self) -> &Store {
        &self.0
    }
}

/// A transaction that the calls of one unit of work take in turns.
#[derive(Clone)]
pub(super) struct SharedTransaction(Arc<Mutex<UnitState>>);

struct UnitState {
    /// None once it has ended.
    transaction: Option<Transaction>,
    /// A call that writes has left without success.
    has_failed: bool,
}

/// The turn of one call.
pub(super) struct SharedCall {
    shared: OwnedMutexGuard<UnitState>,
    /// Whether leaving without `finish` fails the unit of work.
    must_finish: bool,
}

impl SharedTransaction {
    fn new(transaction: Transaction) -> Self {
        Self(Arc::new(Mutex::new(UnitState {
            transaction: Some(transaction),
            has_failed: false,
        })))
    }

    pub(super) async fn call(&self, must_finish: bool) -> Result<SharedCall> {
        let shared = Arc::clone(&self.0).lock_owned().await;
        if shared.transaction.is_none() {
            return Err(unit_ended());
        }
        Ok(SharedCall {
            shared,
            must_finish,
        })
    }

    async fn commit(&self) -> Result<()> {
        let mut shared = self.0.lock().await;
        let transaction = shared.transaction.take().ok_or_else(unit_ended)?;
        if shared.has_failed {
            return Err(StoreError::Unusable(
                "a step of the transaction has failed".into(),
            ));
        }
        transaction.commit().await
    }
}

impl std::fmt::Debug for SharedTransaction {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("SharedTransaction")
    }
}

impl SharedCall {
    pub(super) fn session(&self) -> Option<&Session> {
        self.shared.transaction.as_deref()
    }

    pub(super) fn session_mut(&mut self) -> Result<&mut Session> {
        self.shared
            .transaction
            .as_deref_mut()
            .ok_or_else(unit_ended)
    }

    pub(super) fn finish(mut self) {
        self.must_finish = false;
    }
}

impl Drop for SharedCall {
    fn drop(&mut self) {
        self.shared.has_failed |= self.must_finish;
    }
}

fn unit_ended() -> StoreError {
    StoreError::Unusable("the transaction has ended".into())
}
