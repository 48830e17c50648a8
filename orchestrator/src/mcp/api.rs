use std::time::Duration;

use reqwest::{Client, Method, RequestBuilder, header};
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use url::Url;

/// For one call: an answer takes as long as its turn.
const LONGEST_CALL: Duration = Duration::from_secs(600);

/// The product API of one server, in the name of one account.
#[derive(Clone)]
pub struct Api {
    client: Client,
    /// The address that is called.
    base: Url,
    /// The address that links in answers begin with, without a slash at its end.
    links: String,
    token: SecretString,
}

/// A call that gave nothing: what happened, and what to do.
#[derive(Debug, thiserror::Error)]
pub enum ApiError {
    #[error("{detail} ({code})")]
    Refused { code: String, detail: String },
    #[error("The server can't be reached: {0}.")]
    Unreachable(String),
    #[error("The server's answer can't be read: {0}.")]
    Unreadable(String),
}

/// A file as the API sends it.
#[derive(Clone, Debug)]
pub struct ApiFile {
    pub media_type: String,
    pub bytes: bytes::Bytes,
}

#[derive(Deserialize)]
struct ApiRefusal {
    code: String,
    detail: String,
}

impl Api {
    pub fn new(client: Client, base: Url, links: String, token: SecretString) -> Self {
        Self {
            client,
            base,
            links: links.trim_end_matches('/').to_owned(),
            token,
        }
    }

    /// Returns the client of all calls: it follows no redirect, since the API sends none.
    ///
    /// # Errors
    /// Where TLS cannot be set up.
    pub fn client() -> Result<Client, reqwest::Error> {
        Client::builder()
            .no_proxy()
            .redirect(reqwest::redirect::Policy::none())
            .timeout(LONGEST_CALL)
            .build()
    }

    /// Returns the whole address of a path of this site.
    pub fn link(&self, path: &str) -> String {
        format!("{}{path}", self.links)
    }

    pub async fn get(&self, path: &str) -> Result<Value, ApiError> {
        read_json(self.send(self.request(Method::GET, path)).await?).await
    }

    pub async fn post(&self, path: &str, body: &impl Serialize) -> Result<Value, ApiError> {
        self.send_json(Method::POST, path, body).await
    }

    pub async fn patch(&self, path: &str, body: &impl Serialize) -> Result<Value, ApiError> {
        self.send_json(Method::PATCH, path, body).await
    }

    /// Reads a file, such as a chart's picture.
    pub async fn file(&self, path: &str) -> Result<ApiFile, ApiError> {
        let response = self.send(self.request(Method::GET, path)).await?;
        let media_type = response.headers().get(header::CONTENT_TYPE);
        let media_type = media_type.and_then(|value| value.to_str().ok());
        let media_type = media_type.unwrap_or("application/octet-stream");
        let media_type = media_type.split(';').next().unwrap_or_default().to_owned();
        let bytes = response.bytes().await.map_err(unreadable)?;
        Ok(ApiFile { media_type, bytes })
    }

    async fn send_json(
        &self,
        method: Method,
        path: &str,
        body: &impl Serialize,
    ) -> Result<Value, ApiError> {
        let body = serde_json::to_vec(body).map_err(unreadable)?;
        let request = self
            .request(method, path)
            .header(header::CONTENT_TYPE, "application/json")
            .body(body);
        read_json(self.send(request).await?).await
    }

    fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let base = self.base.as_str().trim_end_matches('/');
        self.client
            .request(method, format!("{base}{path}"))
            .bearer_auth(self.token.expose_secret())
            // Limits count these calls as any other program's.
            .header(header::VIA, "1.1 mcp")
    }

    async fn send(&self, request: RequestBuilder) -> Result<reqwest::Response, ApiError> {
        let response = request.send().await;
        let response =
            response.map_err(|error| ApiError::Unreachable(error.without_url().to_string()))?;
        let status = response.status();
        if status.is_success() {
            return Ok(response);
        }
        let bytes = response.bytes().await.map_err(unreadable)?;
        Err(match serde_json::from_slice(&bytes) {
            Ok(ApiRefusal { code, detail }) => ApiError::Refused { code, detail },
            Err(_) => ApiError::Unreadable(format!("status {status}")),
        })
    }
}

async fn read_json(response: reqwest::Response) -> Result<Value, ApiError> {
    let bytes = response.bytes().await.map_err(unreadable)?;
    serde_json::from_slice(&bytes).map_err(unreadable)
}

fn unreadable(error: impl std::fmt::Display) -> ApiError {
    ApiError::Unreadable(error.to_string())
}
