use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use sha2::{Digest, Sha256};

use crate::{AuthError, is_same};

/// The challenge of a client that requests a session; the client keeps its verifier (RFC 7636).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeChallenge {
    pub challenge: String,
    pub method: ChallengeMethod,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChallengeMethod {
    S256,
    /// The verifier itself: protects from nothing that reads the request.
    Plain,
}

impl ChallengeMethod {
    /// As it is stored, and as requests write it.
    pub fn name(self) -> &'static str {
        match self {
            Self::S256 => "s256",
            Self::Plain => "plain",
        }
    }

    pub fn parse(name: &str) -> Option<Self> {
        if name.eq_ignore_ascii_case("s256") {
            Some(Self::S256)
        } else if name.eq_ignore_ascii_case("plain") {
            Some(Self::Plain)
        } else {
            None
        }
    }
}

impl CodeChallenge {
    /// Reads the two members of a request; None if it asks for the implicit flow.
    ///
    /// # Errors
    /// Fails if only one is there, or they are not of the form of RFC 7636; and for `plain`, unless
    /// it is allowed.
    pub fn read(
        challenge: Option<&str>,
        method: Option<&str>,
        allows_plain: bool,
    ) -> Result<Option<Self>, AuthError> {
        let filled = |text: Option<&str>| text.filter(|text| !text.is_empty()).map(str::to_owned);
        let (challenge, method) = match (filled(challenge), filled(method)) {
            (None, None) => return Ok(None),
            (Some(challenge), Some(method)) => (challenge, method),
            _ => {
                return Err(AuthError::Validation(
                    "PKCE flow requires code_challenge_method and code_challenge".into(),
                ));
            }
        };
        let method = ChallengeMethod::parse(&method)
            .filter(|method| allows_plain || *method == ChallengeMethod::S256)
            .ok_or_else(|| {
                AuthError::Validation("Invalid code challenge method, use s256".into())
            })?;
        if !is_token(&challenge) {
            return Err(AuthError::Validation(
                "code challenge has to be between 43 and 128 characters of A-Z a-z 0-9 - . _ ~"
                    .into(),
            ));
        }
        Ok(Some(Self { challenge, method }))
    }

    /// Returns whether the verifier matches the challenge.
    pub fn is_met_by(&self, verifier: &str) -> bool {
        let made = match self.method {
            ChallengeMethod::S256 => URL_SAFE_NO_PAD.encode(Sha256::digest(verifier)),
            ChallengeMethod::Plain => verifier.to_owned(),
        };
        is_token(verifier) && is_same(&made, &self.challenge)
    }
}

/// 43 to 128 unreserved characters.
fn is_token(text: &str) -> bool {
    (43..=128).contains(&text.len())
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte))
}
