use std::fmt;

use actix_web::{
    HttpRequest, HttpResponse, ResponseError,
    http::{StatusCode, header},
};
use portolan_auth::{
    API_VERSION, API_VERSION_HEADER, AuthError, InvalidAddress, TokenError, WeakPassword,
};
use portolan_store::StoreError;
use serde::de::DeserializeOwned;

/// A refusal in the form that the client reads.
#[derive(Debug)]
pub struct AuthRefusal(pub AuthError);

impl fmt::Display for AuthRefusal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}

impl From<AuthError> for AuthRefusal {
    fn from(error: AuthError) -> Self {
        Self(error)
    }
}

impl From<WeakPassword> for AuthRefusal {
    fn from(error: WeakPassword) -> Self {
        Self(error.into())
    }
}

impl From<InvalidAddress> for AuthRefusal {
    fn from(error: InvalidAddress) -> Self {
        Self(error.into())
    }
}

impl From<TokenError> for AuthRefusal {
    fn from(error: TokenError) -> Self {
        Self(error.into())
    }
}

impl AuthRefusal {
    /// Logs the private cause.
    pub fn unexpected(cause: impl fmt::Display) -> Self {
        tracing::error!(error.cause = %cause, "authentication failed unexpectedly");
        Self(AuthError::Unexpected)
    }

    /// Converts a store error, with a specific code for the missing item.
    pub fn from_store(error: StoreError, missing: AuthError) -> Self {
        match error {
            StoreError::NotFound(_) => Self(missing),
            StoreError::Busy(_) | StoreError::Full(_) | StoreError::Fenced => {
                tracing::warn!(error.cause = %error, "authentication is unavailable");
                Self(AuthError::Unavailable)
            }
            error => Self::unexpected(error),
        }
    }
}

impl ResponseError for AuthRefusal {
    fn status_code(&self) -> StatusCode {
        StatusCode::from_u16(self.0.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
    }

    fn error_response(&self) -> HttpResponse {
        let mut answer = HttpResponse::build(self.status_code());
        answer.insert_header((API_VERSION_HEADER, API_VERSION));
        if let AuthError::TooManyRequests { retry_seconds } = &self.0 {
            answer.insert_header((header::RETRY_AFTER, *retry_seconds));
        }
        answer.json(self.0.body(true))
    }
}

/// A JSON body; an empty one is an empty object, as the client sends it.
pub fn parse_body<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, AuthRefusal> {
    let bytes = if bytes.is_empty() { b"{}" } else { bytes };
    serde_json::from_slice(bytes).map_err(|_| AuthRefusal(AuthError::BadJson))
}

/// Routes of the client library that this server doesn't support.
pub async fn refuse_unknown_path() -> Result<HttpResponse, AuthRefusal> {
    Err(AuthRefusal(AuthError::NoSuchCall))
}

/// The token of the `Authorization` header.
pub fn bearer_token(request: &HttpRequest) -> Result<&str, AuthRefusal> {
    request
        .headers()
        .get("authorization")
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.strip_prefix("Bearer "))
        .filter(|token| !token.starts_with("sb_"))
        .ok_or(AuthRefusal(AuthError::NoBearerToken))
}

impl From<StoreError> for AuthRefusal {
    fn from(error: StoreError) -> Self {
        Self::from_store(error, AuthError::UserNotFound)
    }
}
