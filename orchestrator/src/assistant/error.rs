use std::time::Duration;

use portolan_blocks::TurnError;

/// Why a model call gave no whole answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}: {detail}", code.as_str())]
pub struct ModelError {
    pub code: ModelErrorCode,
    /// For the log; may quote what the provider said.
    pub detail: String,
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
    Refused,
    Unauthorized,
    ContextTooLong,
}

impl ModelError {
    pub fn new(code: ModelErrorCode, detail: impl Into<String>) -> Self {
        Self {
            code,
            detail: detail.into(),
            retry_after: None,
            is_final: false,
        }
    }

    /// Whether the same call is worth another attempt.
    pub fn may_pass(&self) -> bool {
        self.code.is_retryable() && !self.is_final
    }

    /// Whether another model is worth asking.
    pub fn may_pass_elsewhere(&self) -> bool {
        match self.code {
            ModelErrorCode::RateLimited
            | ModelErrorCode::Unavailable
            | ModelErrorCode::Timeout
            | ModelErrorCode::Protocol
            | ModelErrorCode::Unauthorized
            | ModelErrorCode::ContextTooLong => true,
            ModelErrorCode::Refused => false,
        }
    }

    /// Returns the message for the user; omits `detail`.
    pub fn turn_error(&self) -> TurnError {
        TurnError {
            code: self.code.as_str().into(),
            message: self.code.message().into(),
            retryable: self.code.is_retryable(),
        }
    }
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
        }
    }

    /// Whether the same call may succeed a little later.
    pub fn is_retryable(self) -> bool {
        match self {
            Self::RateLimited | Self::Unavailable | Self::Timeout | Self::Protocol => true,
            Self::Refused | Self::Unauthorized | Self::ContextTooLong => false,
        }
    }

    fn message(self) -> &'static str {
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
        }
    }
}
