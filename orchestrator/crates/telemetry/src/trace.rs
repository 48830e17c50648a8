//! Traces: the ids that all spans and log lines of one piece of work share.

use std::sync::Arc;

use opentelemetry::{
    Context, TraceId,
    propagation::{Extractor, TextMapPropagator},
    trace::TraceContextExt,
};
use opentelemetry_sdk::propagation::TraceContextPropagator;
use serde::{Deserialize, Serialize};
use tracing::Span;
use tracing_opentelemetry::OpenTelemetrySpanExt;
use uuid::Uuid;

tokio::task_local! {
    static CURRENT: Trace;
}

/// Characters that a caller's request id may have.
const REQUEST_ID_LENGTH: usize = 128;

/// The trace that a piece of work belongs to. It crosses actors and tasks, which spans do not: a span that were kept
/// open by its children would end with the last of them.
#[derive(Clone, Debug)]
pub struct Trace {
    id: TraceId,
    request_id: Option<Arc<str>>,
    /// The span that further spans are placed below.
    parent: Context,
}

/// A trace on its way to another server. Exported spans there have no parent, but share its ids in logs.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CarriedTrace {
    id: [u8; 16],
    request_id: Option<String>,
}

impl CarriedTrace {
    pub fn of(trace: &Trace) -> Self {
        Self {
            id: trace.id.to_bytes(),
            request_id: trace.request_id.as_deref().map(str::to_owned),
        }
    }
}

impl From<CarriedTrace> for Trace {
    fn from(carried: CarriedTrace) -> Self {
        Self {
            id: TraceId::from_bytes(carried.id),
            request_id: carried.request_id.map(Into::into),
            parent: Context::new(),
        }
    }
}

impl Trace {
    /// Begins a trace with `span`, which has the empty fields `trace.id` and `request.id`. It continues the caller's
    /// trace where the request names one. `new_id` is used where neither the caller nor the exporter has an id.
    pub fn begin(span: &Span, caller: Context, new_id: Uuid, request_id: Option<String>) -> Self {
        let caller_id = caller.span().span_context().trace_id();
        if caller_id != TraceId::INVALID {
            // Fails if nothing is exported.
            let _ = span.set_parent(caller);
        }
        let parent = span.context();
        let exported_id = parent.span().span_context().trace_id();
        let id = [exported_id, caller_id]
            .into_iter()
            .find(|id| *id != TraceId::INVALID)
            .unwrap_or_else(|| TraceId::from_bytes(new_id.into_bytes()));
        let request_id = request_id.unwrap_or_else(|| id.to_string());
        let trace = Self {
            id,
            request_id: Some(request_id.into()),
            parent,
        };
        trace.label(span);
        trace
    }

    /// Begins a trace for work that no request has asked for.
    pub fn begin_background(span: &Span, new_id: Uuid) -> Self {
        let parent = span.context();
        let exported_id = parent.span().span_context().trace_id();
        let id = if exported_id == TraceId::INVALID {
            TraceId::from_bytes(new_id.into_bytes())
        } else {
            exported_id
        };
        let trace = Self {
            id,
            request_id: None,
            parent,
        };
        trace.label(span);
        trace
    }

    /// Returns the trace of the request that this task serves.
    pub fn current() -> Option<Self> {
        CURRENT.try_with(Self::clone).ok()
    }

    /// Runs work that finds this trace as the current one.
    pub async fn scope<F: Future>(self, work: F) -> F::Output {
        CURRENT.scope(self, work).await
    }

    /// Places a span without a parent into the trace, and returns the trace below it. The span has the empty fields
    /// `trace.id` and `request.id`.
    pub fn enter(&self, span: &Span) -> Self {
        // Fails if nothing is exported.
        let _ = span.set_parent(self.parent.clone());
        self.label(span);
        Self {
            parent: span.context(),
            ..self.clone()
        }
    }

    /// The caller's request id, or the trace's own id without one.
    pub fn request_id(&self) -> String {
        match &self.request_id {
            Some(request_id) => request_id.to_string(),
            None => self.id.to_string(),
        }
    }

    fn label(&self, span: &Span) {
        span.record("trace.id", tracing::field::display(self.id));
        if let Some(request_id) = &self.request_id {
            span.record("request.id", request_id.as_ref());
        }
    }
}

/// Returns whether a caller's request id can be kept: short, and harmless in logs.
pub fn is_request_id(text: &str) -> bool {
    !text.is_empty()
        && text.len() <= REQUEST_ID_LENGTH
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"-_.:/+=".contains(&byte))
}

/// Reads the trace that a caller continues from its headers (`traceparent`, `tracestate`).
pub fn read_caller(headers: &dyn Extractor) -> Context {
    TraceContextPropagator::new().extract_with_context(&Context::new(), headers)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    #[test]
    fn trace_continues_the_callers_trace() {
        let span = tracing::info_span!("request", trace.id = tracing::field::Empty);
        let trace_id = "4bf92f3577b34da6a3ce929d0e0e4736";
        for (header, expected) in [
            (
                format!("00-{trace_id}-00f067aa0ba902b7-01"),
                trace_id.to_owned(),
            ),
            ("nonsense".to_owned(), Uuid::max().simple().to_string()),
            (String::new(), Uuid::max().simple().to_string()),
        ] {
            let headers = HashMap::from([("traceparent".to_owned(), header)]);
            let trace = Trace::begin(&span, read_caller(&headers), Uuid::max(), None);
            assert_eq!(trace.id.to_string(), expected);
            assert_eq!(trace.request_id(), expected);
        }
    }

    #[test]
    fn request_ids_that_could_forge_log_lines_are_rejected() {
        for text in ["a", "3f2b-44_x.y", "01HZ:/+=", &"a".repeat(128)] {
            assert!(is_request_id(text), "{text}");
        }
        for text in ["", "a b", "a\nb", "a\"b", "é", &"a".repeat(129)] {
            assert!(!is_request_id(text), "{text}");
        }
    }
}
