//! How a database is reached, as its owner writes it and as it is sealed.

use std::fmt;

use percent_encoding::percent_decode_str;
use portolan_query::{FailureCode, WorkerFailure};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use url::Url;

use super::{failure::failure, lake::LAKE_KIND, tls::parse_certificates};

/// Bytes of each part.
const PART_BYTES: usize = 1_024;
/// Bytes of a certificate.
const CERTIFICATE_BYTES: usize = 64 << 10;

/// The product that a database runs on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum DatabaseEngine {
    #[default]
    Postgresql,
    /// MySQL or MariaDB.
    Mysql,
}

impl DatabaseEngine {
    pub fn name(self) -> &'static str {
        match self {
            Self::Postgresql => "PostgreSQL",
            Self::Mysql => "MySQL",
        }
    }

    /// The kind of the sources that are its tables.
    pub fn source_kind(self) -> &'static str {
        match self {
            Self::Postgresql => "postgresql",
            Self::Mysql => "mysql",
        }
    }

    fn port(self) -> u16 {
        match self {
            Self::Postgresql => 5432,
            Self::Mysql => 3306,
        }
    }
}

/// Returns whether the rows of sources of this kind stay in a database or an object store.
pub fn is_remote_kind(kind: &str) -> bool {
    kind == LAKE_KIND
        || [DatabaseEngine::Postgresql, DatabaseEngine::Mysql]
            .iter()
            .any(|engine| engine.source_kind() == kind)
}

/// How to reach a database: a connection string, or its parts. Parts win over those of the string.
#[derive(Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DatabaseLogin {
    /// `postgresql://user:password@host:port/database?sslmode=require`, or the same with `mysql://`.
    pub url: Option<String>,
    /// `postgresql` if neither this nor the connection string says otherwise.
    pub engine: Option<DatabaseEngine>,
    pub host: Option<String>,
    pub port: Option<u16>,
    pub database: Option<String>,
    pub user: Option<String>,
    pub password: Option<String>,
    /// `require` if absent.
    pub ssl_mode: Option<SslMode>,
    /// Certificates in PEM that `verify-full` trusts beside the public authorities.
    pub ca_certificate: Option<String>,
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
    #[serde(default)]
    pub engine: DatabaseEngine,
    #[serde(default)]
    pub ca_certificate: Option<String>,
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
        let engine = self.engine.or(given.engine).unwrap_or_default();
        Ok(DatabaseAccess {
            host: host
                .trim_start_matches('[')
                .trim_end_matches(']')
                .to_owned(),
            port: self.port.or(given.port).unwrap_or_else(|| engine.port()),
            database: needed("database", part(&self.database, given.database))?,
            user: needed("user", part(&self.user, given.user))?,
            password: part(&self.password, given.password).unwrap_or_default(),
            ssl_mode: self.ssl_mode.or(given.ssl_mode).unwrap_or_default(),
            engine,
            ca_certificate: self.certificate()?,
        })
    }
}

impl DatabaseLogin {
    fn certificate(&self) -> Result<Option<String>, WorkerFailure> {
        let given = self.ca_certificate.as_deref().map(str::trim);
        let Some(text) = given.filter(|text| !text.is_empty()) else {
            return Ok(None);
        };
        if text.len() > CERTIFICATE_BYTES || parse_certificates(text).is_none() {
            return Err(invalid(
                "The CA certificate must be PEM text that begins with -----BEGIN CERTIFICATE-----.",
            ));
        }
        Ok(Some(text.to_owned()))
    }
}

fn parse_url(text: &str) -> Result<DatabaseLogin, WorkerFailure> {
    let unread = || {
        invalid(
            "The connection string must look like postgresql://user:password@host:5432/database or mysql://user:password@host:3306/database.",
        )
    };
    let url = Url::parse(text.trim()).map_err(|_| unread())?;
    let engine = match url.scheme() {
        "postgres" | "postgresql" => DatabaseEngine::Postgresql,
        "mysql" | "mariadb" => DatabaseEngine::Mysql,
        _ => return Err(unread()),
    };
    let decode = |text: &str| {
        let decoded = percent_decode_str(text).decode_utf8();
        decoded.map(String::from).map_err(|_| unread())
    };
    let mut login = DatabaseLogin {
        engine: Some(engine),
        host: url.host_str().map(decode).transpose()?,
        port: url.port(),
        database: Some(decode(url.path().trim_start_matches('/'))?),
        user: Some(decode(url.username())?),
        password: url.password().map(decode).transpose()?,
        ..DatabaseLogin::default()
    };
    for (name, value) in url.query_pairs() {
        if matches!(name.as_ref(), "sslmode" | "ssl-mode") {
            let mode = value.to_lowercase().replace('_', "-");
            login.ssl_mode = Some(match mode.as_str() {
                "disable" | "disabled" => SslMode::Disable,
                "allow" | "prefer" | "preferred" | "require" | "required" => SslMode::Require,
                "verify-ca" | "verify-full" | "verify-identity" => SslMode::VerifyFull,
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
    fn mysql_connection_string_has_its_own_port_and_mode_names() {
        let login = DatabaseLogin {
            url: Some("mariadb://ann:x@db.example.com/shop?ssl-mode=VERIFY_IDENTITY".to_owned()),
            ..DatabaseLogin::default()
        };
        let access = access(login).unwrap();
        assert_eq!((access.engine, access.port), (DatabaseEngine::Mysql, 3306));
        assert_eq!(access.ssl_mode, SslMode::VerifyFull);
    }

    #[test]
    fn certificate_that_is_no_pem_is_refused_with_advice() {
        let login = DatabaseLogin {
            url: Some("mysql://ann@db.example.com/shop".to_owned()),
            ca_certificate: Some("/etc/ssl/ca.pem".to_owned()),
            ..DatabaseLogin::default()
        };
        let message = access(login).map(|_| ()).unwrap_err();
        assert!(message.contains("BEGIN CERTIFICATE"), "{message}");
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
