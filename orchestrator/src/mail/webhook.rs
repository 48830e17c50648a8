use std::time::Duration;

use portolan_dial::Dialer;
use serde_json::json;
use url::Url;
use uuid::Uuid;

use super::DeliveryError;

const TIMEOUT: Duration = Duration::from_secs(20);

/// A service that sends text messages: it gets `{phone, text}` by POST, with the message's id as
/// `idempotency-key`.
#[derive(Clone)]
pub struct SmsWebhook {
    dialer: Dialer,
    url: Url,
    /// The secret that authenticates this server.
    secret: Option<String>,
}

impl SmsWebhook {
    pub fn new(dialer: &Dialer, url: Url, secret: Option<String>) -> Self {
        Self {
            dialer: dialer.with_timeout(TIMEOUT),
            url,
            secret,
        }
    }

    pub async fn send(&self, id: Uuid, phone: &str, text: &str) -> Result<(), DeliveryError> {
        let mut headers = vec![("idempotency-key", id.to_string())];
        if let Some(secret) = &self.secret {
            headers.push(("authorization", format!("Bearer {secret}")));
        }
        let message = json!({ "phone": format!("+{phone}"), "text": text });
        let response = self.dialer.post_json(&self.url, &headers, &message).await;
        let response = response.map_err(|error| DeliveryError::Failed(error.to_string()))?;
        let status = response.status();
        let answered = format!("the webhook answered {}", status.as_u16());
        match status.as_u16() {
            200..300 => Ok(()),
            // The number or the text, which stay as they are.
            400 | 413 | 422 => Err(DeliveryError::Refused(answered)),
            _ => Err(DeliveryError::Failed(answered)),
        }
    }
}

#[cfg(test)]
mod tests {
    use portolan_dial::corpus;

    use super::*;

    #[tokio::test]
    async fn sms_gateway_in_private_network_is_not_dialled() {
        let dialer = corpus::corpus_dialer(&[]);
        corpus::assert_refused(async |url| {
            let webhook = SmsWebhook::new(&dialer, url, None);
            let sent = webhook.send(Uuid::nil(), "420601234567", "code").await;
            sent.map_err(|error| error.to_string())
        })
        .await;
    }
}
