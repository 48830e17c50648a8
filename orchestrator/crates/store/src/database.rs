//! One way to speak to both databases: values in, rows out.
//!
//! The two dialects share nearly all SQL (`$1`, RETURNING, ON CONFLICT), so the functions of the
//! store are written once over [`Session`]. Columns are TEXT, BIGINT or BOOLEAN in both.

use std::{sync::Arc, time::Duration};

use futures_util::TryStreamExt;
use metrics::{counter, histogram};
use sqlx::{
    ConnectOptions, Connection, Either, Executor, Postgres,
    pool::PoolConnection,
    postgres::{PgConnectOptions, PgPool, PgPoolOptions},
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous},
};
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    time::{Instant, timeout},
};

use super::{
    DatabaseUrl, Result, StoreError, StoreOptions, Synchronous, apart, migrations,
    sqlite_pool::{Deadline, PooledConnection, SqlitePool, SqlitePoolOptions},
    sqlite_transaction::{SqliteTransaction, StatementBatch},
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
        /// For long reads: their threads give way to those of short ones.
        scanners: SqlitePool,
    },
    Postgres(PgPool),
}

/// A session that reads much, and its place among those. Its statement ends when the caller has abandoned it.
/// Otherwise a client that disconnects and asks again would have many statements running at once.
pub(super) struct Scan {
    /// Of SQLite's connection.
    deadline: Option<Arc<Deadline>>,
    /// None once it is dropped.
    session: Option<Session>,
    /// None in a unit of work, which has its connection already.
    place: Option<OwnedSemaphorePermit>,
}

/// Statements that each stand alone.
pub(super) enum Session {
    Sqlite(PooledConnection),
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
                deadline: None,
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
        let session = match &self.connections {
            Connections::Sqlite { scanners, .. } => {
                Session::Sqlite(measure_wait("read", scanners.acquire()).await?)
            }
            Connections::Postgres(_) => self.read().await?,
        };
        Ok(Scan {
            deadline: match &session {
                Session::Sqlite(connection) => connection.deadline(),
                _ => None,
            },
            session: Some(session),
            place: Some(place),
        })
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
                let begin = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
                let begun = begin_postgres(pool, begin);
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
                let begun = begin_postgres(pool, "BEGIN");
                Session::PostgresTransaction(measure_wait("write", begun).await?)
            }
        }))
    }

    pub(super) fn is_postgres(&self) -> bool {
        matches!(self.connections, Connections::Postgres(_))
    }

    pub(super) fn pools(&self) -> Vec<PoolLoad> {
        match &self.connections {
            Connections::Sqlite {
                writer,
                readers,
                scanners,
            } => vec![
                PoolLoad::of_sqlite("write", writer),
                PoolLoad::of_sqlite("read", readers),
                PoolLoad::of_sqlite("scan", scanners),
            ],
            Connections::Postgres(pool) => vec![PoolLoad {
                name: "all",
                open: pool.size(),
                idle: pool.num_idle(),
            }],
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
                writer,
                readers,
                scanners,
            } => {
                scanners.close().await;
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
                first.close().await?;
                let limits = SqlitePoolOptions {
                    connections: 1,
                    queue_timeout: options.queue_timeout,
                    // Others queue behind a write, for so long at most.
                    statement_limit: Some(options.queue_timeout),
                    is_background: false,
                };
                let writer = SqlitePool::open(connect.clone(), limits).await?;
                let connect = connect.pragma("query_only", "ON");
                let limits = SqlitePoolOptions {
                    connections: options.connections,
                    statement_limit: Some(options.read_timeout),
                    ..limits
                };
                let readers = SqlitePool::open(connect.clone(), limits).await?;
                let limits = SqlitePoolOptions {
                    connections: (options.connections / 2).max(1),
                    is_background: true,
                    ..limits
                };
                let scanners = SqlitePool::open(connect, limits).await?;
                Ok(Self::Sqlite {
                    writer,
                    readers,
                    scanners,
                })
            }
            DatabaseUrl::SqliteMemory => {
                let connect = sqlite_options(options).in_memory(true);
                let limits = SqlitePoolOptions {
                    connections: 1,
                    queue_timeout: options.queue_timeout,
                    // The one connection does everything, and has no limit.
                    statement_limit: None,
                    is_background: false,
                };
                let writer = SqlitePool::open(connect, limits).await?;
                migrations::sqlite()
                    .run(writer.acquire().await?.begin_statement())
                    .await?;
                Ok(Self::Sqlite {
                    readers: writer.clone(),
                    scanners: writer.clone(),
                    writer,
                })
            }
            DatabaseUrl::Postgres(connect) => {
                let pool = PgPoolOptions::new()
                    .max_connections(options.connections.max(1))
                    .acquire_timeout(options.queue_timeout)
                    .idle_timeout(None)
                    .max_lifetime(None)
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

/// Begins a transaction, even where the caller leaves in the middle: the connection would return to
/// its pool with the transaction open, and the next caller's statements would become a part of it.
async fn begin_postgres(
    pool: &PgPool,
    begin: &'static str,
) -> Result<sqlx::Transaction<'static, Postgres>> {
    let pool = pool.clone();
    apart(async move { Ok(pool.begin_with(begin).await?) }).await
}

/// The connections of a pool.
#[derive(Clone, Copy, Debug)]
pub struct PoolLoad {
    pub name: &'static str,
    pub open: u32,
    pub idle: usize,
}

impl PoolLoad {
    fn of_sqlite(name: &'static str, pool: &SqlitePool) -> Self {
        let (open, idle) = pool.load();
        Self { name, open, idle }
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
            Session::Sqlite(connection) => run!(@sqlite connection, $sql, $params, $method, $is_kept),
            Session::SqliteTransaction(connection) => run!(@sqlite connection, $sql, $params, $method, $is_kept),
            Session::Postgres(connection) => {
                run!(@query $sql, $params, $is_kept).$method(&mut **connection).await.map(Into::into)?
            }
            Session::PostgresTransaction(connection) => {
                run!(@query $sql, $params, $is_kept).$method(&mut **connection).await.map(Into::into)?
            }
            // A unit of work shares a transaction of its own, never another unit's.
            Session::Shared(_) => return Err(StoreError::Unusable("units of work are nested".into())),
        }
    };
    (@sqlite $connection:expr, $sql:expr, $params:expr, $method:ident, $is_kept:expr) => {{
        let query = run!(@query $sql, $params, $is_kept);
        let result = query.$method($connection.begin_statement()).await?;
        $connection.finish_statement();
        result.into()
    }};
    (@query $sql:expr, $params:expr, $is_kept:expr) => {{
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
        query
    }};
}

/// A statement with its parameters, for [`Session::gather`].
pub(super) type Statement<'a> = (&'static str, &'a [Param<'a>]);

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
        self.send_queued().await?;
        let affected: Affected = run!(self, sql, params, execute);
        Ok(affected.0)
    }

    /// A write whose result isn't needed. In a transaction of SQLite it is sent with the next
    /// statement or with COMMIT, which then reports its error.
    pub(super) async fn queue(&mut self, sql: &'static str, params: &[Param<'_>]) -> Result<()> {
        if let Session::SqliteTransaction(transaction) = self.innermost()? {
            #[cfg(any(test, feature = "testing"))]
            super::testing::count_statement();
            return transaction.queue(sql, params).await;
        }
        self.execute(sql, params).await.map(drop)
    }

    async fn send_queued(&mut self) -> Result<()> {
        match self.innermost()? {
            Session::SqliteTransaction(transaction) => transaction.send_queued().await,
            _ => Ok(()),
        }
    }

    /// Returns what is queued with this statement at its end; None where it is to be sent alone.
    fn join_queued(&mut self, sql: &str, params: &[Param<'_>]) -> Result<Option<StatementBatch>> {
        Ok(match self.innermost()? {
            Session::SqliteTransaction(transaction) => transaction.join_queued(sql, params),
            _ => None,
        })
    }

    pub(super) async fn rows(
        &mut self,
        sql: &'static str,
        params: &[Param<'_>],
    ) -> Result<Vec<DatabaseRow>> {
        #[cfg(any(test, feature = "testing"))]
        super::testing::note_statement(sql, params);
        let rows: DatabaseRows = match self.join_queued(sql, params)? {
            Some(batch) => run!(
                self,
                sqlx::AssertSqlSafe(batch.sql),
                &batch.params,
                fetch_all
            ),
            None => run!(self, sql, params, fetch_all),
        };
        Ok(rows.0)
    }

    /// The rows of several statements. On SQLite they are sent together, after what is queued.
    pub(super) async fn gather<const N: usize>(
        &mut self,
        statements: [Statement<'_>; N],
    ) -> Result<[Vec<DatabaseRow>; N]> {
        let (mut batch, queued) = match self.innermost()? {
            Session::Sqlite(_) => Default::default(),
            Session::SqliteTransaction(transaction) => transaction.take_queued(),
            Session::Postgres(_) | Session::PostgresTransaction(_) | Session::Shared(_) => {
                let mut gathered = std::array::from_fn(|_| Vec::new());
                for (rows, (sql, params)) in gathered.iter_mut().zip(statements) {
                    *rows = self.rows(sql, params).await?;
                }
                return Ok(gathered);
            }
        };
        for (sql, params) in statements {
            #[cfg(any(test, feature = "testing"))]
            super::testing::note_statement(sql, params);
            batch.push(sql, params);
        }
        self.send_batch(batch, queued).await
    }

    /// Sends a batch to SQLite; returns the rows of the statements after the first `skipped` ones.
    async fn send_batch<const N: usize>(
        &mut self,
        batch: StatementBatch,
        skipped: usize,
    ) -> Result<[Vec<DatabaseRow>; N]> {
        let connection = match self.innermost()? {
            Session::Sqlite(connection) => connection,
            Session::SqliteTransaction(transaction) => &mut **transaction,
            _ => return Err(StoreError::Unusable("a batch is for SQLite".into())),
        };
        let query = run!(@query sqlx::AssertSqlSafe(batch.sql), &batch.params, true);
        let mut gathered = std::array::from_fn(|_| Vec::new());
        let mut done = 0;
        let mut results = connection.begin_statement().fetch_many(query);
        while let Some(result) = results.try_next().await? {
            match result {
                // A statement ends with the number of rows that it has changed.
                Either::Left(_) => done += 1,
                Either::Right(row) => {
                    let place = usize::checked_sub(done, skipped);
                    if let Some(rows) = place.and_then(|place| gathered.get_mut(place)) {
                        rows.push(row.into());
                    }
                }
            }
        }
        drop(results);
        connection.finish_statement();
        Ok(gathered)
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
        self.send_queued().await?;
        let sql = sqlx::AssertSqlSafe(sql);
        let rows: DatabaseRows = run!(self, sql, params, fetch_all, false);
        Ok(rows.0)
    }

    pub(super) async fn row(
        &mut self,
        sql: &'static str,
        params: &[Param<'_>],
    ) -> Result<Option<DatabaseRow>> {
        let row: MaybeRow = match self.join_queued(sql, params)? {
            Some(batch) => run!(
                self,
                sqlx::AssertSqlSafe(batch.sql),
                &batch.params,
                fetch_optional
            ),
            None => run!(self, sql, params, fetch_optional),
        };
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
        // Before its connection is another caller's.
        if let Some(deadline) = &self.deadline {
            deadline.end_now();
        }
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

    /// Commits after these statements, on SQLite in the message that has them.
    pub(super) async fn commit_with<const N: usize>(
        mut self,
        statements: [Statement<'_>; N],
    ) -> Result<[Vec<DatabaseRow>; N]> {
        let Session::SqliteTransaction(transaction) = &mut self.0 else {
            let gathered = self.gather(statements).await?;
            self.commit().await?;
            return Ok(gathered);
        };
        let (mut batch, queued) = transaction.take_queued();
        for (sql, params) in statements {
            batch.push(sql, params);
        }
        batch.push("COMMIT", &[]);
        let gathered = self.send_batch(batch, queued).await?;
        if let Session::SqliteTransaction(transaction) = &mut self.0 {
            transaction.end();
        }
        Ok(gathered)
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
