//! Observability: traces, metrics, and their export.

mod export;
mod metrics;
mod trace;

pub use export::{Exporter, ExporterError, ExporterOptions};
pub use metrics::{METRICS, Metric, MetricKind, MetricsPage};
pub use trace::{CarriedTrace, Trace, is_request_id, read_caller};

pub use opentelemetry::Context;
