use std::fmt;

use actix_web::{HttpResponse, ResponseError, http::StatusCode};
use portolan_assistant::UnknownModel;
use portolan_chat_actors::SendError;
use portolan_domain::as_sentence;
use portolan_query::is_out_of_room;
use portolan_store::StoreError;
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    charts::{ChartBuildError, RefreshError},
    services::{InvalidInput, accounts, boards, charts as chart_cases, chats, library, portolans},
};

/// An error of `/api` as an RFC 9457 problem. A client branches on `code`, never on the text.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Problem {
    #[serde(rename = "type")]
    kind: &'static str,
    title: &'static str,
    #[serde(serialize_with = "status_number")]
    #[schemars(with = "u16")]
    status: StatusCode,
    /// One or two sentences for the user: what happened and what to do.
    detail: String,
    code: &'static str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fields: Vec<FieldProblem>,
    /// Seconds after which the same request may succeed.
    #[serde(skip)]
    retry_after: Option<u32>,
    /// The stored state that a refused change is in conflict with.
    #[serde(skip_serializing_if = "Option::is_none")]
    current: Option<Box<serde_json::Value>>,
}

/// A fault in one field of a body.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct FieldProblem {
    pub path: String,
    pub message: String,
}

impl Problem {
    pub fn new(status: StatusCode, code: &'static str, detail: impl Into<String>) -> Self {
        Self {
            kind: "about:blank",
            title: status.canonical_reason().unwrap_or("Error"),
            status,
            detail: detail.into(),
            code,
            fields: Vec::new(),
            retry_after: (status == StatusCode::SERVICE_UNAVAILABLE).then_some(1),
            current: None,
        }
    }

    /// Adds the stored state that the refused change is in conflict with.
    pub fn with_current(mut self, current: &impl Serialize) -> Self {
        self.current = serde_json::to_value(current).ok().map(Box::new);
        self
    }

    pub fn invalid(path: &str, message: impl Into<String>) -> Self {
        let message = as_sentence(&message.into());
        let mut problem = Self::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            "validation_failed",
            format!("{path}: {message}"),
        );
        problem.fields.push(FieldProblem {
            path: path.into(),
            message,
        });
        problem
    }

    /// Reports several invalid fields; `fields` must not be empty.
    pub fn invalid_fields(fields: Vec<FieldProblem>) -> Self {
        let first = fields.first();
        let detail = first.map_or_else(String::new, |field| {
            format!("{}: {}", field.path, field.message)
        });
        Self {
            fields,
            ..Self::new(
                StatusCode::UNPROCESSABLE_ENTITY,
                "validation_failed",
                detail,
            )
        }
    }

    pub fn too_many_requests(detail: &str, retry_after: u32) -> Self {
        Self {
            retry_after: Some(retry_after),
            ..Self::new(StatusCode::TOO_MANY_REQUESTS, "too_many_requests", detail)
        }
    }

    /// Rejects a request beyond the account's plan.
    pub fn plan_limit(cause: &str) -> Self {
        Self::new(
            StatusCode::PAYMENT_REQUIRED,
            "plan_limit",
            as_sentence(cause),
        )
    }

    /// Refuses a turn until one of those that run has finished.
    pub fn turns_running(cause: &str) -> Self {
        Self {
            retry_after: Some(5),
            ..Self::new(
                StatusCode::TOO_MANY_REQUESTS,
                "turns_running",
                as_sentence(cause),
            )
        }
    }

    pub fn not_found(what: &str) -> Self {
        Self::new(
            StatusCode::NOT_FOUND,
            "not_found",
            format!("This {what} doesn't exist or isn't shared with you."),
        )
    }

    pub fn conflict(code: &'static str, cause: &str) -> Self {
        Self::new(StatusCode::CONFLICT, code, as_sentence(cause))
    }

    pub fn unauthenticated() -> Self {
        Self::new(
            StatusCode::UNAUTHORIZED,
            "unauthenticated",
            "Sign in first: the request has no valid session.",
        )
    }

    /// The user has entered their password but not their second factor.
    pub fn half_signed_in() -> Self {
        Self::new(
            StatusCode::FORBIDDEN,
            "second_factor_needed",
            "Finish signing in: your account requires a second factor.",
        )
    }

    pub fn is_half_signed_in(&self) -> bool {
        self.code == "second_factor_needed"
    }

    pub fn forbidden(detail: &str) -> Self {
        Self::new(StatusCode::FORBIDDEN, "forbidden", detail)
    }

    /// Logs the private cause and returns a generic message.
    pub fn internal(cause: impl fmt::Display) -> Self {
        tracing::error!(error.cause = %cause, "request failed");
        Self::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "internal",
            "Something went wrong on the server. Nothing was lost. Try again.",
        )
    }

    /// Reports a file that could not be written: no room is the operator's, all else a fault.
    pub fn unwritten(error: &(dyn std::error::Error + 'static)) -> Self {
        if is_out_of_room(error) {
            tracing::error!(error.cause = %error, "disk full");
            return Self::storage_full();
        }
        Self::internal(error)
    }

    pub fn storage_full() -> Self {
        Self::new(
            StatusCode::INSUFFICIENT_STORAGE,
            "storage_full",
            "The server's disk is full. You can still read your data. Tell the administrator.",
        )
    }

    pub fn unavailable(cause: impl fmt::Display) -> Self {
        tracing::warn!(error.cause = %cause, "request rejected, retry later");
        Self::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "unavailable",
            "The server is busy. Nothing was lost. Try again in a moment.",
        )
    }

    /// The auth server can't be reached, so the session can't be checked.
    pub fn accounts_unreachable() -> Self {
        Self::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "accounts_unreachable",
            "The auth server can't be reached. Nothing was lost. Try again in a moment.",
        )
    }

    pub fn status(&self) -> StatusCode {
        self.status
    }

    pub fn retry_after(&self) -> Option<u32> {
        self.retry_after
    }

    pub fn code(&self) -> &'static str {
        self.code
    }

    /// Returns the message for the user.
    pub fn detail(&self) -> &str {
        &self.detail
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "{} {}: {}",
            self.status.as_u16(),
            self.code,
            self.detail
        )
    }
}

impl ResponseError for Problem {
    fn status_code(&self) -> StatusCode {
        self.status
    }

    fn error_response(&self) -> HttpResponse {
        let mut response = HttpResponse::build(self.status);
        if let Some(seconds) = self.retry_after {
            response.insert_header(("retry-after", seconds.to_string()));
        }
        response.content_type("application/problem+json").json(self)
    }
}

fn status_number<S: serde::Serializer>(
    status: &StatusCode,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.serialize_u16(status.as_u16())
}

impl From<ChartBuildError> for Problem {
    fn from(error: ChartBuildError) -> Self {
        match error {
            ChartBuildError::Invalid(faults) => {
                let fields = faults.0.into_iter().map(|fault| FieldProblem {
                    path: fault.path.trim_start_matches('/').to_owned(),
                    message: as_sentence(&fault.message),
                });
                Self::invalid_fields(fields.collect())
            }
            ChartBuildError::Store(error) => error.into(),
            ChartBuildError::Object(error) => Self::internal(error),
        }
    }
}

impl From<RefreshError> for Problem {
    fn from(error: RefreshError) -> Self {
        let code = match error {
            RefreshError::NoQuery => "nothing_to_refresh",
            RefreshError::Failed(_) => "refresh_failed",
            RefreshError::Store(error) => return error.into(),
            RefreshError::Object(error) => return Self::internal(error),
        };
        Self::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            code,
            as_sentence(&error.to_string()),
        )
    }
}

impl From<InvalidInput> for Problem {
    fn from(invalid: InvalidInput) -> Self {
        let fields = invalid.0.into_iter().map(|field| FieldProblem {
            path: field.path,
            message: as_sentence(&field.message),
        });
        Self::invalid_fields(fields.collect())
    }
}

impl From<UnknownModel> for Problem {
    fn from(unknown: UnknownModel) -> Self {
        Self::invalid("model", unknown.to_string())
    }
}

impl From<accounts::Error> for Problem {
    fn from(error: accounts::Error) -> Self {
        match error {
            accounts::Error::Input(invalid) => invalid.into(),
            accounts::Error::Exists => Self::conflict("conflict", &error.to_string()),
            accounts::Error::Store(error) => error.into(),
        }
    }
}

impl From<boards::Error> for Problem {
    fn from(error: boards::Error) -> Self {
        match error {
            boards::Error::Input(invalid) => invalid.into(),
            boards::Error::Model(unknown) => unknown.into(),
            boards::Error::Store(error) => error.into(),
            boards::Error::Busy(busy) => Self::unavailable(busy),
            boards::Error::Send(refused) => refused.into(),
        }
    }
}

impl From<chart_cases::Error> for Problem {
    fn from(error: chart_cases::Error) -> Self {
        match error {
            chart_cases::Error::Input(invalid) => invalid.into(),
            chart_cases::Error::Chart(error) => error.into(),
            chart_cases::Error::Stale(cause) => Self::conflict("version_conflict", cause),
            chart_cases::Error::NotUnderstood(detail) => {
                Self::new(StatusCode::UNPROCESSABLE_ENTITY, "not_understood", detail)
            }
            chart_cases::Error::Store(error) => error.into(),
        }
    }
}

impl From<chats::Error> for Problem {
    fn from(error: chats::Error) -> Self {
        match error {
            chats::Error::Input(invalid) => invalid.into(),
            chats::Error::Model(unknown) => unknown.into(),
            chats::Error::Store(error) => error.into(),
            chats::Error::KeyReused => Self::conflict("idempotency_key_reused", &error.to_string()),
            chats::Error::Unavailable(cause) => Self::unavailable(cause),
        }
    }
}

impl From<library::Error> for Problem {
    fn from(error: library::Error) -> Self {
        match error {
            library::Error::Store(error) => error.into(),
        }
    }
}

impl From<portolans::Error> for Problem {
    fn from(error: portolans::Error) -> Self {
        match error {
            portolans::Error::Input(invalid) => invalid.into(),
            portolans::Error::Stale(cause) => Self::conflict("revision_conflict", cause),
            portolans::Error::Store(error) => error.into(),
        }
    }
}

impl From<SendError> for Problem {
    fn from(error: SendError) -> Self {
        super::chats::send_problem(error)
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Busy(_) | StoreError::Fenced => Self::unavailable(error),
            StoreError::Full(_) => {
                tracing::error!(error.cause = %error, "database full");
                Self::storage_full()
            }
            StoreError::OverQuota => Self::new(
                StatusCode::PAYLOAD_TOO_LARGE,
                "storage_quota",
                "Your storage is full. Delete some files, then try again.",
            ),
            StoreError::PlanLimit { .. } => Self::plan_limit(&error.to_string()),
            StoreError::TooManyItems { .. } => Self::conflict("item_limit", &error.to_string()),
            StoreError::NotFound(what) => Self::not_found(what),
            StoreError::Conflict(what) => Self::conflict("conflict", what),
            StoreError::BadCursor => Self::invalid("cursor", error.to_string()),
            StoreError::Corrupt(_) | StoreError::Unusable(_) => Self::internal(error),
        }
    }
}
