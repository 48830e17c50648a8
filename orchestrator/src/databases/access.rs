//! How a database is reached, as its owner writes it and as it is sealed.

use std::fmt;

use percent_encoding::percent_decode_str;
use portolan_query::{FailureCode, WorkerFailure};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use url::Url;

use super::failure::failure;

const POSTGRES_PORT: u16 = 5432;
/// Bytes of each part.
const PART_BYTES: usize = 1_024;

/// How to reach a database: a connection string, or its parts. Parts win over those of the string.
#[derive(Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DatabaseLogin {
    /// `postgresql://user:password@host:port/database?sslmode=require`.
    pub url: Option<String>,
    pub host: Option<String>,
    pub port: Option<u16>,
    pub database: Option<String>,
    pub user: Option<String>,
    pub password: Option<String>,
    /// `require` if absent.
    pub ssl_mode: Option<SslMode>,
}

/// Hides the password, also the one of the connection string.
impl fmt::Debug for DatabaseLogin {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("DatabaseLogin")
            .finish_non_exhaustive()
    }
}

/// Whether the connection is encrypted, as libpq names it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SslMode {
    Disable,
    /// Encrypted, without a check of the certificate.
    #[default]
    Require,
    /// Encrypted, and the certificate is of this host and of a known authority.
    VerifyFull,
}

/// The whole of a login, as it is sealed.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct DatabaseAccess {
    pub host: String,
    pub port: u16,
    pub database: String,
    pub user: String,
    pub password: String,
    pub ssl_mode: SslMode,
}

impl DatabaseLogin {
    pub(super) fn to_access(&self) -> Result<DatabaseAccess, WorkerFailure> {
        let from_url = self.url.as_deref().map(parse_url).transpose()?;
        let given = from_url.unwrap_or_default();
        let part = |own: &Option<String>, other: Option<String>| {
            own.clone().or(other).filter(|text| !text.is_empty())
        };
        let needed = |name: &str, value: Option<String>| {
            let value = value.ok_or_else(|| invalid(format!("Enter the {name}.")))?;
            if value.len() > PART_BYTES || value.contains('\0') {
                return Err(invalid(format!("The {name} is too long or malformed.")));
            }
            Ok(value)
        };
        let host = needed("host", part(&self.host, given.host))?;
        if host.contains(['/', '@', '?', '#', ',', ' ']) {
            return Err(invalid(
                "The host must be one name or address, such as db.example.com.",
            ));
        }
        Ok(DatabaseAccess {
            host: host
                .trim_start_matches('[')
                .trim_end_matches(']')
                .to_owned(),
            port: self.port.or(given.port).unwrap_or(POSTGRES_PORT),
            database: needed("database", part(&self.database, given.database))?,
            user: needed("user", part(&self.user, given.user))?,
            password: part(&self.password, given.password).unwrap_or_default(),
            ssl_mode: self.ssl_mode.or(given.ssl_mode).unwrap_or_default(),
        })
    }
}

fn parse_url(text: &str) -> Result<DatabaseLogin, WorkerFailure> {
    let unread = || {
        invalid(
            "The connection string must look like postgresql://user:password@host:5432/database.",
        )
    };
    let url = Url::parse(text.trim()).map_err(|_| unread())?;
    if !matches!(url.scheme(), "postgres" | "postgresql") {
        return Err(unread());
    }
    let decode = |text: &str| {
        let decoded = percent_decode_str(text).decode_utf8();
        decoded.map(String::from).map_err(|_| unread())
    };
    let mut login = DatabaseLogin {
        host: url.host_str().map(decode).transpose()?,
        port: url.port(),
        database: Some(decode(url.path().trim_start_matches('/'))?),
        user: Some(decode(url.username())?),
        password: url.password().map(decode).transpose()?,
        ..DatabaseLogin::default()
    };
    for (name, value) in url.query_pairs() {
        if name == "sslmode" {
            login.ssl_mode = Some(match value.as_ref() {
                "disable" => SslMode::Disable,
                "allow" | "prefer" | "require" => SslMode::Require,
                "verify-ca" | "verify-full" => SslMode::VerifyFull,
                _ => return Err(invalid("sslmode must be disable, require or verify-full.")),
            });
        }
        // Other parameters could name files of this machine or another host: none is taken.
    }
    Ok(login)
}

fn invalid(message: impl Into<String>) -> WorkerFailure {
    failure(FailureCode::SourceUnreadable, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn access(login: DatabaseLogin) -> Result<DatabaseAccess, String> {
        login.to_access().map_err(|failure| failure.message)
    }

    #[test]
    fn connection_string_gives_every_part_and_its_escapes() {
        let login = DatabaseLogin {
            url: Some("postgres://ann:p%40ss@db.example.com/shop?sslmode=verify-full".to_owned()),
            ..DatabaseLogin::default()
        };
        assert!(!format!("{login:?}").contains("p%40ss"));
        let access = access(login).unwrap();
        assert_eq!(access.password, "p@ss");
        assert_eq!(
            (access.host.as_str(), access.port),
            ("db.example.com", 5432)
        );
        assert_eq!(
            (access.user.as_str(), access.database.as_str()),
            ("ann", "shop")
        );
        assert_eq!(access.ssl_mode, SslMode::VerifyFull);
    }

    #[test]
    fn missing_parts_and_foreign_schemes_are_refused_with_advice() {
        let url = |text: &str| DatabaseLogin {
            url: Some(text.to_owned()),
            ..DatabaseLogin::default()
        };
        for (text, advice) in [
            ("postgres://host/shop", "Enter the user"),
            ("postgres://ann@host", "Enter the database"),
            ("http://ann@host/shop", "must look like"),
            ("/var/run/postgresql", "must look like"),
        ] {
            let message = access(url(text)).map(|_| ()).unwrap_err();
            assert!(message.contains(advice), "{text}: {message}");
        }
        let socket = DatabaseLogin {
            host: Some("/var/run/postgresql".to_owned()),
            database: Some("shop".to_owned()),
            user: Some("ann".to_owned()),
            ..DatabaseLogin::default()
        };
        assert!(
            access(socket)
                .map(|_| ())
                .unwrap_err()
                .contains("one name or address")
        );
    }
}
