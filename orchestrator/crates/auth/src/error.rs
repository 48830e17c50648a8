use serde_json::{Value, json};

use crate::{InvalidAddress, TokenError, WeakPassword};

/// The answer's header that tells the client to read `code`.
pub const API_VERSION_HEADER: &str = "x-supabase-api-version";
pub const API_VERSION: &str = "2024-01-01";

/// What the authentication contract can refuse with: a status, a code that clients branch on,
/// and the exact words that some of them look for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AuthError {
    #[error("Invalid login credentials")]
    InvalidCredentials,
    #[error("User already registered")]
    UserAlreadyExists,
    #[error("A user with this email address has already been registered")]
    EmailExists,
    #[error(transparent)]
    WeakPassword(#[from] WeakPassword),
    #[error(transparent)]
    InvalidAddress(#[from] InvalidAddress),
    #[error("New password should be different from the old password.")]
    SamePassword,
    #[error("Signups not allowed for this instance")]
    SignupDisabled,
    #[error("Anonymous sign-ins are disabled")]
    AnonymousDisabled,
    #[error("Email logins are disabled")]
    EmailDisabled,
    #[error("Phone logins are disabled")]
    PhoneDisabled,
    #[error("Unsupported provider: provider is not enabled")]
    ProviderDisabled,
    #[error("Web3 provider is disabled")]
    Web3Disabled,
    #[error("SAML 2.0 is disabled")]
    SamlDisabled,
    #[error("Email not confirmed")]
    EmailNotConfirmed,
    #[error("User is banned")]
    UserBanned,
    #[error("This endpoint requires a valid Bearer token")]
    NoBearerToken,
    #[error(transparent)]
    BadToken(#[from] TokenError),
    #[error("Session from session_id claim in JWT does not exist")]
    SessionNotFound,
    #[error("Session expired")]
    SessionExpired,
    #[error("User from sub claim in JWT does not exist")]
    TokensUserNotFound,
    #[error("User not found")]
    UserNotFound,
    #[error("User not allowed")]
    NotAdmin,
    #[error("Invalid Refresh Token: Refresh Token Not Found")]
    RefreshTokenNotFound,
    #[error("Invalid Refresh Token: Already Used")]
    RefreshTokenAlreadyUsed,
    #[error("Token has expired or is invalid")]
    OtpExpired,
    #[error("code challenge does not match previously saved code verifier")]
    BadCodeVerifier,
    #[error("invalid flow state, no valid flow state found")]
    FlowStateNotFound,
    #[error("Identity doesn't exist")]
    IdentityNotFound,
    #[error("User must have at least 1 identity after unlinking")]
    SingleIdentity,
    #[error("Reauthentication requires the user to have an email or a phone number")]
    ReauthenticationImpossible,
    /// The request lacks something, or has it in the wrong form.
    #[error("{0}")]
    Validation(String),
    #[error("Could not parse request body as JSON")]
    BadJson,
    #[error("unsupported_grant_type")]
    UnsupportedGrantType,
    #[error("Request rate limit reached")]
    TooManyRequests,
    #[error("For security purposes, you can only request this after {0} seconds.")]
    TooManyMails(u64),
    #[error("This feature is not available")]
    NotAvailable,
    #[error("Processing this request timed out, please retry after a moment.")]
    Timeout,
    /// The store cannot be reached; the client keeps its session and tries again.
    #[error("Service unavailable, please retry after a moment.")]
    Unavailable,
    /// Whatever else happened is in the log, not in the answer.
    #[error("Unexpected failure, please check server logs for more information")]
    Unexpected,
}

impl AuthError {
    /// The answer's HTTP status.
    pub fn status(&self) -> u16 {
        self.status_and_code().0
    }

    /// The word that the client branches on.
    pub fn code(&self) -> &'static str {
        self.status_and_code().1
    }

    fn status_and_code(&self) -> (u16, &'static str) {
        match self {
            Self::InvalidCredentials => (400, "invalid_credentials"),
            Self::UserAlreadyExists => (422, "user_already_exists"),
            Self::EmailExists => (422, "email_exists"),
            Self::WeakPassword(_) => (422, "weak_password"),
            Self::SamePassword => (422, "same_password"),
            Self::SignupDisabled => (422, "signup_disabled"),
            Self::AnonymousDisabled => (422, "anonymous_provider_disabled"),
            Self::EmailDisabled => (422, "email_provider_disabled"),
            Self::PhoneDisabled => (422, "phone_provider_disabled"),
            Self::ProviderDisabled => (400, "oauth_provider_not_supported"),
            Self::Web3Disabled => (422, "web3_provider_disabled"),
            Self::SamlDisabled => (422, "saml_provider_disabled"),
            Self::EmailNotConfirmed => (400, "email_not_confirmed"),
            Self::UserBanned => (403, "user_banned"),
            Self::NoBearerToken => (401, "no_authorization"),
            Self::BadToken(_) => (403, "bad_jwt"),
            Self::SessionNotFound => (403, "session_not_found"),
            Self::SessionExpired => (401, "session_expired"),
            Self::TokensUserNotFound => (403, "user_not_found"),
            Self::UserNotFound => (404, "user_not_found"),
            Self::NotAdmin => (403, "not_admin"),
            Self::RefreshTokenNotFound => (400, "refresh_token_not_found"),
            Self::RefreshTokenAlreadyUsed => (400, "refresh_token_already_used"),
            Self::OtpExpired => (403, "otp_expired"),
            Self::BadCodeVerifier => (400, "bad_code_verifier"),
            Self::FlowStateNotFound => (404, "flow_state_not_found"),
            Self::IdentityNotFound => (404, "identity_not_found"),
            Self::SingleIdentity => (422, "single_identity_not_deletable"),
            Self::ReauthenticationImpossible => (422, "reauthentication_not_valid"),
            Self::InvalidAddress(_) | Self::Validation(_) | Self::UnsupportedGrantType => {
                (400, "validation_failed")
            }
            Self::BadJson => (400, "bad_json"),
            Self::TooManyRequests => (429, "over_request_rate_limit"),
            Self::TooManyMails(_) => (429, "over_email_send_rate_limit"),
            Self::NotAvailable => (501, "not_implemented"),
            Self::Timeout => (504, "request_timeout"),
            Self::Unavailable => (503, "unexpected_failure"),
            Self::Unexpected => (500, "unexpected_failure"),
        }
    }

    /// The answer's body. `versioned` is whether the request named an API version: only then
    /// must the answer carry [`API_VERSION_HEADER`].
    pub fn body(&self, versioned: bool) -> Value {
        let (status, code) = self.status_and_code();
        let message = self.to_string();
        let mut body = if versioned {
            json!({ "code": code, "message": message })
        } else {
            json!({ "code": status, "error_code": code, "msg": message })
        };
        if let Self::WeakPassword(weak) = self {
            body["weak_password"] = json!({ "reasons": weak.reasons });
        }
        body
    }
}
