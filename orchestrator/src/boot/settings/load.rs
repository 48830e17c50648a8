//! Reading and checking: defaults, file, environment and flags.

use std::{
    collections::{HashMap, HashSet},
    path::PathBuf,
};

use figment::{
    Figment,
    providers::{Env, Format, Serialized, Toml},
};
use portolan_ledger::{Plans, PlansError};
use serde::Serialize;
use serde_json::{Map, Value};

use super::{
    super::{
        listen::Listen,
        unknown_setting::{describe_error, suggest_setting},
    },
    Settings,
};
use crate::http::auth::AuthOptions;

#[derive(Debug, thiserror::Error)]
#[error("the settings can't be used: {0}; docs/configuration.md lists all settings")]
pub struct SettingsError(String);

impl Settings {
    /// Reads default, file, environment and flags, each over the one before.
    ///
    /// An unknown key in the file is an error, an unknown variable a warning (returned).
    pub fn load(flags: &Flags) -> Result<(Self, Vec<String>), SettingsError> {
        let known = default_fields(Self::default());
        let of_auth = default_fields(AuthOptions::default());
        let mut warnings = Vec::new();
        let mut blank = HashSet::new();
        for (name, value) in std::env::vars() {
            let Some(field) = name.strip_prefix(ENVIRONMENT_PREFIX) else {
                continue;
            };
            let field = field.to_lowercase();
            let default = match field.strip_prefix(AUTH_PREFIX) {
                Some(option) => of_auth.get(option),
                None => known.get(&field),
            };
            // Compose files and shells pass "NAME=" for what isn't set. A text with a default may be set to nothing.
            if value.is_empty() && !default.is_some_and(Value::is_string) {
                blank.insert(field.clone());
            }
            if default.is_none() && !OTHER_VARIABLES.contains(&name.as_str()) {
                let variables: Vec<String> = known
                    .keys()
                    .cloned()
                    .chain(
                        of_auth
                            .keys()
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
        let names: Vec<String> = known.keys().cloned().collect();
        let auth_names: Vec<String> = of_auth
            .keys()
            .map(|option| format!("{AUTH_PREFIX}{option}"))
            .collect();
        let [names, auth_names] = [&names, &auth_names].map(|names| {
            let filled = names.iter().filter(|name| !blank.contains(*name));
            filled.map(String::as_str).collect::<Vec<_>>()
        });
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

pub(in crate::boot) const ENVIRONMENT_PREFIX: &str = "PORTOLAN_";
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

/// Returns the names of settings with their defaults.
fn default_fields(settings: impl Serialize) -> Map<String, Value> {
    match serde_json::to_value(settings) {
        Ok(Value::Object(fields)) => fields,
        _ => Map::new(),
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
