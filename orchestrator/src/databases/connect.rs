//! One read-only connection to a PostgreSQL server, through the guard of addresses.
//!
//! The driver dials by itself and would look the name up again. So the guarded connection is handed to it through a
//! socket in a private folder. The relay between the two bounds what comes in: no value, row or result is larger than
//! memory allows.

use std::{
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
use tokio::{sync::OwnedSemaphorePermit, time::timeout};

use super::{
    access::DatabaseAccess,
    failure::{TOOK_TOO_LONG, failure, from_dial, from_sqlx, from_tls, no_answer},
    relay,
    tls::encrypt,
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
        let encrypted = encrypt(stream, &access.host, access.ssl_mode);
        let stream = match timeout(CONNECT_TIME, encrypted).await {
            Ok(stream) => stream.map_err(|error| from_tls(&error, access))?,
            Err(_) => return Err(no_answer(access)),
        };
        let (folder, has_overflowed) = relay::start(stream, access.port, most_bytes, CONNECT_TIME)
            .map_err(|error| {
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
            // The relay has done that.
            .ssl_mode(PgSslMode::Disable)
            .statement_cache_capacity(0)
            .disable_statement_logging();
        let connection = match timeout(CONNECT_TIME, options.connect()).await {
            Ok(Ok(connection)) => connection,
            Ok(Err(error)) => return Err(from_sqlx(&error, access)),
            Err(_) => return Err(no_answer(access)),
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
