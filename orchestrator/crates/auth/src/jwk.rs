use serde::{Deserialize, Serialize};

/// A key as RFC 7517 writes it: the members that ES256, RS256 and HS256 need.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Jwk {
    pub kty: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kid: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alg: Option<String>,
    #[serde(rename = "use", skip_serializing_if = "Option::is_none")]
    pub public_use: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key_ops: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub crv: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub x: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub y: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub n: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub e: Option<String>,
    /// Secret: the scalar of an elliptic curve's key, the private exponent of an RSA key.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub d: Option<String>,
    /// Secret: the two primes of an RSA key.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub p: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub q: Option<String>,
    /// Secret: the bytes of a symmetric key.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub k: Option<String>,
}

impl Jwk {
    /// Returns the public part of the key; None for a symmetric key.
    pub fn public(&self) -> Option<Self> {
        (self.kty != "oct").then(|| Self {
            d: None,
            p: None,
            q: None,
            k: None,
            key_ops: Some(vec!["verify".to_owned()]),
            ..self.clone()
        })
    }

    /// Returns whether the key's own words allow it to sign.
    pub(crate) fn may_sign(&self) -> bool {
        match &self.key_ops {
            Some(operations) => operations.iter().any(|operation| operation == "sign"),
            None => true,
        }
    }
}

/// Hides the secret members.
impl std::fmt::Debug for Jwk {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Jwk")
            .field("kty", &self.kty)
            .field("kid", &self.kid)
            .field("alg", &self.alg)
            .finish_non_exhaustive()
    }
}
