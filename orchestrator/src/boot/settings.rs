use std::{
    collections::{BTreeMap, HashMap},
    net::SocketAddr,
    path::PathBuf,
};

use figment::{
    Figment,
    providers::{Env, Format, Serialized, Toml},
};
use ipnet::IpNet;
use portolan_auth::AccessRules;
use portolan_ledger::{Plan, Plans, PlansError};
use secrecy::SecretString;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{
    listen::Listen,
    unknown_setting::{describe_error, suggest_setting},
};
use crate::{
    assistant::ToolSupport,
    http::{
        auth::{AuthOptions, Secret},
        parse_network,
    },
};

/// The settings of a server: flags of `portolan serve`, `PORTOLAN_…` in the environment, keys of `portolan.toml`.
///
/// A variable is the field's name in capitals: `PORTOLAN_DATABASE_URL`. The field's comment is its row in
/// `docs/configuration.md`, which `npm run docs` writes.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// Address and port to listen on. `localhost:8080` is loopback of IPv4 and IPv6; port 0 takes a free port.
    pub listen: Listen,
    /// Folder of the database, the sources and the signing keys.
    pub data_dir: PathBuf,
    /// Database, `postgres://…` or `sqlite:…`. Default: SQLite in the data folder.
    pub database_url: Option<String>,
    /// NATS servers over which several servers on one PostgreSQL reach each other: `nats://host:4222`, with commas
    /// between several, with user and password where they need them, `tls://…` for TLS. Without it they use the
    /// database, which is slower. Only these servers may have access to it.
    pub nats_url: Option<Secret>,
    /// Time after which another server takes over the chats of one that has stopped renewing them; at most 10.
    pub lease_seconds: u64,
    /// S3 bucket for uploads and all other files, `s3://bucket/folder`. Default: the data folder.
    pub object_store: Option<String>,
    /// Endpoint of an S3-compatible service. Default: Amazon S3.
    pub object_store_endpoint: Option<url::Url>,
    /// Region of the bucket. Default: `AWS_REGION`.
    pub object_store_region: Option<String>,
    /// Access key ID of the bucket. Default: `AWS_ACCESS_KEY_ID`.
    pub object_store_key_id: Option<String>,
    /// Secret access key of the bucket. Default: `AWS_SECRET_ACCESS_KEY`.
    pub object_store_secret_key: Option<Secret>,
    /// Disk space for local copies of objects in S3. The least recently used copies are deleted first.
    pub object_copies_bytes: u64,
    /// `normal` survives a killed process, `full` survives a power loss too.
    pub sqlite_synchronous: SqliteSynchronous,
    /// Public address of the site, without a path. Needed behind a proxy that terminates TLS, for links in emails and
    /// shared chats, and for link previews.
    pub public_url: Option<url::Url>,
    /// Default model. Without it: the remote model where an API key or base URL is set, otherwise `portolan-builtin`.
    pub model: Option<String>,
    /// Remote models, a table `[[models]]` each. Without any, `model` is the only remote model.
    pub models: Vec<ModelSettings>,
    /// Models that take over, in this order, when a model can't be reached: `one,two`.
    #[serde(deserialize_with = "list")]
    pub model_fallbacks: Vec<String>,
    /// Provider of the remote endpoint, such as `qwen`. Default: by its address.
    pub model_provider: Option<String>,
    /// Credits for a million input tokens.
    pub model_input_price: u64,
    /// Credits for a million output tokens.
    pub model_output_price: u64,
    /// Context window of the model.
    pub model_context_tokens: u64,
    /// Most tokens that the model writes in a call.
    pub model_output_tokens: u64,
    /// Silence after which a model call has failed.
    pub model_idle_seconds: u64,
    /// Size at which a model's answer is cut, unless its output tokens allow more.
    pub model_answer_bytes: usize,
    /// Time limit for connecting to a model.
    pub model_connect_seconds: u64,
    /// Delay before the first retry of a model call; it doubles with each retry.
    pub model_back_off_milliseconds: u64,
    /// Most model calls in a turn.
    pub turn_steps: usize,
    /// Time limit of a turn. Near it, the model gets no more tools and must answer.
    pub turn_seconds: u64,
    /// Credits that a turn may cost; near the limit the model must answer. 0: no limit.
    pub turn_credits: u64,
    /// Tokens of earlier turns in a prompt. Older turns are summarized.
    pub history_tokens: u64,
    /// Overage that an account may use in a month, in credits. 0: no answer beyond the plan.
    pub overage_credits: u64,
    /// Plans that accounts can have, a table `[[plans]]` each, the free one first. Default: Free, Pro and Team.
    pub plans: Vec<Plan>,
    /// Secret key of a Stripe account, `sk_…`. Without it no plan is sold: the operator gives plans with `portolan plan
    /// set`.
    pub stripe_secret_key: Option<Secret>,
    /// Signing secret of the Stripe webhook `/api/billing/webhook`, `whsec_…`.
    pub stripe_webhook_secret: Option<Secret>,
    /// Address of the Stripe API.
    pub stripe_url: url::Url,
    /// Largest file that can be uploaded.
    pub max_upload_bytes: u64,
    /// Time limit of an upload, from its first byte until its sources are stored.
    pub upload_seconds: u64,
    /// Storage of an account's files. 0: no limit.
    pub storage_person_bytes: u64,
    /// Rules for objects outside of their callers' own folders, by `bucket/name`, a table `[[storage_rules]]` each.
    pub storage_rules: AccessRules,
    /// Private addresses that pages and files may be read from: `host:port,host:port`. All others are refused.
    #[serde(deserialize_with = "list")]
    pub fetch_allow: Vec<String>,
    /// Private addresses of services that the server may call, such as sign-in providers, webhooks and SMS gateways:
    /// `host:port,host:port`. All others are refused.
    #[serde(deserialize_with = "list")]
    pub service_allow: Vec<String>,
    /// Largest page or file that is read from the web, after decompression.
    pub fetch_bytes: u64,
    /// Time limit for reading a page or file from the web.
    pub fetch_seconds: u64,
    /// Time limit of a query.
    pub query_seconds: u64,
    /// Time limit for converting an uploaded file.
    pub convert_seconds: u64,
    /// Time limit for extracting a page, a paper or a feed.
    pub read_seconds: u64,
    /// Query worker processes.
    pub query_workers: usize,
    /// Address space of a query worker, in bytes.
    pub query_address_space: u64,
    /// Wait for a lock of the database before a call fails.
    pub database_wait_seconds: u64,
    /// Wait for a database connection before a call fails.
    pub database_queue_seconds: u64,
    /// Time limit of a read from the database.
    pub database_read_seconds: u64,
    /// Chats, charts, sources, boards, documents, bookmarks and API keys of an account, of each kind. 0: no limit.
    pub account_items: u64,
    /// Publishes example charts over the samples at the first start, so that Discover is never empty.
    pub examples: bool,
    /// Time that running answers get to finish after SIGTERM. The next start continues the others.
    pub drain_seconds: u64,
    /// Interval between checks for interrupted answers.
    pub resume_seconds: u64,
    /// Idle time after which a chat without viewers is unloaded.
    pub chat_idle_seconds: u64,
    /// Development mode. Set only by the flag `--dev`, never by a file or the environment.
    #[serde(skip)]
    pub is_development: bool,
    /// Lifetime of an access token, 300 at least.
    pub token_seconds: u64,
    /// Sign-ups and sign-ins of one address in a minute.
    pub sign_ins_per_minute: u32,
    /// Proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` are trusted, as addresses and CIDR ranges:
    /// `10.0.0.1,192.168.0.0/16`. Behind any other proxy all users share the rate limits of one address.
    #[serde(serialize_with = "write_networks", deserialize_with = "networks")]
    pub trusted_proxies: Vec<IpNet>,
    /// Sign-in options, the table `[auth]`.
    pub auth: AuthOptions,
    /// Whether admins can open users' chats, with a reason that the owner sees. Without it their lists have no titles and
    /// messages of chats either.
    pub chat_viewer: bool,
    /// Feedback messages of a user in an hour.
    pub feedback_per_hour: u32,
    /// URL that feedback is posted to as JSON.
    pub feedback_webhook: Option<url::Url>,
    /// Email address that feedback is sent to.
    pub feedback_email: Option<String>,
    /// Mail server, `smtps://user:password@host`. Without it sign-up is closed outside of development mode.
    pub smtp_url: Option<String>,
    /// Sender of emails.
    pub mail_from: Option<String>,
    /// Bearer token of `/metrics`. Without it there is no `/metrics`.
    pub metrics_token: Option<Secret>,
    /// Key of a PostHog project. With it visits are counted, except of browsers that ask not to be tracked.
    pub analytics_key: Option<String>,
    /// Address of the PostHog service.
    pub analytics_host: url::Url,
    /// Websockets of a user.
    pub realtime_person_sockets: usize,
    /// Websockets of an IP address. Loopback addresses have no limit.
    pub realtime_peer_sockets: usize,
    /// Channels of a websocket.
    pub realtime_channels: usize,
    /// Messages that a websocket may send in a second.
    pub realtime_messages_per_second: u32,
    /// Largest websocket message.
    pub realtime_frame_bytes: usize,
    /// Unsent data at which a slow websocket is disconnected.
    pub realtime_buffer_bytes: usize,
    /// Silence after which a websocket is closed.
    pub realtime_idle_seconds: u64,
    /// Lets all signed-in users join private channels that the product doesn't define.
    pub realtime_open_topics: bool,
    /// Rules for private channels that the product doesn't define, a table `[[realtime_rules]]` each.
    pub realtime_rules: AccessRules,
    /// Origins of other sites that may open websockets: `https://app.example.com`. `*`: all sites.
    #[serde(deserialize_with = "list")]
    pub realtime_origins: Vec<String>,
    /// Longest delay before open tabs and admin pages see changes of other processes.
    pub supervisor_interval_millis: u64,
    /// Format of the log on standard error: `text` or `json`.
    pub log_format: LogFormat,
    /// Logs a line for each request: route, status, bytes, duration and ids.
    pub access_log: bool,
    /// OpenTelemetry collector that traces are sent to over HTTP, such as `http://127.0.0.1:4318`. Without it nothing
    /// is exported.
    pub otlp_endpoint: Option<url::Url>,
    /// Headers of requests to the collector: `name=value,name=value`.
    pub otlp_headers: Option<Secret>,
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
            nats_url: None,
            lease_seconds: 10,
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
            plans: Vec::new(),
            stripe_secret_key: None,
            stripe_webhook_secret: None,
            stripe_url: "https://api.stripe.com".parse().expect("an address"),
            max_upload_bytes: 200 << 20,
            upload_seconds: 300,
            storage_person_bytes: 0,
            storage_rules: AccessRules::default(),
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
            examples: true,
            drain_seconds: 20,
            resume_seconds: 5,
            chat_idle_seconds: 300,
            is_development: false,
            token_seconds: 3_600,
            sign_ins_per_minute: 30,
            trusted_proxies: Vec::new(),
            auth: AuthOptions::default(),
            chat_viewer: true,
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
            realtime_rules: AccessRules::default(),
            realtime_origins: Vec::new(),
            supervisor_interval_millis: 3_000,
            log_format: LogFormat::Text,
            access_log: true,
            otlp_endpoint: None,
            otlp_headers: None,
        }
    }
}

/// A remote model.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModelSettings {
    /// ID that the endpoint knows the model by.
    pub id: String,
    /// Name in the interface. Default: the ID.
    pub title: Option<String>,
    /// Endpoint, ending in `/v1`. Default: `OPENAI_BASE_URL`.
    pub base_url: Option<String>,
    /// Environment variable that holds the API key.
    #[serde(default = "key_variable")]
    pub api_key_variable: String,
    /// API of the endpoint: `chat-completions` or `responses`.
    #[serde(default)]
    pub wire: WireName,
    /// Requests summaries of the model's reasoning. Only with `responses`, and only for reasoning models.
    #[serde(default)]
    pub reasoning_summaries: bool,
    /// Credits for a million input tokens.
    #[serde(default = "input_price")]
    pub input_price: u64,
    /// Credits for a million output tokens.
    #[serde(default = "output_price")]
    pub output_price: u64,
    /// Credits for a million cached input tokens. Default: the input price.
    pub cached_input_price: Option<u64>,
    /// Context window of the model. Default: by the endpoint's list of models, else `model_context_tokens`.
    pub context_tokens: Option<u64>,
    /// Most tokens that the model writes in a call. Default: as for the context window.
    pub output_tokens: Option<u64>,
    /// Provider of the endpoint, such as `qwen`. Default: by its address.
    pub provider: Option<String>,
    /// Sampling temperature. Default: the provider's.
    pub temperature: Option<f64>,
    /// Reasoning effort in the provider's words, such as `low`.
    pub reasoning_effort: Option<String>,
    /// Headers of every request.
    #[serde(default)]
    pub headers: BTreeMap<String, String>,
    /// Fields of every request body; they override all others.
    #[serde(default)]
    pub body: serde_json::Map<String, serde_json::Value>,
    /// Tool calls: `auto`, `native` or `text`.
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
#[error("the settings can't be used: {0}; docs/configuration.md lists all settings")]
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
                let variables: Vec<String> = known
                    .iter()
                    .cloned()
                    .chain(
                        of_auth
                            .iter()
                            .map(|option| format!("{AUTH_PREFIX}{option}")),
                    )
                    .map(|field| format!("{ENVIRONMENT_PREFIX}{}", field.to_uppercase()))
                    .collect();
                warnings.push(format!(
                    "the variable {name} is not a setting and has no effect; {}",
                    suggest_setting(&name, variables.iter().map(String::as_str))
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
            .map_err(|error| SettingsError(describe_error(error)))?;
        settings.check_public_url()?;
        settings.is_development = flags.dev;
        settings.check_development()?;
        for rules in [&settings.realtime_rules, &settings.storage_rules] {
            let checked = rules.check();
            checked.map_err(|error| SettingsError(error.to_string()))?;
        }
        Ok((settings, warnings))
    }

    /// Reads the headers of requests to the OpenTelemetry collector.
    pub fn otlp_headers(&self) -> Result<HashMap<String, String>, SettingsError> {
        let text = self.otlp_headers.as_ref().map_or("", |headers| &headers.0);
        let items = text.split(',').filter(|item| !item.trim().is_empty());
        let pairs = items.map(|item| {
            let pair = item.split_once('=');
            let (name, value) = pair.ok_or_else(|| {
                SettingsError("otlp_headers has an item that isn't name=value".into())
            })?;
            Ok((name.trim().to_owned(), value.trim().to_owned()))
        });
        pairs.collect()
    }

    /// Returns the plans of the settings, or the standard ones.
    pub fn plans(&self) -> Result<Plans, PlansError> {
        if self.plans.is_empty() {
            return Ok(Plans::standard());
        }
        Plans::new(self.plans.clone())
    }

    /// Refuses a public URL that isn't the root of a site: pages, cookies and links are made for the root.
    fn check_public_url(&self) -> Result<(), SettingsError> {
        let Some(url) = &self.public_url else {
            return Ok(());
        };
        let refuse = |problem: &str| {
            Err(SettingsError(format!(
                "the public URL {url} {problem}; set it to the root of a site, such as https://charts.example.com"
            )))
        };
        if !matches!(url.scheme(), "http" | "https") {
            return refuse("is neither http nor https");
        }
        if url.path() != "/" {
            return refuse("has a path, but Portolan can't be served below a path");
        }
        if url.query().is_some() || url.fragment().is_some() {
            return refuse("has a query or a fragment");
        }
        Ok(())
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
const OTHER_VARIABLES: [&str; 7] = [
    "PORTOLAN_BINARY",
    "PORTOLAN_FAULTS",
    "PORTOLAN_KEY",
    "PORTOLAN_LOG",
    "PORTOLAN_QUERY_WORKER",
    "PORTOLAN_SERVER",
    "PORTOLAN_URL",
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
    /// Public address of the site, without a path
    #[arg(long, value_name = "URL")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub public_url: Option<url::Url>,
    /// Default model
    #[arg(long, value_name = "MODEL")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
}

/// The location of the database.
#[derive(Clone, Debug, Default, Serialize, clap::Args)]
pub struct DataFlags {
    /// Folder of the database, the sources and the keys
    #[arg(long, value_name = "FOLDER")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data_dir: Option<PathBuf>,
    /// Database, such as postgres://user@host/database. Default: SQLite in the data folder
    #[arg(long, value_name = "URL")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub database_url: Option<String>,
    /// NATS servers that connect several servers on one PostgreSQL, such as nats://host:4222
    #[arg(long, value_name = "URL")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nats_url: Option<String>,
}

/// Returns the endpoint of one of the `[[models]]`.
pub fn endpoint_of(model: &ModelSettings) -> RemoteEndpoint {
    endpoint_settings(
        read_variable(&model.api_key_variable),
        model
            .base_url
            .clone()
            .or_else(|| read_variable("OPENAI_BASE_URL")),
    )
}

/// `OPENAI_API_KEY` and `OPENAI_BASE_URL`; None if neither is set.
pub fn remote_endpoint() -> Option<RemoteEndpoint> {
    let api_key = read_variable("OPENAI_API_KEY");
    let base_url = read_variable("OPENAI_BASE_URL");
    if api_key.is_none() && base_url.is_none() {
        return None;
    }
    Some(endpoint_settings(api_key, base_url))
}

fn read_variable(variable: &str) -> Option<String> {
    std::env::var(variable)
        .ok()
        .filter(|value| !value.is_empty())
}

/// An endpoint of one's own often needs no key.
fn endpoint_settings(api_key: Option<String>, base_url: Option<String>) -> RemoteEndpoint {
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
    fn public_urls_with_a_path_are_refused() {
        figment::Jail::expect_with(|jail| {
            for url in ["https://charts.example", "http://10.0.0.1:8080/"] {
                jail.set_env("PORTOLAN_PUBLIC_URL", url);
                assert!(Settings::load(&Flags::default()).is_ok(), "{url}");
            }
            for (url, problem) in [
                ("https://example.com/charts", "has a path"),
                ("https://example.com/charts/", "has a path"),
                ("https://example.com/?a=b", "has a query"),
                ("ftp://example.com", "neither http nor https"),
            ] {
                jail.set_env("PORTOLAN_PUBLIC_URL", url);
                let refused = Settings::load(&Flags::default()).unwrap_err().to_string();
                assert!(refused.contains(problem), "{url}: {refused}");
            }
            Ok(())
        });
    }

    #[test]
    fn unknown_keys_and_variables_name_the_nearest_settings() {
        figment::Jail::expect_with(|jail| {
            jail.set_env("PORTOLAN_AUTH_PASSKEY", "true");
            let (_, warnings) = Settings::load(&Flags::default()).unwrap();
            assert!(
                warnings[0].contains("did you mean `PORTOLAN_AUTH_PASSKEYS`"),
                "{warnings:?}"
            );
            for (file, expected) in [
                (
                    "database = 'x'\n",
                    ["`database`", "portolan.toml", "`database_url`"],
                ),
                (
                    "[auth]\nanonymus = true\n",
                    ["`auth.anonymus`", "portolan.toml", "`anonymous`"],
                ),
            ] {
                jail.create_file("portolan.toml", file)?;
                let refused = Settings::load(&Flags::default()).unwrap_err().to_string();
                for part in expected {
                    assert!(refused.contains(part), "{refused}");
                }
                assert!(refused.len() < 250, "{refused}");
            }
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
    fn sign_in_settings_come_from_file_and_environment() {
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
            assert_eq!(auth.anonymous, Some(true));
            assert_eq!(auth.sign_up, Some(false));
            assert_eq!((auth.minimum_password, auth.path.as_str()), (10, ""));
            assert_eq!((auth.limits.verify, auth.limits.refresh), (3, 150));
            assert!(!format!("{auth:?}").contains("hidden"));
            Ok(())
        });
    }

    #[test]
    fn model_table_and_fallback_order_are_read() {
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
    fn access_rules_are_read_and_checked() {
        figment::Jail::expect_with(|jail| {
            jail.create_file(
                "portolan.toml",
                "[[realtime_rules]]\npattern = 'room:*'\nrole = 'anon'\naccess = 'read'\n",
            )?;
            let rule = "[{pattern=\"shared/{user}/**\", role=\"authenticated\", access=\"write\"}]";
            jail.set_env("PORTOLAN_STORAGE_RULES", rule);
            let (settings, warnings) = Settings::load(&Flags::default()).unwrap();
            assert_eq!(warnings, [""; 0]);
            assert_eq!(settings.realtime_rules.0[0].pattern, "room:*");
            assert_eq!(settings.storage_rules.0[0].pattern, "shared/{user}/**");
            jail.set_env(
                "PORTOLAN_STORAGE_RULES",
                rule.replace("authenticated", "anon"),
            );
            let error = Settings::load(&Flags::default()).unwrap_err();
            assert!(error.to_string().contains("shared/{user}/**"), "{error}");
            jail.set_env(
                "PORTOLAN_STORAGE_RULES",
                rule.replace("write", "everything"),
            );
            assert!(Settings::load(&Flags::default()).is_err());
            Ok(())
        });
    }

    #[test]
    fn unknown_variable_warns_and_unknown_key_fails() {
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
