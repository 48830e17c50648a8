//! `portolan migrate-to`: moves the data of an SQLite server to PostgreSQL.

use std::process::ExitCode;

use portolan_store::{AuditReport, CopiedTable, DatabaseUrl, copy_to_postgres};

use super::{CommandFailure, data_folder::DataFolder, settings::Settings, user_commands, wiring};

/// Moves the data and prints the settings for the next start.
pub async fn migrate_to(settings: &Settings, url: &str) -> Result<ExitCode, CommandFailure> {
    let (tables, report) = move_database(settings, url).await?;
    for table in &tables {
        println!("{:>10}  {}", table.rows, table.name);
    }
    let code = user_commands::report_audit(&report);
    println!(
        "Everything is copied. Start the server with PORTOLAN_DATABASE_URL set to the new database; the data folder stays \
         in use for keys and files. Keep the old database until you have looked around."
    );
    Ok(code)
}

/// Copies the database of a stopped server into an empty PostgreSQL database; both must have the same, sound ledger.
pub async fn move_database(
    settings: &Settings,
    url: &str,
) -> Result<(Vec<CopiedTable>, AuditReport), CommandFailure> {
    let Ok(DatabaseUrl::Postgres(target)) = url.parse() else {
        return Err(CommandFailure::new(
            "the new database is a PostgreSQL one: postgres://user:password@host/database",
        ));
    };
    if !settings.data_dir.is_dir() {
        return Err(CommandFailure::new(format!(
            "the data folder {} doesn't exist: choose another with --data-dir",
            settings.data_dir.display()
        )));
    }
    let folder = DataFolder::open(&settings.data_dir).map_err(CommandFailure::new)?;
    let _lock = folder.lock().map_err(CommandFailure::new)?;
    let source = match &settings.database_url {
        Some(url) => url.parse().map_err(CommandFailure::new)?,
        None => DatabaseUrl::Sqlite(folder.database()),
    };
    let DatabaseUrl::Sqlite(path) = source else {
        return Err(CommandFailure::new(
            "this server doesn't use SQLite: remove the database URL of the old database",
        ));
    };
    if !path.exists() {
        return Err(CommandFailure::new(format!(
            "there is no database at {}: choose the server's folder with --data-dir",
            path.display()
        )));
    }
    let before = audit_store(settings).await?;
    if let Some(difference) = &before.difference {
        return Err(CommandFailure::new(format!(
            "the ledger of the old database differs ({}): run `portolan plan audit`, and restore a sound backup",
            difference.what
        )));
    }
    let tables = copy_to_postgres(&path, &target)
        .await
        .map_err(CommandFailure::new)?;
    let moved = Settings {
        database_url: Some(url.to_owned()),
        ..settings.clone()
    };
    let after = audit_store(&moved).await?;
    if after != before {
        return Err(CommandFailure::new(
            "the ledgers of the two databases differ: keep using the old one and report a bug",
        ));
    }
    Ok((tables, after))
}

/// Opens the database at this version's schema, and recomputes its ledger.
async fn audit_store(settings: &Settings) -> Result<AuditReport, CommandFailure> {
    let store = wiring::open_store(settings).await?;
    let report = store.audit().await.map_err(CommandFailure::new);
    store.close().await;
    report
}
