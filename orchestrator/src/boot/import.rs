use std::{ffi::OsStr, fs, path::Path, process::ExitCode};

use portolan_environment::{clock::Clock, ids::Ids};
use portolan_store::{Store, StoreError};
use serde_json::{Map, Value};

use super::{
    CommandFailure, data_folder::DataFolder, load_settings, settings::DataFlags, wiring, with_data,
};
use crate::http::auth::{Auth, ExportedUser};

/// Results of an import.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Import {
    pub imported: usize,
    /// Accounts whose id, email address or phone number is there already.
    pub known: usize,
    /// Rows that can't be imported, and factors that were left out, each with its reason.
    pub problems: Vec<String>,
}

/// Imports an exported user table: a JSON array, an object on each line, or CSV.
pub async fn import_users(file: &Path, data: DataFlags) -> Result<ExitCode, CommandFailure> {
    let settings = load_settings(&with_data(data))?;
    let rows = read_rows(file)?;
    let folder = DataFolder::open(&settings.data_dir).map_err(CommandFailure::new)?;
    let clock = Clock::system();
    let ids = Ids::system(clock.clone());
    let auth = wiring::open_auth(&settings, &folder, &ids, clock.clone())?;
    let store = wiring::open_store(&settings).await?;
    let import = import_rows(&store, &auth, (&clock, &ids), rows)
        .await
        .map_err(CommandFailure::new)?;
    for problem in &import.problems {
        eprintln!("{problem}");
    }
    println!(
        "Imported {} accounts; {} were there already.",
        import.imported, import.known
    );
    Ok(if import.problems.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// Stores each row in a transaction of its own, so that an import can be repeated.
pub async fn import_rows(
    store: &Store,
    auth: &Auth,
    (clock, ids): (&Clock, &Ids),
    rows: Vec<Value>,
) -> Result<Import, StoreError> {
    let mut import = Import::default();
    for (number, row) in (1..).zip(rows) {
        let now = clock.now();
        let converted = serde_json::from_value::<ExportedUser>(row)
            .map_err(|error| error.to_string())
            .and_then(|row| auth.import(row, ids, now));
        let converted = match converted {
            Ok(converted) => converted,
            Err(cause) => {
                import.problems.push(format!("row {number}: {cause}"));
                continue;
            }
        };
        let stored = store
            .import_user(&converted.user, &converted.identities, &converted.factors)
            .await;
        match stored {
            Ok(()) => {
                import.imported += 1;
                let left_out = converted.left_out.iter();
                import
                    .problems
                    .extend(left_out.map(|cause| format!("row {number}: {cause}")));
            }
            Err(StoreError::Conflict(_)) => import.known += 1,
            Err(error) => return Err(error),
        }
    }
    Ok(import)
}

/// Reads the rows of a file.
///
/// # Errors
/// Names the line that can't be read.
pub fn read_rows(file: &Path) -> Result<Vec<Value>, CommandFailure> {
    let failed = |cause: &dyn std::fmt::Display| {
        CommandFailure::new(format!(
            "{} can't be read: {cause}; export the table auth.users as JSON or CSV",
            file.display()
        ))
    };
    let text = fs::read_to_string(file).map_err(|error| failed(&error))?;
    if file.extension() == Some(OsStr::new("csv")) {
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let names = reader.headers().map_err(|error| failed(&error))?.clone();
        return reader
            .records()
            .map(|record| {
                let record = record.map_err(|error| failed(&error))?;
                let fields = names.iter().zip(record.iter());
                Ok(Value::Object(
                    fields.map(parse_field).collect::<Map<_, _>>(),
                ))
            })
            .collect();
    }
    if text.trim_start().starts_with('[') {
        return serde_json::from_str(&text).map_err(|error| failed(&error));
    }
    serde_json::Deserializer::from_str(&text)
        .into_iter()
        .collect::<Result<_, _>>()
        .map_err(|error| failed(&error))
}

/// An empty field is no value.
fn parse_field((name, text): (&str, &str)) -> (String, Value) {
    let value = if text.is_empty() {
        Value::Null
    } else {
        text.into()
    };
    (name.to_owned(), value)
}
