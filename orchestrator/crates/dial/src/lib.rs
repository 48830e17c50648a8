//! Outgoing HTTP to addresses that come from users, from run-time settings or from remote documents.
//! Nothing in a private network is dialled unless the operator allows it.

mod address;
mod guard;
mod lookup;

#[cfg(any(test, feature = "testing"))]
pub mod corpus;

use std::{sync::Arc, time::Duration};

use reqwest::{
    Client, Method, Request, Response,
    header::{CONTENT_TYPE, HeaderValue},
    redirect::Policy,
};
use serde::Serialize;
use url::{Origin, Url};

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

/// A client of one server, whose connections are kept between requests. Cheap to clone.
#[derive(Clone, Debug)]
pub struct PinnedClient {
    client: Client,
    origin: Origin,
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
        self.pin(request.url()).await?.send(request).await
    }

    /// Approves the server of `url` and returns a client that reaches it, and no other, at the addresses that its
    /// name has now.
    ///
    /// # Errors
    /// Fails if the address is not allowed, or its host is unknown.
    pub async fn pin(&self, url: &Url) -> Result<PinnedClient, DialError> {
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
        Ok(PinnedClient {
            client: builder.build().map_err(dial_failure)?,
            origin: url.origin(),
        })
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

impl PinnedClient {
    /// Sends a request to the approved server.
    ///
    /// # Errors
    /// Fails if the request is for another server, or the server cannot be reached.
    pub async fn send(&self, request: Request) -> Result<Response, DialError> {
        if request.url().origin() != self.origin {
            let host = request.url().host_str().unwrap_or_default();
            return Err(DialError::Private(host.to_owned()));
        }
        self.client.execute(request).await.map_err(dial_failure)
    }
}

fn dial_failure(error: reqwest::Error) -> DialError {
    DialError::Failed(error.without_url().to_string())
}

#[cfg(test)]
mod tests {
    use std::{
        collections::BTreeMap,
        fs,
        path::{Path, PathBuf},
    };

    /// Calls that open a connection, or create something that does.
    const OPENINGS: [&str; 20] = [
        "Client::builder()",
        "Client::new()",
        "ClientBuilder::new(",
        "reqwest::get(",
        "TcpStream::connect",
        "TcpSocket::",
        "UdpSocket::",
        "UnixStream::connect",
        "ToSocketAddrs",
        "lookup_host(",
        "SmtpTransport::",
        "SmtpConnection::",
        "::connect(",
        ".connect(",
        ".connect_with(",
        ".connect_lazy",
        "AmazonS3Builder::",
        "MicrosoftAzureBuilder::",
        "GoogleCloudStorageBuilder::",
        "HttpBuilder::",
    ];

    /// The files that open connections, with the reason why the guard need not judge where to.
    const ALLOWED: [(&str, &str); 24] = [
        ("crates/dial/src/guard.rs", "the guard itself"),
        ("crates/dial/src/lookup.rs", "the guard's look-ups of names"),
        (
            "crates/dial/src/lib.rs",
            "addresses that the guard approved",
        ),
        (
            "crates/databases/src/connect.rs",
            "connects by the guard; the driver connects to the socket of the relay",
        ),
        (
            "crates/databases/src/lake/store.rs",
            "a client that sends by the dialer's pinned one",
        ),
        (
            "crates/databases/src/mysql/connect.rs",
            "the socket of the relay",
        ),
        (
            "crates/databases/src/tls.rs",
            "TLS over a stream that the guard connected",
        ),
        (
            "crates/assistant/src/openai/mod.rs",
            "model endpoints of the operator's settings",
        ),
        ("src/billing/stripe.rs", "Stripe"),
        (
            "src/boot/doctor.rs",
            "the operator's public address and collector",
        ),
        ("src/boot/wiring.rs", "the operator's NATS servers"),
        (
            "crates/chat-actors/src/peers/nats.rs",
            "the operator's NATS servers",
        ),
        ("src/feedback/forwarder.rs", "the operator's mail server"),
        ("src/mail/smtp.rs", "the operator's mail server"),
        (
            "src/mcp/api.rs",
            "this server, or the one that the command line names",
        ),
        ("crates/sources/src/objects.rs", "the operator's bucket"),
        ("crates/store/src/backup.rs", "the operator's database"),
        (
            "crates/store/src/board_nodes.rs",
            "connects cards of a board",
        ),
        ("crates/store/src/database.rs", "the operator's database"),
        ("crates/store/src/relay.rs", "the operator's database"),
        ("crates/store/src/sqlite_pool.rs", "a file"),
        ("crates/store/src/transfer.rs", "the operator's databases"),
        ("crates/telemetry/src/export.rs", "the operator's collector"),
        ("crates/store/src/testing.rs", "tests only"),
    ];

    fn rust_files(folder: &Path) -> Vec<PathBuf> {
        let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
        let files = entries.flat_map(|entry| match entry.path() {
            path if path.is_dir() => rust_files(&path),
            path => vec![path],
        });
        files
            .filter(|path| path.extension().is_some_and(|ending| ending == "rs"))
            .collect()
    }

    /// Returns the lines of a file before its tests that open a connection.
    fn openings(text: &str) -> Vec<&str> {
        let code = text.split("#[cfg(test)]\nmod tests").next().unwrap();
        let lines = code.lines().map(str::trim);
        let lines = lines.filter(|line| !line.starts_with("//"));
        lines
            .filter(|line| OPENINGS.iter().any(|call| line.contains(call)))
            .collect()
    }

    #[test]
    fn connections_are_opened_only_by_the_dialer_or_to_addresses_of_the_operator() {
        let package = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let mut folders = vec![package.join("src")];
        let crates = fs::read_dir(package.join("crates")).unwrap();
        let crates = crates.map(|entry| entry.unwrap().path().join("src"));
        folders.extend(crates.filter(|folder| folder.is_dir()));
        let mut unused: BTreeMap<&str, &str> = ALLOWED.into_iter().collect();
        for file in folders.iter().flat_map(|folder| rust_files(folder)) {
            let text = fs::read_to_string(&file).unwrap();
            let found = openings(&text);
            let name = file.strip_prefix(&package).unwrap().to_str().unwrap();
            if !found.is_empty() && unused.remove(name).is_none() {
                panic!(
                    "{name} opens connections: send requests by the dialer, connect by its guard, or add the file to \
                     ALLOWED with the reason: {found:#?}"
                );
            }
        }
        assert!(unused.is_empty(), "these open no connections: {unused:?}");
    }
}
