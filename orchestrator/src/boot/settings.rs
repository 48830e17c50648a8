use std::{collections::BTreeMap, net::SocketAddr, path::PathBuf};

use figment::{
    Figment,
    providers::{Env, Format, Serialized, Toml},
};
use ipnet::IpNet;
use secrecy::SecretString;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::listen::Listen;
use crate::{
    assistant::ToolSupport,
    http::{
        auth::{AuthOptions, Secret},
        parse_network,
    },
};

/// Everything that can be set: by a flag, by `PORTOLAN_…` in the environment, by `portolan.toml`.
///
/// A name in the environment is the field's in capitals: `PORTOLAN_DATABASE_URL`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// Address and port, or `localhost` and a port; port 0 takes a free one.
    pub listen: Listen,
    /// Where the database, the sources and the keys live.
    pub data_dir: PathBuf,
    /// `postgres://…` or `sqlite:…`; by default SQLite in the data folder.
    pub database_url: Option<String>,
    /// `s3://bucket/folder`, in place of the data folder.
    pub object_store: Option<String>,
    /// Where a service is reached that speaks as S3 does; by default Amazon's.
    pub object_store_endpoint: Option<url::Url>,
    /// Without these, `AWS_REGION`, `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY` count.
    pub object_store_region: Option<String>,
    pub object_store_key_id: Option<String>,
    pub object_store_secret_key: Option<Secret>,
    /// Bytes that local copies of its objects may take; those that were used last stay.
    pub object_copies_bytes: u64,
    /// What `synchronous` means to SQLite: `normal` survives a killed process, `full` a power loss.
    pub sqlite_synchronous: SqliteSynchronous,
    /// The address under which people reach this server, where it is not the one it listens on.
    pub public_url: Option<url::Url>,
    /// The model that answers where a chat names none; with a key or base URL of a remote one
    /// that, otherwise the built-in one.
    pub model: Option<String>,
    /// Remote models of one or several endpoints, each a `[[models]]` of the file. Without any, there
    /// is the one that `model` names, with the prices and sizes that follow here.
    pub models: Vec<ModelSettings>,
    /// Models that take over, in this order, where the one that was asked for cannot be reached:
    /// `["one", "two"]` or `one,two`.
    #[serde(deserialize_with = "list")]
    pub model_fallbacks: Vec<String>,
    /// The family of the remote endpoint where its address does not tell it, such as `qwen` or `ollama`.
    pub model_provider: Option<String>,
    /// Credits for a million tokens that a remote model reads and writes.
    pub model_input_price: u64,
    pub model_output_price: u64,
    /// Tokens that a remote model takes at once.
    pub model_context_tokens: u64,
    /// Tokens that a remote model may write in one call.
    pub model_output_tokens: u64,
    /// Seconds without a byte after which a remote model counts as lost.
    pub model_idle_seconds: u64,
    /// Bytes that a model call may write at least; more where its output tokens allow more.
    pub model_answer_bytes: usize,
    /// Seconds that reaching a remote model may take.
    pub model_connect_seconds: u64,
    /// Milliseconds before a model call that failed is made again; each further time twice as many.
    pub model_back_off_milliseconds: u64,
    /// Model calls in a turn, the seconds that it may take, and the credits after which it must
    /// answer; 0 credits for no such limit.
    pub turn_steps: usize,
    pub turn_seconds: u64,
    pub turn_credits: u64,
    /// Tokens of earlier turns that a model call may be told.
    pub history_tokens: u64,
    /// Credits beyond their plan that a person may use in a month; 0 is a hard limit. Above it,
    /// what a turn lacks is granted as overage, up to this number a month, and the balance is
    /// never below zero.
    pub overage_credits: u64,
    /// Bytes that an uploaded file may have.
    pub max_upload_bytes: u64,
    /// Seconds from an upload's first byte until it is read and kept.
    pub upload_seconds: u64,
    /// Bytes that one person's files in storage may have in all; 0 for no such limit.
    pub storage_person_bytes: u64,
    /// Addresses of private networks that may be read all the same: `host:port` with commas between.
    #[serde(deserialize_with = "list")]
    pub fetch_allow: Vec<String>,
    /// Services of private networks that this server may call (sign-in providers, hosted accounts,
    /// webhooks): `host:port` with commas between.
    #[serde(deserialize_with = "list")]
    pub service_allow: Vec<String>,
    /// Bytes of what is at an address, unpacked, and the seconds that fetching it may take.
    pub fetch_bytes: u64,
    pub fetch_seconds: u64,
    /// Seconds that a query may take.
    pub query_seconds: u64,
    /// Seconds that reading an uploaded file may take.
    pub convert_seconds: u64,
    /// Seconds that reading a page, a paper or a feed may take.
    pub read_seconds: u64,
    /// Query workers at once.
    pub query_workers: usize,
    /// Bytes of address space of a query worker.
    pub query_address_space: u64,
    /// Seconds that a call waits for a lock of the database before it is refused.
    pub database_wait_seconds: u64,
    /// Seconds that a call queues for a connection to the database before it is refused.
    pub database_queue_seconds: u64,
    /// Seconds that a call may read from the database.
    pub database_read_seconds: u64,
    /// Chats, charts, sources and other items of one kind that an account may store; 0 for no limit.
    pub account_items: u64,
    /// Seconds that running answers get to finish after SIGTERM; the next start goes on with the rest.
    pub drain_seconds: u64,
    /// Seconds between two looks for unfinished answers that nobody goes on with.
    pub resume_seconds: u64,
    /// Seconds after which a chat that nobody watches leaves memory.
    pub chat_idle_seconds: u64,
    /// Development mode. Set only by the flag `--dev`, never by a file or the environment.
    #[serde(skip)]
    pub is_development: bool,
    /// Seconds for which an access token is good.
    pub token_seconds: u64,
    /// Sign-ups and sign-ins a peer may try in a minute.
    pub sign_ins_per_minute: u32,
    /// Addresses and CIDR ranges of proxies whose `X-Forwarded-For` is trusted.
    #[serde(serialize_with = "write_networks", deserialize_with = "networks")]
    pub trusted_proxies: Vec<IpNet>,
    /// How people sign in; `PORTOLAN_AUTH_…` in the environment.
    pub auth: AuthOptions,
    /// Messages an hour that one person may send as feedback.
    pub feedback_per_hour: u32,
    /// Where feedback is forwarded: an https address that takes it as JSON, or a mail address.
    pub feedback_webhook: Option<url::Url>,
    pub feedback_email: Option<String>,
    /// The mail server, `smtps://user:password@host`, and the address that mails come from.
    pub smtp_url: Option<String>,
    pub mail_from: Option<String>,
    /// The bearer token that `/metrics` asks for; without one there is no `/metrics`.
    pub metrics_token: Option<Secret>,
    /// The key of a PostHog project: with one, visits are counted, except of those who ask not to be
    /// tracked; and the address that counts them.
    pub analytics_key: Option<String>,
    pub analytics_host: url::Url,
    /// Websockets that one person, and one peer, may have; peers on this machine are spared.
    pub realtime_person_sockets: usize,
    pub realtime_peer_sockets: usize,
    /// Channels of one websocket, and messages that it may send in a second.
    pub realtime_channels: usize,
    pub realtime_messages_per_second: u32,
    /// Bytes of a message, and of what may wait for a websocket that reads slowly.
    pub realtime_frame_bytes: usize,
    pub realtime_buffer_bytes: usize,
    /// Seconds after which a websocket that says nothing is closed.
    pub realtime_idle_seconds: u64,
    /// Lets everybody who is signed in use private channels that the product does not know.
    pub realtime_open_topics: bool,
    /// Other sites whose pages may open websockets: `https://app.example.com`, `*` for every one.
    #[serde(deserialize_with = "list")]
    pub realtime_origins: Vec<String>,
    /// Milliseconds after which open tabs and admins hear at the latest of what another process did.
    pub supervisor_interval_millis: u64,
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
            listen: SocketAddr::from(([127, 0, 0, 1], 8080)).into(),
            data_dir: PathBuf::from("data"),
            database_url: None,
            object_store: None,
            object_store_endpoint: None,
            object_store_region: None,
            object_store_key_id: None,
            object_store_secret_key: None,
            object_copies_bytes: 10 << 30,
            sqlite_synchronous: SqliteSynchronous::Normal,
            public_url: None,
            model: None,
            models: Vec::new(),
            model_fallbacks: Vec::new(),
            model_provider: None,
            model_input_price: INPUT_PRICE,
            model_output_price: OUTPUT_PRICE,
            model_context_tokens: CONTEXT_TOKENS,
            model_output_tokens: OUTPUT_TOKENS,
            model_idle_seconds: 60,
            model_answer_bytes: 256 << 10,
            model_connect_seconds: 10,
            model_back_off_milliseconds: 500,
            turn_steps: 12,
            turn_seconds: 300,
            turn_credits: 0,
            history_tokens: 16_000,
            overage_credits: 0,
            max_upload_bytes: 200 << 20,
            upload_seconds: 300,
            storage_person_bytes: 0,
            fetch_allow: Vec::new(),
            service_allow: Vec::new(),
            fetch_bytes: 32 << 20,
            fetch_seconds: 30,
            query_seconds: 5,
            convert_seconds: 120,
            read_seconds: 30,
            query_workers: 2,
            query_address_space: 2 << 30,
            database_wait_seconds: 5,
            database_queue_seconds: 30,
            database_read_seconds: 10,
            account_items: 20_000,
            drain_seconds: 20,
            resume_seconds: 5,
            chat_idle_seconds: 300,
            is_development: false,
            token_seconds: 3_600,
            sign_ins_per_minute: 30,
            trusted_proxies: Vec::new(),
            auth: AuthOptions::default(),
            feedback_per_hour: 10,
            feedback_webhook: None,
            feedback_email: None,
            smtp_url: None,
            mail_from: None,
            metrics_token: None,
            analytics_key: None,
            analytics_host: "https://eu.i.posthog.com".parse().expect("an address"),
            realtime_person_sockets: 50,
            realtime_peer_sockets: 200,
            realtime_channels: 100,
            realtime_messages_per_second: 100,
            realtime_frame_bytes: 256 << 10,
            realtime_buffer_bytes: 1 << 20,
            realtime_idle_seconds: 60,
            realtime_open_topics: false,
            realtime_origins: Vec::new(),
            supervisor_interval_millis: 3_000,
            log_format: LogFormat::Text,
        }
    }
}

/// One remote model.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModelSettings {
    /// As its endpoint calls it.
    pub id: String,
    /// For people; the id where it is left out.
    pub title: Option<String>,
    /// Ends in `/v1`; that of `OPENAI_BASE_URL` where it is left out.
    pub base_url: Option<String>,
    /// The variable of the environment that holds the endpoint's key.
    #[serde(default = "key_variable")]
    pub api_key_variable: String,
    #[serde(default)]
    pub wire: WireName,
    /// Asks for summaries of what the model thinks; only with `responses`, and only where it thinks.
    #[serde(default)]
    pub reasoning_summaries: bool,
    /// Credits for a million tokens.
    #[serde(default = "input_price")]
    pub input_price: u64,
    #[serde(default = "output_price")]
    pub output_price: u64,
    /// Credits for a million tokens that the provider had cached; the input price where it is left out.
    pub cached_input_price: Option<u64>,
    /// Tokens that the model takes at once, and that it may write in one call; those of the endpoint's list of
    /// models, or of the settings, where they are left out.
    pub context_tokens: Option<u64>,
    pub output_tokens: Option<u64>,
    /// The family of the endpoint where its address does not tell it.
    pub provider: Option<String>,
    pub temperature: Option<f64>,
    /// As the provider names it, such as `low`.
    pub reasoning_effort: Option<String>,
    /// Headers of every request, and fields of every body.
    #[serde(default)]
    pub headers: BTreeMap<String, String>,
    #[serde(default)]
    pub body: serde_json::Map<String, serde_json::Value>,
    /// `auto`, `native` or `text`.
    #[serde(default)]
    pub tools: ToolSupport,
}

impl ModelSettings {
    /// Returns the settings of a model of which only the name is known.
    pub fn named(id: String) -> Self {
        Self {
            id,
            title: None,
            base_url: None,
            api_key_variable: key_variable(),
            wire: WireName::default(),
            reasoning_summaries: false,
            input_price: INPUT_PRICE,
            output_price: OUTPUT_PRICE,
            cached_input_price: None,
            context_tokens: None,
            output_tokens: None,
            provider: None,
            temperature: None,
            reasoning_effort: None,
            headers: BTreeMap::new(),
            body: serde_json::Map::new(),
            tools: ToolSupport::default(),
        }
    }
}

/// The language of a model's endpoint.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WireName {
    #[default]
    ChatCompletions,
    Responses,
}

const INPUT_PRICE: u64 = 100;
const OUTPUT_PRICE: u64 = 400;
const CONTEXT_TOKENS: u64 = 128_000;
const OUTPUT_TOKENS: u64 = 8_000;

fn key_variable() -> String {
    "OPENAI_API_KEY".into()
}

fn input_price() -> u64 {
    INPUT_PRICE
}

fn output_price() -> u64 {
    OUTPUT_PRICE
}

/// A list, or its items with commas between them, as a variable has it.
fn list<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum List {
        Items(Vec<String>),
        Text(String),
    }
    Ok(match List::deserialize(deserializer)? {
        List::Items(items) => items,
        List::Text(text) => text
            .split(',')
            .map(|item| item.trim().to_owned())
            .filter(|item| !item.is_empty())
            .collect(),
    })
}

fn write_networks<S: Serializer>(networks: &[IpNet], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(networks.iter().map(IpNet::to_string))
}

/// Reads addresses and CIDR ranges, as a list or with commas between them.
fn networks<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<IpNet>, D::Error> {
    let items = list(deserializer)?;
    let networks = items.iter().map(|item| {
        parse_network(item).ok_or_else(|| {
            serde::de::Error::custom(format!(
                "{item} is not an IP address or CIDR range, such as 10.0.0.1 or 10.0.0.0/8"
            ))
        })
    });
    networks.collect()
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
        let known = field_names(Self::default());
        let of_auth = field_names(AuthOptions::default());
        let mut warnings = Vec::new();
        for (name, _) in std::env::vars() {
            let Some(field) = name.strip_prefix(ENVIRONMENT_PREFIX) else {
                continue;
            };
            let field = field.to_lowercase();
            let is_known = match field.strip_prefix(AUTH_PREFIX) {
                Some(option) => of_auth.iter().any(|known| known == option),
                None => known.contains(&field),
            };
            if !is_known && !OTHER_VARIABLES.contains(&name.as_str()) {
                warnings.push(format!(
                    "the variable {name} is not a setting of Portolan and does nothing"
                ));
            }
        }
        let names: Vec<&str> = known.iter().map(String::as_str).collect();
        let auth_names: Vec<String> = of_auth
            .iter()
            .map(|option| format!("{AUTH_PREFIX}{option}"))
            .collect();
        let auth_names: Vec<&str> = auth_names.iter().map(String::as_str).collect();
        let mut settings: Self = Figment::from(Serialized::defaults(Self::default()))
            .merge(Toml::file("portolan.toml"))
            .merge(Env::prefixed(ENVIRONMENT_PREFIX).only(&names))
            .merge(
                Env::prefixed(ENVIRONMENT_PREFIX)
                    .only(&auth_names)
                    .map(|name| name.as_str().replacen(['_'], ".", 1).into()),
            )
            .merge(Serialized::defaults(flags))
            .extract()
            .map_err(|error| SettingsError(error.to_string()))?;
        settings.is_development = flags.dev;
        settings.check_development()?;
        Ok((settings, warnings))
    }

    /// Refuses development mode where the server could be reached from other machines.
    fn check_development(&self) -> Result<(), SettingsError> {
        if !self.is_development {
            return Ok(());
        }
        let refuse = |problem: String| {
            Err(SettingsError(format!(
                "--dev is for this machine only, but {problem}; remove it, or start without --dev"
            )))
        };
        if let Some(url) = &self.public_url {
            return refuse(format!("the public URL {url} is set"));
        }
        if !self.listen.address.ip().is_loopback() {
            return refuse(format!("the server would listen on {}", self.listen));
        }
        Ok(())
    }
}

const ENVIRONMENT_PREFIX: &str = "PORTOLAN_";
/// Of the variables of the table `[auth]`, after the other prefix.
const AUTH_PREFIX: &str = "auth_";

/// Variables of the scripts and tests around the program.
const OTHER_VARIABLES: [&str; 5] = [
    "PORTOLAN_BINARY",
    "PORTOLAN_FAULTS",
    "PORTOLAN_LOG",
    "PORTOLAN_QUERY_WORKER",
    "PORTOLAN_SERVER",
];

fn field_names(settings: impl Serialize) -> Vec<String> {
    match serde_json::to_value(settings) {
        Ok(serde_json::Value::Object(fields)) => fields.keys().cloned().collect(),
        _ => Vec::new(),
    }
}

/// The settings that are also flags of every command that needs them.
#[derive(Clone, Debug, Default, Serialize, clap::Args)]
pub struct Flags {
    /// Address and port to listen on, or localhost and a port; port 0 takes a free one
    #[arg(long, value_name = "ADDRESS")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub listen: Option<Listen>,
    /// Development mode: accounts need no confirmation, mail goes to a local mailbox, rate limits are
    /// off. Needs a loopback address and no public URL
    #[arg(long)]
    #[serde(skip)]
    pub dev: bool,
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

/// Where one of the `[[models]]` is reached.
pub fn endpoint_of(model: &ModelSettings) -> RemoteEndpoint {
    endpoint(
        read(&model.api_key_variable),
        model.base_url.clone().or_else(|| read("OPENAI_BASE_URL")),
    )
}

/// `OPENAI_API_KEY` and `OPENAI_BASE_URL`; None where neither is set.
pub fn remote_endpoint() -> Option<RemoteEndpoint> {
    let api_key = read("OPENAI_API_KEY");
    let base_url = read("OPENAI_BASE_URL");
    if api_key.is_none() && base_url.is_none() {
        return None;
    }
    Some(endpoint(api_key, base_url))
}

fn read(variable: &str) -> Option<String> {
    std::env::var(variable)
        .ok()
        .filter(|value| !value.is_empty())
}

/// An endpoint of one's own often needs no key.
fn endpoint(api_key: Option<String>, base_url: Option<String>) -> RemoteEndpoint {
    RemoteEndpoint {
        api_key: SecretString::from(api_key.unwrap_or_else(|| "none".into())),
        base_url: base_url
            .unwrap_or_else(|| "https://api.openai.com/v1".into())
            .trim_end_matches('/')
            .to_owned(),
    }
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
    fn development_mode_is_set_by_the_flag_alone() {
        figment::Jail::expect_with(|jail| {
            jail.set_env("PORTOLAN_IS_DEVELOPMENT", "true");
            jail.set_env("PORTOLAN_DEV", "true");
            let (settings, warnings) = Settings::load(&Flags::default()).unwrap();
            assert!(!settings.is_development);
            assert_eq!(warnings.len(), 2);
            let (settings, _) = Settings::load(&with_dev()).unwrap();
            assert!(settings.is_development);
            jail.create_file("portolan.toml", "is_development = true\n")?;
            assert!(Settings::load(&Flags::default()).is_err());
            Ok(())
        });
    }

    #[test]
    fn development_mode_refuses_public_urls_and_reachable_addresses() {
        figment::Jail::expect_with(|jail| {
            for listen in ["127.0.0.1:0", "localhost:80", "[::1]:80"] {
                jail.set_env("PORTOLAN_LISTEN", listen);
                assert!(Settings::load(&with_dev()).is_ok(), "{listen}");
            }
            for listen in ["0.0.0.0:80", "[::]:80", "192.0.2.1:80"] {
                jail.set_env("PORTOLAN_LISTEN", listen);
                let refused = Settings::load(&with_dev()).unwrap_err().to_string();
                assert!(refused.contains("--dev"), "{refused}");
                assert!(Settings::load(&Flags::default()).is_ok(), "{listen}");
            }
            jail.set_env("PORTOLAN_LISTEN", "127.0.0.1:0");
            jail.set_env("PORTOLAN_PUBLIC_URL", "https://charts.example");
            let refused = Settings::load(&with_dev()).unwrap_err().to_string();
            assert!(refused.contains("https://charts.example"), "{refused}");
            Ok(())
        });
    }

    #[test]
    fn trusted_proxies_take_addresses_and_ranges() {
        figment::Jail::expect_with(|jail| {
            for text in ["[10.0.0.1, 192.168.0.0/16]", "10.0.0.1,192.168.0.0/16"] {
                jail.set_env("PORTOLAN_TRUSTED_PROXIES", text);
                let (settings, _) = Settings::load(&Flags::default()).unwrap();
                let proxies: Vec<String> = settings
                    .trusted_proxies
                    .iter()
                    .map(IpNet::to_string)
                    .collect();
                assert_eq!(proxies, ["10.0.0.1/32", "192.168.0.0/16"], "{text}");
            }
            jail.set_env("PORTOLAN_TRUSTED_PROXIES", "10.0.0.0/99");
            let refused = Settings::load(&Flags::default()).unwrap_err().to_string();
            assert!(refused.contains("10.0.0.0/99"), "{refused}");
            Ok(())
        });
    }

    fn with_dev() -> Flags {
        Flags {
            dev: true,
            ..Flags::default()
        }
    }

    #[test]
    fn how_people_sign_in_is_set_by_file_and_environment() {
        figment::Jail::expect_with(|jail| {
            jail.create_file(
                "portolan.toml",
                "trusted_proxies = ['10.0.0.1']\n[auth]\nanonymous = true\nminimum_password = 8\n\
                 redirect_urls = ['https://*.example.com']\n[auth.limits]\nverify = 3\n\
                 [auth.providers.google]\nclient_id = 'id'\nclient_secret = 'hidden'\n",
            )?;
            jail.set_env("PORTOLAN_AUTH_MINIMUM_PASSWORD", "10");
            jail.set_env("PORTOLAN_AUTH_PATH", "");
            jail.set_env("PORTOLAN_AUTH_SIGN_UP", "false");
            let (settings, warnings) = Settings::load(&Flags::default()).unwrap();
            assert_eq!(warnings, [""; 0]);
            let auth = settings.auth;
            assert!(auth.anonymous);
            assert_eq!(auth.sign_up, Some(false));
            assert_eq!((auth.minimum_password, auth.path.as_str()), (10, ""));
            assert_eq!((auth.limits.verify, auth.limits.refresh), (3, 150));
            assert!(!format!("{auth:?}").contains("hidden"));
            Ok(())
        });
    }

    #[test]
    fn a_table_of_models_and_their_order_is_read() {
        figment::Jail::expect_with(|jail| {
            jail.create_file(
                "portolan.toml",
                "model = 'small'\nturn_credits = 50\n\n[[models]]\nid = 'small'\ninput_price = 1\n\n\
                 [[models]]\nid = 'large'\ntitle = 'Large'\nbase_url = 'http://127.0.0.1:1/v1/'\n\
                 wire = 'responses'\napi_key_variable = 'LARGE_KEY'\noutput_tokens = 9\n\
                 provider = 'qwen'\ntemperature = 0.5\nheaders = {X-Team = 'charts'}\nbody = {top_k = 20}\n",
            )?;
            jail.set_env("PORTOLAN_MODEL_FALLBACKS", "large, small");
            jail.set_env("LARGE_KEY", "secret");
            let (settings, warnings) = Settings::load(&Flags::default()).unwrap();
            assert_eq!(warnings, [""; 0]);
            assert_eq!(settings.model_fallbacks, ["large", "small"]);
            let [small, large] = &settings.models[..] else {
                panic!("two models");
            };
            assert_eq!((small.input_price, small.output_price), (1, OUTPUT_PRICE));
            assert_eq!(small.wire, WireName::ChatCompletions);
            assert_eq!(large.wire, WireName::Responses);
            assert_eq!(large.output_tokens, Some(9));
            assert_eq!(
                (large.temperature, large.provider.as_deref()),
                (Some(0.5), Some("qwen"))
            );
            assert_eq!(large.headers["X-Team"], "charts");
            assert_eq!(large.body["top_k"], 20);
            let endpoint = endpoint_of(large);
            assert_eq!(endpoint.base_url, "http://127.0.0.1:1/v1");
            assert_eq!(
                secrecy::ExposeSecret::expose_secret(&endpoint.api_key),
                "secret"
            );
            jail.create_file("portolan.toml", "[[models]]\nid = 'x'\ncolour = 'green'\n")?;
            assert!(Settings::load(&Flags::default()).is_err());
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
