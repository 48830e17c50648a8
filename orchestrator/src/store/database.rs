//! One way to speak to both databases: values in, rows out.
//!
//! The two dialects share nearly all SQL (`$1`, RETURNING, ON CONFLICT), so the functions of the
//! store are written once over [`Session`]. Columns are TEXT, BIGINT or BOOLEAN in both.

use sqlx::{
    ConnectOptions, Postgres, Sqlite,
    pool::{PoolConnection, PoolOptions},
    postgres::{PgConnectOptions, PgPool},
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqliteSynchronous},
};

use super::{
    DatabaseUrl, Result, StoreOptions, Synchronous, migrations,
    sqlite_transaction::SqliteTransaction,
    value::{Param, Row},
};

/// SQLite has one writer, so that writers queue here and not in the file's lock.
#[derive(Clone, Debug)]
pub(super) enum Database {
    Sqlite {
        writer: SqlitePool,
        readers: SqlitePool,
    },
    Postgres(PgPool),
}

/// Statements that each stand alone.
pub(super) enum Session {
    Sqlite(PoolConnection<Sqlite>),
    SqliteTransaction(SqliteTransaction),
    Postgres(PoolConnection<Postgres>),
    PostgresTransaction(sqlx::Transaction<'static, Postgres>),
}

/// Statements that happen together; dropped without `commit`, none of them did.
pub(super) struct Transaction(Session);

impl Database {
    /// Connects, and runs the migrations that are missing.
    pub(super) async fn open(options: &StoreOptions) -> Result<Self> {
        match &options.url {
            DatabaseUrl::Sqlite(path) => {
                let connect = sqlite_options(options)
                    .filename(path)
                    .create_if_missing(true);
                let writer = pool(options, 1).connect_with(connect.clone()).await?;
                migrations::sqlite().run(&writer).await?;
                let readers = pool(options, options.connections)
                    .connect_with(connect.pragma("query_only", "ON"))
                    .await?;
                Ok(Self::Sqlite { writer, readers })
            }
            DatabaseUrl::SqliteMemory => {
                let connect = sqlite_options(options).in_memory(true);
                let writer = pool(options, 1).connect_with(connect).await?;
                migrations::sqlite().run(&writer).await?;
                let readers = writer.clone();
                Ok(Self::Sqlite { writer, readers })
            }
            DatabaseUrl::Postgres(connect) => {
                let pool = pool(options, options.connections)
                    .connect_with(postgres_options(options, connect))
                    .await?;
                migrations::postgres().run(&pool).await?;
                Ok(Self::Postgres(pool))
            }
        }
    }

    /// For single statements that read.
    pub(super) async fn read(&self) -> Result<Session> {
        Ok(match self {
            Self::Sqlite { readers, .. } => Session::Sqlite(readers.acquire().await?),
            Self::Postgres(pool) => Session::Postgres(pool.acquire().await?),
        })
    }

    /// Several statements that read one state of the database.
    pub(super) async fn snapshot(&self) -> Result<Transaction> {
        Ok(Transaction(match self {
            Self::Sqlite { readers, .. } => {
                Session::SqliteTransaction(SqliteTransaction::begin(readers, "BEGIN").await?)
            }
            Self::Postgres(pool) => Session::PostgresTransaction(
                pool.begin_with("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
                    .await?,
            ),
        }))
    }

    /// Takes SQLite's write lock at once; in PostgreSQL rows are locked as they are written.
    pub(super) async fn write(&self) -> Result<Transaction> {
        Ok(Transaction(match self {
            Self::Sqlite { writer, .. } => Session::SqliteTransaction(
                SqliteTransaction::begin(writer, "BEGIN IMMEDIATE").await?,
            ),
            Self::Postgres(pool) => Session::PostgresTransaction(pool.begin().await?),
        }))
    }

    pub(super) fn is_postgres(&self) -> bool {
        matches!(self, Self::Postgres(_))
    }

    pub(super) async fn close(&self) {
        match self {
            Self::Sqlite { writer, readers } => {
                readers.close().await;
                writer.close().await;
            }
            Self::Postgres(pool) => pool.close().await,
        }
    }
}

/// Runs one statement on whichever connection the session has.
macro_rules! run {
    ($session:expr, $sql:expr, $params:expr, $method:ident) => {
        run!($session, $sql, $params, $method, true)
    };
    ($session:expr, $sql:expr, $params:expr, $method:ident, $is_kept:expr) => {
        match $session {
            Session::Sqlite(connection) => run!(@on connection, $sql, $params, $method, $is_kept),
            Session::SqliteTransaction(connection) => run!(@on connection, $sql, $params, $method, $is_kept),
            Session::Postgres(connection) => run!(@on connection, $sql, $params, $method, $is_kept),
            Session::PostgresTransaction(connection) => run!(@on connection, $sql, $params, $method, $is_kept),
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

/// What a statement without rows did.
struct Affected(u64);

/// Rows of either database, or the lack of one.
struct Rows(Vec<Row>);
struct MaybeRow(Option<Row>);

impl Session {
    pub(super) fn is_postgres(&self) -> bool {
        matches!(self, Self::Postgres(_) | Self::PostgresTransaction(_))
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
    ) -> Result<Vec<Row>> {
        let rows: Rows = run!(self, sql, params, fetch_all);
        Ok(rows.0)
    }

    /// Rows of a statement that was put together from names of the store's own; it is not kept
    /// prepared.
    pub(super) async fn composed_rows(
        &mut self,
        sql: String,
        params: &[Param<'_>],
    ) -> Result<Vec<Row>> {
        let sql = sqlx::AssertSqlSafe(sql);
        let rows: Rows = run!(self, sql, params, fetch_all, false);
        Ok(rows.0)
    }

    pub(super) async fn row(
        &mut self,
        sql: &'static str,
        params: &[Param<'_>],
    ) -> Result<Option<Row>> {
        let row: MaybeRow = run!(self, sql, params, fetch_optional);
        Ok(row.0)
    }
}

impl Transaction {
    pub(super) async fn commit(self) -> Result<()> {
        match self.0 {
            Session::SqliteTransaction(transaction) => transaction.commit().await?,
            Session::PostgresTransaction(transaction) => transaction.commit().await?,
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

impl<R: Into<Row>> From<Vec<R>> for Rows {
    fn from(rows: Vec<R>) -> Self {
        Self(rows.into_iter().map(Into::into).collect())
    }
}

impl<R: Into<Row>> From<Option<R>> for MaybeRow {
    fn from(row: Option<R>) -> Self {
        Self(row.map(Into::into))
    }
}

/// Connections stay open: an SQLite database in memory is gone with its last connection.
fn pool<DB: sqlx::Database>(options: &StoreOptions, connections: u32) -> PoolOptions<DB> {
    PoolOptions::new()
        .max_connections(connections.max(1))
        .acquire_timeout(options.busy_timeout)
        .idle_timeout(None)
        .max_lifetime(None)
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
            ("idle_in_transaction_session_timeout", 4 * millis),
        ])
        .statement_cache_capacity(STATEMENTS)
        .disable_statement_logging()
}

/// All statements of the store are prepared once a connection.
const STATEMENTS: usize = 256;
