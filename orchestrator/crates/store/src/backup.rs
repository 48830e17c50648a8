use std::path::Path;

use sqlx::{
    ConnectOptions, Connection, PgConnection, SqliteConnection, sqlite::SqliteConnectOptions,
};

use super::{DatabaseUrl, Result, StoreError};

/// Copies an SQLite database to a new file, as it is at one moment, while servers read and write it. Runs no migration.
pub async fn copy_sqlite(from: &Path, to: &Path) -> Result<()> {
    let mut connection = open_sqlite(from).await?;
    sqlx::query("VACUUM INTO $1")
        .bind(to.to_string_lossy().into_owned())
        .execute(&mut connection)
        .await?;
    connection.close().await?;
    let mut copy = open_sqlite(to).await?;
    let verdict: String = sqlx::query_scalar("PRAGMA quick_check(1)")
        .fetch_one(&mut copy)
        .await?;
    copy.close().await?;
    if verdict == "ok" {
        Ok(())
    } else {
        Err(StoreError::Corrupt(verdict))
    }
}

async fn open_sqlite(path: &Path) -> Result<SqliteConnection> {
    Ok(SqliteConnectOptions::new().filename(path).connect().await?)
}

/// Returns whether there is nothing that a restored database would overwrite: no file, or no table.
pub async fn is_empty(url: &DatabaseUrl) -> Result<bool> {
    match url {
        DatabaseUrl::Sqlite(path) => Ok(!path.exists()),
        DatabaseUrl::SqliteMemory => Ok(true),
        DatabaseUrl::Postgres(options) => {
            let mut connection = PgConnection::connect_with(options).await?;
            let tables: i64 = sqlx::query_scalar(
                "SELECT count(*) FROM information_schema.tables WHERE table_schema = current_schema()",
            )
            .fetch_one(&mut connection)
            .await?;
            connection.close().await?;
            Ok(tables == 0)
        }
    }
}
