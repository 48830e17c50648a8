//! One way to speak to both databases: values in, rows out.
//!
//! The two dialects share nearly all SQL (`$1`, RETURNING, ON CONFLICT), so the functions of the
//! store are written once over [`Session`]. Columns are TEXT, BIGINT or BOOLEAN in both.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use metrics::{counter, histogram};
use sqlx::{
    ConnectOptions, Connection, Pool, Postgres, Sqlite, SqliteConnection,
    pool::{PoolConnection, PoolOptions},
    postgres::{PgConnectOptions, PgPool},
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqliteSynchronous},
};
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    time::{Instant, timeout},
};

use super::{
    DatabaseUrl, Result, StoreError, StoreOptions, Synchronous, migrations,
    sqlite_transaction::SqliteTransaction,
    unit_of_work::{SharedCall, SharedTransaction},
    value::{DatabaseRow, Param},
};

/// The connections, which callers get in the order in which they came.
#[derive(Clone, Debug)]
pub(super) struct Database {
    connections: Connections,
    /// Half of the connections for reading: searches, exports and lists wait for these, so that
    /// session checks and other short reads never wait for them.
    scans: Arc<Semaphore>,
    queue_timeout: Duration,
    /// The transaction that every call is a part of; None where each has its own.
    shared: Option<SharedTransaction>,
}

/// SQLite has one writer, so that writers queue here and not in the file's lock.
#[derive(Clone, Debug)]
enum Connections {
    Sqlite {
        writer: SqlitePool,
        readers: SqlitePool,
        /// Of one statement of a reader.
        deadline: Option<Duration>,
    },
    Postgres(PgPool),
}

/// A session that reads much, and its place among those.
pub(super) struct Scan {
    /// Dropped first.
    _interrupt: Interrupt,
    /// None once it is dropped.
    session: Option<Session>,
    /// None in a unit of work, which has its connection already.
    place: Option<OwnedSemaphorePermit>,
}

/// Ends the statement of a scan that its caller has abandoned. Otherwise a client that disconnects
/// and asks again would have many statements running at once.
#[derive(Default)]
struct Interrupt(Arc<AtomicBool>);

impl Drop for Interrupt {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Statements that each stand alone.
pub(super) enum Session {
    Sqlite(PoolConnection<Sqlite>),
    SqliteTransaction(SqliteTransaction),
    Postgres(PoolConnection<Postgres>),
    PostgresTransaction(sqlx::Transaction<'static, Postgres>),
    /// A part of a unit of work.
    Shared(SharedCall),
}

/// Statements that happen together; dropped without `commit`, none of them did.
pub(super) struct Transaction(Session);

impl Database {
    /// Connects, and runs the migrations that are missing.
    pub(super) async fn open(options: &StoreOptions) -> Result<Self> {
        let scans = usize::try_from(options.connections / 2).unwrap_or(1).max(1);
        Ok(Self {
            connections: Connections::open(options).await?,
            scans: Arc::new(Semaphore::new(scans)),
            queue_timeout: options.queue_timeout,
            shared: None,
        })
    }

    /// The same database, every call a part of this transaction.
    pub(super) fn sharing(&self, transaction: &SharedTransaction) -> Self {
        Self {
            shared: Some(transaction.clone()),
            ..self.clone()
        }
    }

    pub(super) fn is_shared(&self) -> bool {
        self.shared.is_some()
    }

    /// For single statements that read.
    pub(super) async fn read(&self) -> Result<Session> {
        if let Some(shared) = &self.shared {
            return Ok(Session::Shared(shared.call(false).await?));
        }
        Ok(match &self.connections {
            Connections::Sqlite { readers, .. } => {
                Session::Sqlite(measure_wait("read", readers.acquire()).await?)
            }
            Connections::Postgres(pool) => {
                Session::Postgres(measure_wait("read", pool.acquire()).await?)
            }
        })
    }

    /// For statements that read many rows: searches, exports and lists of unknown length.
    pub(super) async fn scan(&self) -> Result<Scan> {
        if self.is_shared() {
            return Ok(Scan {
                _interrupt: Interrupt::default(),
                session: Some(self.read().await?),
                place: None,
            });
        }
        let place = measure_wait("scan", async {
            let place = timeout(self.queue_timeout, Arc::clone(&self.scans).acquire_owned()).await;
            let busy = || StoreError::Busy("too many long reads wait".into());
            place.ok().and_then(Result::ok).ok_or_else(busy)
        });
        let place = place.await?;
        let mut session = self.read().await?;
        let interrupt = Interrupt::default();
        if let (Some(limit), Session::Sqlite(connection)) = (self.deadline(), &mut session) {
            let is_abandoned = Arc::clone(&interrupt.0);
            let may_go_on = move || !is_abandoned.load(Ordering::Relaxed);
            set_deadline(connection, limit, may_go_on).await?;
        }
        Ok(Scan {
            _interrupt: interrupt,
            session: Some(session),
            place: Some(place),
        })
    }

    /// Returns the time that SQLite's readers have for a statement. A database in memory has one
    /// connection for everything, and no limit.
    fn deadline(&self) -> Option<Duration> {
        match &self.connections {
            Connections::Sqlite { deadline, .. } => *deadline,
            Connections::Postgres(_) => None,
        }
    }

    #[cfg(any(test, feature = "testing"))]
    pub(super) fn free_scans(&self) -> usize {
        self.scans.available_permits()
    }

    /// Several statements that read one state of the database.
    pub(super) async fn snapshot(&self) -> Result<Transaction> {
        if self.is_shared() {
            return Ok(Transaction(self.read().await?));
        }
        Ok(Transaction(match &self.connections {
            Connections::Sqlite { readers, .. } => {
                let begun = SqliteTransaction::begin(readers, "BEGIN");
                Session::SqliteTransaction(measure_wait("read", begun).await?)
            }
            Connections::Postgres(pool) => {
                let begun = pool.begin_with("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
                Session::PostgresTransaction(measure_wait("read", begun).await?)
            }
        }))
    }

    /// Takes SQLite's write lock at once; in PostgreSQL rows are locked as they are written.
    pub(super) async fn write(&self) -> Result<Transaction> {
        if let Some(shared) = &self.shared {
            return Ok(Transaction(Session::Shared(shared.call(true).await?)));
        }
        Ok(Transaction(match &self.connections {
            Connections::Sqlite { writer, .. } => {
                let begun = SqliteTransaction::begin(writer, "BEGIN IMMEDIATE");
                Session::SqliteTransaction(measure_wait("write", begun).await?)
            }
            Connections::Postgres(pool) => {
                Session::PostgresTransaction(measure_wait("write", pool.begin()).await?)
            }
        }))
    }

    pub(super) fn is_postgres(&self) -> bool {
        matches!(self.connections, Connections::Postgres(_))
    }

    pub(super) fn pools(&self) -> Vec<PoolLoad> {
        match &self.connections {
            Connections::Sqlite {
                writer, readers, ..
            } => vec![PoolLoad::of("write", writer), PoolLoad::of("read", readers)],
            Connections::Postgres(pool) => vec![PoolLoad::of("all", pool)],
        }
    }

    /// None on SQLite.
    pub(super) fn postgres_pool(&self) -> Option<&PgPool> {
        match &self.connections {
            Connections::Postgres(pool) => Some(pool),
            Connections::Sqlite { .. } => None,
        }
    }

    pub(super) async fn close(&self) {
        match &self.connections {
            Connections::Sqlite {
                writer, readers, ..
            } => {
                readers.close().await;
                writer.close().await;
            }
            Connections::Postgres(pool) => pool.close().await,
        }
    }
}

impl Connections {
    async fn open(options: &StoreOptions) -> Result<Self> {
        match &options.url {
            DatabaseUrl::Sqlite(path) => {
                let connect = sqlite_options(options)
                    .filename(path)
                    .create_if_missing(true);
                // Migrations take the time that they take.
                let mut first = connect.connect().await?;
                migrations::sqlite().run(&mut first).await?;
                // Others queue behind a write, for so long at most.
                let writer = with_deadline(pool(options, 1), options.queue_timeout)
                    .connect_with(connect.clone())
                    .await?;
                first.close().await?;
                let readers = pool(options, options.connections);
                let readers = with_deadline(readers, options.read_timeout)
                    .connect_with(connect.pragma("query_only", "ON"))
                    .await?;
                Ok(Self::Sqlite {
                    writer,
                    readers,
                    deadline: Some(options.read_timeout),
                })
            }
            DatabaseUrl::SqliteMemory => {
                let connect = sqlite_options(options).in_memory(true);
                let writer = pool(options, 1).connect_with(connect).await?;
                migrations::sqlite().run(&writer).await?;
                let readers = writer.clone();
                Ok(Self::Sqlite {
                    writer,
                    readers,
                    deadline: None,
                })
            }
            DatabaseUrl::Postgres(connect) => {
                let pool = pool(options, options.connections)
                    .connect_with(postgres_options(options, connect))
                    .await?;
                let mut connection = pool.acquire().await?;
                // Migrations take the time that they take.
                sqlx::query("SET statement_timeout = 0")
                    .execute(&mut *connection)
                    .await?;
                migrations::postgres().run(&mut *connection).await?;
                sqlx::query("RESET statement_timeout")
                    .execute(&mut *connection)
                    .await?;
                drop(connection);
                Ok(Self::Postgres(pool))
            }
        }
    }
}

/// The connections of a pool.
#[derive(Clone, Copy, Debug)]
pub struct PoolLoad {
    pub name: &'static str,
    pub open: u32,
    pub idle: usize,
}

impl PoolLoad {
    fn of<DB: sqlx::Database>(name: &'static str, pool: &Pool<DB>) -> Self {
        Self {
            name,
            open: pool.size(),
            idle: pool.num_idle(),
        }
    }
}

/// Measures the wait until a call may send its statements, and counts those that fail before.
async fn measure_wait<T, E: Into<StoreError>>(
    access: &'static str,
    begun: impl Future<Output = Result<T, E>>,
) -> Result<T> {
    let since = Instant::now();
    let result = begun.await;
    histogram!("portolan_database_wait_seconds", "access" => access).record(since.elapsed());
    if result.is_err() {
        counter!("portolan_database_refusals_total", "access" => access).increment(1);
    }
    result.map_err(Into::into)
}

/// Runs one statement on whichever connection the session has.
macro_rules! run {
    ($session:expr, $sql:expr, $params:expr, $method:ident) => {
        run!($session, $sql, $params, $method, true)
    };
    ($session:expr, $sql:expr, $params:expr, $method:ident, $is_kept:expr) => {
        match $session.innermost()? {
            Session::Sqlite(connection) => run!(@on connection, $sql, $params, $method, $is_kept),
            Session::SqliteTransaction(connection) => run!(@on connection, $sql, $params, $method, $is_kept),
            Session::Postgres(connection) => run!(@on connection, $sql, $params, $method, $is_kept),
            Session::PostgresTransaction(connection) => run!(@on connection, $sql, $params, $method, $is_kept),
            // A unit of work shares a transaction of its own, never another unit's.
            Session::Shared(_) => return Err(StoreError::Unusable("units of work are nested".into())),
        }
    };
    (@on $connection:expr, $sql:expr, $params:expr, $method:ident, $is_kept:expr) => {{
        #[cfg(any(test, feature = "testing"))]
        super::testing::count_statement();
        let mut query = sqlx::query($sql).persistent($is_kept);
        for param in $params {
            query = match param {
                Param::Text(value) => query.bind(value.as_deref()),
                Param::Integer(value) => query.bind(*value),
                Param::Boolean(value) => query.bind(*value),
            };
        }
        query.$method(&mut **$connection).await.map(Into::into)?
    }};
}

/// The result of a statement without rows.
struct Affected(u64);

/// Rows of either database, or the lack of one.
struct DatabaseRows(Vec<DatabaseRow>);
struct MaybeRow(Option<DatabaseRow>);

impl Session {
    pub(super) fn is_postgres(&self) -> bool {
        match self {
            Self::Postgres(_) | Self::PostgresTransaction(_) => true,
            Self::Sqlite(_) | Self::SqliteTransaction(_) => false,
            Self::Shared(call) => call.session().is_some_and(Self::is_postgres),
        }
    }

    /// Returns the session that has the connection.
    fn innermost(&mut self) -> Result<&mut Self> {
        match self {
            Self::Shared(call) => call.session_mut(),
            own => Ok(own),
        }
    }

    /// The number of rows that were written.
    pub(super) async fn execute(&mut self, sql: &'static str, params: &[Param<'_>]) -> Result<u64> {
        let affected: Affected = run!(self, sql, params, execute);
        Ok(affected.0)
    }

    pub(super) async fn rows(
        &mut self,
        sql: &'static str,
        params: &[Param<'_>],
    ) -> Result<Vec<DatabaseRow>> {
        #[cfg(any(test, feature = "testing"))]
        super::testing::note_statement(sql, params);
        let rows: DatabaseRows = run!(self, sql, params, fetch_all);
        Ok(rows.0)
    }

    /// Rows of a statement that was put together from names of the store's own; it is not kept
    /// prepared.
    pub(super) async fn composed_rows(
        &mut self,
        sql: String,
        params: &[Param<'_>],
    ) -> Result<Vec<DatabaseRow>> {
        #[cfg(any(test, feature = "testing"))]
        super::testing::note_statement(&sql, params);
        let sql = sqlx::AssertSqlSafe(sql);
        let rows: DatabaseRows = run!(self, sql, params, fetch_all, false);
        Ok(rows.0)
    }

    pub(super) async fn row(
        &mut self,
        sql: &'static str,
        params: &[Param<'_>],
    ) -> Result<Option<DatabaseRow>> {
        let row: MaybeRow = run!(self, sql, params, fetch_optional);
        Ok(row.0)
    }
}

impl std::ops::Deref for Scan {
    type Target = Session;

    fn deref(&self) -> &Session {
        match &self.session {
            Some(session) => session,
            None => unreachable!("a scan has its session until it is dropped"),
        }
    }
}

impl std::ops::DerefMut for Scan {
    fn deref_mut(&mut self) -> &mut Session {
        match &mut self.session {
            Some(session) => session,
            None => unreachable!("a scan has its session until it is dropped"),
        }
    }
}

impl Drop for Scan {
    /// PostgreSQL ends an abandoned statement at its time limit only. The scan keeps its place until
    /// then, because its connection is in use: otherwise abandoned scans would take the connections
    /// of short reads.
    fn drop(&mut self) {
        let session = self.session.take();
        if let Some(mut session @ Session::Postgres(_)) = session
            && let Some(place) = self.place.take()
            && let Ok(runtime) = tokio::runtime::Handle::try_current()
        {
            runtime.spawn(async move {
                // Answered after the abandoned statement; whether it succeeds does not matter.
                let _ = session.row("SELECT 1", &[]).await;
                drop(session);
                drop(place);
            });
        }
    }
}

impl Transaction {
    pub(super) async fn commit(self) -> Result<()> {
        match self.0 {
            Session::SqliteTransaction(transaction) => transaction.commit().await?,
            Session::PostgresTransaction(transaction) => transaction.commit().await?,
            Session::Shared(call) => call.finish(),
            Session::Sqlite(_) | Session::Postgres(_) => {}
        }
        Ok(())
    }
}

impl std::ops::Deref for Transaction {
    type Target = Session;

    fn deref(&self) -> &Session {
        &self.0
    }
}

impl std::ops::DerefMut for Transaction {
    fn deref_mut(&mut self) -> &mut Session {
        &mut self.0
    }
}

impl From<sqlx::sqlite::SqliteQueryResult> for Affected {
    fn from(result: sqlx::sqlite::SqliteQueryResult) -> Self {
        Self(result.rows_affected())
    }
}

impl From<sqlx::postgres::PgQueryResult> for Affected {
    fn from(result: sqlx::postgres::PgQueryResult) -> Self {
        Self(result.rows_affected())
    }
}

impl<R: Into<DatabaseRow>> From<Vec<R>> for DatabaseRows {
    fn from(rows: Vec<R>) -> Self {
        Self(rows.into_iter().map(Into::into).collect())
    }
}

impl<R: Into<DatabaseRow>> From<Option<R>> for MaybeRow {
    fn from(row: Option<R>) -> Self {
        Self(row.map(Into::into))
    }
}

/// Connections stay open: an SQLite database in memory is gone with its last connection.
fn pool<DB: sqlx::Database>(options: &StoreOptions, connections: u32) -> PoolOptions<DB> {
    PoolOptions::new()
        .max_connections(connections.max(1))
        .acquire_timeout(options.queue_timeout)
        .idle_timeout(None)
        .max_lifetime(None)
}

/// Limits the time of each connection's statements: SQLite asks between its steps whether to
/// go on, and a statement that is interrupted is `Busy`.
fn with_deadline(pool: PoolOptions<Sqlite>, limit: Duration) -> PoolOptions<Sqlite> {
    pool.test_before_acquire(false)
        .after_connect(move |connection, _| Box::pin(set_deadline(connection, limit, || true)))
        .before_acquire(move |connection, _| {
            Box::pin(async move {
                let set = set_deadline(connection, limit, || true).await;
                set.map(|()| true)
            })
        })
}

async fn set_deadline(
    connection: &mut SqliteConnection,
    limit: Duration,
    may_go_on: impl Fn() -> bool + Send + 'static,
) -> sqlx::Result<()> {
    let end = Instant::now() + limit;
    let mut handle = connection.lock_handle().await?;
    handle.set_progress_handler(STEPS_BETWEEN_LOOKS, move || {
        may_go_on() && Instant::now() < end
    });
    Ok(())
}

/// Instructions of SQLite's machine between two looks at the clock: about a millisecond.
const STEPS_BETWEEN_LOOKS: i32 = 20_000;

fn sqlite_options(options: &StoreOptions) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(match options.synchronous {
            Synchronous::Normal => SqliteSynchronous::Normal,
            Synchronous::Full => SqliteSynchronous::Full,
        })
        .busy_timeout(options.busy_timeout)
        .foreign_keys(true)
        .statement_cache_capacity(STATEMENTS)
        .disable_statement_logging()
}

fn postgres_options(options: &StoreOptions, connect: &PgConnectOptions) -> PgConnectOptions {
    let millis = options.busy_timeout.as_millis();
    connect
        .clone()
        .application_name("portolan")
        .options([
            ("lock_timeout", millis),
            ("statement_timeout", options.read_timeout.as_millis()),
            ("idle_in_transaction_session_timeout", 4 * millis),
        ])
        .statement_cache_capacity(STATEMENTS)
        .disable_statement_logging()
}

/// All statements of the store are prepared once a connection.
const STATEMENTS: usize = 256;
