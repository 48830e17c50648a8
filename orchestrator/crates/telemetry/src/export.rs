//! Spans for an OpenTelemetry collector, over HTTP as JSON.

use std::{collections::HashMap, time::Duration};

use async_trait::async_trait;
use bytes::Bytes;
use opentelemetry::{KeyValue, trace::TracerProvider};
use opentelemetry_http::{HttpClient, HttpError, Request, Response};
use opentelemetry_otlp::{Protocol, SpanExporter, WithExportConfig, WithHttpConfig};
use opentelemetry_sdk::{
    Resource,
    trace::{SdkTracer, SdkTracerProvider},
};
use tokio::runtime::Handle;
use url::Url;

/// Time for one request to the collector.
const EXPORT_TIME: Duration = Duration::from_secs(10);

/// The collector to export to.
#[derive(Clone, Debug)]
pub struct ExporterOptions {
    /// The collector's base address; `/v1/traces` is appended.
    pub endpoint: Url,
    /// Headers of every request, such as an API key.
    pub headers: HashMap<String, String>,
}

#[derive(Debug, thiserror::Error)]
#[error("traces can't be exported: {0}")]
pub struct ExporterError(String);

/// Exports spans in batches, from a thread of its own.
pub struct Exporter(SdkTracerProvider);

impl Exporter {
    /// Requests run on `runtime`.
    pub fn start(options: ExporterOptions, runtime: Handle) -> Result<Self, ExporterError> {
        let failed = |error: &dyn std::fmt::Display| ExporterError(error.to_string());
        let http = reqwest::Client::builder()
            .timeout(EXPORT_TIME)
            .redirect(reqwest::redirect::Policy::none())
            .build()
            .map_err(|error| failed(&error))?;
        let endpoint = options.endpoint.as_str().trim_end_matches('/');
        let exporter = SpanExporter::builder()
            .with_http()
            .with_http_client(ExporterClient { http, runtime })
            .with_protocol(Protocol::HttpJson)
            .with_endpoint(format!("{endpoint}/v1/traces"))
            .with_headers(options.headers)
            .with_timeout(EXPORT_TIME)
            .build()
            .map_err(|error| failed(&error))?;
        let resource = Resource::builder()
            .with_service_name("portolan")
            .with_attribute(KeyValue::new("service.version", env!("CARGO_PKG_VERSION")))
            .build();
        let provider = SdkTracerProvider::builder()
            .with_batch_exporter(exporter)
            .with_resource(resource)
            .build();
        Ok(Self(provider))
    }

    pub fn tracer(&self) -> SdkTracer {
        self.0.tracer("portolan")
    }

    /// Exports the spans that wait. Blocks the thread, which must not be the runtime's only one.
    pub fn close(&self) {
        if let Err(error) = self.0.shutdown() {
            tracing::warn!(error.cause = %error, "last spans not exported");
        }
    }
}

/// The exporter's thread has no runtime of its own, so requests run on the server's.
#[derive(Debug)]
struct ExporterClient {
    http: reqwest::Client,
    runtime: Handle,
}

#[async_trait]
impl HttpClient for ExporterClient {
    async fn send_bytes(&self, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
        let http = self.http.clone();
        let sending = self.runtime.spawn(async move {
            let request = reqwest::Request::try_from(request)?;
            let response = http.execute(request).await?;
            let status = response.status();
            let body = response.bytes().await?;
            Ok::<_, HttpError>(Response::builder().status(status).body(body)?)
        });
        sending.await?
    }
}
