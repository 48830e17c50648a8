use serde_json::{Value, json};
use uuid::Uuid;

use crate::{InvalidAddress, TokenError, WeakPassword};

/// The response header that makes the client read `code`.
pub const API_VERSION_HEADER: &str = "x-supabase-api-version";
pub const API_VERSION: &str = "2024-01-01";

/// A refusal of the authentication contract: a status, a code that clients branch on, and the exact
/// words that some of them look for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AuthError {
    #[error("Invalid login credentials")]
    InvalidCredentials,
    #[error("User already registered")]
    UserAlreadyExists,
    #[error("A user with this email address has already been registered")]
    EmailExists,
    #[error("A user with this phone number has already been registered")]
    PhoneExists,
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
    #[error("Email signups are disabled")]
    EmailSignupsDisabled,
    #[error("Phone signups are disabled")]
    PhoneSignupsDisabled,
    #[error("Email logins are disabled")]
    EmailDisabled,
    #[error("Phone logins are disabled")]
    PhoneDisabled,
    #[error("Unsupported provider: provider is not enabled")]
    ProviderDisabled,
    #[error("Unsupported provider: Provider {0} could not be found")]
    ProviderUnknown(String),
    #[error("Provider (issuer \"{0}\") is not enabled")]
    IssuerDisabled(String),
    #[error("Bad ID token")]
    BadIdToken,
    #[error("Unacceptable audience in id_token")]
    UnexpectedAudience,
    #[error("Nonces mismatch")]
    NonceMismatch,
    #[error("OAuth state parameter is invalid or has expired")]
    BadOauthState,
    #[error("OAuth callback with missing state or code")]
    BadOauthCallback,
    #[error("Unable to exchange external code")]
    ProviderFailed,
    #[error(
        "Unverified email with the provider. Verify the email with the provider in order to sign in"
    )]
    ProviderEmailUnverified,
    #[error("Web3 provider is disabled")]
    Web3Disabled,
    #[error("Unsupported chain")]
    Web3Unsupported,
    #[error("SAML 2.0 is disabled")]
    SamlDisabled,
    #[error("Email not confirmed")]
    EmailNotConfirmed,
    #[error("Phone not confirmed")]
    PhoneNotConfirmed,
    #[error("User is banned")]
    UserBanned,
    #[error("This endpoint requires a valid Bearer token")]
    NoBearerToken,
    #[error(transparent)]
    BadToken(#[from] TokenError),
    #[error("invalid claim: missing sub claim")]
    MissingSub,
    #[error("Please verify your email first.")]
    EmailUnverified,
    #[error("Please verify your phone first.")]
    PhoneUnverified,
    #[error("Updating password of an anonymous user without an email or phone is not allowed")]
    AnonymousPassword,
    #[error("Session from session_id claim in JWT does not exist")]
    SessionNotFound,
    #[error("Invalid Refresh Token: Session Expired")]
    SessionExpired,
    #[error("User from sub claim in JWT does not exist")]
    TokensUserNotFound,
    /// Of the address: nothing has such a name.
    #[error("{0} must be an UUID")]
    BadId(&'static str),
    #[error("user_id must be an UUID")]
    BadUserId,
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
    #[error("Email link is invalid or has expired")]
    LinkExpired,
    #[error("code challenge does not match previously saved code verifier")]
    BadCodeVerifier,
    #[error("invalid flow state, no valid flow state found")]
    FlowStateNotFound,
    #[error("invalid flow state, flow state has expired")]
    FlowStateExpired,
    #[error("Identity doesn't exist")]
    IdentityNotFound,
    #[error("Identity is already linked")]
    IdentityExists,
    #[error("Identity is already linked to another user")]
    IdentityOfAnother,
    #[error("Manual linking is disabled")]
    ManualLinkingDisabled,
    #[error("User must have at least 1 identity after unlinking")]
    SingleIdentity,
    #[error("Password update requires reauthentication")]
    ReauthenticationNeeded,
    #[error("Nonce has expired or is invalid")]
    ReauthenticationNotValid,
    #[error("Factor not found")]
    FactorNotFound,
    #[error("MFA factor with the provided challenge ID not found")]
    ChallengeNotFound,
    #[error("Maximum number of verified factors reached, unenroll to continue")]
    TooManyFactors,
    #[error("A factor with the friendly name \"{0}\" for this user already exists")]
    FactorNameConflict(String),
    #[error("A verified phone factor already exists, unenroll the existing factor to continue")]
    VerifiedFactorExists,
    #[error("Challenge and verify IP addresses mismatch")]
    ChallengeIpMismatch,
    #[error(
        "MFA challenge {0} has expired, verify against another challenge or create a new challenge."
    )]
    ChallengeExpired(Uuid),
    #[error("Invalid TOTP code entered")]
    TotpCodeInvalid,
    #[error("Invalid MFA Phone code entered")]
    PhoneCodeInvalid,
    #[error("MFA enroll is disabled for TOTP")]
    TotpEnrollDisabled,
    #[error("MFA enroll is disabled for Phone")]
    PhoneEnrollDisabled,
    #[error("MFA enroll is disabled for WebAuthn")]
    WebauthnEnrollDisabled,
    #[error("MFA enroll is disabled for recovery codes")]
    RecoveryCodesEnrollDisabled,
    #[error("Invalid WebAuthn credential response entered")]
    FactorCredentialInvalid,
    #[error("Invalid recovery code entered")]
    RecoveryCodeInvalid,
    #[error("Too many failed verification attempts, try again later")]
    RecoveryCodesLocked,
    #[error("The user has not enrolled recovery codes")]
    NoRecoveryCodes,
    #[error("Recovery codes are already enrolled for this user, use regenerate to rotate them")]
    RecoveryCodesExist,
    /// The action that requires another factor.
    #[error("{0}")]
    RecoveryCodesAlone(&'static str),
    #[error(
        "Recovery codes cannot be unenrolled with this endpoint, use DELETE /factors/recovery-codes"
    )]
    RecoveryCodesNotUnenrollable,
    #[error("Anonymous user not allowed to perform these actions")]
    NotForAnonymous,
    #[error("OAuth client not found")]
    OauthClientNotFound,
    #[error("Custom OAuth provider not found")]
    CustomProviderNotFound,
    #[error("A custom OAuth provider with this identifier already exists")]
    CustomProviderExists,
    #[error("OAuth server is disabled")]
    OauthServerDisabled,
    #[error("Dynamic client registration is not enabled")]
    OauthRegistrationDisabled,
    #[error("invalid client_id")]
    OauthClientUnknown,
    #[error("authorization not found")]
    OauthAuthorizationNotFound,
    #[error("No active grant found for this client")]
    OauthGrantNotFound,
    #[error("OAuth clients are not allowed to do this: it needs a session of the person")]
    NotForOauthClients,
    #[error("Passkeys are disabled")]
    PasskeysDisabled,
    #[error("Maximum number of passkeys reached")]
    TooManyPasskeys,
    #[error("Passkey not found")]
    PasskeyNotFound,
    #[error("This credential is already registered")]
    CredentialExists,
    #[error("Challenge not found or already used")]
    PasskeyChallengeNotFound,
    #[error("Challenge has expired")]
    PasskeyChallengeExpired,
    #[error("Invalid credential response")]
    CredentialUnreadable,
    #[error("Credential verification failed")]
    CredentialWrong,
    /// A passkey was right, but its owner may not come in: a code, and why.
    #[error("{1}")]
    PasskeyOwnerRefused(&'static str, &'static str),
    /// The action that the second factor would allow.
    #[error("{0}")]
    InsufficientAal(&'static str),
    #[error("AAL2 required to unenroll verified factor")]
    AalToUnenroll,
    #[error("AAL2 session is required to update email or password when MFA is enabled.")]
    AalToUpdate,
    #[error("Error sending {0} email")]
    MailFailed(&'static str),
    #[error("Error sending {0} sms")]
    SmsFailed(&'static str),
    /// The request lacks something, or has it in the wrong form.
    #[error("{0}")]
    Validation(String),
    #[error("Could not parse request body as JSON")]
    BadJson,
    #[error("unsupported_grant_type")]
    UnsupportedGrantType,
    #[error("Request rate limit reached")]
    TooManyRequests {
        /// Whole seconds after which the next attempt is let through.
        retry_seconds: u64,
    },
    #[error("For security purposes, you can only request this after {0} seconds.")]
    TooManyMails(i64),
    #[error("For security purposes, you can only request this after {0} seconds.")]
    TooManySms(i64),
    #[error("email rate limit exceeded")]
    TooManyMailsOverall,
    #[error("SMS rate limit exceeded")]
    TooManySmsOverall,
    #[error("A conflict occurred, please retry this request")]
    Conflict,
    #[error("This call is not answered here")]
    NoSuchCall,
    /// Another server keeps the accounts.
    #[error("Authentication is switched off here: sign in at {0}")]
    AuthDisabled(String),
    #[error("Processing this request timed out, please retry after a moment.")]
    Timeout,
    /// The store cannot be reached; the client keeps its session and tries again.
    #[error("Service unavailable, please retry after a moment.")]
    Unavailable,
    /// Other details are in the log, not in the answer.
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
            Self::PhoneExists => (422, "phone_exists"),
            Self::WeakPassword(_) => (422, "weak_password"),
            Self::InvalidAddress(_)
            | Self::ProviderDisabled
            | Self::ProviderUnknown(_)
            | Self::BadIdToken
            | Self::NonceMismatch
            | Self::Validation(_) => (400, "validation_failed"),
            Self::UnsupportedGrantType => (400, "invalid_credentials"),
            Self::SamePassword => (422, "same_password"),
            Self::SignupDisabled => (422, "signup_disabled"),
            Self::AnonymousDisabled => (422, "anonymous_provider_disabled"),
            Self::EmailSignupsDisabled => (400, "email_provider_disabled"),
            Self::PhoneSignupsDisabled => (400, "phone_provider_disabled"),
            Self::EmailDisabled => (422, "email_provider_disabled"),
            Self::PhoneDisabled => (422, "phone_provider_disabled"),
            Self::IssuerDisabled(_) => (400, "provider_disabled"),
            Self::UnexpectedAudience => (400, "unexpected_audience"),
            Self::BadOauthState => (400, "bad_oauth_state"),
            Self::BadOauthCallback => (400, "bad_oauth_callback"),
            Self::ProviderFailed | Self::MailFailed(_) | Self::Unexpected => {
                (500, "unexpected_failure")
            }
            Self::ProviderEmailUnverified => (422, "provider_email_needs_verification"),
            Self::Web3Disabled => (422, "web3_provider_disabled"),
            Self::Web3Unsupported => (400, "web3_unsupported_chain"),
            Self::SamlDisabled => (404, "saml_provider_disabled"),
            Self::EmailNotConfirmed => (400, "email_not_confirmed"),
            Self::PhoneNotConfirmed => (400, "phone_not_confirmed"),
            Self::UserBanned => (400, "user_banned"),
            Self::NoBearerToken => (401, "no_authorization"),
            Self::BadToken(_) | Self::MissingSub => (403, "bad_jwt"),
            Self::EmailUnverified => (422, "email_not_confirmed"),
            Self::PhoneUnverified => (422, "phone_not_confirmed"),
            Self::AnonymousPassword => (422, "validation_failed"),
            Self::SessionNotFound => (403, "session_not_found"),
            Self::SessionExpired => (400, "session_expired"),
            Self::TokensUserNotFound => (403, "user_not_found"),
            Self::BadUserId | Self::BadId(_) => (404, "validation_failed"),
            Self::UserNotFound => (404, "user_not_found"),
            Self::NotAdmin => (403, "not_admin"),
            Self::RefreshTokenNotFound => (400, "refresh_token_not_found"),
            Self::RefreshTokenAlreadyUsed => (400, "refresh_token_already_used"),
            Self::OtpExpired | Self::LinkExpired => (403, "otp_expired"),
            Self::BadCodeVerifier => (400, "bad_code_verifier"),
            Self::FlowStateNotFound => (404, "flow_state_not_found"),
            Self::FlowStateExpired => (403, "flow_state_expired"),
            Self::IdentityNotFound => (422, "identity_not_found"),
            Self::IdentityExists | Self::IdentityOfAnother => (422, "identity_already_exists"),
            Self::ManualLinkingDisabled => (404, "manual_linking_disabled"),
            Self::SingleIdentity => (422, "single_identity_not_deletable"),
            Self::ReauthenticationNeeded => (400, "reauthentication_needed"),
            Self::ReauthenticationNotValid => (422, "reauthentication_not_valid"),
            Self::FactorNotFound => (404, "mfa_factor_not_found"),
            Self::ChallengeNotFound => (422, "mfa_factor_not_found"),
            Self::TooManyFactors => (422, "too_many_enrolled_mfa_factors"),
            Self::FactorNameConflict(_) => (422, "mfa_factor_name_conflict"),
            Self::VerifiedFactorExists => (422, "mfa_verified_factor_exists"),
            Self::ChallengeIpMismatch => (422, "mfa_ip_address_mismatch"),
            Self::ChallengeExpired(_) => (422, "mfa_challenge_expired"),
            Self::TotpCodeInvalid
            | Self::PhoneCodeInvalid
            | Self::FactorCredentialInvalid
            | Self::RecoveryCodeInvalid => (422, "mfa_verification_failed"),
            Self::TotpEnrollDisabled => (422, "mfa_totp_enroll_not_enabled"),
            Self::PhoneEnrollDisabled => (422, "mfa_phone_enroll_not_enabled"),
            Self::WebauthnEnrollDisabled => (422, "mfa_webauthn_enroll_not_enabled"),
            Self::RecoveryCodesEnrollDisabled => (422, "mfa_recovery_codes_enroll_not_enabled"),
            Self::RecoveryCodesLocked => (429, "mfa_recovery_codes_locked"),
            Self::NoRecoveryCodes => (404, "mfa_factor_not_found"),
            Self::RecoveryCodesExist => (422, "mfa_verified_factor_exists"),
            Self::RecoveryCodesAlone(_) => (422, "mfa_recovery_codes_sole_factor"),
            Self::RecoveryCodesNotUnenrollable => (422, "validation_failed"),
            Self::NotForAnonymous => (403, "no_authorization"),
            Self::OauthClientNotFound => (404, "oauth_client_not_found"),
            Self::CustomProviderNotFound => (404, "provider_not_found"),
            Self::CustomProviderExists => (400, "conflict"),
            Self::OauthServerDisabled => (404, "feature_disabled"),
            Self::OauthRegistrationDisabled => (403, "oauth_dynamic_client_registration_disabled"),
            Self::OauthClientUnknown => (400, "oauth_client_not_found"),
            Self::OauthAuthorizationNotFound => (404, "oauth_authorization_not_found"),
            Self::OauthGrantNotFound => (404, "oauth_consent_not_found"),
            Self::NotForOauthClients => (403, "no_authorization"),
            Self::PasskeysDisabled => (404, "passkey_disabled"),
            Self::TooManyPasskeys => (422, "too_many_passkeys"),
            Self::PasskeyNotFound => (404, "validation_failed"),
            Self::CredentialExists => (422, "webauthn_credential_exists"),
            Self::PasskeyChallengeNotFound => (400, "webauthn_challenge_not_found"),
            Self::PasskeyChallengeExpired => (400, "webauthn_challenge_expired"),
            Self::CredentialUnreadable | Self::CredentialWrong => {
                (400, "webauthn_verification_failed")
            }
            Self::PasskeyOwnerRefused(code, _) => (403, code),
            Self::InsufficientAal(_) => (403, "insufficient_aal"),
            Self::AalToUnenroll => (422, "insufficient_aal"),
            Self::AalToUpdate => (401, "insufficient_aal"),
            Self::SmsFailed(_) => (422, "sms_send_failed"),
            Self::BadJson => (400, "bad_json"),
            Self::TooManyRequests { .. } => (429, "over_request_rate_limit"),
            Self::TooManyMails(_) | Self::TooManyMailsOverall => {
                (429, "over_email_send_rate_limit")
            }
            Self::TooManySms(_) | Self::TooManySmsOverall => (429, "over_sms_send_rate_limit"),
            Self::Conflict => (409, "conflict"),
            Self::NoSuchCall => (404, "not_found"),
            Self::AuthDisabled(_) => (404, "provider_disabled"),
            Self::Timeout => (504, "request_timeout"),
            Self::Unavailable => (503, "unexpected_failure"),
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
