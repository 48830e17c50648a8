use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use hmac::{Hmac, KeyInit, Mac};
use serde::{Deserialize, Serialize};
use sha2::Sha256;
use subtle::ConstantTimeEq;

use crate::{StorageError, Transform};

/// Signs addresses that are good for a while without a session.
#[derive(Clone)]
pub struct SigningSecret([u8; 32]);

/// The permission of a signed address; each permits nothing else.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "grant")]
pub enum UrlPermission {
    Download,
    Render {
        transform: Transform,
    },
    Upload {
        #[serde(default)]
        upsert: bool,
        /// The owner of the object; None for the service.
        owner: Option<String>,
    },
}

/// A grant for one object, until a moment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SignedGrant {
    /// Bucket and name, with a slash between them.
    pub url: String,
    #[serde(flatten)]
    pub grant: UrlPermission,
    /// Seconds since 1970.
    pub iat: i64,
    pub exp: i64,
}

/// The header of every token; no other is taken.
const HEADER: &str = r#"{"alg":"HS256","typ":"JWT"}"#;
const LONGEST_TOKEN: usize = 8 * 1_024;

impl SigningSecret {
    pub fn new(secret: [u8; 32]) -> Self {
        Self(secret)
    }

    pub fn sign(&self, grant: &SignedGrant) -> String {
        // Its members are strings and whole numbers, so it always can be written.
        let claims = serde_json::to_string(grant).unwrap_or_default();
        let message = format!(
            "{}.{}",
            BASE64_URL_SAFE_NO_PAD.encode(HEADER),
            BASE64_URL_SAFE_NO_PAD.encode(claims)
        );
        let signature = BASE64_URL_SAFE_NO_PAD.encode(self.compute_mac(&message));
        format!("{message}.{signature}")
    }

    /// Reads a token for this object.
    ///
    /// # Errors
    /// `InvalidSignedToken`, `InvalidSignature` if it is of another hand or for another object,
    /// `ExpiredSignature`.
    pub fn verify(&self, token: &str, url: &str, now: i64) -> Result<UrlPermission, StorageError> {
        if token.len() > LONGEST_TOKEN {
            return Err(StorageError::InvalidSignedToken);
        }
        let (message, signature) = token
            .rsplit_once('.')
            .ok_or(StorageError::InvalidSignedToken)?;
        let (header, claims) = message
            .split_once('.')
            .ok_or(StorageError::InvalidSignedToken)?;
        let decode = |part: &str| {
            BASE64_URL_SAFE_NO_PAD
                .decode(part)
                .map_err(|_| StorageError::InvalidSignedToken)
        };
        let is_signed: bool = self.compute_mac(message)[..]
            .ct_eq(&decode(signature)?)
            .into();
        if !is_signed || decode(header)? != HEADER.as_bytes() {
            return Err(StorageError::InvalidSignature);
        }
        let signed: SignedGrant = serde_json::from_slice(&decode(claims)?)
            .map_err(|_| StorageError::InvalidSignedToken)?;
        if signed.url != url {
            return Err(StorageError::InvalidSignature);
        }
        if signed.exp <= now {
            return Err(StorageError::ExpiredSignature);
        }
        Ok(signed.grant)
    }

    fn compute_mac(&self, message: &str) -> [u8; 32] {
        // A key shorter than a block is filled up with zeros (RFC 2104).
        let mut key = [0; 64];
        key[..32].copy_from_slice(&self.0);
        let mut mac = Hmac::<Sha256>::new(&key.into());
        mac.update(message.as_bytes());
        mac.finalize().into_bytes().into()
    }
}

/// Hides the secret.
impl std::fmt::Debug for SigningSecret {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("SigningSecret")
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signed_grant(grant: UrlPermission) -> SignedGrant {
        SignedGrant {
            url: "films/a b.mp4".into(),
            grant,
            iat: 100,
            exp: 160,
        }
    }

    #[test]
    fn signed_token_is_valid_for_its_object_until_expiry() {
        let secret = SigningSecret::new([7; 32]);
        let granted = signed_grant(UrlPermission::Upload {
            upsert: true,
            owner: Some("me".into()),
        });
        let token = secret.sign(&granted);
        assert_eq!(token.split('.').count(), 3);
        assert_eq!(
            secret.verify(&token, "films/a b.mp4", 159),
            Ok(granted.grant)
        );
        assert_eq!(
            secret.verify(&token, "films/a b.mp4", 160),
            Err(StorageError::ExpiredSignature)
        );
        assert_eq!(
            secret.verify(&token, "films/other", 120),
            Err(StorageError::InvalidSignature)
        );
    }

    #[test]
    fn altered_tokens_are_rejected() {
        let secret = SigningSecret::new([7; 32]);
        let token = secret.sign(&signed_grant(UrlPermission::Download));
        let other = SigningSecret::new([8; 32]).sign(&signed_grant(UrlPermission::Download));
        assert!(secret.verify(&other, "films/a b.mp4", 120).is_err());
        for index in 0..token.len() {
            let mut bytes = token.clone().into_bytes();
            bytes[index] = if bytes[index] == b'A' { b'B' } else { b'A' };
            let changed = String::from_utf8(bytes).unwrap();
            if changed == token {
                continue;
            }
            // The last character of base 64 has bits that say nothing; strict decoding refuses them.
            assert!(
                secret.verify(&changed, "films/a b.mp4", 120).is_err(),
                "{index}"
            );
        }
        for nonsense in ["", ".", "..", "a.b.c", "a.b"] {
            assert!(secret.verify(nonsense, "films/a b.mp4", 120).is_err());
        }
    }
}
