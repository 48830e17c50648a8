use std::time::Duration;

use portolan_blocks::TurnError;

/// Why a model call gave no whole answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}: {detail}", code.as_str())]
pub struct ModelError {
    pub code: ModelErrorCode,
    /// For the log; may contain the provider's message.
    pub detail: String,
    /// The HTTP status, if the provider rejected the request.
    pub status: Option<u16>,
    /// How long the provider asks to wait.
    pub retry_after: Option<Duration>,
    /// The provider has tried as often as it may; the turn must not try again.
    pub is_final: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ModelErrorCode {
    RateLimited,
    Unavailable,
    Timeout,
    Protocol,
    /// The provider withholds an answer because of what was asked.
    Refused,
    Unauthorized,
    ContextTooLong,
    /// The account at the provider has nothing left.
    QuotaExceeded,
    /// The provider does not have the model.
    ModelNotFound,
    /// The model cannot call tools.
    ToolsUnsupported,
    /// The provider does not accept the form of the request.
    Rejected,
}

impl ModelError {
    pub fn new(code: ModelErrorCode, detail: impl Into<String>) -> Self {
        Self {
            code,
            detail: detail.into(),
            status: None,
            retry_after: None,
            is_final: false,
        }
    }

    /// Returns whether the same call is worth another attempt.
    pub fn is_transient(&self) -> bool {
        self.code.is_retryable() && !self.is_final
    }

    /// Returns whether a fallback model may succeed: all errors except a rejected question are the
    /// provider's.
    pub fn may_succeed_on_fallback(&self) -> bool {
        self.code != ModelErrorCode::Refused
    }

    /// Returns the message for the user; omits `detail`.
    pub fn turn_error(&self) -> TurnError {
        let message = match (self.code, self.retry_after) {
            (ModelErrorCode::RateLimited, Some(wait)) if wait >= LONG_WAIT => format!(
                "The model's provider accepts no more requests for about {}. Try again then, or choose another model.",
                format_wait(wait)
            ),
            _ => self.code.message_text().into(),
        };
        TurnError {
            code: self.code.as_str().into(),
            message,
            retryable: self.code.is_retryable(),
        }
    }
}

/// The wait in the message instead of "a minute".
const LONG_WAIT: Duration = Duration::from_secs(90);

/// Formats a wait in its largest fitting unit, rounded up.
pub(crate) fn format_wait(wait: Duration) -> String {
    let seconds = wait.as_secs() + u64::from(wait.subsec_nanos() > 0);
    let (number, unit) = match seconds {
        0..=90 => (seconds, "second"),
        91..=5_400 => (seconds.div_ceil(60), "minute"),
        5_401..=129_600 => (seconds.div_ceil(3_600), "hour"),
        _ => (seconds.div_ceil(86_400), "day"),
    };
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {unit}{plural}")
}

impl ModelErrorCode {
    /// The stable code on the wire.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::RateLimited => "upstream_rate_limited",
            Self::Unavailable => "upstream_unavailable",
            Self::Timeout => "upstream_timeout",
            Self::Protocol => "upstream_protocol",
            Self::Refused => "upstream_refused",
            Self::Unauthorized => "upstream_unauthorized",
            Self::ContextTooLong => "context_too_long",
            Self::QuotaExceeded => "upstream_quota_exceeded",
            Self::ModelNotFound => "upstream_model_not_found",
            Self::ToolsUnsupported => "upstream_tools_unsupported",
            Self::Rejected => "upstream_rejected",
        }
    }

    /// Returns whether the same call may succeed a little later.
    pub fn is_retryable(self) -> bool {
        matches!(
            self,
            Self::RateLimited | Self::Unavailable | Self::Timeout | Self::Protocol
        )
    }

    /// Returns whether the same request may be answered in a moment; an answer that cannot be read comes
    /// again.
    pub(crate) fn passes_soon(self) -> bool {
        matches!(self, Self::RateLimited | Self::Unavailable | Self::Timeout)
    }

    fn message_text(self) -> &'static str {
        match self {
            Self::RateLimited => {
                "The model is busy: its provider limits how often it may be asked. Wait a minute, then try again."
            }
            Self::Unavailable => {
                "The model cannot be reached at the moment. Try again, or choose another model."
            }
            Self::Timeout => "The model stopped answering. Try again, or choose another model.",
            Self::Protocol => {
                "The model's answer could not be read. Try again, or choose another model."
            }
            Self::Refused => {
                "The model refused this message. Put the question differently, or choose another model."
            }
            Self::Unauthorized => {
                "The model's provider does not accept this server's key. Choose another model, or tell the operator."
            }
            Self::ContextTooLong => {
                "This chat has grown too long for the model. Start a new chat, or ask about fewer sources."
            }
            Self::QuotaExceeded => {
                "This server's account with the model's provider has no credit left. Choose another model, or tell the operator."
            }
            Self::ModelNotFound => {
                "The provider doesn't offer this model. Choose another model, or tell the operator."
            }
            Self::ToolsUnsupported => {
                "This model does not support tools, so it can't query your data. Choose another model."
            }
            Self::Rejected => {
                "The model's provider did not accept the request. Choose another model, or tell the operator."
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_waits_are_formatted_with_a_suitable_unit() {
        for (seconds, text) in [
            (1, "1 second"),
            (90, "90 seconds"),
            (91, "2 minutes"),
            (3_600, "60 minutes"),
            (7_200, "2 hours"),
            (200_000, "3 days"),
        ] {
            assert_eq!(format_wait(Duration::from_secs(seconds)), text);
        }
        let mut error = ModelError::new(ModelErrorCode::RateLimited, "");
        assert!(error.turn_error().message.contains("Wait a minute"));
        error.retry_after = Some(Duration::from_secs(7_200));
        assert!(error.turn_error().message.contains("about 2 hours"));
    }
}
