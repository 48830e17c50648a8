//! Fetches what is at an address of the web: only from public networks, only what robots may read,
//! within limits of size and time.

mod cache;
mod error;
mod robots;

use std::{
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use portolan_dial::{Dialer, Guard};
use reqwest::{
    Method, Request, Response,
    header::{ACCEPT, ACCEPT_LANGUAGE, CONTENT_TYPE, HeaderValue, LOCATION},
};
use sha2::{Digest, Sha256};
use tokio::io::AsyncWriteExt;
use url::Url;

pub use error::FetchError;

use cache::Cache;
use robots::{AGENT, Robots, Rules};

/// Redirects that are followed.
const MOST_REDIRECTS: usize = 10;
/// Bytes of a site's rules; what is beyond counts for nothing.
const ROBOTS_BYTES: usize = 500 << 10;
/// Pages, papers and data before anything else.
const ACCEPTED: &str = "text/html,application/xhtml+xml,application/pdf,text/*;q=0.9,*/*;q=0.5";

#[derive(Clone, Copy, Debug)]
pub struct FetchLimits {
    /// Of the body, unpacked.
    pub bytes: u64,
    /// For everything: rules, redirects, body.
    pub time: Duration,
}

/// A body in a file, which stays for a while.
#[derive(Clone, Debug)]
pub struct Fetched {
    /// After all redirects.
    pub url: Url,
    pub content_type: Option<String>,
    pub file: PathBuf,
    pub bytes: u64,
    /// SHA-256 in hexadecimal.
    pub content_hash: String,
}

/// Cheap to clone; clones share what they know of sites.
#[derive(Clone)]
pub struct Fetcher {
    dialer: Dialer,
    limits: FetchLimits,
    robots: Arc<Robots>,
    cache: Cache,
    folder: PathBuf,
}

impl Fetcher {
    /// `folder` is for what is fetched; `contact` is an address of this server, for sites that
    /// want to know who reads them.
    pub fn new(guard: Guard, limits: FetchLimits, folder: &Path, contact: Option<&str>) -> Self {
        let agent = match contact {
            Some(contact) => format!("{AGENT}/{} (+{contact})", env!("CARGO_PKG_VERSION")),
            None => format!("{AGENT}/{}", env!("CARGO_PKG_VERSION")),
        };
        Self {
            dialer: Dialer::new(guard, limits.time).with_agent(agent),
            limits,
            robots: Arc::default(),
            cache: Cache::new(folder.to_owned()),
            folder: folder.to_owned(),
        }
    }

    /// Fetches `url`; a copy cached in the last minutes is reused unless it `must_be_fresh`.
    ///
    /// # Errors
    /// Fails if it may not be read, is not there, is too large, or takes too long.
    pub async fn fetch(&self, url: &Url, must_be_fresh: bool) -> Result<Fetched, FetchError> {
        let key = url
            .as_str()
            .split('#')
            .next()
            .unwrap_or_default()
            .to_owned();
        if let Some(known) = self.cache.get(&key).filter(|_| !must_be_fresh) {
            return Ok(known);
        }
        let fetched = tokio::time::timeout(self.limits.time, self.follow(url))
            .await
            .map_err(|_| FetchError::TookTooLong(self.limits.time))??;
        self.cache.put(key, fetched.clone());
        Ok(fetched)
    }

    /// Every hop is judged like the first.
    async fn follow(&self, url: &Url) -> Result<Fetched, FetchError> {
        let mut url = url.clone();
        for _ in 0..=MOST_REDIRECTS {
            if !self.rules_of(&url).await?.allow(url.as_str()) {
                return Err(FetchError::Robots(host_name(&url)));
            }
            let response = self.get(&url).await?;
            let status = response.status();
            if status.is_redirection()
                && let Some(next) = next(&url, &response)
            {
                url = next;
                continue;
            }
            if !status.is_success() {
                return Err(FetchError::of_status(status.as_u16(), host_name(&url)));
            }
            return self.keep(url, response).await;
        }
        Err(FetchError::TooManyRedirects)
    }

    async fn get(&self, url: &Url) -> Result<Response, FetchError> {
        let mut bare = url.clone();
        bare.set_fragment(None);
        let mut request = Request::new(Method::GET, bare);
        let headers = request.headers_mut();
        headers.insert(ACCEPT, HeaderValue::from_static(ACCEPTED));
        headers.insert(ACCEPT_LANGUAGE, HeaderValue::from_static("en,*;q=0.5"));
        let response = self.dialer.send(request).await;
        response.map_err(|error| FetchError::of_dial(error, host_name(url)))
    }

    async fn rules_of(&self, url: &Url) -> Result<Rules, FetchError> {
        let origin = url.origin().ascii_serialization();
        if let Some(rules) = self.robots.known(&origin) {
            return Ok(rules);
        }
        let Ok(mut at) = url.join("/robots.txt") else {
            return Err(FetchError::NotWeb);
        };
        // Rules of one site may be kept at another address.
        let mut rules = Rules::Unknown;
        for _ in 0..=MOST_REDIRECTS {
            let response = match self.get(&at).await {
                Ok(response) => response,
                Err(error @ (FetchError::Private(_) | FetchError::NotWeb)) => return Err(error),
                Err(error @ FetchError::UnknownHost(_)) => return Err(error),
                Err(FetchError::Unreachable(host, cause)) => {
                    return Err(FetchError::Unreachable(host, cause));
                }
                Err(_) => break,
            };
            let status = response.status();
            if status.is_redirection()
                && let Some(next) = next(&at, &response)
            {
                at = next;
                continue;
            }
            if status.is_client_error() {
                rules = Rules::None;
            } else if status.is_success() {
                rules = Rules::Text(read_beginning(response, ROBOTS_BYTES).await);
            }
            break;
        }
        self.robots.learn(origin, rules.clone());
        Ok(rules)
    }

    /// Writes the body down as it comes, no longer than it may be.
    async fn keep(&self, url: Url, mut response: Response) -> Result<Fetched, FetchError> {
        let limit = self.limits.bytes;
        let content_type = response
            .headers()
            .get(CONTENT_TYPE)
            .and_then(|value| value.to_str().ok())
            .map(str::to_owned);
        let part = tempfile::NamedTempFile::new_in(&self.folder).map_err(FetchError::File)?;
        let mut file = tokio::fs::File::create(part.path())
            .await
            .map_err(FetchError::File)?;
        let mut hasher = Sha256::new();
        let mut bytes: u64 = 0;
        loop {
            let chunk = response
                .chunk()
                .await
                .map_err(|error| FetchError::Unreachable(host_name(&url), error.to_string()))?;
            let Some(chunk) = chunk else { break };
            bytes += chunk.len() as u64;
            if bytes > limit {
                return Err(FetchError::TooLarge(limit));
            }
            hasher.update(&chunk);
            file.write_all(&chunk).await.map_err(FetchError::File)?;
        }
        file.flush().await.map_err(FetchError::File)?;
        let content_hash = hex::encode(hasher.finalize());
        let place = self.cache.place(&content_hash);
        part.persist(&place)
            .map_err(|error| FetchError::File(error.error))?;
        Ok(Fetched {
            url,
            content_type,
            file: place,
            bytes,
            content_hash,
        })
    }
}

/// Returns the target of a redirect, without credentials.
fn next(url: &Url, response: &Response) -> Option<Url> {
    let location = response.headers().get(LOCATION)?.to_str().ok()?;
    let mut next = url.join(location).ok()?;
    // A scheme without authority has none to clear, and is refused by the guard.
    let _ = next.set_username("");
    let _ = next.set_password(None);
    Some(next)
}

async fn read_beginning(mut response: Response, most: usize) -> String {
    let mut bytes = Vec::new();
    while let Ok(Some(chunk)) = response.chunk().await {
        bytes.extend_from_slice(&chunk);
        if bytes.len() >= most {
            bytes.truncate(most);
            break;
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn host_name(url: &Url) -> String {
    url.host_str().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use portolan_dial::corpus;

    use super::*;

    #[tokio::test]
    async fn pages_in_private_networks_are_not_dialled() {
        let folder = tempfile::TempDir::new().unwrap();
        let limits = FetchLimits {
            bytes: 1_000,
            time: Duration::from_secs(5),
        };
        let fetcher = Fetcher::new(corpus::corpus_guard(&[]), limits, folder.path(), None);
        corpus::assert_refused(async |url| {
            let read = fetcher.fetch(&url, true).await;
            read.map(|_| ()).map_err(|error| error.to_string())
        })
        .await;
    }
}
