use std::{fmt, path::PathBuf, str::FromStr, time::Duration};

use portolan_ledger::Plans;
use sqlx::postgres::PgConnectOptions;

/// The location of the database.
#[derive(Clone)]
pub enum DatabaseUrl {
    /// A file; its folder must exist.
    Sqlite(PathBuf),
    /// Gone with the last clone of the store: for tests and one-off runs.
    SqliteMemory,
    Postgres(Box<PgConnectOptions>),
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "a database URL looks like sqlite:data/portolan.db or postgres://user:password@host/database"
)]
pub struct DatabaseUrlError;

impl FromStr for DatabaseUrl {
    type Err = DatabaseUrlError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text == "sqlite::memory:" {
            return Ok(Self::SqliteMemory);
        }
        if let Some(path) = text.strip_prefix("sqlite:") {
            let path = path.strip_prefix("//").unwrap_or(path);
            return match path {
                "" => Err(DatabaseUrlError),
                path => Ok(Self::Sqlite(path.into())),
            };
        }
        if text.starts_with("postgres://") || text.starts_with("postgresql://") {
            let options = text.parse().map_err(|_| DatabaseUrlError)?;
            return Ok(Self::Postgres(Box::new(options)));
        }
        Err(DatabaseUrlError)
    }
}

/// Without the password.
impl fmt::Debug for DatabaseUrl {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sqlite(path) => write!(formatter, "sqlite:{}", path.display()),
            Self::SqliteMemory => formatter.write_str("sqlite::memory:"),
            Self::Postgres(options) => write!(
                formatter,
                "postgres://{}:{}/{}",
                options.get_host(),
                options.get_port(),
                options.get_database().unwrap_or_default()
            ),
        }
    }
}

/// The durability of a commit in SQLite.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Synchronous {
    /// A killed process.
    #[default]
    Normal,
    /// Survives a power loss too; about twenty times slower.
    Full,
}

#[derive(Clone, Debug)]
pub struct StoreOptions {
    pub url: DatabaseUrl,
    pub synchronous: Synchronous,
    /// How long a statement waits for a lock that another process or node holds before it is `Busy`.
    pub busy_timeout: Duration,
    /// How long a call queues for a connection before it is `Busy`. Calls get theirs in the order in
    /// which they came.
    pub queue_timeout: Duration,
    /// How long a call may read once it has a connection; then its statement is interrupted.
    pub read_timeout: Duration,
    /// Chats, charts, sources and other items of one kind that an account may store; 0 for no limit.
    pub account_items: u64,
    /// The plans that accounts can have; by default the standard ones, without their limits.
    pub plans: Plans,
    /// Connections to PostgreSQL; on SQLite the readers beside the one writer.
    pub connections: u32,
    /// Life of a chat's lease without renewal; at most ten seconds. PostgreSQL only.
    pub lease: Duration,
    /// Credits beyond their plan that a user may use in a period; 0, the default, is a hard limit.
    ///
    /// Above 0 the limit is soft: where a message, or the next model call of a running turn, needs
    /// more credits than are left, exactly what is missing is granted as overage, an entry and a
    /// grant of its own that is used last and expires with the period. All overage of a period
    /// together stays within this number; after that the limit is as hard as without it. The
    /// balance is never below zero: overage is granted before it is used.
    pub overage_limit: u64,
}

impl StoreOptions {
    pub fn new(url: DatabaseUrl) -> Self {
        let connections = match url {
            DatabaseUrl::Postgres(_) => 16,
            DatabaseUrl::Sqlite(_) | DatabaseUrl::SqliteMemory => 4,
        };
        Self {
            url,
            synchronous: Synchronous::default(),
            busy_timeout: Duration::from_secs(5),
            queue_timeout: Duration::from_secs(30),
            read_timeout: Duration::from_secs(10),
            account_items: 20_000,
            plans: Plans::standard().without_limits(),
            connections,
            lease: Duration::from_secs(10),
            overage_limit: 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn urls_name_a_file_or_a_server() {
        assert!(
            matches!("sqlite:data/x.db".parse(), Ok(DatabaseUrl::Sqlite(path)) if path.ends_with("data/x.db"))
        );
        assert!(
            matches!("sqlite:///tmp/x.db".parse(), Ok(DatabaseUrl::Sqlite(path)) if path.is_absolute())
        );
        assert!(matches!(
            "sqlite::memory:".parse(),
            Ok(DatabaseUrl::SqliteMemory)
        ));
        for bad in ["", "sqlite:", "mysql://x/y", "data/x.db"] {
            assert_eq!(bad.parse::<DatabaseUrl>().unwrap_err(), DatabaseUrlError);
        }
    }

    #[test]
    fn database_password_is_hidden_in_debug_output() {
        let url: DatabaseUrl = "postgres://me:canary@localhost/portolan".parse().unwrap();
        assert_eq!(format!("{url:?}"), "postgres://localhost:5432/portolan");
    }
}
