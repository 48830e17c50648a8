//! The tokens, passwords and words of the authentication contract.
//!
//! Pure: no I/O and no clock; times are passed in, and so are random bytes, which
//! [`random_bytes`] takes from the operating system.

mod access_rule;
mod address;
mod api_key;
mod code;
mod cookie;
mod error;
mod id_token;
mod imported_hash;
mod jwk;
mod keys;
mod oauth_client;
mod oauth_request;
mod password;
mod pkce;
mod recovery_code;
mod redirect;
mod refresh;
mod seen_tokens;
mod shapes;
mod standard_webhook;
mod strict_json;
mod token;
mod totp;
mod verification;
mod web3;
mod webauthn;
mod webhook_signature;
mod wildcard;

pub use access_rule::{
    AccessCaller, AccessMode, AccessRule, AccessRules, DatabaseRole, InvalidAccessRule,
};
pub use address::{InvalidAddress, email_address, phone_number};
pub use api_key::{API_KEY_PREFIX, api_key, shown_prefix};
pub use code::{CodeSecret, is_same, one_time_code};
pub use cookie::{CookieError, CookieSession, read_cookies};
pub use error::{API_VERSION, API_VERSION_HEADER, AuthError};
pub use id_token::{IdClaims, identity_claims};
pub use jwk::Jwk;
pub use keys::{Algorithm, KeyError, Keys};
pub use oauth_client::{
    ClientAuthentication, GRANT_TYPES, InvalidOauthClient, check_client_address, check_client_name,
    check_grant_types, check_redirect_uris,
};
pub use oauth_request::{
    OauthError, OauthRequest, SCOPES, basic_credentials, query_value, read_state,
};
pub use password::{PasswordCost, PasswordRules, Passwords, WeakPassword, is_password_hash};
pub use pkce::{ChallengeMethod, CodeChallenge};
pub use recovery_code::{normalized_recovery_code, recovery_code};
pub use redirect::RedirectRules;
pub use refresh::{RefreshDecision, RefreshRecord, refresh_decision, refresh_token, token_hash};
pub use shapes::{AuthUser, SessionTokens, UserFactor, UserIdentity};
pub use standard_webhook::WebhookSecret;
pub use token::{AmrEntry, Claims, ExpectedClaims, TokenError};
pub use totp::{TotpSecret, qr_code};
pub use verification::VerificationType;
pub use web3::{Chain, SignInMessage, WalletAccount};
pub use webauthn::{
    Ceremony, CredentialOwner, CredentialUse, NewCredential, PasskeyAnswer, PublicCredential,
    RelyingParty, WebauthnError,
};
pub use webhook_signature::{SignatureError, check_webhook_signature};

/// Bytes for keys, salts and tokens.
///
/// # Errors
/// Fails if the operating system has no randomness to give.
pub fn random_bytes<const N: usize>() -> Result<[u8; N], getrandom::Error> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes)?;
    Ok(bytes)
}
