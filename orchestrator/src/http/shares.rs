use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, PoisonError, Weak,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};

use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    time::timeout,
};
use uuid::Uuid;

use super::problem::Problem;

/// The default number of waiting requests per user.
const WAITING: usize = 15;
/// How long a request waits for its turn.
const LONGEST_WAIT: Duration = Duration::from_secs(10);
/// Seconds after which refused requests may come back, by turns: all at the same time they would slow
/// the requests of others.
const LATEST_RETRY: u32 = 4;

/// Limits the expensive requests of each user: few run at a time, some wait, and the rest are rejected.
#[derive(Debug)]
pub struct FairShares {
    longest_wait: Duration,
    /// Requests of one user that run, and that may wait behind them.
    running: usize,
    waiting: usize,
    /// Queues in which a user is; those that everyone has left are removed when others come.
    queues: Mutex<HashMap<Uuid, Weak<UserQueue>>>,
}

#[derive(Debug)]
struct UserQueue {
    places: Arc<Semaphore>,
    turn: Arc<Semaphore>,
    refused: AtomicU32,
}

impl UserQueue {
    fn refuse(&self) -> Problem {
        let number = self.refused.fetch_add(1, Ordering::Relaxed);
        Problem::too_many_requests(
            "You have too many searches, lists and exports running. Wait for them to finish, then try again.",
            1 + number % LATEST_RETRY,
        )
    }
}

/// A user's turn; the next begins when it is dropped.
#[derive(Debug)]
pub struct ShareTurn {
    _turn: OwnedSemaphorePermit,
    _place: OwnedSemaphorePermit,
    /// Kept after the permits, so that the queue outlives them.
    _queue: Arc<UserQueue>,
}

impl Default for FairShares {
    fn default() -> Self {
        Self {
            longest_wait: LONGEST_WAIT,
            running: 1,
            waiting: WAITING,
            queues: Mutex::default(),
        }
    }
}

impl FairShares {
    /// Returns queues in which so many requests of one user run, and so many wait.
    pub fn new(running: usize, waiting: usize) -> Self {
        Self {
            running,
            waiting,
            ..Self::default()
        }
    }

    /// Waits for the user's turn; refuses if too many wait, or for too long.
    pub async fn enter(&self, user_id: Uuid) -> Result<ShareTurn, Problem> {
        let queue = self.queue(user_id);
        let place = Arc::clone(&queue.places)
            .try_acquire_owned()
            .map_err(|_| queue.refuse())?;
        let turn = timeout(self.longest_wait, Arc::clone(&queue.turn).acquire_owned()).await;
        match turn {
            Ok(Ok(turn)) => Ok(ShareTurn {
                _turn: turn,
                _place: place,
                _queue: queue,
            }),
            _ => Err(queue.refuse()),
        }
    }

    fn queue(&self, user_id: Uuid) -> Arc<UserQueue> {
        let mut queues = self.queues.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(queue) = queues.get(&user_id).and_then(Weak::upgrade) {
            return queue;
        }
        queues.retain(|_, queue| queue.strong_count() > 0);
        let queue = Arc::new(UserQueue {
            places: Arc::new(Semaphore::new(self.waiting + self.running)),
            turn: Arc::new(Semaphore::new(self.running)),
            refused: AtomicU32::new(0),
        });
        queues.insert(user_id, Arc::downgrade(&queue));
        queue
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn requests_of_one_user_queue_up_to_limit() {
        let shares = FairShares {
            longest_wait: Duration::from_millis(300),
            ..FairShares::default()
        };
        let [busy, other] = [Uuid::from_u128(1), Uuid::from_u128(2)];
        let running = shares.enter(busy).await.unwrap();
        let waiting: Vec<_> = (0..50).map(|_| shares.enter(busy)).collect();
        let waiting = futures_util::future::join_all(waiting);
        tokio::pin!(waiting);
        let pending = timeout(Duration::from_millis(10), &mut waiting).await;
        assert!(pending.is_err(), "the first {WAITING} wait");
        assert!(shares.enter(other).await.is_ok());
        drop(running);
        // Each keeps its turn until all are done: only the first gets one in time.
        let results = waiting.await;
        let entered = results.iter().filter(|result| result.is_ok()).count();
        assert_eq!(entered, 1);
        let refused = results.iter().filter_map(|result| result.as_ref().err());
        let mut retries = [0; LATEST_RETRY as usize];
        for refused in refused {
            assert_eq!(refused.status(), 429);
            retries[refused.retry_after().unwrap() as usize - 1] += 1;
        }
        // 49 were refused; equally many come back in each second.
        assert_eq!(retries, [13, 12, 12, 12]);
        drop(results);
        assert!(shares.enter(busy).await.is_ok());
    }
}
