//! The outermost layer of every request: its trace, its line in the access log, and its metrics.

use std::{
    pin::Pin,
    task::{Context, Poll},
};

use actix_web::{
    Error,
    body::{BodySize, MessageBody},
    dev::{ServiceRequest, ServiceResponse},
    http::{
        Method, StatusCode,
        header::{self, HeaderMap, HeaderName, HeaderValue},
    },
    middleware::Next,
    web::{Bytes, Data},
};
use metrics::{counter, gauge, histogram};
use opentelemetry::propagation::Extractor;
use pin_project_lite::pin_project;
use portolan_telemetry::{Trace, is_request_id, read_caller};
use tokio::time::Instant;
use tracing::{Instrument, Span, field::Empty, info_span};
use tracing_opentelemetry::OpenTelemetrySpanExt;

use super::App;

/// Names a request, in the request and in its response.
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
/// Represents the paths that no route has: the pages and files of the client.
const PAGES: &str = "/*";

/// Traces, logs and counts a request. Its response carries the request's id: the caller's own where it is harmless.
pub async fn observe_request<B: MessageBody>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<ObservedBody<B>>, Error> {
    // Never the path itself: links of shared chats have their tokens in it.
    let route = request.match_pattern().unwrap_or_else(|| PAGES.to_owned());
    let span = info_span!(
        parent: None,
        "request",
        otel.name = format!("{} {route}", request.method()),
        otel.kind = "server",
        trace.id = Empty,
        request.id = Empty,
    );
    let app = request.app_data::<Data<App>>().cloned();
    let new_id = app.map(|app| app.ids.id()).unwrap_or_default();
    let given = request.headers().get(&REQUEST_ID);
    let given = given.and_then(|value| value.to_str().ok());
    let trace = Trace::begin(
        &span,
        read_caller(&Headers(request.headers())),
        new_id,
        given.filter(|id| is_request_id(id)).map(str::to_owned),
    );
    let request_id = HeaderValue::from_str(&trace.request_id());
    let mut watch = RequestWatch::begin(span.clone(), request.method().clone(), route);
    let called = trace.scope(next.call(request)).instrument(span).await;
    let mut response = called.inspect_err(|error| {
        watch.status = error.as_response_error().status_code();
    })?;
    watch.status = response.status();
    let content_type = response.headers().get(header::CONTENT_TYPE);
    watch.is_stream = watch.status == StatusCode::SWITCHING_PROTOCOLS
        || content_type.is_some_and(|value| value == "text/event-stream");
    if let Ok(request_id) = request_id {
        response.headers_mut().insert(REQUEST_ID, request_id);
    }
    Ok(response.map_body(|_, body| ObservedBody { body, watch }))
}

struct Headers<'a>(&'a HeaderMap);

impl Extractor for Headers<'_> {
    fn get(&self, key: &str) -> Option<&str> {
        self.0.get(key)?.to_str().ok()
    }

    fn keys(&self) -> Vec<&str> {
        self.0.keys().map(HeaderName::as_str).collect()
    }
}

/// A request until its last byte is sent or its client disconnects.
struct RequestWatch {
    span: Span,
    begun: Instant,
    method: Method,
    route: String,
    status: StatusCode,
    is_stream: bool,
    bytes: u64,
}

impl RequestWatch {
    fn begin(span: Span, method: Method, route: String) -> Self {
        gauge!("portolan_http_requests_running").increment(1.0);
        Self {
            span,
            begun: Instant::now(),
            method,
            route,
            // For a request whose handler never answers.
            status: StatusCode::INTERNAL_SERVER_ERROR,
            is_stream: false,
            bytes: 0,
        }
    }
}

impl Drop for RequestWatch {
    fn drop(&mut self) {
        let elapsed = self.begun.elapsed();
        let route = std::mem::take(&mut self.route);
        // Any word may stand in a request's place of the method.
        let method = match self.method.as_str() {
            known @ ("GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS") => known,
            _ => "other",
        };
        let method = method.to_owned();
        let status = self.status.as_u16();
        gauge!("portolan_http_requests_running").decrement(1.0);
        counter!(
            "portolan_http_requests_total",
            "method" => method.clone(), "route" => route.clone(), "status" => status.to_string()
        )
        .increment(1);
        if !self.is_stream {
            histogram!("portolan_http_request_seconds", "method" => method, "route" => route.clone())
                .record(elapsed);
        }
        self.span
            .set_attribute("http.request.method", self.method.to_string());
        self.span.set_attribute("http.route", route.clone());
        self.span
            .set_attribute("http.response.status_code", i64::from(status));
        let duration_ms = u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX);
        // Inside of the span: lines in JSON name no spans above an explicit parent.
        self.span.in_scope(|| {
            tracing::info!(
                target: "portolan::access",
                { http.method = %self.method, http.route = route, http.status = status, http.bytes = self.bytes, duration_ms },
                "request finished"
            );
        });
    }
}

pin_project! {
    /// A response's body that is counted as it is sent.
    pub struct ObservedBody<B> {
        #[pin]
        body: B,
        watch: RequestWatch,
    }
}

impl<B: MessageBody> MessageBody for ObservedBody<B> {
    type Error = B::Error;

    fn size(&self) -> BodySize {
        self.body.size()
    }

    fn poll_next(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Bytes, Self::Error>>> {
        let this = self.project();
        let _entered = this.watch.span.enter();
        let polled = this.body.poll_next(context);
        if let Poll::Ready(Some(Ok(piece))) = &polled {
            this.watch.bytes += piece.len() as u64;
        }
        polled
    }
}
