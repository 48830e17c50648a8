//! The bucket's client: signed requests through the dialer's guard.

use std::time::Duration;

use async_trait::async_trait;
use bytes::{Bytes, BytesMut};
use object_store::{
    ClientOptions, Error, RetryConfig,
    aws::{AmazonS3, AmazonS3Builder},
    client::{
        HttpClient, HttpConnector, HttpError, HttpErrorKind, HttpRequest, HttpResponse, HttpService,
    },
};
use portolan_dial::{DialError, Dialer, PinnedClient};
use portolan_query::{FailureCode, WorkerFailure};
use reqwest::Request;
use url::Url;

use super::access::LakeAccess;
use crate::failure::failure;

/// Bytes of one answer: a page of a listing, or a range.
const ANSWER_BYTES: usize = 16 << 20;
const RETRIES: usize = 3;
/// Characters of a service's own message.
const DETAIL_CHARACTERS: usize = 200;

/// Opens the bucket. Its address is judged and looked up here, once.
pub async fn open(
    dialer: &Dialer,
    access: &LakeAccess,
    time: Duration,
) -> Result<AmazonS3, WorkerFailure> {
    let pinned = dialer.pin(&access.endpoint).await;
    let client = pinned.map_err(|error| from_dial(&error, access))?;
    let mut builder = AmazonS3Builder::new()
        .with_bucket_name(&access.bucket)
        .with_region(&access.region)
        .with_endpoint(access.endpoint.as_str().trim_end_matches('/'))
        .with_allow_http(access.endpoint.scheme() == "http")
        .with_http_connector(GuardedConnector(client))
        .with_retry(RetryConfig {
            max_retries: RETRIES,
            retry_timeout: time,
            ..RetryConfig::default()
        });
    builder = match &access.keys {
        Some(keys) => builder
            .with_access_key_id(&keys.id)
            .with_secret_access_key(&keys.secret),
        // Without it the client would look for this machine's own credentials.
        None => builder.with_skip_signature(true),
    };
    builder.build().map_err(|error| from_store(&error, access))
}

fn from_dial(error: &DialError, access: &LakeAccess) -> WorkerFailure {
    let host = access.endpoint.host_str().unwrap_or_default();
    let port = access.endpoint.port_or_known_default().unwrap_or_default();
    let message = match error {
        DialError::Private(_) => format!(
            "{host} is not on the public internet. Ask the administrator to allow {host}:{port} in PORTOLAN_FETCH_ALLOW."
        ),
        DialError::UnknownHost(_) => {
            format!("There is no host {host}. Check the endpoint and the region.")
        }
        DialError::NotWeb | DialError::Failed(_) => {
            format!("Couldn't reach {host}:{port} ({error}). Check the endpoint.")
        }
    };
    failure(FailureCode::SourceUnreadable, message)
}

/// Explains an error of the service.
pub fn from_store(error: &Error, access: &LakeAccess) -> WorkerFailure {
    let address = access.address();
    let message = match error {
        Error::Precondition { .. } => return changed(),
        other => {
            let cause = root_of(other).to_string();
            tracing::warn!(error.cause = cause, "bucket not read");
            if matches!(other, Error::NotFound { .. }) || cause.contains("404 Not Found") {
                format!("{address} was not found. Check the bucket and the prefix.")
            } else if is_refusal(other, &cause) {
                format!(
                    "The service refused access to {address}. Check the access key ID, the secret access key, and that the key may list and read this prefix."
                )
            } else {
                let cause = shorten(&cause);
                format!("Couldn't read {address} ({cause}). Check the endpoint and the region.")
            }
        }
    };
    failure(FailureCode::SourceUnreadable, message)
}

/// The failure of a file that is no longer the listed one.
pub fn changed() -> WorkerFailure {
    failure(
        FailureCode::SourceUnreadable,
        "A file was replaced or deleted while it was read. Ask again.",
    )
}

/// A list fails without a kind: the status is in the cause only.
fn is_refusal(error: &Error, cause: &str) -> bool {
    matches!(
        error,
        Error::Unauthenticated { .. } | Error::PermissionDenied { .. }
    ) || ["401 Unauthorized", "403 Forbidden"]
        .iter()
        .any(|status| cause.contains(status))
}

fn root_of(error: &Error) -> &dyn std::error::Error {
    let mut root: &dyn std::error::Error = error;
    while let Some(cause) = root.source() {
        root = cause;
    }
    root
}

fn shorten(message: &str) -> String {
    let line = message.lines().next().unwrap_or_default();
    let text: String = line.chars().take(DETAIL_CHARACTERS).collect();
    text.trim_end_matches('.').to_owned()
}

#[derive(Debug)]
struct GuardedConnector(PinnedClient);

impl HttpConnector for GuardedConnector {
    fn connect(&self, _: &ClientOptions) -> object_store::Result<HttpClient> {
        Ok(HttpClient::new(GuardedService(self.0.clone())))
    }
}

#[derive(Debug)]
struct GuardedService(PinnedClient);

#[async_trait]
impl HttpService for GuardedService {
    async fn call(&self, request: HttpRequest) -> Result<HttpResponse, HttpError> {
        let (parts, body) = request.into_parts();
        let url = Url::parse(&parts.uri.to_string())
            .map_err(|error| HttpError::new(HttpErrorKind::Request, error))?;
        let mut request = Request::new(parts.method, url);
        *request.headers_mut() = parts.headers;
        // Listing and reading send no body.
        *request.body_mut() = body.as_bytes().cloned().map(Into::into);
        let response = self.0.send(request).await;
        let mut response = response.map_err(|error| HttpError::new(kind_of(&error), error))?;
        let mut answer = HttpResponse::new(Bytes::new().into());
        *answer.status_mut() = response.status();
        *answer.headers_mut() = std::mem::take(response.headers_mut());
        let mut bytes = BytesMut::new();
        let cut =
            |error: reqwest::Error| HttpError::new(HttpErrorKind::Interrupted, error.without_url());
        while let Some(chunk) = response.chunk().await.map_err(cut)? {
            if bytes.len() + chunk.len() > ANSWER_BYTES {
                let error = std::io::Error::other("the answer is too long");
                return Err(HttpError::new(HttpErrorKind::Decode, error));
            }
            bytes.extend_from_slice(&chunk);
        }
        *answer.body_mut() = bytes.freeze().into();
        Ok(answer)
    }
}

fn kind_of(error: &DialError) -> HttpErrorKind {
    match error {
        DialError::Failed(_) => HttpErrorKind::Connect,
        _ => HttpErrorKind::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use portolan_dial::corpus;

    use super::{super::LakeLogin, *};

    #[tokio::test]
    async fn inner_addresses_are_refused() {
        let dialer = corpus::corpus_dialer(&[]);
        corpus::assert_refused(async |mut url| {
            // An endpoint has neither a path nor a password: what is left of the address is judged.
            url.set_path("");
            let _ = url.set_username("");
            let _ = url.set_password(None);
            let login = LakeLogin {
                url: "s3://cellar/tea/".to_owned(),
                endpoint: Some(url.into()),
                ..LakeLogin::default()
            };
            let access = login.to_access().map_err(|failure| failure.message)?;
            let opened = open(&dialer, &access, Duration::from_secs(1)).await;
            opened.map(drop).map_err(|failure| failure.message)
        })
        .await;
    }
}
