use std::sync::Arc;

use portolan_auth::{CodeSecret, WebhookSecret};
use portolan_domain::SealedSecret;
use portolan_environment::ids::Ids;
use uuid::Uuid;

/// Hides the secrets of webhooks from readers of the database.
#[derive(Clone, Debug)]
pub struct SecretSeal(Arc<CodeSecret>);

impl SecretSeal {
    pub fn new(secret: [u8; 32]) -> Self {
        Self(Arc::new(CodeSecret::new(secret)))
    }

    /// Makes a secret; returns it and what the store keeps of it.
    pub fn create_secret(&self, ids: &Ids) -> (WebhookSecret, SealedSecret) {
        let secret = WebhookSecret::new(ids.bytes());
        let id = ids.id();
        let sealed = self.0.seal(&secret_name(id), secret.to_text().as_bytes());
        let sealed = hex::encode(sealed);
        (secret, SealedSecret { id, sealed })
    }

    /// Returns None where another server secret has sealed it.
    pub fn open(&self, sealed: &SealedSecret) -> Option<WebhookSecret> {
        let bytes = hex::decode(&sealed.sealed).ok()?;
        let text = self.0.seal(&secret_name(sealed.id), &bytes);
        WebhookSecret::parse(std::str::from_utf8(&text).ok()?)
    }
}

fn secret_name(id: Uuid) -> String {
    format!("webhook secret {id}")
}
