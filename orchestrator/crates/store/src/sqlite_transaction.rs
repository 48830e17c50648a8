use std::{
    fmt::Write,
    ops::{Deref, DerefMut},
};

use sqlx::AssertSqlSafe;
use tokio::runtime::Handle;

use super::{
    Result,
    sqlite_pool::{PooledConnection, SqlitePool},
    value::Param,
};

/// A transaction that does not count: where SQLite is out of room it ends a transaction by itself,
/// and the driver's own type, whose ROLLBACK then fails, would never let the connection begin again.
///
/// Each statement that is sent costs a switch to the connection's thread and back. Those whose result
/// isn't needed wait in a queue and are sent with the next one: BEGIN with the first that reads,
/// the last writes with COMMIT.
pub(super) struct SqliteTransaction {
    /// None only while it is dropped.
    connection: Option<PooledConnection>,
    queued: StatementBatch,
    begun: TransactionState,
}

/// How far the connection is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TransactionState {
    /// BEGIN is still in the queue.
    NotYet,
    /// It was sent.
    Open,
    /// COMMIT has succeeded.
    Over,
}

/// Statements that are sent as one, with the parameters of all.
#[derive(Default)]
pub(super) struct StatementBatch {
    pub sql: String,
    pub params: Vec<Param<'static>>,
    statements: usize,
}

/// Statements that a queue holds: a longer text would rarely be the same as one that is kept prepared.
const MOST_QUEUED: usize = 24;

impl StatementBatch {
    /// Adds a statement. Its parameters are numbered after those before it.
    pub fn push(&mut self, sql: &str, params: &[Param<'_>]) {
        let offset = self.params.len();
        let mut rest = sql;
        while let Some((before, after)) = rest.split_once('$') {
            self.sql.push_str(before);
            self.sql.push('$');
            let digits = after.bytes().take_while(u8::is_ascii_digit).count();
            let (number, after) = after.split_at(digits);
            if let Ok(number) = number.parse::<usize>() {
                // Writing to a string does not fail.
                let _ = write!(self.sql, "{}", number + offset);
            }
            rest = after;
        }
        self.sql.push_str(rest);
        self.sql.push(';');
        self.params.extend(params.iter().map(Param::to_owned));
        self.statements += 1;
    }
}

impl SqliteTransaction {
    pub(super) async fn begin(pool: &SqlitePool, begin: &'static str) -> Result<Self> {
        let connection = pool.acquire().await?;
        let mut queued = StatementBatch::default();
        queued.push(begin, &[]);
        Ok(Self {
            connection: Some(connection),
            queued,
            begun: TransactionState::NotYet,
        })
    }

    /// Keeps a statement for the next time that something is sent.
    pub(super) async fn queue(&mut self, sql: &str, params: &[Param<'_>]) -> Result<()> {
        if self.queued.statements >= MOST_QUEUED {
            self.send_queued().await?;
        }
        self.queued.push(sql, params);
        Ok(())
    }

    /// Returns the queue and the number of its statements. The caller adds to it and sends it.
    pub(super) fn take_queued(&mut self) -> (StatementBatch, usize) {
        let batch = std::mem::take(&mut self.queued);
        // Before it is sent, so that a caller who goes away in between leaves nothing open.
        self.begun = TransactionState::Open;
        let queued = batch.statements;
        (batch, queued)
    }

    /// Returns the queue with this statement at its end; None where nothing is queued. The caller sends it.
    pub(super) fn join_queued(
        &mut self,
        sql: &str,
        params: &[Param<'_>],
    ) -> Option<StatementBatch> {
        if self.queued.statements == 0 {
            return None;
        }
        let (mut batch, _) = self.take_queued();
        batch.push(sql, params);
        Some(batch)
    }

    pub(super) async fn send_queued(&mut self) -> Result<()> {
        if self.queued.statements == 0 {
            return Ok(());
        }
        let (batch, _) = self.take_queued();
        let mut query = sqlx::query(AssertSqlSafe(batch.sql));
        for param in &batch.params {
            query = match param {
                Param::Text(value) => query.bind(value.as_deref()),
                Param::Integer(value) => query.bind(*value),
                Param::Boolean(value) => query.bind(*value),
            };
        }
        query.execute(self.begin_statement()).await?;
        self.finish_statement();
        Ok(())
    }

    pub(super) async fn commit(mut self) -> Result<()> {
        // Without a statement nothing was begun.
        if self.begun == TransactionState::Open || self.queued.statements > 1 {
            self.queued.push("COMMIT", &[]);
            self.send_queued().await?;
        }
        self.end();
        Ok(())
    }

    /// Notes that COMMIT has succeeded.
    pub(super) fn end(&mut self) {
        self.begun = TransactionState::Over;
    }
}

impl Drop for SqliteTransaction {
    fn drop(&mut self) {
        let Some(mut connection) = self.connection.take() else {
            return;
        };
        match Handle::try_current() {
            _ if self.begun != TransactionState::Open => {}
            Ok(runtime) => {
                runtime.spawn(async move {
                    let rollback = sqlx::query("ROLLBACK");
                    let rolled_back = rollback.execute(connection.begin_statement()).await;
                    let is_open = rolled_back.is_err_and(|error| {
                        !error.to_string().contains("no transaction is active")
                    });
                    if is_open {
                        connection.discard();
                    }
                });
            }
            // The runtime is gone, and the pool with it.
            Err(_) => connection.discard(),
        }
    }
}

impl Deref for SqliteTransaction {
    type Target = PooledConnection;

    fn deref(&self) -> &PooledConnection {
        self.connection
            .as_ref()
            .expect("a connection until it is dropped")
    }
}

impl DerefMut for SqliteTransaction {
    fn deref_mut(&mut self) -> &mut PooledConnection {
        self.connection
            .as_mut()
            .expect("a connection until it is dropped")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::params;

    #[test]
    fn parameters_of_joined_statements_are_numbered_on() {
        let mut batch = StatementBatch::default();
        batch.push("BEGIN", &[]);
        batch.push(
            "UPDATE t SET a = $2, b = '$x' WHERE id = $1",
            params!["one", 2_u64],
        );
        batch.push("INSERT INTO t VALUES ($1, $10)", params!["three"]);
        assert_eq!(
            batch.sql,
            "BEGIN;UPDATE t SET a = $2, b = '$x' WHERE id = $1;INSERT INTO t VALUES ($3, $12);"
        );
        assert_eq!(batch.params.len(), 3);
    }
}
