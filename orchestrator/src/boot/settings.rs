use std::{net::SocketAddr, path::PathBuf};

use figment::{
    Figment,
    providers::{Env, Format, Serialized, Toml},
};
use secrecy::SecretString;
use serde::{Deserialize, Serialize};

/// Everything that can be set: by a flag, by `PORTOLAN_…` in the environment, by `portolan.toml`.
///
/// A name in the environment is the field's in capitals: `PORTOLAN_DATABASE_URL`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// Address and port; port 0 takes a free one.
    pub listen: SocketAddr,
    /// Where the database, the sources and the keys live.
    pub data_dir: PathBuf,
    /// `postgres://…` or `sqlite:…`; by default SQLite in the data folder.
    pub database_url: Option<String>,
    /// What `synchronous` means to SQLite: `normal` survives a killed process, `full` a power loss.
    pub sqlite_synchronous: SqliteSynchronous,
    /// The address under which people reach this server, where it is not the one it listens on.
    pub public_url: Option<url::Url>,
    /// The model that answers where a chat names none; with a key or base URL of a remote one
    /// that, otherwise the built-in one.
    pub model: Option<String>,
    /// Credits for a million tokens that a remote model reads and writes.
    pub model_input_price: u64,
    pub model_output_price: u64,
    /// Tokens that a remote model takes at once.
    pub model_context_tokens: u64,
    /// Tokens that a remote model may write in one call.
    pub model_output_tokens: u64,
    /// Seconds without a byte after which a remote model counts as lost.
    pub model_idle_seconds: u64,
    /// Seconds that reaching a remote model may take.
    pub model_connect_seconds: u64,
    /// Milliseconds before a model call that failed is made again; each further time twice as many.
    pub model_back_off_milliseconds: u64,
    /// Bytes that an uploaded file may have.
    pub max_upload_bytes: u64,
    /// Seconds that a query may take.
    pub query_seconds: u64,
    /// Seconds that reading an uploaded file may take.
    pub convert_seconds: u64,
    /// Query workers at once.
    pub query_workers: usize,
    /// Bytes of address space of a query worker.
    pub query_address_space: u64,
    /// Seconds that a call waits for a lock of the database before it is refused.
    pub database_wait_seconds: u64,
    /// Seconds that running answers get to finish after SIGTERM; the next start goes on with the rest.
    pub drain_seconds: u64,
    /// Seconds between two looks for unfinished answers that nobody goes on with.
    pub resume_seconds: u64,
    /// Seconds after which a chat that nobody watches leaves memory.
    pub chat_idle_seconds: u64,
    /// Seconds for which an access token is good.
    pub token_seconds: u64,
    /// Sign-ups and sign-ins a peer may try in a minute; loopback peers are spared.
    pub sign_ins_per_minute: u32,
    /// Messages an hour that one person may send as feedback.
    pub feedback_per_hour: u32,
    /// `text` or `json`.
    pub log_format: LogFormat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SqliteSynchronous {
    Normal,
    Full,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LogFormat {
    Text,
    Json,
}

/// The remote model's endpoint, which other programs' variables name.
#[derive(Clone, Debug)]
pub struct RemoteEndpoint {
    pub api_key: SecretString,
    /// Ends in `/v1`.
    pub base_url: String,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            listen: SocketAddr::from(([127, 0, 0, 1], 8080)),
            data_dir: PathBuf::from("data"),
            database_url: None,
            sqlite_synchronous: SqliteSynchronous::Normal,
            public_url: None,
            model: None,
            model_input_price: 100,
            model_output_price: 400,
            model_context_tokens: 128_000,
            model_output_tokens: 8_000,
            model_idle_seconds: 60,
            model_connect_seconds: 10,
            model_back_off_milliseconds: 500,
            max_upload_bytes: 200 << 20,
            query_seconds: 5,
            convert_seconds: 120,
            query_workers: 2,
            query_address_space: 2 << 30,
            database_wait_seconds: 5,
            drain_seconds: 20,
            resume_seconds: 5,
            chat_idle_seconds: 300,
            token_seconds: 3_600,
            sign_ins_per_minute: 30,
            feedback_per_hour: 10,
            log_format: LogFormat::Text,
        }
    }
}

#[derive(Debug, thiserror::Error)]
#[error(
    "the settings cannot be used: {0}; see `portolan serve --help` and the README for their names"
)]
pub struct SettingsError(String);

impl Settings {
    /// Reads default, file, environment and flags, each over the one before.
    ///
    /// An unknown key in the file is an error, an unknown variable a warning (returned).
    pub fn load(flags: &Flags) -> Result<(Self, Vec<String>), SettingsError> {
        let known = field_names();
        let mut warnings = Vec::new();
        for (name, _) in std::env::vars() {
            let Some(field) = name.strip_prefix(ENVIRONMENT_PREFIX) else {
                continue;
            };
            if !known.contains(&field.to_lowercase()) && !OTHER_VARIABLES.contains(&name.as_str()) {
                warnings.push(format!(
                    "the variable {name} is not a setting of Portolan and does nothing"
                ));
            }
        }
        let names: Vec<&str> = known.iter().map(String::as_str).collect();
        let settings = Figment::from(Serialized::defaults(Self::default()))
            .merge(Toml::file("portolan.toml"))
            .merge(Env::prefixed(ENVIRONMENT_PREFIX).only(&names))
            .merge(Serialized::defaults(flags))
            .extract()
            .map_err(|error| SettingsError(error.to_string()))?;
        Ok((settings, warnings))
    }
}

const ENVIRONMENT_PREFIX: &str = "PORTOLAN_";

/// Variables of the scripts and tests around the program.
const OTHER_VARIABLES: [&str; 5] = [
    "PORTOLAN_BINARY",
    "PORTOLAN_FAULTS",
    "PORTOLAN_LOG",
    "PORTOLAN_QUERY_WORKER",
    "PORTOLAN_SERVER",
];

fn field_names() -> Vec<String> {
    match serde_json::to_value(Settings::default()) {
        Ok(serde_json::Value::Object(fields)) => fields.keys().cloned().collect(),
        _ => Vec::new(),
    }
}

/// The settings that are also flags of every command that needs them.
#[derive(Clone, Debug, Default, Serialize, clap::Args)]
pub struct Flags {
    /// Address and port to listen on; port 0 takes a free one
    #[arg(long, value_name = "ADDRESS")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub listen: Option<SocketAddr>,
    #[command(flatten)]
    #[serde(flatten)]
    pub data: DataFlags,
    /// Address under which people reach this server
    #[arg(long, value_name = "URL")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub public_url: Option<url::Url>,
    /// The model that answers where a chat names none
    #[arg(long, value_name = "MODEL")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
}

/// Where the data are.
#[derive(Clone, Debug, Default, Serialize, clap::Args)]
pub struct DataFlags {
    /// Folder of the database, the sources and the keys
    #[arg(long, value_name = "FOLDER")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data_dir: Option<PathBuf>,
    /// PostgreSQL, in place of SQLite in the data folder
    #[arg(long, value_name = "URL")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub database_url: Option<String>,
}

/// `OPENAI_API_KEY` and `OPENAI_BASE_URL`; None where neither is set.
pub fn remote_endpoint() -> Option<RemoteEndpoint> {
    let read = |name| std::env::var(name).ok().filter(|value| !value.is_empty());
    let api_key = read("OPENAI_API_KEY");
    let base_url = read("OPENAI_BASE_URL");
    if api_key.is_none() && base_url.is_none() {
        return None;
    }
    Some(RemoteEndpoint {
        api_key: SecretString::from(api_key.unwrap_or_else(|| "none".into())),
        base_url: base_url
            .unwrap_or_else(|| "https://api.openai.com/v1".into())
            .trim_end_matches('/')
            .to_owned(),
    })
}

#[cfg(test)]
#[expect(
    clippy::result_large_err,
    reason = "the closure's error type is figment's own"
)]
mod tests {
    use super::*;

    #[test]
    fn flags_win_over_the_environment_the_file_and_defaults() {
        figment::Jail::expect_with(|jail| {
            jail.create_file("portolan.toml", "query_seconds = 7\nmax_upload_bytes = 1\n")?;
            jail.set_env("PORTOLAN_MAX_UPLOAD_BYTES", "2");
            jail.set_env("PORTOLAN_DATA_DIR", "from-environment");
            let flags = Flags {
                data: DataFlags {
                    data_dir: Some("from-flag".into()),
                    ..DataFlags::default()
                },
                ..Flags::default()
            };
            let (settings, _) = Settings::load(&flags).unwrap();
            assert_eq!(settings.data_dir, PathBuf::from("from-flag"));
            assert_eq!(settings.max_upload_bytes, 2);
            assert_eq!(settings.query_seconds, 7);
            assert_eq!(settings.chat_idle_seconds, 300);
            Ok(())
        });
    }

    #[test]
    fn an_unknown_variable_warns_and_an_unknown_key_fails() {
        figment::Jail::expect_with(|jail| {
            jail.set_env("PORTOLAN_COLOUR", "green");
            let (_, warnings) = Settings::load(&Flags::default()).unwrap();
            assert!(
                warnings
                    .iter()
                    .any(|warning| warning.contains("PORTOLAN_COLOUR"))
            );
            jail.create_file("portolan.toml", "colour = 'green'\n")?;
            let error = Settings::load(&Flags::default()).unwrap_err();
            assert!(error.to_string().contains("colour"), "{error}");
            Ok(())
        });
    }
}
