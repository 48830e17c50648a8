//! Failures of databases, with messages that say what to do.

use std::io;

use portolan_dial::DialError;
use portolan_query::{FailureCode, WorkerFailure};
use rustls::CertificateError;
use sqlx::mysql::MySqlDatabaseError;

use super::access::DatabaseAccess;

/// Characters of a database's own message.
const DETAIL_CHARACTERS: usize = 300;

pub(super) fn failure(code: FailureCode, message: impl Into<String>) -> WorkerFailure {
    WorkerFailure {
        code,
        message: message.into(),
    }
}

pub(super) fn from_dial(error: &DialError, access: &DatabaseAccess) -> WorkerFailure {
    let DatabaseAccess { host, port, .. } = access;
    let message = match error {
        DialError::Private(_) => format!(
            "{host} is not on the public internet. Ask the administrator to allow {host}:{port} in PORTOLAN_FETCH_ALLOW."
        ),
        DialError::UnknownHost(_) => format!("There is no host {host}. Check its name."),
        DialError::NotWeb | DialError::Failed(_) => format!(
            "Couldn't reach {host}:{port} ({error}). Check the host, the port and the firewall of the database."
        ),
    };
    failure(FailureCode::SourceUnreadable, message)
}

pub(super) fn from_tls(error: &io::Error, access: &DatabaseAccess) -> WorkerFailure {
    let inner = error.get_ref().and_then(|inner| inner.downcast_ref());
    if let Some(rustls::Error::InvalidCertificate(reason)) = inner {
        return from_certificate(reason, access);
    }
    failure(
        FailureCode::SourceUnreadable,
        format!(
            "Couldn't encrypt the connection to {} ({}). Check the SSL mode: without TLS on the server it must be `disable`.",
            access.host,
            shorten(&error.to_string())
        ),
    )
}

/// Explains why a certificate was refused.
fn from_certificate(reason: &CertificateError, access: &DatabaseAccess) -> WorkerFailure {
    let host = &access.host;
    let message = match reason {
        CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. } => {
            format!(
                "The certificate of {host} is for another name. Enter the host that the certificate names."
            )
        }
        CertificateError::Expired | CertificateError::ExpiredContext { .. } => {
            format!("The certificate of {host} has expired. Renew it on the database server.")
        }
        CertificateError::UnknownIssuer | CertificateError::BadSignature => format!(
            "The certificate of {host} is from an authority that isn't trusted. Add the CA certificate of the database server."
        ),
        other => format!(
            "The certificate of {host} isn't valid ({other:?}). Check the CA certificate and the server's certificate."
        ),
    };
    failure(FailureCode::SourceUnreadable, message)
}

pub(super) fn no_answer(access: &DatabaseAccess) -> WorkerFailure {
    failure(
        FailureCode::SourceUnreadable,
        format!(
            "{}:{} didn't answer as a {} server does. Check the host and the port.",
            access.host,
            access.port,
            access.engine.name()
        ),
    )
}

pub(super) fn from_sqlx(error: &sqlx::Error, access: &DatabaseAccess) -> WorkerFailure {
    match error {
        sqlx::Error::Database(error) => {
            let of_mysql = error.try_downcast_ref::<MySqlDatabaseError>();
            let code = match of_mysql.map(|error| state_of(error.number())) {
                Some(state) => state.into(),
                None => error.code().unwrap_or_default(),
            };
            from_code(&code, error.message(), access)
        }
        // The driver ends the TLS of MySQL.
        sqlx::Error::Io(error) if error.kind() == io::ErrorKind::InvalidData => {
            from_tls(error, access)
        }
        sqlx::Error::Tls(error) => from_tls(&io::Error::other(error.to_string()), access),
        sqlx::Error::Configuration(_) => failure(
            FailureCode::SourceUnreadable,
            "The database asks for the password over an encrypted connection. Choose an SSL mode other than `disable`.",
        ),
        _ => failure(
            FailureCode::SourceUnreadable,
            format!(
                "The connection to {} broke ({}). Try again.",
                access.host,
                shorten(&error.to_string())
            ),
        ),
    }
}

/// Returns the SQLSTATE with which PostgreSQL reports what this error number of MySQL and MariaDB means.
fn state_of(number: u16) -> &'static str {
    match number {
        1045 | 1698 | 1251 => "28P01",
        1049 => "3D000",
        1040 | 1203 | 1226 | 1053 => "53300",
        // A statement's limit in MariaDB and in MySQL, a kill, a lock.
        1969 | 3024 | 1317 | 1205 => "57014",
        1146 => "42P01",
        1054 => "42703",
        1044 | 1142 | 1143 | 1370 => "42501",
        1792 | 1290 | 1836 => "25006",
        _ => "42601",
    }
}

/// Explains an SQLSTATE.
fn from_code(code: &str, message: &str, access: &DatabaseAccess) -> WorkerFailure {
    let (kind, text) = match code {
        "28P01" | "28000" => (
            FailureCode::SourceUnreadable,
            format!(
                "The database rejected the login ({}). Check the user and the password.",
                shorten(message)
            ),
        ),
        "3D000" => (
            FailureCode::SourceUnreadable,
            format!("There is no database \"{}\" on this server. Check its name.", access.database),
        ),
        "53300" | "57P03" | "57P01" => (
            FailureCode::SourceUnreadable,
            "The database takes no more connections now. Try again in a moment.".to_owned(),
        ),
        "57014" | "55P03" => (FailureCode::QueryTimeout, TOOK_TOO_LONG.to_owned()),
        "42P01" | "3F000" => (
            FailureCode::QueryInvalid,
            "A table of this query no longer exists in its database. Delete the source, or restore the table.".to_owned(),
        ),
        "42703" => (
            FailureCode::QueryInvalid,
            format!(
                "A column is missing: {}. If the table has changed, refresh its source.",
                shorten(message)
            ),
        ),
        "42501" => (
            FailureCode::QueryRefused,
            format!(
                "The database user {} may not read this ({}). Grant it SELECT.",
                access.user,
                shorten(message)
            ),
        ),
        "25006" => (
            FailureCode::QueryRefused,
            "A query only reads: the database refused a change.".to_owned(),
        ),
        _ => (
            FailureCode::QueryInvalid,
            format!("The database refused the query: {}.", shorten(message)),
        ),
    };
    failure(kind, text)
}

pub(super) const TOOK_TOO_LONG: &str = "The database took too long to answer. Narrow the question to fewer rows or a shorter period, or add an index.";

fn shorten(message: &str) -> String {
    let line = message.lines().next().unwrap_or_default();
    let text: String = line.chars().take(DETAIL_CHARACTERS).collect();
    text.trim_end_matches('.').to_owned()
}
