use std::{collections::BTreeMap, time::Duration};

use chrono::{DateTime, TimeDelta, Utc};
use openidconnect::{
    AsyncHttpClient, HttpRequest, HttpResponse, IssuerUrl, core::CoreProviderMetadata,
    http::Response,
};
use tokio::sync::Mutex;

use super::super::options::ProviderOptions;

const GOOGLE: &str = "https://accounts.google.com";
const TIMEOUT: Duration = Duration::from_secs(10);
/// How long a provider's own description is believed.
const FRESH: TimeDelta = TimeDelta::minutes(10);
/// No provider answers more.
const LONGEST: usize = 1 << 20;

/// The providers of the settings.
pub struct Providers {
    by_name: BTreeMap<String, Provider>,
    http: ProviderHttp,
}

pub struct Provider {
    pub name: String,
    pub options: ProviderOptions,
    pub kind: ProviderKind,
    described: Mutex<Option<(DateTime<Utc>, CoreProviderMetadata)>>,
}

pub enum ProviderKind {
    OpenId(IssuerUrl),
    /// Speaks OAuth 2.0, but no OpenID.
    Github,
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
            let provider = Provider {
                name: name.clone(),
                options: options.clone(),
                kind,
                described: Mutex::new(None),
            };
            by_name.insert(name.clone(), provider);
        }
        Ok(Self {
            by_name,
            http: ProviderHttp(http),
        })
    }

    pub fn get(&self, name: &str) -> Option<&Provider> {
        self.by_name.get(name)
    }

    pub fn http(&self) -> &ProviderHttp {
        &self.http
    }
}

impl Provider {
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
        let metadata = CoreProviderMetadata::discover_async(issuer.clone(), http)
            .await
            .map_err(|error| ProviderError::Unreached(error.to_string()))?;
        *described = Some((now, metadata.clone()));
        Ok(metadata)
    }
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
