use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use uuid::Uuid;

use crate::{Algorithm, IdClaims, KeyError, Keys, keys::VerificationKey, strict_json::Strict};

/// No honest token comes near.
const LONGEST_TOKEN: usize = 32 * 1024;
/// How far another server's clock may be ahead of ours.
const LEEWAY_SECONDS: i64 = 10;

/// The claims of an access token. Times are seconds since 1970.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Claims {
    #[serde(skip_serializing_if = "String::is_empty")]
    pub iss: String,
    /// The user's id; anything for service tokens.
    pub sub: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub aud: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exp: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub iat: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nbf: Option<i64>,
    pub email: String,
    pub phone: String,
    pub app_metadata: Map<String, Value>,
    pub user_metadata: Map<String, Value>,
    /// `authenticated`; `anon`, `service_role` or `supabase_admin` for service tokens.
    pub role: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub aal: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub amr: Vec<AmrEntry>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session_id: Option<Uuid>,
    /// The OAuth client that acts on behalf of the user.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub client_id: Option<String>,
    pub is_anonymous: bool,
}

/// How and when a user proved who they are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AmrEntry {
    /// `password`, `otp`, `oauth` …
    pub method: String,
    pub timestamp: i64,
}

/// The claims that a token must have to be accepted.
#[derive(Clone, Copy, Debug)]
pub struct ExpectedClaims<'a> {
    /// None if tokens of several issuers are taken.
    pub issuer: Option<&'a str>,
    pub audience: &'a str,
    /// Seconds since 1970.
    pub now: i64,
}

/// Why a token is rejected. The messages reveal nothing about the keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TokenError {
    #[error("invalid JWT: unable to parse or verify signature, token is malformed")]
    Malformed,
    #[error("invalid JWT: unable to parse or verify signature, its header is not allowed")]
    Header,
    #[error("invalid JWT: unable to parse or verify signature, signing method is invalid")]
    Algorithm,
    #[error("invalid JWT: unable to parse or verify signature, its key is not known")]
    UnknownKey,
    #[error("invalid JWT: unable to parse or verify signature, token signature is invalid")]
    Signature,
    #[error("invalid JWT: unable to parse or verify signature, token claims are malformed")]
    Claims,
    #[error(
        "invalid JWT: unable to parse or verify signature, token has invalid claims: token is expired"
    )]
    Expired,
    #[error(
        "invalid JWT: unable to parse or verify signature, token has invalid claims: token is not valid yet"
    )]
    NotYet,
    #[error(
        "invalid JWT: unable to parse or verify signature, token has invalid claims: it is of another issuer"
    )]
    Issuer,
    #[error(
        "invalid JWT: unable to parse or verify signature, token has invalid claims: it is for another audience"
    )]
    Audience,
}

impl Claims {
    /// Returns whether this is a token of a service rather than of a user's session.
    pub fn is_service(&self) -> bool {
        matches!(
            self.role.as_str(),
            "service_role" | "supabase_admin" | "anon"
        )
    }

    /// Returns whether it may use the admin calls.
    pub fn is_admin(&self) -> bool {
        matches!(self.role.as_str(), "service_role" | "supabase_admin")
    }

    /// The user's id.
    pub fn user_id(&self) -> Option<Uuid> {
        (!self.is_service())
            .then(|| self.sub.parse().ok())
            .flatten()
    }
}

impl Keys {
    /// Signs an access token with the first key that may.
    ///
    /// # Errors
    /// Fails if the key refuses; none that was parsed or generated here does.
    pub fn sign(&self, claims: &Claims) -> Result<String, KeyError> {
        self.sign_with(self.signing().ok_or(KeyError::NoneSigns)?, claims)
    }

    /// Signs an ID token with the first asymmetric key.
    ///
    /// # Errors
    /// Fails if there is none.
    pub fn sign_identity(&self, claims: &IdClaims) -> Result<String, KeyError> {
        self.sign_with(self.public_signing().ok_or(KeyError::NoneSigns)?, claims)
    }

    fn sign_with(
        &self,
        key: &VerificationKey,
        claims: &impl Serialize,
    ) -> Result<String, KeyError> {
        let encoding = key.encoding.as_ref().ok_or(KeyError::NoneSigns)?;
        let header = json!({ "alg": key.algorithm.name(), "kid": key.kid(), "typ": "JWT" });
        let message = format!(
            "{}.{}",
            URL_SAFE_NO_PAD.encode(header.to_string()),
            URL_SAFE_NO_PAD.encode(json!(claims).to_string())
        );
        let algorithm = key.algorithm.implementation();
        let signature = jsonwebtoken::crypto::sign(message.as_bytes(), encoding, algorithm)
            .map_err(|_| KeyError::Invalid(key.kid().to_owned()))?;
        Ok(format!("{message}.{signature}"))
    }

    /// Verifies a token and its claims; the caller must check its session in the store.
    ///
    /// # Errors
    /// The first reason to refuse it.
    pub fn verify(&self, token: &str, expected: &ExpectedClaims) -> Result<Claims, TokenError> {
        if token.len() > LONGEST_TOKEN {
            return Err(TokenError::Malformed);
        }
        let (message, signature) = token.rsplit_once('.').ok_or(TokenError::Malformed)?;
        let (header, payload) = message.split_once('.').ok_or(TokenError::Malformed)?;
        let TokenHeader { algorithm, kid } = read_header(parse_object(header)?)?;
        let mut candidates = self.candidates(algorithm, kid.as_deref()).peekable();
        candidates.peek().ok_or(TokenError::UnknownKey)?;
        let signed = |key: &VerificationKey| {
            let algorithm = key.algorithm.implementation();
            let message = message.as_bytes();
            jsonwebtoken::crypto::verify(signature, message, &key.decoding, algorithm)
                .unwrap_or(false)
        };
        if !self.seen.contains(token) {
            if signature.is_empty() || !candidates.any(signed) {
                return Err(TokenError::Signature);
            }
            self.seen.insert(token);
        }
        let claims = read_claims(parse_object(payload)?, expected.audience)?;
        check_claims(&claims, expected)?;
        Ok(claims)
    }
}

struct TokenHeader {
    algorithm: Algorithm,
    kid: Option<String>,
}

/// Only known members are allowed: a header must not contain its own key or extensions.
fn read_header(header: Map<String, Value>) -> Result<TokenHeader, TokenError> {
    let mut algorithm = None;
    let mut kid = None;
    for (name, value) in header {
        match (name.as_str(), value) {
            ("alg", Value::String(name)) => {
                algorithm = Some(Algorithm::parse(&name).ok_or(TokenError::Algorithm)?);
            }
            ("kid", Value::String(name)) => kid = Some(name),
            ("typ", Value::String(name)) if name.eq_ignore_ascii_case("JWT") => {}
            _ => return Err(TokenError::Header),
        }
    }
    Ok(TokenHeader {
        algorithm: algorithm.ok_or(TokenError::Algorithm)?,
        kid,
    })
}

/// `aud` may be a list: ours has to be in it.
fn read_claims(mut claims: Map<String, Value>, audience: &str) -> Result<Claims, TokenError> {
    if let Some(Value::Array(list)) = claims.get("aud") {
        let ours = list.iter().any(|item| item == audience);
        let audience = if ours { audience } else { "" };
        claims.insert("aud".to_owned(), audience.into());
    }
    // A null member is as good as none.
    claims.retain(|_, value| !value.is_null());
    serde_json::from_value(Value::Object(claims)).map_err(|_| TokenError::Claims)
}

fn check_claims(claims: &Claims, expected: &ExpectedClaims) -> Result<(), TokenError> {
    match claims.exp {
        Some(exp) if exp <= expected.now => return Err(TokenError::Expired),
        None if !claims.is_service() => return Err(TokenError::Claims),
        Some(_) | None => {}
    }
    if claims
        .nbf
        .is_some_and(|nbf| nbf > expected.now.saturating_add(LEEWAY_SECONDS))
    {
        return Err(TokenError::NotYet);
    }
    if claims.is_service() {
        return Ok(());
    }
    if claims.aud != expected.audience {
        return Err(TokenError::Audience);
    }
    if expected.issuer.is_some_and(|issuer| issuer != claims.iss) {
        return Err(TokenError::Issuer);
    }
    if claims.role.is_empty() || claims.session_id.is_none() || claims.user_id().is_none() {
        return Err(TokenError::Claims);
    }
    Ok(())
}

fn parse_object(part: &str) -> Result<Map<String, Value>, TokenError> {
    let bytes = URL_SAFE_NO_PAD
        .decode(part)
        .map_err(|_| TokenError::Malformed)?;
    match serde_json::from_slice(&bytes) {
        Ok(Strict(Value::Object(map))) => Ok(map),
        _ => Err(TokenError::Malformed),
    }
}
