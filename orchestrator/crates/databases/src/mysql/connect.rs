use std::{path::Path, time::Duration};

use sqlx::{
    ConnectOptions, MySqlConnection, Row,
    mysql::{MySqlConnectOptions, MySqlSslMode},
};

use crate::access::{DatabaseAccess, SslMode};

pub const RESTART: &str = "ROLLBACK; START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY";

pub async fn connect(access: &DatabaseAccess, socket: &Path) -> sqlx::Result<MySqlConnection> {
    let mut options = MySqlConnectOptions::new()
        // The name that the certificate is checked against; the socket is dialled.
        .host(&access.host)
        .port(access.port)
        .socket(socket)
        .username(&access.user)
        .password(&access.password)
        .database(&access.database)
        .ssl_mode(match access.ssl_mode {
            SslMode::Disable => MySqlSslMode::Disabled,
            SslMode::Require => MySqlSslMode::Required,
            SslMode::VerifyFull => MySqlSslMode::VerifyIdentity,
        })
        // The session's settings are set at once, after its version is known.
        .pipes_as_concat(false)
        .no_engine_substitution(false)
        .timezone(None)
        .set_names(false)
        .statement_cache_capacity(0)
        .disable_statement_logging();
    if let Some(certificate) = &access.ca_certificate {
        options = options.ssl_ca_from_pem(certificate.clone().into_bytes());
    }
    options.connect().await
}

/// Returns the server's version, such as `10.11.6-MariaDB`.
pub async fn read_version(connection: &mut MySqlConnection) -> sqlx::Result<String> {
    let row = sqlx::query("SELECT VERSION()")
        .persistent(false)
        .fetch_one(connection)
        .await?;
    row.try_get_unchecked(0)
}

/// Returns the statements that let a session read and nothing else, in the SQL of the translation.
pub fn settings(version: &str, time: Duration) -> String {
    let limit = if version.contains("MariaDB") {
        format!("max_statement_time = {:.3}", time.as_secs_f64())
    } else {
        format!("max_execution_time = {}", time.as_millis())
    };
    format!(
        "SET NAMES utf8mb4 COLLATE utf8mb4_bin; \
         SET SESSION sql_mode = 'ANSI_QUOTES,PIPES_AS_CONCAT,NO_BACKSLASH_ESCAPES,ONLY_FULL_GROUP_BY', \
         SESSION {limit}, SESSION time_zone = '+00:00', SESSION lock_wait_timeout = 3, \
         SESSION innodb_lock_wait_timeout = 3, SESSION wait_timeout = {}, \
         SESSION div_precision_increment = 16; \
         SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY; \
         START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY",
        (time.as_secs() * 2).max(10)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_product_gets_its_own_statement_limit() {
        let time = Duration::from_millis(2_500);
        assert!(settings("10.11.6-MariaDB", time).contains("max_statement_time = 2.500"));
        assert!(settings("8.4.0", time).contains("max_execution_time = 2500"));
    }
}
