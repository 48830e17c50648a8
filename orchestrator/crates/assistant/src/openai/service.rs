//! Sends a request once, and makes a stream of whatever is an answer.

use std::{
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    task::{Context, Poll},
    time::Duration,
};

use async_openai::{error::OpenAIError, middleware::HttpRequestFactory};
use bytes::Bytes;
use futures_util::StreamExt;
use reqwest::{Body, Response, header::CONTENT_TYPE};
use serde_json::Value;

use super::{
    call::protocol_error,
    refusal::{refusal_error, reported_error},
};
use crate::{ModelError, ModelErrorCode};

/// The layer below the OpenAI client, which by itself would lose the status of a foreign answer, the mark at
/// a stream's end, and answers that are not streamed.
#[derive(Clone)]
pub(super) struct Transport {
    pub http: reqwest::Client,
    pub idle_timeout: Duration,
    /// The most bytes of an answer that is not streamed.
    pub most_bytes: usize,
    /// Becomes true at the mark of a stream's end.
    pub is_done: Arc<AtomicBool>,
}

impl Transport {
    async fn send(self, factory: HttpRequestFactory) -> Result<Response, OpenAIError> {
        let request = factory.build().await?;
        let answered = self.attempt_request(request).await;
        answered.map_err(|error| OpenAIError::Boxed(Box::new(error)))
    }

    async fn attempt_request(&self, request: reqwest::Request) -> Result<Response, ModelError> {
        let idle = self.idle_timeout;
        let response = tokio::time::timeout(idle, self.http.execute(request))
            .await
            .map_err(|_| silent_error(idle))?
            .map_err(|error| transport_error(&error))?;
        let status = response.status();
        if !status.is_success() {
            let headers = response.headers().clone();
            let body = tokio::time::timeout(idle, response.text()).await;
            let body = body.ok().and_then(Result::ok).unwrap_or_default();
            return Err(refusal_error(status, &headers, &body));
        }
        let kind = response.headers().get(CONTENT_TYPE);
        match kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default() {
            kind if kind.contains("json") => self.streamed_json(response).await,
            kind if kind.contains("text/html") => Err(protocol_error(
                "a web page came in place of an answer; the base URL may lack its path, such as /v1",
            )),
            _ => Ok(self.watch_response(response)),
        }
    }

    /// An answer in one piece, as a stream of one chunk.
    async fn streamed_json(&self, response: Response) -> Result<Response, ModelError> {
        let mut bytes = Vec::new();
        let mut stream = response.bytes_stream();
        let reading = async {
            while let Some(piece) = stream.next().await {
                bytes.extend_from_slice(&piece.map_err(|error| transport_error(&error))?);
                if bytes.len() > self.most_bytes {
                    return Err(protocol_error("the answer is larger than an answer may be"));
                }
            }
            Ok(())
        };
        tokio::time::timeout(self.idle_timeout, reading)
            .await
            .map_err(|_| silent_error(self.idle_timeout))??;
        let answer: Value = serde_json::from_slice(&bytes)
            .map_err(|error| protocol_error(format!("the answer is not valid JSON: {error}")))?;
        if let Some(error) = answer.get("error").filter(|error| !error.is_null()) {
            return Err(reported_error(error));
        }
        self.is_done.store(true, Ordering::Relaxed);
        Ok(with_body(Body::from(format!("data: {answer}\n\n"))))
    }

    fn watch_response(&self, response: Response) -> Response {
        let mut mark = EndMark::default();
        let is_done = Arc::clone(&self.is_done);
        let body = response.bytes_stream().inspect(move |piece| {
            if let Ok(bytes) = piece
                && mark.is_in(bytes)
            {
                is_done.store(true, Ordering::Relaxed);
            }
        });
        with_body(Body::wrap_stream(body))
    }
}

fn with_body(body: Body) -> Response {
    Response::from(http::Response::new(body))
}

/// Finds the mark of a stream's end, also where it comes in pieces. Data lines never hold it: a line break
/// inside JSON is escaped.
#[derive(Default)]
struct EndMark {
    /// The last bytes of the stream.
    tail: Vec<u8>,
    /// Whether bytes before the tail were dropped: it does not begin with a line then.
    is_cut: bool,
}

impl EndMark {
    const MARKS: [&'static [u8]; 2] = [b"data: [DONE]", b"data:[DONE]"];

    fn is_in(&mut self, bytes: &Bytes) -> bool {
        self.tail.extend_from_slice(bytes);
        let is_mark = |at: usize| {
            let is_line = match at.checked_sub(1) {
                None => !self.is_cut,
                Some(before) => matches!(self.tail[before], b'\n' | b'\r'),
            };
            is_line
                && Self::MARKS
                    .iter()
                    .any(|mark| self.tail[at..].starts_with(mark))
        };
        let found = (0..self.tail.len()).any(|at| self.tail[at] == b'd' && is_mark(at));
        // The longest mark and the line break before it.
        let dropped = self.tail.len().saturating_sub(Self::MARKS[0].len() + 1);
        self.is_cut |= dropped > 0;
        self.tail.drain(..dropped);
        found
    }
}

impl tower_service::Service<HttpRequestFactory> for Transport {
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

pub(super) fn silent_error(idle: Duration) -> ModelError {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn end_mark_is_found_in_pieces_but_not_inside_data() {
        let mut mark = EndMark::default();
        for byte in b"data: {\"text\": \"data: [DONE]\"}\n\nx data: [DONE]\n\n" {
            assert!(!mark.is_in(&Bytes::copy_from_slice(&[*byte])));
        }
        let pieces = ["data: [DO", "NE]\n\n"];
        let found: Vec<bool> = pieces
            .iter()
            .map(|piece| mark.is_in(&Bytes::from_static(piece.as_bytes())))
            .collect();
        assert_eq!(found, [false, true]);
        assert!(EndMark::default().is_in(&Bytes::from_static(b"data:[DONE]\n")));
    }
}
