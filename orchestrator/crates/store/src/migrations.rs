//! The migrations of each dialect, inside the program.
//!
//! Embedded as files: the macro of the database library would build both drivers a second time,
//! for the compiler.

use rust_embed::RustEmbed;
use sqlx::{
    AssertSqlSafe, SqlSafeStr,
    migrate::{Migration, MigrationType, Migrator},
};

#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/../../../migrations/sqlite"]
struct SqliteFiles;

#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/../../../migrations/postgres"]
struct PostgresFiles;

pub(super) fn sqlite() -> Migrator {
    migrator::<SqliteFiles>()
}

pub(super) fn postgres() -> Migrator {
    migrator::<PostgresFiles>()
}

fn migrator<Files: RustEmbed>() -> Migrator {
    Migrator::with_migrations(
        Files::iter()
            .filter_map(|name| embedded_migration::<Files>(&name))
            .collect(),
    )
}

/// Reads `0001_accounts.sql`; `None` for any other name, which the test below forbids.
fn embedded_migration<Files: RustEmbed>(name: &str) -> Option<Migration> {
    let (version, description) = name.strip_suffix(".sql")?.split_once('_')?;
    let sql = String::from_utf8(Files::get(name)?.data.into_owned()).ok()?;
    Some(Migration::new(
        version.parse().ok()?,
        description.replace('_', " ").into(),
        MigrationType::Simple,
        AssertSqlSafe(sql).into_sql_str(),
        false,
    ))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use sha2::{Digest as _, Sha256};
    use sqlx::{Connection, PgConnection, SqliteConnection};

    use super::*;
    use crate::{DatabaseUrl, StoreError, testing};

    /// The last migration of the baseline: the schema of the first release.
    const BASELINE: i64 = 8;
    /// The checksums of all files, as `sha256sum */*.sql` prints them in `/migrations`.
    const CHECKSUMS: &str = include_str!("../../../../migrations/SHA256SUMS");

    /// Returns the migrations of the baseline.
    fn baseline(all: &Migrator) -> Migrator {
        let of_baseline = all.iter().filter(|migration| migration.version <= BASELINE);
        Migrator::with_migrations(of_baseline.cloned().collect())
    }

    /// Returns the checksum of each file, by its path in `/migrations`.
    fn checksums<Files: RustEmbed>(dialect: &str) -> Vec<(String, String)> {
        let file = |name: std::borrow::Cow<'static, str>| {
            let bytes = Files::get(&name).unwrap().data;
            let digest: String = Sha256::digest(&bytes)
                .iter()
                .map(|byte| format!("{byte:02x}"))
                .collect();
            (format!("{dialect}/{name}"), digest)
        };
        Files::iter().map(file).collect()
    }

    #[test]
    fn migrations_match_their_recorded_checksums() {
        let recorded: BTreeMap<String, String> = CHECKSUMS
            .lines()
            .filter_map(|line| line.split_once("  "))
            .map(|(digest, path)| (path.to_owned(), digest.to_owned()))
            .collect();
        let mut found: BTreeMap<String, String> = BTreeMap::new();
        found.extend(checksums::<SqliteFiles>("sqlite"));
        found.extend(checksums::<PostgresFiles>("postgres"));
        assert_eq!(
            found, recorded,
            "released migrations never change: add a migration, and its line to migrations/SHA256SUMS"
        );
    }

    const INSERT_USER: &str = "INSERT INTO users (id, email, role, app_metadata, user_metadata, is_anonymous, created_at, updated_at) \
         VALUES ('00000000-0000-4000-8000-000000000001', 'ada@example.com', 'authenticated', '{}', '{}', FALSE, 1, 2)";
    const FIND_USER: &str =
        "SELECT email FROM users WHERE id = '00000000-0000-4000-8000-000000000001'";

    #[tokio::test]
    async fn sqlite_database_of_baseline_keeps_its_rows() {
        let mut connection = SqliteConnection::connect("sqlite::memory:").await.unwrap();
        baseline(&sqlite()).run(&mut connection).await.unwrap();
        sqlx::query(INSERT_USER)
            .execute(&mut connection)
            .await
            .unwrap();
        sqlite().run(&mut connection).await.unwrap();
        let email: String = sqlx::query_scalar(FIND_USER)
            .fetch_one(&mut connection)
            .await
            .unwrap();
        assert_eq!(email, "ada@example.com");
    }

    #[tokio::test]
    async fn postgres_database_of_baseline_keeps_its_rows() {
        let Some(DatabaseUrl::Postgres(options)) = testing::postgres_url().await else {
            return;
        };
        let mut connection = PgConnection::connect_with(&options).await.unwrap();
        baseline(&postgres()).run(&mut connection).await.unwrap();
        sqlx::query(INSERT_USER)
            .execute(&mut connection)
            .await
            .unwrap();
        postgres().run(&mut connection).await.unwrap();
        let email: String = sqlx::query_scalar(FIND_USER)
            .fetch_one(&mut connection)
            .await
            .unwrap();
        assert_eq!(email, "ada@example.com");
    }

    #[tokio::test]
    async fn database_from_before_baseline_is_rejected() {
        let mut connection = SqliteConnection::connect("sqlite::memory:").await.unwrap();
        let older = Migration::new(
            1,
            "users".into(),
            MigrationType::Simple,
            "CREATE TABLE users (id TEXT PRIMARY KEY)".into_sql_str(),
            false,
        );
        let older = Migrator::with_migrations(vec![older]);
        older.run(&mut connection).await.unwrap();
        let error: StoreError = sqlite().run(&mut connection).await.unwrap_err().into();
        assert!(
            error.to_string().contains("start with an empty database"),
            "{error}"
        );
    }

    #[test]
    fn both_dialects_have_same_migrations() {
        let listed = |migrator: Migrator| -> Vec<(i64, String)> {
            migrator
                .iter()
                .map(|migration| (migration.version, migration.description.to_string()))
                .collect()
        };
        let sqlite = listed(sqlite());
        assert_eq!(sqlite, listed(postgres()));
        assert_eq!(sqlite.len(), SqliteFiles::iter().count());
        assert_eq!(sqlite.len(), PostgresFiles::iter().count());
    }
}
