use std::{
    collections::BTreeMap,
    sync::{Arc, PoisonError},
    time::Duration,
};

use chrono::{DateTime, TimeDelta, Utc};
use openidconnect::{
    AsyncHttpClient, AuthUrl, HttpRequest, HttpResponse, IssuerUrl, TokenUrl,
    core::{CoreJsonWebKeySet, CoreProviderMetadata},
    http::Response,
};
use tokio::sync::Mutex;
use url::Url;
use uuid::Uuid;

use super::super::options::ProviderOptions;
use crate::model::CustomProviderSettings;

const GOOGLE: &str = "https://accounts.google.com";
const TIMEOUT: Duration = Duration::from_secs(10);
/// How long a provider's own description is believed.
const FRESH: TimeDelta = TimeDelta::minutes(10);
/// No provider answers more.
const LONGEST: usize = 1 << 20;

/// So many of those that were added are kept at hand.
const MOST_ADDED: usize = 100;

/// Which provider that was added, and as of when.
pub type AddedKey = (Uuid, DateTime<Utc>);

/// The providers of the settings, and those of the ones added since that were used.
pub struct Providers {
    by_name: BTreeMap<String, Arc<Provider>>,
    added: std::sync::Mutex<BTreeMap<AddedKey, Arc<Provider>>>,
    http: ProviderHttp,
}

pub struct Provider {
    pub name: String,
    pub options: ProviderOptions,
    pub kind: ProviderKind,
    /// What operators say of one that they have added.
    pub custom: Option<CustomProviderSettings>,
    described: Mutex<Option<(DateTime<Utc>, CoreProviderMetadata)>>,
}

pub enum ProviderKind {
    OpenId(IssuerUrl),
    /// Speaks OAuth 2.0, but no OpenID.
    Github,
    Oauth2(Endpoints),
}

/// Where a provider is found that does not describe itself.
pub struct Endpoints {
    pub authorize: AuthUrl,
    pub token: TokenUrl,
    pub userinfo: Url,
}

/// Asks providers; follows nobody elsewhere.
#[derive(Clone)]
pub struct ProviderHttp(pub reqwest::Client);

/// Why a provider is of no use. Says nothing of secrets.
#[derive(Debug, thiserror::Error)]
pub enum ProviderError {
    #[error("the provider {0} needs an issuer, such as https://accounts.example.com")]
    NoIssuer(String),
    #[error("the client for providers cannot be made: {0}")]
    Client(String),
    #[error("the provider was not understood: {0}")]
    Answer(String),
    #[error("the provider was not reached: {0}")]
    Unreached(String),
}

impl Providers {
    pub fn new(options: &BTreeMap<String, ProviderOptions>) -> Result<Self, ProviderError> {
        let http = reqwest::Client::builder()
            .timeout(TIMEOUT)
            .redirect(reqwest::redirect::Policy::none())
            .build()
            .map_err(|error| ProviderError::Client(error.to_string()))?;
        let mut by_name = BTreeMap::new();
        for (name, options) in options {
            let issuer = match (name.as_str(), &options.issuer) {
                (_, Some(issuer)) => Some(issuer.as_str()),
                ("google", None) => Some(GOOGLE),
                ("github", None) => None,
                (name, None) => return Err(ProviderError::NoIssuer(name.to_owned())),
            };
            let kind = match issuer.map(|issuer| IssuerUrl::new(issuer.to_owned())) {
                None => ProviderKind::Github,
                Some(Ok(issuer)) => ProviderKind::OpenId(issuer),
                Some(Err(_)) => return Err(ProviderError::NoIssuer(name.clone())),
            };
            let provider = Provider::new(name.clone(), options.clone(), kind, None);
            by_name.insert(name.clone(), Arc::new(provider));
        }
        Ok(Self {
            by_name,
            added: std::sync::Mutex::default(),
            http: ProviderHttp(http),
        })
    }

    /// A provider of the settings.
    pub fn get(&self, name: &str) -> Option<Arc<Provider>> {
        self.by_name.get(name).cloned()
    }

    /// One that was added, where it was used before and has not changed since.
    pub fn added(&self, key: AddedKey) -> Option<Arc<Provider>> {
        let added = self.added.lock().unwrap_or_else(PoisonError::into_inner);
        added.get(&key).cloned()
    }

    /// Keeps it at hand in place of what it was before.
    pub fn keep(&self, key: AddedKey, provider: Arc<Provider>) {
        let mut added = self.added.lock().unwrap_or_else(PoisonError::into_inner);
        added.retain(|(id, _), _| *id != key.0);
        if added.len() >= MOST_ADDED {
            added.pop_first();
        }
        added.insert(key, provider);
    }

    pub fn http(&self) -> &ProviderHttp {
        &self.http
    }
}

impl Provider {
    pub fn new(
        name: String,
        options: ProviderOptions,
        kind: ProviderKind,
        custom: Option<CustomProviderSettings>,
    ) -> Self {
        Self {
            name,
            options,
            kind,
            custom,
            described: Mutex::new(None),
        }
    }

    pub fn uses_pkce(&self) -> bool {
        self.custom
            .as_ref()
            .is_none_or(|custom| custom.pkce_enabled)
    }

    pub fn checks_nonce(&self) -> bool {
        !self
            .custom
            .as_ref()
            .is_some_and(|custom| custom.skip_nonce_check)
    }

    /// What the provider says of itself and its keys, not much older than ten minutes.
    pub async fn describe(
        &self,
        issuer: &IssuerUrl,
        http: &ProviderHttp,
        now: DateTime<Utc>,
    ) -> Result<CoreProviderMetadata, ProviderError> {
        let mut described = self.described.lock().await;
        match &*described {
            Some((at, metadata)) if now - *at < FRESH => return Ok(metadata.clone()),
            _ => {}
        }
        let custom = self.custom.as_ref();
        let page = custom.and_then(|custom| custom.discovery_url.as_deref());
        let metadata = discover(issuer, page, http).await?;
        *described = Some((now, metadata.clone()));
        Ok(metadata)
    }
}

/// What a provider says of itself and its keys, where it is used to be or on a page of its own.
pub async fn discover(
    issuer: &IssuerUrl,
    page: Option<&str>,
    http: &ProviderHttp,
) -> Result<CoreProviderMetadata, ProviderError> {
    let unreached = |error: String| ProviderError::Unreached(error);
    let Some(page) = page else {
        return CoreProviderMetadata::discover_async(issuer.clone(), http)
            .await
            .map_err(|error| unreached(error.to_string()));
    };
    let mut request = HttpRequest::new(Vec::new());
    *request.uri_mut() = page
        .parse()
        .map_err(|_| ProviderError::Answer("its address is none".into()))?;
    let answer = http.call(request).await?;
    let metadata: CoreProviderMetadata = serde_json::from_slice(answer.body())
        .map_err(|error| ProviderError::Answer(error.to_string()))?;
    if metadata.issuer() != issuer {
        return Err(ProviderError::Answer("it names another issuer".into()));
    }
    let keys = CoreJsonWebKeySet::fetch_async(metadata.jwks_uri(), http)
        .await
        .map_err(|error| unreached(error.to_string()))?;
    Ok(metadata.set_jwks(keys))
}

impl<'c> AsyncHttpClient<'c> for ProviderHttp {
    type Error = ProviderError;
    type Future =
        std::pin::Pin<Box<dyn Future<Output = Result<HttpResponse, ProviderError>> + Send + 'c>>;

    fn call(&'c self, request: HttpRequest) -> Self::Future {
        Box::pin(async move {
            let unreached =
                |error: reqwest::Error| ProviderError::Unreached(error.without_url().to_string());
            let request = reqwest::Request::try_from(request).map_err(unreached)?;
            let mut response = self.0.execute(request).await.map_err(unreached)?;
            let mut answer = Response::builder().status(response.status());
            for (name, value) in response.headers() {
                answer = answer.header(name, value);
            }
            let mut body = Vec::new();
            while let Some(piece) = response.chunk().await.map_err(unreached)? {
                if body.len() + piece.len() > LONGEST {
                    return Err(ProviderError::Answer("it is too long".into()));
                }
                body.extend_from_slice(&piece);
            }
            answer
                .body(body)
                .map_err(|error| ProviderError::Answer(error.to_string()))
        })
    }
}
