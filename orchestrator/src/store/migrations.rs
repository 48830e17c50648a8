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
#[folder = "$CARGO_MANIFEST_DIR/../migrations/sqlite"]
struct SqliteFiles;

#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/../migrations/postgres"]
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

/// Reads `0001_users.sql`; `None` for any other name, which the test below forbids.
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
    use super::*;

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
