//! Notifications between servers on one PostgreSQL: only current listeners receive them. SQLite has
//! one server.

use sqlx::postgres::{PgListener, PgPoolOptions};

use super::{Result, Store, value::params};

const CHANNEL: &str = "portolan_realtime";
/// Bytes of one call; PostgreSQL takes fewer than 8,000.
pub const LONGEST_CALL: usize = 7_900;

/// Receives the messages of all servers, including its own.
pub struct CallListener(PgListener);

impl Store {
    /// Returns whether other servers may work on the same database.
    pub fn is_shared(&self) -> bool {
        self.database.is_postgres()
    }

    /// Calls these in order, with no other call in between.
    pub async fn call_servers(&self, calls: &[String]) -> Result<()> {
        let mut transaction = self.database.write().await?;
        for call in calls {
            let sql = "SELECT pg_notify($1, $2)";
            transaction.execute(sql, params![CHANNEL, call]).await?;
        }
        transaction.commit().await
    }

    /// Listens from now on, on a connection of its own; None if there is one server.
    pub async fn call_listener(&self) -> Result<Option<CallListener>> {
        let Some(pool) = self.database.postgres_pool() else {
            return Ok(None);
        };
        let own = PgPoolOptions::new()
            .max_connections(1)
            .max_lifetime(None)
            .idle_timeout(None)
            .connect_with((*pool.connect_options()).clone())
            .await?;
        let mut listener = PgListener::connect_with(&own).await?;
        listener.listen(CHANNEL).await?;
        Ok(Some(CallListener(listener)))
    }
}

impl CallListener {
    /// The next call; None if the connection was lost, and calls with it, and is there again.
    pub async fn next(&mut self) -> Result<Option<String>> {
        let call = self.0.try_recv().await?;
        Ok(call.map(|call| call.payload().to_owned()))
    }
}
