//! Connections to an SQLite database.
//!
//! The driver's own pool sends a connection two more messages for each call: one that renews the time
//! limit of its statements and one that tests it. Each is a switch to the connection's thread and back,
//! as much as a short statement. Here a call costs its statements alone.

use std::{
    ops::{Deref, DerefMut},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU32, AtomicU64, Ordering},
    },
    time::Duration,
};

use sqlx::{ConnectOptions, Connection, SqliteConnection, sqlite::SqliteConnectOptions};
use tokio::{
    runtime::Handle,
    sync::{OwnedSemaphorePermit, Semaphore},
    time::{Instant, timeout},
};

use super::{Result, StoreError};

/// Instructions of SQLite's machine between two looks at the clock: about a millisecond.
const STEPS_BETWEEN_LOOKS: i32 = 20_000;
/// As a nice value. With a lower one searches would run out of time on a busy machine.
const BACKGROUND_PRIORITY: i32 = 5;

/// Connections that callers get in the order in which they came. Clones share them.
#[derive(Clone, Debug)]
pub(super) struct SqlitePool(Arc<PoolState>);

#[derive(Debug)]
struct PoolState {
    connect: SqliteConnectOptions,
    options: SqlitePoolOptions,
    places: Arc<Semaphore>,
    idle: Mutex<Vec<OpenConnection>>,
    open: AtomicU32,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct SqlitePoolOptions {
    pub connections: u32,
    /// How long a call waits for a connection.
    pub queue_timeout: Duration,
    /// The time that a statement has once its call has the connection; None for no limit.
    pub statement_limit: Option<Duration>,
    /// Whether the threads of its connections give way to all others.
    pub is_background: bool,
}

#[derive(Debug)]
struct OpenConnection {
    connection: SqliteConnection,
    deadline: Arc<Deadline>,
}

/// The moment after which a connection's statement is interrupted.
#[derive(Debug)]
pub(super) struct Deadline {
    epoch: Instant,
    /// Milliseconds since `epoch`.
    end: AtomicU64,
}

impl Deadline {
    fn new() -> Self {
        Self {
            epoch: Instant::now(),
            end: AtomicU64::new(u64::MAX),
        }
    }

    fn renew(&self, limit: Option<Duration>) {
        let end = limit.map(|limit| self.epoch.elapsed() + limit);
        let end = end.and_then(|end| u64::try_from(end.as_millis()).ok());
        self.end.store(end.unwrap_or(u64::MAX), Ordering::Relaxed);
    }

    /// Interrupts the statement that runs, and those that follow before the next renewal.
    pub(super) fn end_now(&self) {
        self.end.store(0, Ordering::Relaxed);
    }

    fn is_over(&self) -> bool {
        let end = self.end.load(Ordering::Relaxed);
        self.epoch.elapsed().as_millis() > u128::from(end)
    }
}

impl SqlitePool {
    /// Opens the first connection; the others are opened when they are needed.
    pub(super) async fn open(
        connect: SqliteConnectOptions,
        options: SqlitePoolOptions,
    ) -> Result<Self> {
        let connections = options.connections.max(1);
        let pool = Self(Arc::new(PoolState {
            connect,
            options,
            places: Arc::new(Semaphore::new(connections as usize)),
            idle: Mutex::default(),
            open: AtomicU32::new(0),
        }));
        drop(pool.acquire().await?);
        Ok(pool)
    }

    /// Waits for a connection.
    ///
    /// # Errors
    /// `Busy` where none is free in time, and after [`Self::close`].
    pub(super) async fn acquire(&self) -> Result<PooledConnection> {
        let pool = &self.0;
        let waiting = timeout(
            pool.options.queue_timeout,
            Arc::clone(&pool.places).acquire_owned(),
        );
        let place = match waiting.await {
            Ok(Ok(place)) => place,
            Ok(Err(_)) => return Err(StoreError::Busy("the database is closed".into())),
            Err(_) => {
                return Err(StoreError::Busy(
                    "too many calls wait for the database".into(),
                ));
            }
        };
        let idle = pool.lock_idle().pop();
        let open = match idle {
            Some(open) => open,
            None => pool.connect().await?,
        };
        open.deadline.renew(pool.options.statement_limit);
        Ok(PooledConnection {
            open: Some(open),
            place: Some(place),
            pool: Arc::clone(pool),
            is_in_use: false,
        })
    }

    /// The connections that are open, and those of them that are idle.
    pub(super) fn load(&self) -> (u32, usize) {
        (
            self.0.open.load(Ordering::Relaxed),
            self.0.lock_idle().len(),
        )
    }

    /// Waits for the calls that run, and closes the connections.
    pub(super) async fn close(&self) {
        let all = self.0.options.connections.max(1);
        // Fails where it is closed already.
        if let Ok(places) = self.0.places.acquire_many(all).await {
            places.forget();
        }
        self.0.places.close();
        let idle = std::mem::take(&mut *self.0.lock_idle());
        for open in idle {
            if let Err(error) = open.connection.close().await {
                tracing::debug!(error.cause = %error, "database connection not closed in order");
            }
        }
    }
}

impl PoolState {
    fn lock_idle(&self) -> MutexGuard<'_, Vec<OpenConnection>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn connect(&self) -> Result<OpenConnection> {
        let mut connection = self.connect.connect().await?;
        let deadline = Arc::new(Deadline::new());
        if self.options.statement_limit.is_some() {
            let limit = Arc::clone(&deadline);
            let mut gives_way = !self.options.is_background;
            let mut handle = connection.lock_handle().await?;
            handle.set_progress_handler(STEPS_BETWEEN_LOOKS, move || {
                // Called in the connection's own thread, which nothing else can reach.
                if !gives_way {
                    gives_way = true;
                    give_way();
                }
                !limit.is_over()
            });
        }
        self.open.fetch_add(1, Ordering::Relaxed);
        Ok(OpenConnection {
            connection,
            deadline,
        })
    }
}

/// Lowers the priority of the calling thread.
fn give_way() {
    // On Linux "this process" means this thread.
    if let Err(error) = rustix::process::setpriority_process(None, BACKGROUND_PRIORITY) {
        tracing::warn!(error.cause = %error, "long reads not moved to the background");
    }
}

/// A connection that goes back to its pool when it is dropped.
pub(super) struct PooledConnection {
    /// None once it was given back.
    open: Option<OpenConnection>,
    place: Option<OwnedSemaphorePermit>,
    pool: Arc<PoolState>,
    /// Whether a statement may still run: its caller has gone away before its end.
    is_in_use: bool,
}

impl PooledConnection {
    /// Notes that a statement runs from now on, until [`Self::finish_statement`].
    pub(super) fn begin_statement(&mut self) -> &mut SqliteConnection {
        self.is_in_use = true;
        &mut *self
    }

    pub(super) fn finish_statement(&mut self) {
        self.is_in_use = false;
    }

    pub(super) fn deadline(&self) -> Option<Arc<Deadline>> {
        self.open.as_ref().map(|open| Arc::clone(&open.deadline))
    }

    /// Closes the connection instead of giving it back.
    pub(super) fn discard(mut self) {
        if self.open.take().is_some() {
            self.pool.open.fetch_sub(1, Ordering::Relaxed);
        }
    }
}

impl Drop for PooledConnection {
    fn drop(&mut self) {
        let Some(mut open) = self.open.take() else {
            return;
        };
        let (pool, place) = (Arc::clone(&self.pool), self.place.take());
        if !self.is_in_use {
            pool.lock_idle().push(open);
            return;
        }
        // Its place stays taken until the statement has ended.
        let Ok(runtime) = Handle::try_current() else {
            pool.open.fetch_sub(1, Ordering::Relaxed);
            return;
        };
        runtime.spawn(async move {
            match open.connection.ping().await {
                Ok(()) => pool.lock_idle().push(open),
                Err(_) => _ = pool.open.fetch_sub(1, Ordering::Relaxed),
            }
            drop(place);
        });
    }
}

impl Deref for PooledConnection {
    type Target = SqliteConnection;

    fn deref(&self) -> &SqliteConnection {
        match &self.open {
            Some(open) => &open.connection,
            None => unreachable!("a connection until it is dropped"),
        }
    }
}

impl DerefMut for PooledConnection {
    fn deref_mut(&mut self) -> &mut SqliteConnection {
        match &mut self.open {
            Some(open) => &mut open.connection,
            None => unreachable!("a connection until it is dropped"),
        }
    }
}
