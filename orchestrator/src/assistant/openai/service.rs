//! Sends a request until it is answered with a stream: retries what may pass, reads what does not.

use std::{
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
    time::Duration,
};

use async_openai::{error::OpenAIError, middleware::HttpRequestFactory};
use reqwest::{Response, StatusCode, header::HeaderMap};
use serde_json::Value;

use crate::assistant::{ModelError, ModelErrorCode, RemoteSettings};

/// The layer below the OpenAI client, which by itself would lose the status of a foreign answer.
#[derive(Clone)]
pub(super) struct RetryService {
    http: reqwest::Client,
    settings: Arc<RemoteSettings>,
}

impl RetryService {
    pub fn new(http: reqwest::Client, settings: Arc<RemoteSettings>) -> Self {
        Self { http, settings }
    }

    async fn send(self, factory: HttpRequestFactory) -> Result<Response, OpenAIError> {
        let mut back_off = self.settings.back_off;
        for attempt in 1.. {
            let mut error = match self.attempt(&factory).await? {
                Ok(response) => return Ok(response),
                Err(error) => error,
            };
            let wait = error.retry_after.unwrap_or(back_off);
            let is_last = attempt >= self.settings.attempts;
            if is_last || !may_pass(&error) || wait > self.settings.longest_wait {
                error.is_final = true;
                return Err(OpenAIError::Boxed(Box::new(error)));
            }
            tracing::info!(
                model.attempt = attempt,
                model.error = %error,
                model.wait_ms = wait.as_millis(),
                "retrying a model call"
            );
            tokio::time::sleep(wait).await;
            back_off = back_off.saturating_mul(2);
        }
        unreachable!("the loop ends with its last attempt")
    }

    async fn attempt(
        &self,
        factory: &HttpRequestFactory,
    ) -> Result<Result<Response, ModelError>, OpenAIError> {
        let request = factory.build().await?;
        let idle = self.settings.idle_timeout;
        let answer = tokio::time::timeout(idle, self.http.execute(request)).await;
        let response = match answer {
            Ok(Ok(response)) => response,
            Ok(Err(error)) => return Ok(Err(transport_error(&error))),
            Err(_) => return Ok(Err(silent(idle))),
        };
        if response.status().is_success() {
            return Ok(Ok(response));
        }
        let status = response.status();
        let retry_after = retry_after(response.headers());
        let body = tokio::time::timeout(idle, response.text()).await;
        let body = body.ok().and_then(Result::ok).unwrap_or_default();
        Ok(Err(refusal(status, retry_after, &body)))
    }
}

impl tower_service::Service<HttpRequestFactory> for RetryService {
    type Response = Response;
    type Error = OpenAIError;
    type Future = Pin<Box<dyn Future<Output = Result<Response, OpenAIError>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), OpenAIError>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, factory: HttpRequestFactory) -> Self::Future {
        Box::pin(self.clone().send(factory))
    }
}

pub(super) fn silent(idle: Duration) -> ModelError {
    ModelError::new(
        ModelErrorCode::Timeout,
        format!("silent for {} s", idle.as_secs_f32()),
    )
}

pub(super) fn transport_error(error: &reqwest::Error) -> ModelError {
    let code = if error.is_timeout() {
        ModelErrorCode::Timeout
    } else {
        ModelErrorCode::Unavailable
    };
    // The cause is in the source, the address in the message; the key is in neither.
    let mut detail = error.to_string();
    let mut source = std::error::Error::source(error);
    while let Some(inner) = source {
        detail.push_str(": ");
        detail.push_str(&inner.to_string());
        source = inner.source();
    }
    ModelError::new(code, detail)
}

/// Whether the same request may be answered in a moment; a used-up quota is not.
fn may_pass(error: &ModelError) -> bool {
    match error.code {
        ModelErrorCode::RateLimited => !error.detail.contains("insufficient_quota"),
        ModelErrorCode::Unavailable | ModelErrorCode::Timeout => !error.detail.starts_with("404 "),
        ModelErrorCode::Protocol
        | ModelErrorCode::Refused
        | ModelErrorCode::Unauthorized
        | ModelErrorCode::ContextTooLong => false,
    }
}

/// Seconds, or OpenAI's own milliseconds; a date is left to the back-off.
fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let number = |name: &str| headers.get(name)?.to_str().ok()?.trim().parse::<f64>().ok();
    let seconds = number("retry-after-ms")
        .map(|milliseconds| milliseconds / 1_000.0)
        .or_else(|| number("retry-after"))?;
    Duration::try_from_secs_f64(seconds).ok()
}

fn refusal(status: StatusCode, retry_after: Option<Duration>, body: &str) -> ModelError {
    let said: String = body.chars().take(500).collect();
    let code = match status.as_u16() {
        401 | 403 => ModelErrorCode::Unauthorized,
        404 => ModelErrorCode::Unavailable,
        408 | 504 => ModelErrorCode::Timeout,
        413 => ModelErrorCode::ContextTooLong,
        429 => ModelErrorCode::RateLimited,
        400..=499 if is_too_long(body) => ModelErrorCode::ContextTooLong,
        400..=499 => ModelErrorCode::Refused,
        _ => ModelErrorCode::Unavailable,
    };
    ModelError {
        code,
        detail: format!("{} {said}", status.as_u16()),
        retry_after,
        is_final: false,
    }
}

/// Providers agree on the code no more than on the words.
fn is_too_long(body: &str) -> bool {
    let error: Value = serde_json::from_str(body).unwrap_or_default();
    let text = error["error"]["code"]
        .as_str()
        .unwrap_or_default()
        .to_owned()
        + error["error"]["message"].as_str().unwrap_or_default();
    let text = text.to_lowercase();
    [
        "context_length",
        "context length",
        "maximum context",
        "context window",
        "too many tokens",
    ]
    .iter()
    .any(|words| text.contains(words))
}
