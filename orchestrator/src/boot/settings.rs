use std::{net::SocketAddr, path::PathBuf};

use ipnet::IpNet;
use portolan_auth::AccessRules;
use portolan_ledger::Plan;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::listen::Listen;
use crate::http::{
    auth::{AuthOptions, Secret},
    parse_network,
};

mod load;
mod models;
#[cfg(test)]
#[expect(
    clippy::result_large_err,
    reason = "the closure's error type is figment's own"
)]
mod tests;

pub(super) use load::ENVIRONMENT_PREFIX;
pub use load::{DataFlags, Flags};
pub use models::{ModelSettings, RemoteEndpoint, WireName, endpoint_of, remote_endpoint};

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
    /// Default model. Default: the remote model if an API key or base URL is set, otherwise `portolan-builtin`.
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
    /// Maximum output tokens per call.
    pub model_output_tokens: u64,
    /// Silence after which a model call has failed.
    pub model_idle_seconds: u64,
    /// Size at which a model's answer is cut, unless its output tokens allow more.
    pub model_answer_bytes: usize,
    /// Time limit for connecting to a model.
    pub model_connect_seconds: u64,
    /// Delay before the first retry of a model call; it doubles with each retry.
    pub model_back_off_milliseconds: u64,
    /// Maximum model calls per turn.
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
    /// Whether Stripe Tax adds taxes at checkout. It needs to be set up in Stripe's dashboard.
    pub stripe_automatic_tax: bool,
    /// Address of the Stripe API.
    pub stripe_url: url::Url,
    /// Largest file that can be uploaded.
    pub max_upload_bytes: u64,
    /// Time limit of an upload, from its first byte until its sources are stored.
    pub upload_seconds: u64,
    /// Storage of an account's files. 0: no limit.
    pub storage_user_bytes: u64,
    /// Rules for objects outside of their callers' own folders, by `bucket/name`, a table `[[storage_rules]]` each.
    pub storage_rules: AccessRules,
    /// Private addresses that pages, files and databases may be read from: `host:port,host:port`. All others are refused.
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
    /// Key of a PostHog project. Enables visit statistics, except for browsers that send Do Not Track.
    pub analytics_key: Option<String>,
    /// Address of the PostHog service.
    pub analytics_host: url::Url,
    /// Websockets of a user.
    pub realtime_user_sockets: usize,
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
            stripe_automatic_tax: false,
            stripe_url: "https://api.stripe.com".parse().expect("an address"),
            max_upload_bytes: 200 << 20,
            upload_seconds: 300,
            storage_user_bytes: 0,
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
            realtime_user_sockets: 50,
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

const INPUT_PRICE: u64 = 100;
const OUTPUT_PRICE: u64 = 400;
const CONTEXT_TOKENS: u64 = 128_000;
const OUTPUT_TOKENS: u64 = 8_000;

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
