//! The meaning of answers that are no answer: statuses and the many forms of error bodies.

use std::time::Duration;

use chrono::{DateTime, Utc};
use reqwest::{
    StatusCode,
    header::{DATE, HeaderMap},
};
use serde_json::Value;

use crate::{ModelError, ModelErrorCode};

/// Characters of a provider's words that errors keep.
const DETAIL: usize = 500;

const TOO_LONG: &[&str] = &[
    "context_length",
    "context length",
    "context size",
    "maximum context",
    "context window",
    "too many tokens",
    "maximum number of tokens",
    "prompt is too long",
    "reduce the length",
];
const QUOTA: &[&str] = &[
    "insufficient_quota",
    "exceeded your current quota",
    "insufficient balance",
    "insufficient credit",
    "insufficient_balance",
    "insufficient funds",
    "credit balance is too low",
    "billing_hard_limit",
    "billing hard limit",
    "more credits",
    "budget has been exceeded",
    "arrearage",
];
const KEY: &[&str] = &[
    "api key not valid",
    "invalid api key",
    "invalid_api_key",
    "incorrect api key",
    "api_key_invalid",
];
const WITHHELD: &[&str] = &[
    "content_filter",
    "content filter",
    "content_policy",
    "content management policy",
    "responsibleai",
    "content exists risk",
    "data_inspection_failed",
    "flagged",
    "safety",
];
const NO_MODEL: &[&str] = &[
    "model_not_found",
    "model not found",
    "model_not_exist",
    "model not exist",
    "not a valid model",
    "invalid model",
    "model does not exist",
    "no such model",
    "invalid_model",
    "deploymentnotfound",
];
const NO_TOOLS: &[&str] = &[
    "not support tools",
    "not support tool",
    "support tool use",
    "not support function",
    "tools is not supported",
    "tools are not supported",
    "tool calling is not supported",
    "enable-auto-tool-choice",
];
const RATE: &[&str] = &["rate_limit", "rate limit", "too many requests", "throttl"];

/// Returns the error of an answer with a status that is no success.
pub(super) fn refusal_error(status: StatusCode, headers: &HeaderMap, body: &str) -> ModelError {
    let said: String = body.chars().take(DETAIL).collect();
    ModelError {
        code: code_of(status.as_u16(), body),
        detail: format!("{} {said}", status.as_u16()),
        status: Some(status.as_u16()),
        retry_after: retry_after(headers),
        is_final: false,
    }
}

/// Returns the error of an error object inside a stream, or in place of an answer.
pub(super) fn reported_error(error: &Value) -> ModelError {
    let status = [&error["code"], &error["status"]]
        .into_iter()
        .find_map(|code| code.as_u64().or_else(|| code.as_str()?.parse().ok()));
    let status = status.and_then(|status| u16::try_from(status).ok());
    let said = error.to_string();
    ModelError {
        code: code_of(status.unwrap_or(500), &said),
        detail: said.chars().take(DETAIL).collect(),
        status,
        retry_after: None,
        is_final: false,
    }
}

/// Providers agree on the status no more than on the words: the words count first where they are plain.
fn code_of(status: u16, body: &str) -> ModelErrorCode {
    let said = body.to_lowercase();
    let says = |phrases: &[&str]| phrases.iter().any(|phrase| said.contains(phrase));
    match status {
        402 => ModelErrorCode::QuotaExceeded,
        _ if says(QUOTA) => ModelErrorCode::QuotaExceeded,
        401 | 403 if says(WITHHELD) && !says(KEY) => ModelErrorCode::Refused,
        401 | 403 => ModelErrorCode::Unauthorized,
        429 => ModelErrorCode::RateLimited,
        413 if says(RATE) => ModelErrorCode::RateLimited,
        413 => ModelErrorCode::ContextTooLong,
        408 | 504 => ModelErrorCode::Timeout,
        409 | 425 | 498 | 499 => ModelErrorCode::Unavailable,
        400..=499 if says(NO_TOOLS) => ModelErrorCode::ToolsUnsupported,
        400..=499 if says(KEY) => ModelErrorCode::Unauthorized,
        _ if says(TOO_LONG) => ModelErrorCode::ContextTooLong,
        400..=499 if says(WITHHELD) => ModelErrorCode::Refused,
        400..=499 if says(NO_MODEL) => ModelErrorCode::ModelNotFound,
        404 => ModelErrorCode::ModelNotFound,
        400..=499 => ModelErrorCode::Rejected,
        _ if says(RATE) => ModelErrorCode::RateLimited,
        _ => ModelErrorCode::Unavailable,
    }
}

/// Returns the wait that an answer asks for: seconds, OpenAI's own milliseconds, or a date. The date
/// counts from the answer's own, so that no two clocks are compared.
fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let text = |name: &str| Some(headers.get(name)?.to_str().ok()?.trim());
    let number = |name: &str| text(name)?.parse::<f64>().ok();
    let seconds = number("retry-after-ms")
        .map(|milliseconds| milliseconds / 1_000.0)
        .or_else(|| number("retry-after"));
    if let Some(seconds) = seconds {
        return Duration::try_from_secs_f64(seconds).ok();
    }
    let until = parse_http_date(text("retry-after")?)?;
    let sent = parse_http_date(text(DATE.as_str())?)?;
    (until - sent).to_std().ok()
}

fn parse_http_date(text: &str) -> Option<DateTime<Utc>> {
    let date = DateTime::parse_from_rfc2822(text).ok()?;
    Some(date.to_utc())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header_map(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        let pairs = pairs
            .iter()
            .map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap()));
        pairs.collect()
    }

    #[test]
    fn retry_wait_is_parsed_from_seconds_milliseconds_and_date() {
        let date = ("date", "Sun, 22 Nov 2026 08:00:00 GMT");
        let wait = |pairs: &[_]| retry_after(&header_map(pairs)).map(|wait| wait.as_millis());
        assert_eq!(wait(&[("retry-after", "2")]), Some(2_000));
        assert_eq!(
            wait(&[("retry-after-ms", "250"), ("retry-after", "2")]),
            Some(250)
        );
        let later = ("retry-after", "Sun, 22 Nov 2026 08:01:30 GMT");
        assert_eq!(wait(&[date, later]), Some(90_000));
        let earlier = ("retry-after", "Sun, 22 Nov 2026 07:00:00 GMT");
        assert_eq!(wait(&[date, earlier]), None);
        assert_eq!(wait(&[later]), None);
        assert_eq!(wait(&[("retry-after", "soon")]), None);
    }

    #[test]
    fn error_causes_are_classified_by_provider_messages() {
        use ModelErrorCode::*;
        for (status, body, code) in [
            (
                429,
                r#"{"error":{"code":"insufficient_quota","message":"You exceeded your current quota"}}"#,
                QuotaExceeded,
            ),
            (
                429,
                r#"{"error":{"code":"rate_limit_exceeded"}}"#,
                RateLimited,
            ),
            (
                402,
                r#"{"error":{"message":"Insufficient Balance"}}"#,
                QuotaExceeded,
            ),
            (
                400,
                r#"{"error":{"message":"Your credit balance is too low to access the API"}}"#,
                QuotaExceeded,
            ),
            (
                400,
                r#"[{"error":{"code":400,"message":"API key not valid. Please pass a valid API key.","status":"INVALID_ARGUMENT"}}]"#,
                Unauthorized,
            ),
            (
                400,
                r#"{"error":{"message":"prompt is too long: 210000 tokens > 200000 maximum"}}"#,
                ContextTooLong,
            ),
            (
                400,
                r#"{"error":{"code":"content_filter","innererror":{"code":"ResponsibleAIPolicyViolation"}}}"#,
                Refused,
            ),
            (
                400,
                r#"{"error":{"message":"registry.ollama.ai/library/gemma2:latest does not support tools"}}"#,
                ToolsUnsupported,
            ),
            (
                404,
                r#"{"error":{"message":"No endpoints found that support tool use."}}"#,
                ToolsUnsupported,
            ),
            (
                404,
                r#"{"error":{"message":"The model `x` does not exist","code":"model_not_found"}}"#,
                ModelNotFound,
            ),
            (
                400,
                r#"{"error":{"message":"Unrecognized request argument supplied: foo"}}"#,
                Rejected,
            ),
            (422, r#"{"detail":[{"type":"extra_forbidden"}]}"#, Rejected),
            (498, "", Unavailable),
            (529, r#"{"error":{"type":"overloaded_error"}}"#, Unavailable),
            (
                413,
                r#"{"error":{"code":"rate_limit_exceeded","message":"Request too large ... tokens per minute"}}"#,
                RateLimited,
            ),
        ] {
            assert_eq!(code_of(status, body), code, "{status} {body}");
        }
    }
}
