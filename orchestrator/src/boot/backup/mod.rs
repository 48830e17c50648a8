//! `portolan run_backup` and `portolan run_restore`: database, objects and keys of a server in one file.

mod archive;
mod postgres;

use std::{
    fs::{self, File},
    path::{Path, PathBuf},
    process::ExitCode,
};

use futures_util::TryStreamExt;
use portolan_environment::clock::Clock;
use portolan_sources::{ObjectError, Objects};
use portolan_store::{AuditReport, DatabaseUrl, copy_sqlite, is_empty};
use tempfile::TempDir;
use zip::CompressionMethod;

use super::{CommandFailure, data_folder::DataFolder, settings::Settings, user_commands, wiring};
use archive::{BackupReader, BackupWriter, DatabaseKind, Manifest};

const DATABASE: &str = "database";
const OBJECTS: &str = "objects/";

/// Writes a backup and prints its content.
pub async fn run_backup(settings: &Settings, out: &Path) -> Result<ExitCode, CommandFailure> {
    let manifest = write_backup(settings, out).await?;
    println!("{}: {}", out.display(), describe_backup(&manifest));
    Ok(ExitCode::SUCCESS)
}

/// Restores a backup and prints whether its ledger adds up.
pub async fn run_restore(settings: &Settings, file: &Path) -> Result<ExitCode, CommandFailure> {
    let (manifest, report) = restore_backup(settings, file).await?;
    println!(
        "Restored a backup of {}: {}",
        manifest.created_at.format("%Y-%m-%d %H:%M:%S UTC"),
        describe_backup(&manifest)
    );
    Ok(user_commands::report_audit(&report))
}

fn describe_backup(manifest: &Manifest) -> String {
    let objects = manifest.files.iter();
    let objects = objects
        .filter(|file| file.name.starts_with(OBJECTS))
        .count();
    let bytes: u64 = manifest.files.iter().map(|file| file.bytes).sum();
    format!(
        "{} database, {objects} objects, {bytes} bytes, version {}",
        match manifest.database {
            DatabaseKind::Sqlite => "SQLite",
            DatabaseKind::Postgres => "PostgreSQL",
        },
        manifest.version
    )
}

/// Writes everything that a server keeps into a new file, also while the server runs.
///
/// Objects never change, and are stored before the row that names them. So they are copied before the database, and
/// those that came meanwhile after it: each object that the copied database names is in the backup.
pub async fn write_backup(settings: &Settings, out: &Path) -> Result<Manifest, CommandFailure> {
    if out.exists() {
        return Err(CommandFailure::new(format!(
            "{} exists: choose another file, or delete it first",
            out.display()
        )));
    }
    if !settings.data_dir.is_dir() {
        return Err(CommandFailure::new(format!(
            "the data folder {} doesn't exist: choose another with --data-dir",
            settings.data_dir.display()
        )));
    }
    let folder = DataFolder::open(&settings.data_dir).map_err(CommandFailure::new)?;
    let objects = wiring::open_objects(settings, &folder)?;
    let work = work_beside(out)?;
    let part = work.path().join("backup");
    let mut writer = BackupWriter::create(&part).map_err(CommandFailure::new)?;
    add_objects(&mut writer, &objects, work.path()).await?;
    let dump = work.path().join(DATABASE);
    let kind = dump_database(settings, &dump).await?;
    add_file(&mut writer, DATABASE, CompressionMethod::Deflated, &dump)?;
    add_objects(&mut writer, &objects, work.path()).await?;
    for (name, path) in secret_files(&folder) {
        if path.exists() {
            add_file(&mut writer, name, CompressionMethod::Deflated, &path)?;
        }
    }
    let manifest = writer
        .finish(kind, Clock::system().now())
        .map_err(CommandFailure::new)?;
    fs::rename(&part, out).map_err(CommandFailure::new)?;
    Ok(manifest)
}

/// Restores a backup into an empty data folder, database and object store, and recomputes the ledger.
pub async fn restore_backup(
    settings: &Settings,
    file: &Path,
) -> Result<(Manifest, AuditReport), CommandFailure> {
    let mut reader = BackupReader::open(file).map_err(CommandFailure::new)?;
    let folder = DataFolder::open(&settings.data_dir).map_err(CommandFailure::new)?;
    let _lock = folder.lock().map_err(CommandFailure::new)?;
    let url = database_url(settings, &folder)?;
    check_kind(&url, reader.manifest.database)?;
    let objects = wiring::open_objects(settings, &folder)?;
    check_empty(&folder, &url, &objects).await?;
    let work = tempfile::tempdir_in(folder.uploads()).map_err(CommandFailure::new)?;
    for (name, path) in secret_files(&folder) {
        if reader.manifest.files.iter().any(|file| file.name == name) {
            reader.extract(name, &path).map_err(CommandFailure::new)?;
        }
    }
    let names: Vec<String> = reader
        .manifest
        .files
        .iter()
        .map(|file| file.name.clone())
        .collect();
    for name in &names {
        if let Some(key) = name.strip_prefix(OBJECTS) {
            let incoming = work.path().join("object");
            reader
                .extract(name, &incoming)
                .map_err(CommandFailure::new)?;
            objects
                .put_file(key, &incoming)
                .await
                .map_err(CommandFailure::new)?;
        }
    }
    match (&url, &settings.database_url) {
        (DatabaseUrl::Sqlite(path), _) => reader
            .extract(DATABASE, path)
            .map_err(CommandFailure::new)?,
        (_, Some(url)) => {
            let dump = work.path().join(DATABASE);
            reader
                .extract(DATABASE, &dump)
                .map_err(CommandFailure::new)?;
            postgres::restore_database(url, &dump).await?;
        }
        (_, None) => {
            return Err(CommandFailure::new(
                "a database in memory can't be restored",
            ));
        }
    }
    let store = wiring::open_store(settings).await?;
    let report = store.audit().await.map_err(CommandFailure::new)?;
    store.close().await;
    Ok((reader.manifest, report))
}

/// A folder on the same file system as the file that is going to be there.
fn work_beside(out: &Path) -> Result<TempDir, CommandFailure> {
    let parent = out.parent().filter(|parent| !parent.as_os_str().is_empty());
    tempfile::tempdir_in(parent.unwrap_or_else(|| Path::new("."))).map_err(CommandFailure::new)
}

/// Keys of the data folder, by their names in a backup.
fn secret_files(folder: &DataFolder) -> [(&'static str, PathBuf); 2] {
    [
        ("keys/signing-keys.json", folder.signing_keys()),
        ("keys/code-secret", folder.code_secret()),
    ]
}

fn database_url(settings: &Settings, folder: &DataFolder) -> Result<DatabaseUrl, CommandFailure> {
    match &settings.database_url {
        Some(url) => url.parse().map_err(CommandFailure::new),
        None => Ok(DatabaseUrl::Sqlite(folder.database())),
    }
}

async fn dump_database(settings: &Settings, file: &Path) -> Result<DatabaseKind, CommandFailure> {
    let folder = DataFolder::open(&settings.data_dir).map_err(CommandFailure::new)?;
    match (database_url(settings, &folder)?, &settings.database_url) {
        (DatabaseUrl::Sqlite(path), _) => {
            if !path.exists() {
                return Err(CommandFailure::new(format!(
                    "there is no database at {}: choose the server's folder with --data-dir",
                    path.display()
                )));
            }
            copy_sqlite(&path, file)
                .await
                .map_err(CommandFailure::new)?;
            Ok(DatabaseKind::Sqlite)
        }
        (DatabaseUrl::Postgres(_), Some(url)) => {
            postgres::dump_database(url, file).await?;
            Ok(DatabaseKind::Postgres)
        }
        _ => Err(CommandFailure::new(
            "a database in memory can't be backed up",
        )),
    }
}

fn check_kind(url: &DatabaseUrl, kind: DatabaseKind) -> Result<(), CommandFailure> {
    match (url, kind) {
        (DatabaseUrl::Sqlite(_), DatabaseKind::Sqlite)
        | (DatabaseUrl::Postgres(_), DatabaseKind::Postgres) => Ok(()),
        (_, DatabaseKind::Sqlite) => Err(CommandFailure::new(
            "the backup is of an SQLite database: restore it without a database URL",
        )),
        (_, DatabaseKind::Postgres) => Err(CommandFailure::new(
            "the backup is of a PostgreSQL database: name an empty one with --database-url",
        )),
    }
}

/// Refuses a target that has data.
async fn check_empty(
    folder: &DataFolder,
    url: &DatabaseUrl,
    objects: &Objects,
) -> Result<(), CommandFailure> {
    let refuse = |what: String| {
        Err(CommandFailure::new(format!(
            "{what}: a backup is restored only into an empty folder, database and object store"
        )))
    };
    if let Some((_, path)) = secret_files(folder).iter().find(|(_, path)| path.exists()) {
        return refuse(format!("{} exists", path.display()));
    }
    if !is_empty(url).await.map_err(CommandFailure::new)? {
        return refuse(format!("the database {url:?} has data"));
    }
    let found = objects
        .list()
        .try_next()
        .await
        .map_err(CommandFailure::new)?;
    if let Some(key) = found {
        return refuse(format!("the object store has the object {key}"));
    }
    Ok(())
}

/// Adds the objects that the backup doesn't have yet. Those that are deleted meanwhile are left out.
async fn add_objects(
    writer: &mut BackupWriter,
    objects: &Objects,
    work: &Path,
) -> Result<(), CommandFailure> {
    let keys: Vec<String> = objects
        .list()
        .try_collect()
        .await
        .map_err(CommandFailure::new)?;
    for key in keys {
        let name = format!("{OBJECTS}{key}");
        if writer.has(&name) {
            continue;
        }
        let file = work.join("object");
        match objects.save(&key, &file).await {
            Ok(()) => add_file(writer, &name, CompressionMethod::Stored, &file)?,
            Err(ObjectError::Store(object_store::Error::NotFound { .. })) => {}
            Err(error) => return Err(CommandFailure::new(error)),
        }
    }
    Ok(())
}

fn add_file(
    writer: &mut BackupWriter,
    name: &str,
    method: CompressionMethod,
    path: &Path,
) -> Result<(), CommandFailure> {
    let mut file = File::open(path).map_err(CommandFailure::new)?;
    writer
        .add(name, method, &mut file)
        .map_err(CommandFailure::new)
}
