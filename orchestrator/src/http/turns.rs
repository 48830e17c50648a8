use std::{
    collections::HashMap,
    hash::{BuildHasher, RandomState},
    sync::{Arc, Mutex, PoisonError, Weak},
};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Identifies requests with the same credentials one after the other. Otherwise a burst of one client would have all
/// threads to itself until the whole of it is identified, and requests of others would wait behind it.
#[derive(Debug, Default)]
pub struct IdentificationTurns {
    hashes: RandomState,
    /// By hash of the credentials, which may be long. Queues that everyone has left are removed when others come.
    queues: Mutex<HashMap<u64, Weak<Semaphore>>>,
}

/// A request's turn; the next begins when it is dropped.
#[derive(Debug)]
pub struct IdentificationTurn(
    #[expect(dead_code, reason = "given back when it is dropped")] OwnedSemaphorePermit,
);

impl IdentificationTurns {
    /// Waits until earlier requests with these credentials are identified.
    pub async fn enter(&self, credentials: &[u8]) -> Option<IdentificationTurn> {
        let queue = self.queue(self.hashes.hash_one(credentials));
        // Never closed.
        queue.acquire_owned().await.ok().map(IdentificationTurn)
    }

    fn queue(&self, hash: u64) -> Arc<Semaphore> {
        let mut queues = self.queues.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(queue) = queues.get(&hash).and_then(Weak::upgrade) {
            return queue;
        }
        queues.retain(|_, queue| queue.strong_count() > 0);
        let queue = Arc::new(Semaphore::new(1));
        queues.insert(hash, Arc::downgrade(&queue));
        queue
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;

    #[tokio::test]
    async fn requests_with_same_credentials_take_turns_and_others_do_not_wait() {
        let turns = IdentificationTurns::default();
        let first = turns.enter(b"ada").await;
        let mut second = Box::pin(turns.enter(b"ada"));
        assert!(second.as_mut().now_or_never().is_none());
        assert!(turns.enter(b"ben").now_or_never().is_some());
        drop(first);
        drop(second.await);
        assert!(turns.enter(b"ada").now_or_never().is_some());
        assert_eq!(turns.queues.lock().unwrap().len(), 1);
    }
}
