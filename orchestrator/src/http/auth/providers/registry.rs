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
use portolan_dial::Dialer;
use portolan_domain::CustomProviderSettings;
use tokio::sync::Mutex;
use url::Url;
use uuid::Uuid;

use super::super::options::ProviderOptions;

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
    /// The operator's settings of a custom provider.
    pub custom: Option<CustomProviderSettings>,
    described: Mutex<Option<(DateTime<Utc>, CoreProviderMetadata)>>,
}

pub enum ProviderKind {
    OpenId(IssuerUrl),
    /// Speaks OAuth 2.0, but no OpenID.
    Github,
    Oauth2(Endpoints),
}

/// The endpoints of a provider without discovery.
pub struct Endpoints {
    pub authorize: AuthUrl,
    pub token: TokenUrl,
    pub userinfo: Url,
}

/// Sends requests to providers, and follows no redirect.
#[derive(Clone)]
pub struct ProviderHttp(Dialer);

/// Why a provider is of no use. Says nothing of secrets.
#[derive(Debug, thiserror::Error)]
pub enum ProviderError {
    #[error("the provider {0} needs an issuer, such as https://accounts.example.com")]
    NoIssuer(String),
    #[error("couldn't create the HTTP client for providers: {0}")]
    Client(String),
    #[error("the provider sent an invalid answer: {0}")]
    Answer(String),
    #[error("couldn't reach the provider: {0}")]
    Unreached(String),
}

impl Providers {
    pub fn new(
        options: &BTreeMap<String, ProviderOptions>,
        dialer: &Dialer,
    ) -> Result<Self, ProviderError> {
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
            http: ProviderHttp::new(dialer),
        })
    }

    /// A provider of the settings.
    pub fn get(&self, name: &str) -> Option<Arc<Provider>> {
        self.by_name.get(name).cloned()
    }

    /// One that was added, if it was used before and has not changed since.
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

    /// Returns the provider's discovery document and keys, at most about ten minutes old.
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
        let metadata = discover_provider(issuer, page, http).await?;
        *described = Some((now, metadata.clone()));
        Ok(metadata)
    }
}

/// Fetches a provider's discovery document and keys, at the usual address or a custom one.
pub async fn discover_provider(
    issuer: &IssuerUrl,
    page: Option<&str>,
    http: &ProviderHttp,
) -> Result<CoreProviderMetadata, ProviderError> {
    let unreached = |error: &dyn std::error::Error| ProviderError::Unreached(with_causes(error));
    let Some(page) = page else {
        return CoreProviderMetadata::discover_async(issuer.clone(), http)
            .await
            .map_err(|error| unreached(&error));
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
        .map_err(|error| unreached(&error))?;
    Ok(metadata.set_jwks(keys))
}

/// An error with everything that led to it, which its own words leave out.
fn with_causes(error: &dyn std::error::Error) -> String {
    let mut words = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        words.push_str(": ");
        words.push_str(&cause.to_string());
        source = cause.source();
    }
    words
}

impl ProviderHttp {
    pub fn new(dialer: &Dialer) -> Self {
        Self(dialer.with_timeout(TIMEOUT))
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
            let sent = self.0.send(request).await;
            let mut response = sent.map_err(|error| ProviderError::Unreached(error.to_string()))?;
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

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use portolan_dial::corpus;
    use serde_json::json;
    use tokio::{
        io::{AsyncReadExt, AsyncWriteExt},
        net::TcpListener,
    };

    use super::*;

    #[tokio::test]
    async fn provider_endpoints_in_private_networks_are_not_dialled() {
        let http = ProviderHttp::new(&corpus::corpus_dialer(&[]));
        corpus::assert_refused(async |url| {
            let mut request = HttpRequest::new(Vec::new());
            *request.uri_mut() = url.as_str().parse().unwrap();
            let answer = http.call(request).await;
            answer.map(|_| ()).map_err(|error| error.to_string())
        })
        .await;
    }

    #[tokio::test]
    async fn issuers_in_private_networks_are_not_dialled() {
        let http = ProviderHttp::new(&corpus::corpus_dialer(&[]));
        corpus::assert_refused(async |url| {
            let issuer = IssuerUrl::new(url.to_string()).map_err(|error| error.to_string())?;
            let page = discover_provider(&issuer, Some(url.as_str()), &http).await;
            let page = page.err().map_or(String::new(), |error| error.to_string());
            if !page.contains("public internet") && !page.contains("https://") {
                return Err(page);
            }
            let found = discover_provider(&issuer, None, &http).await;
            found.map(|_| ()).map_err(|error| error.to_string())
        })
        .await;
    }

    #[tokio::test]
    async fn addresses_inside_discovery_documents_are_not_dialled() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let host = listener.local_addr().unwrap().to_string();
        let issuer = IssuerUrl::new(format!("http://{host}")).unwrap();
        let keys = Arc::new(Mutex::new(String::new()));
        tokio::spawn(serve_documents(listener, issuer.clone(), keys.clone()));
        let http = ProviderHttp::new(&corpus::corpus_dialer(std::slice::from_ref(&host)));
        let page = format!("http://{host}/page");
        let calls = std::cell::Cell::new(0);
        corpus::assert_refused(async |url| {
            *keys.lock().unwrap() = url.to_string();
            // Both ways to a document in turn: each reads its keys by itself.
            calls.set(calls.get() + 1);
            let page = (calls.get() % 2 == 0).then_some(page.as_str());
            let found = discover_provider(&issuer, page, &http).await;
            found.map(|_| ()).map_err(|error| error.to_string())
        })
        .await;
        // The corpus is refused for its addresses, not for the document.
        *keys.lock().unwrap() = format!("http://{host}/keys");
        let found = discover_provider(&issuer, None, &http).await.unwrap();
        assert_eq!(found.jwks_uri().as_str(), format!("http://{host}/keys"));
    }

    /// Answers every request with a discovery document that names these keys, and with none as keys.
    async fn serve_documents(listener: TcpListener, issuer: IssuerUrl, keys: Arc<Mutex<String>>) {
        loop {
            let (mut stream, _) = listener.accept().await.unwrap();
            let mut request = vec![0; 4_096];
            let length = stream.read(&mut request).await.unwrap();
            let asks_for_keys = request[..length].starts_with(b"GET /keys");
            let body = match asks_for_keys {
                true => json!({"keys": []}),
                false => json!({
                    "issuer": issuer.as_str(),
                    "authorization_endpoint": issuer.as_str(),
                    "token_endpoint": issuer.as_str(),
                    "jwks_uri": *keys.lock().unwrap(),
                    "response_types_supported": ["code"],
                    "subject_types_supported": ["public"],
                    "id_token_signing_alg_values_supported": ["RS256"],
                }),
            };
            let body = body.to_string();
            let answer = format!(
                "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close\r\n\
                 content-length: {}\r\n\r\n{body}",
                body.len()
            );
            stream.write_all(answer.as_bytes()).await.unwrap();
        }
    }
}
