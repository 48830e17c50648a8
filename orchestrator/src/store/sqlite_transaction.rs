use std::ops::{Deref, DerefMut};

use sqlx::{Sqlite, SqliteConnection, pool::PoolConnection, sqlite::SqlitePool};
use tokio::runtime::Handle;

use super::Result;

/// A transaction that does not count: where SQLite is out of room it ends a transaction by itself,
/// and the driver's own type, whose ROLLBACK then fails, would never let the connection begin again.
pub(super) struct SqliteTransaction {
    /// None only while it is dropped.
    connection: Option<PoolConnection<Sqlite>>,
    is_over: bool,
}

impl SqliteTransaction {
    pub(super) async fn begin(pool: &SqlitePool, begin: &'static str) -> Result<Self> {
        // Made before BEGIN, so that a caller who goes away in between leaves nothing open.
        let mut transaction = Self {
            connection: Some(pool.acquire().await?),
            is_over: false,
        };
        sqlx::query(begin).execute(&mut *transaction).await?;
        Ok(transaction)
    }

    pub(super) async fn commit(mut self) -> Result<()> {
        sqlx::query("COMMIT").execute(&mut *self).await?;
        self.is_over = true;
        Ok(())
    }
}

impl Drop for SqliteTransaction {
    fn drop(&mut self) {
        let Some(mut connection) = self.connection.take() else {
            return;
        };
        match Handle::try_current() {
            _ if self.is_over => {}
            Ok(runtime) => {
                runtime.spawn(async move {
                    let rolled_back = sqlx::query("ROLLBACK").execute(&mut *connection).await;
                    let is_open = rolled_back.is_err_and(|error| {
                        !error.to_string().contains("no transaction is active")
                    });
                    if is_open {
                        connection.close_on_drop();
                    }
                });
            }
            // The runtime is gone, and the pool with it.
            Err(_) => drop(connection.detach()),
        }
    }
}

impl Deref for SqliteTransaction {
    type Target = SqliteConnection;

    fn deref(&self) -> &SqliteConnection {
        self.connection
            .as_ref()
            .expect("a connection until it is dropped")
    }
}

impl DerefMut for SqliteTransaction {
    fn deref_mut(&mut self) -> &mut SqliteConnection {
        self.connection
            .as_mut()
            .expect("a connection until it is dropped")
    }
}
