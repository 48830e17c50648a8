//! An authenticator in software: one ES256 key, and what it signs in the forms of WebAuthn.

use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use p256::ecdsa::{Signature, SigningKey, signature::Signer};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// Flags of its data: a user was there, and has proven who they are; a new key follows.
const USER_PRESENT: u8 = 0b0000_0001;
const USER_VERIFIED: u8 = 0b0000_0100;
const NEW_CREDENTIAL: u8 = 0b0100_0000;

#[derive(Clone)]
pub struct Authenticator {
    key: SigningKey,
    pub credential_id: [u8; 32],
    /// The page that the browser says it is on.
    pub origin: String,
    pub counter: u32,
    /// Which kind it says that it is.
    pub kind: [u8; 16],
    user_handle: String,
}

impl Authenticator {
    pub fn new(seed: u8, origin: impl Into<String>) -> Self {
        Self {
            key: SigningKey::from_bytes(&[seed; 32].into()).unwrap(),
            credential_id: [seed; 32],
            origin: origin.into(),
            counter: 0,
            kind: [0; 16],
            user_handle: String::new(),
        }
    }

    /// Answers `navigator.credentials.create` with these options.
    pub fn create(&mut self, options: &Value) -> Value {
        self.user_handle = options["user"]["id"].as_str().unwrap().to_owned();
        let flags = USER_PRESENT | USER_VERIFIED | NEW_CREDENTIAL;
        let mut data = self.data(options["rp"]["id"].as_str().unwrap(), flags);
        data.extend(self.kind);
        data.extend([0, 32]);
        data.extend(self.credential_id);
        data.extend(self.public_key());
        // {"fmt": "none", "attStmt": {}, "authData": bytes}
        let mut attestation = vec![0xa3];
        attestation.extend(b"\x63fmt\x64none\x67attStmt\xa0\x68authData\x58");
        attestation.push(u8::try_from(data.len()).unwrap());
        attestation.extend(data);
        let client = self.client_data("webauthn.create", &options["challenge"]);
        self.credential(json!({
            "clientDataJSON": encode(&client),
            "attestationObject": encode(&attestation),
            "transports": ["internal"],
        }))
    }

    /// Answers `navigator.credentials.get` with these options.
    pub fn get(&mut self, options: &Value) -> Value {
        self.counter += 1;
        let data = self.data(
            options["rpId"].as_str().unwrap(),
            USER_PRESENT | USER_VERIFIED,
        );
        let client = self.client_data("webauthn.get", &options["challenge"]);
        let signed = [data.as_slice(), &Sha256::digest(&client)].concat();
        let signature: Signature = self.key.sign(&signed);
        self.credential(json!({
            "clientDataJSON": encode(&client),
            "authenticatorData": encode(&data),
            "signature": encode(signature.to_der().as_bytes()),
            "userHandle": self.user_handle,
        }))
    }

    fn credential(&self, response: Value) -> Value {
        json!({
            "id": encode(&self.credential_id),
            "rawId": encode(&self.credential_id),
            "type": "public-key",
            "authenticatorAttachment": "platform",
            "clientExtensionResults": {},
            "response": response,
        })
    }

    fn client_data(&self, kind: &str, challenge: &Value) -> Vec<u8> {
        let data = json!({
            "type": kind,
            "challenge": challenge,
            "origin": self.origin,
            "crossOrigin": false,
        });
        data.to_string().into_bytes()
    }

    fn data(&self, relying_party: &str, flags: u8) -> Vec<u8> {
        let mut data = Sha256::digest(relying_party).to_vec();
        data.push(flags);
        data.extend(self.counter.to_be_bytes());
        data
    }

    /// The key in COSE format: {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}
    fn public_key(&self) -> Vec<u8> {
        let point = self.key.verifying_key().to_encoded_point(false);
        let mut key = vec![0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 32];
        key.extend(point.x().unwrap());
        key.extend([0x22, 0x58, 32]);
        key.extend(point.y().unwrap());
        key
    }
}

fn encode(bytes: &[u8]) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(bytes)
}
