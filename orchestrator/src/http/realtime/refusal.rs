use std::fmt;

use actix_web::{HttpResponse, ResponseError, http::StatusCode};
use portolan_realtime_hub::TokenRefused;
use serde_json::json;

/// An HTTP error of realtime in the client's form: `{error, message}`.
#[derive(Debug)]
pub struct RealtimeRefusal {
    status: StatusCode,
    message: String,
}

impl RealtimeRefusal {
    pub fn new(status: StatusCode, message: impl Into<String>) -> Self {
        Self {
            status,
            message: message.into(),
        }
    }

    pub fn invalid(message: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, message)
    }

    /// Returns the same error with another status.
    pub fn with_status(self, status: StatusCode) -> Self {
        Self { status, ..self }
    }

    pub fn busy() -> Self {
        Self::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "The server is busy, please try again in a moment",
        )
    }
}

impl From<TokenRefused> for RealtimeRefusal {
    fn from(refused: TokenRefused) -> Self {
        match refused {
            TokenRefused::Unavailable => Self::busy(),
            refused => Self::new(StatusCode::UNAUTHORIZED, refused.to_string()),
        }
    }
}

impl fmt::Display for RealtimeRefusal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.message)
    }
}

impl ResponseError for RealtimeRefusal {
    fn status_code(&self) -> StatusCode {
        self.status
    }

    fn error_response(&self) -> HttpResponse {
        HttpResponse::build(self.status)
            .json(json!({"error": self.message, "message": self.message}))
    }
}

/// Routes of the client library that this server doesn't support.
pub async fn refuse_unknown_path() -> Result<HttpResponse, RealtimeRefusal> {
    Err(RealtimeRefusal::new(
        StatusCode::NOT_FOUND,
        "There is no such call; see /realtime/v1/websocket and /realtime/v1/api/broadcast",
    ))
}
