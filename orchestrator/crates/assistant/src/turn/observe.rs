//! Model calls and tool calls as logs, traces and metrics see them.
//!
//! Exported spans carry OpenTelemetry's attributes for generative AI. They are set apart from the span's fields, which
//! would be in each log line.

use std::time::Duration;

use metrics::{counter, histogram};
use opentelemetry::{Array, Value};
use portolan_chat::Usage;
use tokio::time::Instant;
use tracing::{Span, info_span};
use tracing_opentelemetry::OpenTelemetrySpanExt;

use super::step::ModelOutput;
use crate::{
    BUILT_IN_MODEL, LanguageModel, ModelError, ModelRequest, ToolCall, tools::known_tool_name,
};

/// A model call under way.
pub(super) struct CallWatch {
    pub span: Span,
    model: String,
    since: Instant,
}

impl CallWatch {
    pub fn begin(model: &dyn LanguageModel, request: &ModelRequest) -> Self {
        let id = model.card().id.clone();
        let provider = model
            .remote()
            .map_or(BUILT_IN_MODEL, |remote| remote.provider_name());
        let span = info_span!(
            "model_call",
            otel.name = format!("chat {id}"),
            otel.kind = "client",
            model.id = id
        );
        span.set_attribute("gen_ai.operation.name", "chat");
        span.set_attribute("gen_ai.provider.name", provider.to_owned());
        span.set_attribute("gen_ai.request.model", id.clone());
        span.set_attribute(
            "gen_ai.request.max_tokens",
            as_integer(request.max_output_tokens),
        );
        span.set_attribute("gen_ai.output.type", "text");
        Self {
            span,
            model: id,
            since: Instant::now(),
        }
    }

    /// Counts a call that answered.
    pub fn answered(self, answer: &ModelOutput, usage: &Usage) {
        let elapsed = self.finish();
        if let Some(first) = answer.first_output {
            let wait = first.duration_since(self.since);
            histogram!("portolan_model_first_token_seconds", "model" => self.model.clone())
                .record(wait);
        }
        for (direction, tokens) in [
            ("input", usage.input_tokens),
            ("output", usage.output_tokens),
        ] {
            let model = self.model.clone();
            counter!("portolan_model_tokens_total", "model" => model, "direction" => direction)
                .increment(tokens);
        }
        let reason = if answer.is_cut {
            "length"
        } else if answer.calls.is_empty() {
            "stop"
        } else {
            "tool_calls"
        };
        let reasons = Array::String(vec![reason.into()]);
        self.span
            .set_attribute("gen_ai.response.finish_reasons", Value::Array(reasons));
        self.span
            .set_attribute("gen_ai.usage.input_tokens", as_integer(usage.input_tokens));
        self.span.set_attribute(
            "gen_ai.usage.output_tokens",
            as_integer(usage.output_tokens),
        );
        self.span.in_scope(|| {
            tracing::info!(
                model.input_tokens = usage.input_tokens,
                model.output_tokens = usage.output_tokens,
                model.finish = reason,
                duration_ms = as_millis(elapsed),
                "model call finished"
            );
        });
    }

    /// Counts a call that failed; the caller logs why.
    pub fn failed(self, error: &ModelError) {
        self.finish();
        let code = error.code.as_str();
        counter!("portolan_model_errors_total", "model" => self.model.clone(), "code" => code)
            .increment(1);
        self.span.set_attribute("error.type", code);
        self.span
            .set_status(opentelemetry::trace::Status::error(code));
    }

    fn finish(&self) -> Duration {
        let elapsed = self.since.elapsed();
        histogram!("portolan_model_call_seconds", "model" => self.model.clone()).record(elapsed);
        elapsed
    }
}

/// Counts a model that hands over to the next one.
pub(super) fn note_fallback(model: &dyn LanguageModel) {
    let id = model.card().id.clone();
    counter!("portolan_model_fallbacks_total", "model" => id).increment(1);
}

/// A tool call under way.
pub(super) struct ToolWatch {
    pub span: Span,
    name: &'static str,
    since: Instant,
}

impl ToolWatch {
    pub fn begin(call: &ToolCall) -> Self {
        let name = known_tool_name(&call.name);
        let span = info_span!(
            "tool",
            otel.name = format!("execute_tool {name}"),
            tool.name = name
        );
        span.set_attribute("gen_ai.operation.name", "execute_tool");
        span.set_attribute("gen_ai.tool.name", name);
        span.set_attribute("gen_ai.tool.call.id", call.id.clone());
        span.set_attribute("gen_ai.tool.type", "function");
        Self {
            span,
            name,
            since: Instant::now(),
        }
    }

    pub fn finish(&self, is_error: bool) {
        let outcome = if is_error { "error" } else { "ok" };
        let elapsed = self.since.elapsed();
        histogram!("portolan_tool_seconds", "tool" => self.name, "outcome" => outcome)
            .record(elapsed);
        self.span.in_scope(|| {
            tracing::debug!(
                tool.outcome = outcome,
                duration_ms = as_millis(elapsed),
                "tool call finished"
            );
        });
    }
}

fn as_integer(count: u64) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

fn as_millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
