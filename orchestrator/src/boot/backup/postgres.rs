//! PostgreSQL's own programs: `pg_dump` and `pg_restore`.

use std::{ffi::OsStr, io::ErrorKind, path::Path};

use percent_encoding::percent_decode_str;
use tokio::process::Command;
use url::Url;

use crate::boot::CommandFailure;

/// Dumps a database, as it is at one moment, in PostgreSQL's custom format.
pub async fn dump_database(database_url: &str, file: &Path) -> Result<(), CommandFailure> {
    let arguments = ["--format=custom", "--no-owner", "--no-privileges", "--file"];
    run_program("pg_dump", database_url, &arguments, file).await
}

/// Restores a dump into an empty database, all of it or nothing.
pub async fn restore_database(database_url: &str, file: &Path) -> Result<(), CommandFailure> {
    let arguments = [
        "--no-owner",
        "--no-privileges",
        "--exit-on-error",
        "--single-transaction",
    ];
    run_program("pg_restore", database_url, &arguments, file).await
}

async fn run_program(
    program: &str,
    database_url: &str,
    arguments: &[&str],
    file: &Path,
) -> Result<(), CommandFailure> {
    let (address, password) = without_password(database_url)?;
    let mut command = Command::new(program);
    command
        .arg("--dbname")
        .arg(address)
        .args(arguments)
        .arg(file.as_os_str());
    if let Some(password) = password {
        // An argument would be in the list of processes.
        command.env("PGPASSWORD", OsStr::new(&password));
    }
    let output = command.output().await.map_err(|error| {
        CommandFailure::new(match error.kind() {
            ErrorKind::NotFound => format!(
                "{program} is not on the PATH: install PostgreSQL's client programs (on Debian: apt-get install \
                 postgresql-client), of the server's version or newer"
            ),
            _ => format!("{program} can't be started: {error}"),
        })
    })?;
    if output.status.success() {
        return Ok(());
    }
    let cause = String::from_utf8_lossy(&output.stderr);
    Err(CommandFailure::new(format!(
        "{program} failed: {}",
        cause.trim()
    )))
}

/// Splits a connection URL from its password.
fn without_password(database_url: &str) -> Result<(String, Option<String>), CommandFailure> {
    let mut url = Url::parse(database_url).map_err(CommandFailure::new)?;
    let password = url.password().map(|password| {
        percent_decode_str(password)
            .decode_utf8_lossy()
            .into_owned()
    });
    if password.is_some() {
        url.set_password(None)
            .map_err(|()| CommandFailure::new("the database URL has no place for a password"))?;
    }
    Ok((url.into(), password))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn password_is_removed_from_the_database_url_and_decoded() {
        let (address, password) =
            without_password("postgres://ada:a%2Bb%40+c@db.example:5433/charts?sslmode=require")
                .unwrap();
        assert_eq!(
            address,
            "postgres://ada@db.example:5433/charts?sslmode=require"
        );
        assert_eq!(password.as_deref(), Some("a+b@+c"));
        let (address, password) = without_password("postgres:///charts?host=/run").unwrap();
        assert_eq!(address, "postgres:///charts?host=/run");
        assert_eq!(password, None);
    }

    #[tokio::test]
    async fn missing_program_is_reported_with_its_package() {
        let refused = run_program("pg_no_such_program", "postgres:///a", &[], Path::new("x"));
        let refused = refused.await.unwrap_err();
        assert!(
            refused.to_string().contains("postgresql-client"),
            "{refused:?}"
        );
    }
}
