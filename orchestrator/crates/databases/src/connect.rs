//! One read-only connection to a database server, through the guard of addresses.
//!
//! The driver dials by itself and would look the name up again. So the guarded connection is handed to it through a
//! socket in a private folder. The relay between the two bounds what comes in: no value, row or result is larger than
//! memory allows.

use std::{
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use portolan_dial::Guard;
use portolan_query::{FailureCode, WorkerFailure};
use sqlx::{
    AssertSqlSafe, ConnectOptions, MySqlConnection, PgConnection,
    postgres::{PgConnectOptions, PgSslMode},
};
use tempfile::TempDir;
use tokio::{net::TcpStream, sync::OwnedSemaphorePermit, time::timeout};

use super::{
    access::{DatabaseAccess, DatabaseEngine},
    failure::{TOOK_TOO_LONG, failure, from_dial, from_sqlx, from_tls, no_answer},
    mysql,
    relay::{self, Counter},
    tls::{Connection, encrypt},
};

const CONNECT_TIME: Duration = Duration::from_secs(10);
/// Time for the driver beyond the statement's own limit, which the server keeps.
const GRACE: Duration = Duration::from_secs(3);

/// The connection of a driver.
pub(super) enum Driver {
    Postgres(PgConnection),
    Mysql(MySqlConnection),
}

/// A session in a read-only transaction.
pub(super) struct ReadSession {
    pub driver: Driver,
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
        let (stream, counter) = prepare_stream(stream, access, most_bytes).await?;
        let (folder, has_overflowed) = relay::start(stream, access.port, counter, CONNECT_TIME)
            .map_err(|error| {
                tracing::error!(error.cause = %error, "database relay not started");
                failure(
                    FailureCode::SourceUnreadable,
                    "Couldn't connect. Try again.",
                )
            })?;
        let driver = match timeout(CONNECT_TIME, connect_driver(access, folder.path())).await {
            Ok(Ok(driver)) => driver,
            Ok(Err(error)) if is_other_protocol(&error) => return Err(no_answer(access)),
            Ok(Err(error)) => return Err(from_sqlx(&error, access)),
            Err(_) => return Err(no_answer(access)),
        };
        let mut session = Self {
            driver,
            access: access.clone(),
            has_overflowed,
            time,
            _slot: slot,
            _folder: folder,
        };
        session.restrict().await?;
        Ok(session)
    }

    pub fn engine(&self) -> DatabaseEngine {
        self.access.engine
    }

    /// Lets the session read and nothing else, with built-in functions only.
    async fn restrict(&mut self) -> Result<(), WorkerFailure> {
        let settings = match &mut self.driver {
            Driver::Postgres(_) => postgres_settings(self.time),
            Driver::Mysql(connection) => {
                let version = timeout(CONNECT_TIME, mysql::read_version(connection)).await;
                match version {
                    Ok(Ok(version)) => mysql::settings(&version, self.time),
                    Ok(Err(error)) => return Err(self.explain(&error)),
                    Err(_) => return Err(failure(FailureCode::QueryTimeout, TOOK_TOO_LONG)),
                }
            }
        };
        self.execute(settings).await
    }

    /// Begins a new transaction after a statement failed.
    pub async fn restart(&mut self) -> Result<(), WorkerFailure> {
        let begin = match self.driver {
            Driver::Postgres(_) => {
                "ROLLBACK; BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY"
            }
            Driver::Mysql(_) => mysql::RESTART,
        };
        self.execute(begin.to_owned()).await
    }

    async fn execute(&mut self, statements: String) -> Result<(), WorkerFailure> {
        let statements = sqlx::raw_sql(AssertSqlSafe(statements));
        let done = async {
            match &mut self.driver {
                Driver::Postgres(connection) => statements.execute(connection).await.map(drop),
                Driver::Mysql(connection) => statements.execute(connection).await.map(drop),
            }
        };
        match timeout(CONNECT_TIME, done).await {
            Ok(Ok(())) => Ok(()),
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

/// Returns whether a server hung up on the driver's first message, or sent what the driver doesn't understand.
fn is_other_protocol(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Protocol(_) => true,
        sqlx::Error::Io(error) => matches!(
            error.kind(),
            std::io::ErrorKind::UnexpectedEof
                | std::io::ErrorKind::ConnectionReset
                | std::io::ErrorKind::BrokenPipe
        ),
        _ => false,
    }
}

/// Encrypts the connection where the driver doesn't, and chooses how its bytes are counted.
async fn prepare_stream(
    stream: TcpStream,
    access: &DatabaseAccess,
    most_bytes: u64,
) -> Result<(Box<dyn Connection>, Counter), WorkerFailure> {
    if access.engine == DatabaseEngine::Mysql {
        return Ok((Box::new(stream), Counter::Bytes(most_bytes)));
    }
    let certificate = access.ca_certificate.as_deref();
    let encrypted = encrypt(stream, &access.host, access.ssl_mode, certificate);
    match timeout(CONNECT_TIME, encrypted).await {
        Ok(Ok(stream)) => Ok((stream, Counter::messages(most_bytes))),
        Ok(Err(error)) => Err(from_tls(&error, access)),
        Err(_) => Err(no_answer(access)),
    }
}

async fn connect_driver(access: &DatabaseAccess, folder: &Path) -> sqlx::Result<Driver> {
    if access.engine == DatabaseEngine::Mysql {
        let socket = folder.join(relay::socket_name(access.port));
        return mysql::connect(access, &socket).await.map(Driver::Mysql);
    }
    let options = PgConnectOptions::new_without_pgpass()
        .host(&access.host)
        .port(access.port)
        .socket(folder)
        .username(&access.user)
        .password(&access.password)
        .database(&access.database)
        .application_name("portolan")
        // The relay has done that.
        .ssl_mode(PgSslMode::Disable)
        .statement_cache_capacity(0)
        .disable_statement_logging();
    options.connect().await.map(Driver::Postgres)
}

fn postgres_settings(time: Duration) -> String {
    let millis = time.as_millis();
    format!(
        "SET default_transaction_read_only = on; SET statement_timeout = {millis}; SET lock_timeout = 3000; \
         SET idle_in_transaction_session_timeout = {}; SET search_path = pg_catalog; SET standard_conforming_strings = on; \
         SET TimeZone = 'UTC'; BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY",
        millis * 2
    )
}
