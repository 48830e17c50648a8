//! Outgoing HTTP to addresses that come from users, from run-time settings or from remote documents.
//! Nothing in a private network is dialled unless the operator allows it.

mod address;
mod guard;
mod lookup;

#[cfg(test)]
pub mod corpus;

use std::{sync::Arc, time::Duration};

use reqwest::{
    Client, Method, Request, Response,
    header::{CONTENT_TYPE, HeaderValue},
    redirect::Policy,
};
use serde::Serialize;
use url::Url;

pub use guard::Guard;
pub use lookup::{Lookup, SystemLookup};

/// Sends requests to guarded addresses. Follows no redirect: the caller decides, and each hop is
/// judged like the first. Cheap to clone.
#[derive(Clone)]
pub struct Dialer {
    guard: Guard,
    /// For the whole request, with its answer's body.
    timeout: Duration,
    agent: Arc<str>,
}

/// Why an address was not reached.
#[derive(Debug, thiserror::Error)]
pub enum DialError {
    #[error("only http:// and https:// addresses are allowed")]
    NotWeb,
    #[error("{0} is not on the public internet")]
    Private(String),
    #[error("unknown host {0}")]
    UnknownHost(String),
    /// The cause, without the address, which may hold a secret.
    #[error("{0}")]
    Failed(String),
}

impl Dialer {
    pub fn new(guard: Guard, timeout: Duration) -> Self {
        // The first caller has installed the same provider.
        let _ = rustls::crypto::ring::default_provider().install_default();
        Self {
            guard,
            timeout,
            agent: concat!("portolan/", env!("CARGO_PKG_VERSION")).into(),
        }
    }

    pub fn with_timeout(&self, timeout: Duration) -> Self {
        Self {
            timeout,
            ..self.clone()
        }
    }

    pub fn with_agent(self, agent: String) -> Self {
        Self {
            agent: agent.into(),
            ..self
        }
    }

    /// Sends the request to the addresses that its host was just approved with, so that a name that
    /// changes between the check and the connection changes nothing.
    ///
    /// # Errors
    /// Fails if the address is not allowed or cannot be reached.
    pub async fn send(&self, request: Request) -> Result<Response, DialError> {
        let url = request.url();
        let addresses = self.guard.approve(url).await?;
        let mut builder = Client::builder()
            // A proxy would look the name up a second time.
            .no_proxy()
            .redirect(Policy::none())
            .user_agent(self.agent.as_ref())
            .timeout(self.timeout);
        if let Some(name) = url.domain() {
            builder = builder.resolve_to_addrs(name, &addresses);
        }
        let client = builder.build().map_err(dial_failure)?;
        client.execute(request).await.map_err(dial_failure)
    }

    /// Checks that an address may be dialled now, without connecting to it.
    ///
    /// # Errors
    /// Fails if it is not allowed, or its host is unknown.
    pub async fn check(&self, url: &Url) -> Result<(), DialError> {
        self.guard.approve(url).await.map(drop)
    }

    /// Posts a value as JSON, with these headers.
    ///
    /// # Errors
    /// As [`Self::send`].
    pub async fn post_json(
        &self,
        url: &Url,
        headers: &[(&'static str, String)],
        value: &impl Serialize,
    ) -> Result<Response, DialError> {
        let cause = |error: String| DialError::Failed(error);
        let body = serde_json::to_vec(value).map_err(|error| cause(error.to_string()))?;
        let mut request = Request::new(Method::POST, url.clone());
        let map = request.headers_mut();
        map.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        for (name, text) in headers {
            let mut value =
                HeaderValue::from_str(text).map_err(|error| cause(error.to_string()))?;
            value.set_sensitive(true);
            map.insert(*name, value);
        }
        *request.body_mut() = Some(body.into());
        self.send(request).await
    }
}

fn dial_failure(error: reqwest::Error) -> DialError {
    DialError::Failed(error.without_url().to_string())
}

#[cfg(test)]
mod tests {
    use std::{
        fs,
        path::{Path, PathBuf},
    };

    /// Modules that send requests to addresses of the operator's settings, or to this server itself.
    const CONFIGURED: [&str; 5] = [
        "assistant/openai/mod.rs",
        "billing/stripe.rs",
        "boot/doctor.rs",
        "mcp/api.rs",
        "telemetry/export.rs",
    ];

    fn rust_files(folder: &Path) -> Vec<PathBuf> {
        let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
        let files = entries.flat_map(|entry| match entry.path() {
            path if path.is_dir() => rust_files(&path),
            path => vec![path],
        });
        files.collect()
    }

    #[test]
    fn http_clients_are_created_only_by_the_dialer() {
        let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let mut builders = Vec::new();
        for file in rust_files(&sources) {
            let text = fs::read_to_string(&file).unwrap();
            let builds = ["Client::builder()", "Client::new()", "reqwest::get("];
            if builds.iter().any(|call| text.contains(call)) {
                let name = file.strip_prefix(&sources).unwrap();
                builders.push(name.to_str().unwrap().to_owned());
            }
        }
        builders.sort();
        let mut expected = CONFIGURED.to_vec();
        expected.push("dial/mod.rs");
        expected.sort_unstable();
        assert_eq!(builders, expected);
    }
}
