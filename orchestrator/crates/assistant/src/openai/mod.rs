//! Any endpoint that speaks OpenAI's chat completions or its Responses API.

mod adjustments;
mod assembly;
mod call;
mod chat_completions;
mod discovery;
mod profile;
mod refusal;
mod responses;
mod schema;
mod service;
mod usage;
mod written;

use std::sync::{Arc, Mutex};

use async_openai::config::{Config, OpenAIConfig};
use futures_util::stream;
use reqwest::header::HeaderMap;
use secrecy::{ExposeSecret, SecretString};
use url::Url;

use self::{
    adjustments::Adjustments,
    call::Call,
    profile::{Authorization, ProviderProfile, profile_of},
};
use super::{
    LanguageModel, ModelCard, ModelRequest, ModelStream, ModelsError, RemoteSettings,
    tokens::TokenCounter,
};

pub use discovery::{OfferedModel, offered_models};
pub(crate) use profile::{profile_named, provider_names, provider_of};

/// One model of a remote endpoint.
pub(crate) struct OpenAiModel {
    card: ModelCard,
    endpoint: Arc<Endpoint>,
}

/// A model's endpoint with its learned adjustments.
pub(crate) struct Endpoint {
    http: reqwest::Client,
    address: Address,
    profile: &'static ProviderProfile,
    settings: Arc<RemoteSettings>,
    adjustments: Mutex<Adjustments>,
}

impl Endpoint {
    /// Credits that a million cached tokens cost less than others.
    fn cached_discount(&self, model: &str) -> u64 {
        let card = self.settings.models.iter().find(|card| card.id == model);
        let cached = self.settings.tuning.cached_input_price;
        card.zip(cached).map_or(0, |(card, cached)| {
            card.price.input_per_million.saturating_sub(cached)
        })
    }
}

/// The address of an endpoint, and what each request to it carries.
#[derive(Clone)]
pub(super) struct Address {
    base: OpenAIConfig,
    /// Its parameters, which some endpoints need: `api-version=…`.
    query: Vec<(String, String)>,
    headers: HeaderMap,
}

impl Address {
    fn new(settings: &RemoteSettings, profile: &ProviderProfile) -> Result<Self, ModelsError> {
        let (base, query) = match settings.base_url.split_once('?') {
            Some((base, query)) => (base, query),
            None => (settings.base_url.as_str(), ""),
        };
        let query = url::form_urlencoded::parse(query.as_bytes()).into_owned();
        let key = settings.api_key.expose_secret();
        let mut headers = match profile.authorization {
            Authorization::Bearer => header_map("authorization", &format!("Bearer {key}"))?,
            Authorization::ApiKey => header_map("api-key", key)?,
        };
        for value in headers.values_mut() {
            value.set_sensitive(true);
        }
        for (name, value) in &settings.tuning.headers {
            headers.extend(header_map(name, value)?);
        }
        Ok(Self {
            base: OpenAIConfig::new()
                .with_api_base(base.trim_end_matches('/'))
                .with_api_key(key),
            query: query.collect(),
            headers,
        })
    }
}

fn header_map(name: &str, value: &str) -> Result<HeaderMap, ModelsError> {
    let parsed = name.parse().ok().zip(value.parse().ok());
    let (name, value) = parsed.ok_or_else(|| ModelsError::Header(name.into()))?;
    Ok(HeaderMap::from_iter([(name, value)]))
}

impl Config for Address {
    fn headers(&self) -> HeaderMap {
        self.headers.clone()
    }

    fn url(&self, path: &str) -> String {
        self.base.url(path)
    }

    fn query(&self) -> Vec<(&str, &str)> {
        let pairs = self.query.iter();
        pairs
            .map(|(name, value)| (name.as_str(), value.as_str()))
            .collect()
    }

    fn api_base(&self) -> &str {
        self.base.api_base()
    }

    fn api_key(&self) -> &SecretString {
        self.base.api_key()
    }
}

impl OpenAiModel {
    /// Every model of the endpoint, on one pool of connections.
    pub fn all(settings: RemoteSettings) -> Result<Vec<Self>, ModelsError> {
        let http = build_client(&settings)?;
        let profile = profile_of(settings.provider.as_deref(), &settings.base_url);
        let address = Address::new(&settings, profile)?;
        let settings = Arc::new(settings);
        let models = settings.models.iter().map(|card| Self {
            card: card.clone(),
            endpoint: Arc::new(Endpoint {
                http: http.clone(),
                address: address.clone(),
                profile,
                settings: Arc::clone(&settings),
                adjustments: Mutex::default(),
            }),
        });
        Ok(models.collect())
    }
}

fn build_client(settings: &RemoteSettings) -> Result<reqwest::Client, ModelsError> {
    // A process has one provider; who installed it first does not matter.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let client = reqwest::Client::builder()
        .connect_timeout(settings.connect_timeout)
        .redirect(reqwest::redirect::Policy::none())
        .build()?;
    Ok(client)
}

impl LanguageModel for OpenAiModel {
    fn card(&self) -> &ModelCard {
        &self.card
    }

    fn stream(&self, request: ModelRequest) -> ModelStream {
        let call = Call::new(Arc::clone(&self.endpoint), self.card.id.clone(), request);
        Box::pin(stream::unfold(call, |mut call| async move {
            let event = call.next().await?;
            Some((event, call))
        }))
    }

    fn count_tokens(&self, text: &str) -> u64 {
        TokenCounter.count(text)
    }

    fn remote(&self) -> Option<&RemoteSettings> {
        Some(&self.endpoint.settings)
    }
}

/// Returns whether an address can be that of an endpoint.
pub(crate) fn is_base_url(text: &str) -> bool {
    Url::parse(text).is_ok_and(|url| matches!(url.scheme(), "http" | "https"))
}
