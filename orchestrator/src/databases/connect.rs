//! One read-only connection to a PostgreSQL server, through the guard of addresses.
//!
//! The driver dials by itself and would look the name up again. So the guarded connection is handed to it through a
//! socket in a private folder; the host's name stays the one that its certificate is checked against. The relay
//! between the two also counts what comes in: no value, row or result is larger than memory allows.

use std::{
    io,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use portolan_query::{FailureCode, WorkerFailure};
use sqlx::{
    AssertSqlSafe, ConnectOptions, PgConnection,
    postgres::{PgConnectOptions, PgSslMode},
};
use tempfile::TempDir;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt, copy},
    net::{TcpStream, UnixListener},
    sync::OwnedSemaphorePermit,
    time::timeout,
};

use super::{
    access::{DatabaseAccess, SslMode},
    failure::{TOOK_TOO_LONG, failure, from_dial, from_sqlx},
};
use crate::dial::Guard;

const CONNECT_TIME: Duration = Duration::from_secs(10);
/// Time for the driver beyond the statement's own limit, which the server keeps.
const GRACE: Duration = Duration::from_secs(3);

/// A session in a read-only transaction.
pub(super) struct ReadSession {
    pub connection: PgConnection,
    access: DatabaseAccess,
    has_overflowed: Arc<AtomicBool>,
    time: Duration,
    _slot: OwnedSemaphorePermit,
    /// Holds the relay's socket.
    _folder: TempDir,
}

impl ReadSession {
    /// Connects and begins the transaction. Statements may take `time` each, and all results `most_bytes` together.
    pub async fn open(
        slot: OwnedSemaphorePermit,
        guard: &Guard,
        access: &DatabaseAccess,
        time: Duration,
        most_bytes: u64,
    ) -> Result<Self, WorkerFailure> {
        let stream = guard
            .connect(&access.host, access.port, CONNECT_TIME)
            .await
            .map_err(|error| from_dial(&error, access))?;
        let (folder, has_overflowed) =
            start_relay(stream, access.port, most_bytes).map_err(|error| {
                tracing::error!(error.cause = %error, "database relay not started");
                failure(
                    FailureCode::SourceUnreadable,
                    "Couldn't connect. Try again.",
                )
            })?;
        let options = PgConnectOptions::new_without_pgpass()
            .host(&access.host)
            .port(access.port)
            .socket(folder.path())
            .username(&access.user)
            .password(&access.password)
            .database(&access.database)
            .application_name("portolan")
            .ssl_mode(match access.ssl_mode {
                SslMode::Disable => PgSslMode::Disable,
                SslMode::Require => PgSslMode::Require,
                SslMode::VerifyFull => PgSslMode::VerifyFull,
            })
            .statement_cache_capacity(0)
            .disable_statement_logging();
        let connection = match timeout(CONNECT_TIME, options.connect()).await {
            Ok(Ok(connection)) => connection,
            Ok(Err(error)) => return Err(from_sqlx(&error, access)),
            Err(_) => {
                return Err(failure(
                    FailureCode::SourceUnreadable,
                    format!(
                        "{}:{} didn't answer as a PostgreSQL server does. Check the host and the port.",
                        access.host, access.port
                    ),
                ));
            }
        };
        let mut session = Self {
            connection,
            access: access.clone(),
            has_overflowed,
            time,
            _slot: slot,
            _folder: folder,
        };
        session.restrict().await?;
        Ok(session)
    }

    /// Lets the session read and nothing else, with built-in functions only.
    async fn restrict(&mut self) -> Result<(), WorkerFailure> {
        let millis = self.time.as_millis();
        let settings = format!(
            "SET default_transaction_read_only = on; SET statement_timeout = {millis}; SET lock_timeout = 3000; \
             SET idle_in_transaction_session_timeout = {}; SET search_path = pg_catalog; SET standard_conforming_strings = on; \
             SET TimeZone = 'UTC'; BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY",
            millis * 2
        );
        let done = sqlx::raw_sql(AssertSqlSafe(settings)).execute(&mut self.connection);
        match timeout(CONNECT_TIME, done).await {
            Ok(Ok(_)) => Ok(()),
            Ok(Err(error)) => Err(self.explain(&error)),
            Err(_) => Err(failure(FailureCode::QueryTimeout, TOOK_TOO_LONG)),
        }
    }

    /// Begins a new transaction after a statement failed.
    pub async fn restart(&mut self) -> Result<(), WorkerFailure> {
        let begin = "ROLLBACK; BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY";
        let done = sqlx::raw_sql(begin).execute(&mut self.connection);
        match timeout(CONNECT_TIME, done).await {
            Ok(Ok(_)) => Ok(()),
            Ok(Err(error)) => Err(self.explain(&error)),
            Err(_) => Err(failure(FailureCode::QueryTimeout, TOOK_TOO_LONG)),
        }
    }

    /// The longest that one statement may take, seen from here.
    pub fn patience(&self) -> Duration {
        self.time + GRACE
    }

    pub fn explain(&self, error: &sqlx::Error) -> WorkerFailure {
        if self.has_overflowed.load(Ordering::Relaxed) {
            return failure(
                FailureCode::QueryTooLarge,
                "The database returned too much data. Aggregate the rows, or choose fewer columns.",
            );
        }
        from_sqlx(error, &self.access)
    }
}

/// Joins the stream to a socket that the driver may connect to once.
fn start_relay(
    stream: TcpStream,
    port: u16,
    most_bytes: u64,
) -> io::Result<(TempDir, Arc<AtomicBool>)> {
    // Only this user can enter the folder.
    let folder = tempfile::Builder::new().prefix("portolan-db-").tempdir()?;
    // The name by which the driver finds a server's socket.
    let listener = UnixListener::bind(folder.path().join(format!(".s.PGSQL.{port}")))?;
    let has_overflowed = Arc::new(AtomicBool::new(false));
    let overflowed = Arc::clone(&has_overflowed);
    tokio::spawn(async move {
        let Ok(Ok((driver, _))) = timeout(CONNECT_TIME, listener.accept()).await else {
            return;
        };
        drop(listener);
        let (from_server, mut to_server) = stream.into_split();
        let (mut from_driver, mut to_driver) = driver.into_split();
        let requests = async {
            let _ = copy(&mut from_driver, &mut to_server).await;
            let _ = to_server.shutdown().await;
        };
        let answers = async {
            let mut limited = from_server.take(most_bytes);
            let _ = copy(&mut limited, &mut to_driver).await;
            if limited.limit() == 0 {
                overflowed.store(true, Ordering::Relaxed);
            }
            let _ = to_driver.shutdown().await;
        };
        // When one side is done, dropping both ends the other: the server then cancels what still runs.
        tokio::select! {
            () = requests => {}
            () = answers => {}
        }
    });
    Ok((folder, has_overflowed))
}
