use std::time::Duration;

use serde_json::json;
use url::Url;
use uuid::Uuid;

use super::PostError;

const TIMEOUT: Duration = Duration::from_secs(20);

/// A service that sends text messages: it gets `{phone, text}` by POST, with the message's id as
/// `idempotency-key`.
#[derive(Clone)]
pub struct SmsWebhook {
    client: reqwest::Client,
    url: Url,
    /// Proves to the service who asks.
    secret: Option<String>,
}

impl SmsWebhook {
    pub fn new(url: Url, secret: Option<String>) -> Result<Self, PostError> {
        let client = reqwest::Client::builder()
            .timeout(TIMEOUT)
            .redirect(reqwest::redirect::Policy::none())
            .build()
            .map_err(|error| PostError::Failed(error.to_string()))?;
        Ok(Self {
            client,
            url,
            secret,
        })
    }

    pub async fn send(&self, id: Uuid, phone: &str, text: &str) -> Result<(), PostError> {
        let mut request = self
            .client
            .post(self.url.clone())
            .header("idempotency-key", id.to_string())
            .json(&json!({ "phone": format!("+{phone}"), "text": text }));
        if let Some(secret) = &self.secret {
            request = request.bearer_auth(secret);
        }
        let response = request
            .send()
            .await
            .map_err(|error| PostError::Failed(error.without_url().to_string()))?;
        let status = response.status();
        let answered = format!("the webhook answered {}", status.as_u16());
        match status.as_u16() {
            200..300 => Ok(()),
            // The number or the text, which stay as they are.
            400 | 413 | 422 => Err(PostError::Refused(answered)),
            _ => Err(PostError::Failed(answered)),
        }
    }
}
