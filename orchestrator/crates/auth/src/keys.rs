use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use jsonwebtoken::{DecodingKey, EncodingKey};
use p256::{elliptic_curve::sec1::ToEncodedPoint, pkcs8::EncodePrivateKey};
use rsa::{BigUint, RsaPrivateKey, pkcs1::EncodeRsaPrivateKey};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::{Jwk, seen_tokens::SeenTokens};

/// Keys of another server that are kept; none has so many.
const MOST_KEYS: usize = 100;

/// Below this a secret can be guessed (RFC 7518, 3.2).
const SHORTEST_SECRET: usize = 32;

/// The keys of a server: the first that may sign signs, all verify.
#[derive(Debug)]
pub struct Keys {
    keys: Vec<VerificationKey>,
    pub(crate) seen: SeenTokens,
}

/// The signature algorithm; fixed by the key, never by a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Algorithm {
    Es256,
    Rs256,
    Hs256,
}

pub(crate) struct VerificationKey {
    pub jwk: Jwk,
    pub algorithm: Algorithm,
    pub decoding: DecodingKey,
    /// None for keys that only verify.
    pub encoding: Option<EncodingKey>,
    /// Tried for tokens with any key id, because its own id is unknown.
    is_nameless: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeyError {
    #[error("the keys are not JSON Web Keys: {0}")]
    Malformed(String),
    #[error("the key {0} is of a kind that is not supported; use ES256, RS256 or HS256")]
    Unsupported(String),
    #[error("the key {0} is not valid; generate a new one")]
    Invalid(String),
    #[error("two keys are named {0}; give each a kid of its own")]
    SameName(String),
    #[error("none of the keys may sign; add a private ES256 key or an HS256 secret")]
    NoneSigns,
}

/// The files and settings that keys are read from: one key, a list, or a set.
#[derive(Deserialize)]
#[serde(untagged)]
enum KeysText {
    Set { keys: Vec<Jwk> },
    List(Vec<Jwk>),
    One(Box<Jwk>),
}

impl Keys {
    /// A new ES256 key from 32 random bytes, named by its thumbprint (RFC 7638).
    ///
    /// # Errors
    /// `Invalid` for about one in four billion random values: take others.
    pub fn generate(random: [u8; 32]) -> Result<Self, KeyError> {
        let secret = p256::SecretKey::from_slice(&random)
            .map_err(|_| KeyError::Invalid("from these bytes".to_owned()))?;
        let point = secret.public_key().to_encoded_point(false);
        let jwk = Jwk {
            kty: "EC".to_owned(),
            crv: Some("P-256".to_owned()),
            alg: Some("ES256".to_owned()),
            public_use: Some("sig".to_owned()),
            x: point.x().map(|x| URL_SAFE_NO_PAD.encode(x)),
            y: point.y().map(|y| URL_SAFE_NO_PAD.encode(y)),
            d: Some(URL_SAFE_NO_PAD.encode(random)),
            ..Jwk::default()
        };
        Self::from_jwks(vec![jwk])
    }

    /// Reads a JWK set, a list of JWKs or one JWK.
    ///
    /// # Errors
    /// Fails if one of the keys cannot be used, or none can sign.
    pub fn parse(text: &str) -> Result<Self, KeyError> {
        let keys: KeysText =
            serde_json::from_str(text).map_err(|error| KeyError::Malformed(error.to_string()))?;
        Self::from_jwks(match keys {
            KeysText::Set { keys } | KeysText::List(keys) => keys,
            KeysText::One(key) => vec![*key],
        })
    }

    /// Returns the verification keys of another server: the public keys of its JWK set, and the
    /// secret that it may share. They sign nothing here. Keys of kinds that are not known are left
    /// out, and so are secrets in the set: what everyone can read proves nothing.
    ///
    /// # Errors
    /// Fails if the set is invalid, or the secret is shorter than 32 bytes.
    pub fn of_another(set: Option<&str>, secret: Option<&str>) -> Result<Self, KeyError> {
        #[derive(Deserialize)]
        struct Set {
            keys: Vec<Value>,
        }
        let mut keys: Vec<VerificationKey> = Vec::new();
        if let Some(set) = set {
            let Set { keys: members } = serde_json::from_str(set)
                .map_err(|error| KeyError::Malformed(error.to_string()))?;
            for member in members.into_iter().take(MOST_KEYS) {
                let jwk = serde_json::from_value::<Jwk>(member).ok();
                let public = jwk.as_ref().and_then(Jwk::public);
                let key = public
                    .filter(|jwk| jwk.public_use.as_deref().is_none_or(|name| name == "sig"))
                    .and_then(|jwk| VerificationKey::new(jwk).ok());
                if let Some(key) = key
                    && keys.iter().all(|other| other.kid() != key.kid())
                {
                    keys.push(key);
                }
            }
        }
        if let Some(secret) = secret {
            keys.push(VerificationKey {
                encoding: None,
                is_nameless: true,
                ..VerificationKey::new(Self::shared_jwk(secret))?
            });
        }
        Ok(Self {
            keys,
            seen: SeenTokens::default(),
        })
    }

    fn from_jwks(jwks: Vec<Jwk>) -> Result<Self, KeyError> {
        let keys = jwks
            .into_iter()
            .map(VerificationKey::new)
            .collect::<Result<Vec<_>, _>>()?;
        for (index, key) in keys.iter().enumerate() {
            if keys[..index].iter().any(|other| other.kid() == key.kid()) {
                return Err(KeyError::SameName(key.kid().to_owned()));
            }
        }
        let keys = Self {
            keys,
            seen: SeenTokens::default(),
        };
        keys.signing().ok_or(KeyError::NoneSigns)?;
        Ok(keys)
    }

    /// Adds a new key that signs from now on; older keys still verify their signatures.
    ///
    /// # Errors
    /// As `generate`.
    pub fn rotated(&self, random: [u8; 32]) -> Result<Self, KeyError> {
        let fresh = Self::generate(random)?.keys.into_iter();
        let old = self.keys.iter().map(|key| &key.jwk);
        Self::from_jwks(fresh.map(|key| key.jwk).chain(old.cloned()).collect())
    }

    /// The first so many of these keys; at least one that signs has to be among them.
    pub fn newest(mut self, count: usize) -> Self {
        self.keys.truncate(count.max(1));
        self
    }

    pub fn count(&self) -> usize {
        self.keys.len()
    }

    /// The same keys with a secret that others share and sign with as well (HS256); it signs here
    /// only where no other key does.
    ///
    /// # Errors
    /// Fails if the secret is shorter than 32 bytes.
    pub fn with_secret(self, secret: &str) -> Result<Self, KeyError> {
        let shared = Self::shared_jwk(secret);
        let jwks = self.keys.into_iter().map(|key| key.jwk);
        Self::from_jwks(jwks.chain([shared]).collect())
    }

    /// A shared secret alone.
    ///
    /// # Errors
    /// Fails if the secret is shorter than 32 bytes.
    pub fn of_secret(secret: &str) -> Result<Self, KeyError> {
        Self::from_jwks(vec![Self::shared_jwk(secret)])
    }

    fn shared_jwk(secret: &str) -> Jwk {
        Jwk {
            kty: "oct".to_owned(),
            alg: Some("HS256".to_owned()),
            k: Some(URL_SAFE_NO_PAD.encode(secret)),
            ..Jwk::default()
        }
    }

    /// All keys with their secrets, for the data folder; `parse` reads it.
    pub fn to_text(&self) -> String {
        let keys: Vec<&Jwk> = self.keys.iter().map(|key| &key.jwk).collect();
        format!("{:#}\n", json!({ "keys": keys }))
    }

    /// Returns the body of `/.well-known/jwks.json`.
    pub fn public(&self) -> Value {
        let keys: Vec<Jwk> = self
            .keys
            .iter()
            .filter_map(|key| key.jwk.public())
            .collect();
        json!({ "keys": keys })
    }

    pub(crate) fn signing(&self) -> Option<&VerificationKey> {
        self.keys.iter().find(|key| key.encoding.is_some())
    }

    /// The first that signs and that others can verify: no shared secret.
    pub(crate) fn public_signing(&self) -> Option<&VerificationKey> {
        let mut keys = self.keys.iter();
        keys.find(|key| key.encoding.is_some() && key.algorithm != Algorithm::Hs256)
    }

    /// Returns the key that signs id tokens; None if others could verify none of the keys.
    pub fn identity_algorithm(&self) -> Option<Algorithm> {
        self.public_signing().map(|key| key.algorithm)
    }

    /// The keys that may have signed: the one that is named, or all of the algorithm.
    pub(crate) fn candidates(
        &self,
        algorithm: Algorithm,
        kid: Option<&str>,
    ) -> impl Iterator<Item = &VerificationKey> {
        let is_named =
            move |key: &&VerificationKey| kid.is_none_or(|kid| key.is_nameless || kid == key.kid());
        self.keys
            .iter()
            .filter(move |key| key.algorithm == algorithm)
            .filter(is_named)
    }
}

impl Algorithm {
    /// As the header and the key write it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Es256 => "ES256",
            Self::Rs256 => "RS256",
            Self::Hs256 => "HS256",
        }
    }

    pub(crate) fn parse(name: &str) -> Option<Self> {
        match name {
            "ES256" => Some(Self::Es256),
            "RS256" => Some(Self::Rs256),
            "HS256" => Some(Self::Hs256),
            _ => None,
        }
    }

    pub(crate) fn implementation(self) -> jsonwebtoken::Algorithm {
        match self {
            Self::Es256 => jsonwebtoken::Algorithm::ES256,
            Self::Rs256 => jsonwebtoken::Algorithm::RS256,
            Self::Hs256 => jsonwebtoken::Algorithm::HS256,
        }
    }
}

impl VerificationKey {
    fn new(mut jwk: Jwk) -> Result<Self, KeyError> {
        let name = jwk
            .kid
            .clone()
            .unwrap_or_else(|| "without a name".to_owned());
        let algorithm = match (jwk.kty.as_str(), jwk.crv.as_deref()) {
            ("EC", Some("P-256")) => Algorithm::Es256,
            ("RSA", None) => Algorithm::Rs256,
            ("oct", None) => Algorithm::Hs256,
            _ => return Err(KeyError::Unsupported(name)),
        };
        if jwk
            .alg
            .as_deref()
            .is_some_and(|alg| alg != algorithm.name())
        {
            return Err(KeyError::Unsupported(name));
        }
        jwk.alg = Some(algorithm.name().to_owned());
        let material = match algorithm {
            Algorithm::Es256 => elliptic_curve(&jwk),
            Algorithm::Rs256 => rsa_material(&jwk),
            Algorithm::Hs256 => symmetric_material(&jwk),
        };
        let (decoding, encoding) = material.ok_or(KeyError::Invalid(name))?;
        if jwk.kid.is_none() {
            jwk.kid = Some(thumbprint_of(&jwk));
        }
        Ok(Self {
            encoding: encoding.filter(|_| jwk.may_sign()),
            jwk,
            algorithm,
            decoding,
            is_nameless: false,
        })
    }

    pub fn kid(&self) -> &str {
        self.jwk.kid.as_deref().unwrap_or_default()
    }
}

impl std::fmt::Debug for VerificationKey {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.jwk.fmt(formatter)
    }
}

type Material = (DecodingKey, Option<EncodingKey>);

fn elliptic_curve(jwk: &Jwk) -> Option<Material> {
    let (x, y) = (jwk.x.as_deref()?, jwk.y.as_deref()?);
    let point: Vec<u8> = [vec![4], decode_base64(x)?, decode_base64(y)?].concat();
    let public = p256::PublicKey::from_sec1_bytes(&point).ok()?;
    let decoding = DecodingKey::from_ec_components(x, y).ok()?;
    let Some(d) = &jwk.d else {
        return Some((decoding, None));
    };
    let secret = p256::SecretKey::from_slice(&decode_base64(d)?).ok()?;
    if secret.public_key() != public {
        return None;
    }
    let encoding = EncodingKey::from_ec_der(secret.to_pkcs8_der().ok()?.as_bytes());
    Some((decoding, Some(encoding)))
}

fn rsa_material(jwk: &Jwk) -> Option<Material> {
    let (n, e) = (jwk.n.as_deref()?, jwk.e.as_deref()?);
    // Shorter than 2048 bits is not safe (RFC 7518, 3.3).
    if decode_base64(n)?.len() < 256 || decode_base64(e)?.is_empty() {
        return None;
    }
    let decoding = DecodingKey::from_rsa_components(n, e).ok()?;
    let Some(d) = &jwk.d else {
        return Some((decoding, None));
    };
    let number = |text: &str| decode_base64(text).map(|bytes| BigUint::from_bytes_be(&bytes));
    let primes = vec![number(jwk.p.as_deref()?)?, number(jwk.q.as_deref()?)?];
    let mut secret =
        RsaPrivateKey::from_components(number(n)?, number(e)?, number(d)?, primes).ok()?;
    secret.validate().ok()?;
    secret.precompute().ok()?;
    let der = secret.to_pkcs1_der().ok()?;
    Some((decoding, Some(EncodingKey::from_rsa_der(der.as_bytes()))))
}

fn symmetric_material(jwk: &Jwk) -> Option<Material> {
    let secret = decode_base64(jwk.k.as_deref()?)?;
    if secret.len() < SHORTEST_SECRET {
        return None;
    }
    Some((
        DecodingKey::from_secret(&secret),
        Some(EncodingKey::from_secret(&secret)),
    ))
}

fn decode_base64(text: &str) -> Option<Vec<u8>> {
    URL_SAFE_NO_PAD.decode(text).ok()
}

/// RFC 7638: the hash of the key's required members, in alphabetical order.
fn thumbprint_of(jwk: &Jwk) -> String {
    #[derive(Serialize)]
    struct Required<'a> {
        #[serde(skip_serializing_if = "Option::is_none")]
        crv: Option<&'a str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        e: Option<&'a str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        k: Option<&'a str>,
        kty: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        n: Option<&'a str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        x: Option<&'a str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        y: Option<&'a str>,
    }
    let required = Required {
        crv: jwk.crv.as_deref(),
        e: jwk.e.as_deref(),
        k: jwk.k.as_deref(),
        kty: &jwk.kty,
        n: jwk.n.as_deref(),
        x: jwk.x.as_deref(),
        y: jwk.y.as_deref(),
    };
    let text = json!(required).to_string();
    URL_SAFE_NO_PAD.encode(Sha256::digest(text))
}
