use base64::{Engine, prelude::BASE64_STANDARD};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// Begins the text of every secret.
const PREFIX: &str = "whsec_";
/// Bytes of a secret.
const SECRET_BYTES: usize = 32;

/// A secret that signs webhooks as the specification Standard Webhooks has it.
#[derive(Clone, PartialEq, Eq)]
pub struct WebhookSecret([u8; SECRET_BYTES]);

impl WebhookSecret {
    pub fn new(random: [u8; SECRET_BYTES]) -> Self {
        Self(random)
    }

    /// Parses `whsec_` and 32 bytes in Base64; None for anything else.
    pub fn parse(text: &str) -> Option<Self> {
        let bytes = BASE64_STANDARD.decode(text.strip_prefix(PREFIX)?).ok()?;
        bytes.try_into().ok().map(Self)
    }

    /// Returns the secret as receivers configure it.
    pub fn to_text(&self) -> String {
        format!("{PREFIX}{}", BASE64_STANDARD.encode(self.0))
    }

    /// Returns the signature of a message, `v1,` and its HMAC-SHA256: of the header `webhook-signature`,
    /// which has several with a blank between them where there are several secrets.
    pub fn sign(&self, message_id: &str, seconds: i64, body: &[u8]) -> String {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.0)
            .unwrap_or_else(|_| unreachable!("HMAC takes keys of every length"));
        mac.update(format!("{message_id}.{seconds}.").as_bytes());
        mac.update(body);
        format!("v1,{}", BASE64_STANDARD.encode(mac.finalize().into_bytes()))
    }
}

/// Says nothing of the secret.
impl std::fmt::Debug for WebhookSecret {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("WebhookSecret")
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signature_is_the_hmac_of_id_time_and_body() {
        // printf 'msg_1.1700000000.{"test":1}' | openssl dgst -sha256 -mac HMAC -macopt hexkey:0707… -binary | base64
        let secret = WebhookSecret::new([7; 32]);
        let signature = secret.sign("msg_1", 1_700_000_000, br#"{"test":1}"#);
        assert_eq!(signature, "v1,THQKeZ1lljdhyel1jTQ55XO1vA563Qf4RV9a3l8TSsY=");
        for (id, seconds, body) in [
            ("msg_2", 1_700_000_000, &br#"{"test":1}"#[..]),
            ("msg_1", 1_700_000_001, br#"{"test":1}"#),
            ("msg_1", 1_700_000_000, br#"{"test":2}"#),
        ] {
            assert_ne!(secret.sign(id, seconds, body), signature);
        }
        let other = WebhookSecret::new([8; 32]);
        let signed = other.sign("msg_1", 1_700_000_000, br#"{"test":1}"#);
        assert_ne!(signed, signature);
    }

    #[test]
    fn secret_is_read_back_from_its_text() {
        let secret = WebhookSecret::new([9; 32]);
        let text = secret.to_text();
        assert!(text.starts_with("whsec_"), "{text}");
        assert_eq!(WebhookSecret::parse(&text), Some(secret));
        for bad in ["", "whsec_", "whsec_AAAA", "CQkJ", &text[1..]] {
            assert_eq!(WebhookSecret::parse(bad), None, "{bad}");
        }
    }
}
