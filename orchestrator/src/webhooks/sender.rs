use std::time::Duration;

use portolan_auth::WebhookSecret;
use portolan_dial::{DialError, Dialer};
use reqwest::{
    Method, Request, Response,
    header::{CONTENT_TYPE, HeaderValue},
};
use url::Url;
use uuid::Uuid;

/// For one attempt, with the answer.
const TIMEOUT: Duration = Duration::from_secs(15);
/// Bytes of an answer that are kept.
const KEPT_ANSWER: usize = 1_000;

/// Posts signed events to the endpoints of users.
#[derive(Clone)]
pub struct WebhookSender {
    dialer: Dialer,
}

/// A message to one endpoint.
#[derive(Debug)]
pub struct SignedMessage<'a> {
    /// The header `webhook-id`.
    pub id: Uuid,
    /// The header `webhook-timestamp`: the seconds of this attempt.
    pub seconds: i64,
    pub body: &'a str,
    /// Each signs the message; at least one.
    pub secrets: &'a [WebhookSecret],
}

/// The answer of an endpoint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndpointAnswer {
    pub status: u16,
    /// Its beginning.
    pub body: String,
}

impl WebhookSender {
    pub fn new(dialer: &Dialer) -> Self {
        Self {
            dialer: dialer.with_timeout(TIMEOUT),
        }
    }

    /// Checks that an address is one that events may be sent to.
    ///
    /// # Errors
    /// Fails as [`Self::post`] would before it sends anything.
    pub async fn check_address(&self, url: &Url) -> Result<(), DialError> {
        self.dialer.check(url).await
    }

    /// Sends a message once; redirects are answers like others.
    ///
    /// # Errors
    /// Fails if the endpoint may not be reached, or gave no answer.
    pub async fn post(
        &self,
        url: &Url,
        message: &SignedMessage<'_>,
    ) -> Result<EndpointAnswer, DialError> {
        let signatures: Vec<String> = message
            .secrets
            .iter()
            .map(|secret| {
                secret.sign(
                    &message.id.to_string(),
                    message.seconds,
                    message.body.as_bytes(),
                )
            })
            .collect();
        let mut request = Request::new(Method::POST, url.clone());
        let headers = request.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        for (name, text) in [
            ("webhook-id", message.id.to_string()),
            ("webhook-timestamp", message.seconds.to_string()),
            ("webhook-signature", signatures.join(" ")),
        ] {
            let value = HeaderValue::from_str(&text)
                .map_err(|error| DialError::Failed(error.to_string()))?;
            headers.insert(name, value);
        }
        *request.body_mut() = Some(message.body.to_owned().into());
        let response = self.dialer.send(request).await?;
        Ok(EndpointAnswer {
            status: response.status().as_u16(),
            body: read_beginning(response).await,
        })
    }
}

/// Reads no more of an answer than is kept; one that breaks off is kept as far as it came.
async fn read_beginning(mut response: Response) -> String {
    let mut bytes = Vec::new();
    while bytes.len() < KEPT_ANSWER
        && let Ok(Some(piece)) = response.chunk().await
    {
        bytes.extend_from_slice(&piece);
    }
    let text = String::from_utf8_lossy(&bytes);
    text.chars().take(KEPT_ANSWER).collect()
}

#[cfg(test)]
mod tests {
    use portolan_dial::corpus;

    use super::*;

    #[tokio::test]
    async fn webhook_in_private_network_is_not_dialled() {
        let sender = WebhookSender::new(&corpus::corpus_dialer(&[]));
        let secrets = [WebhookSecret::new([1; 32])];
        let message = SignedMessage {
            id: Uuid::nil(),
            seconds: 0,
            body: "{}",
            secrets: &secrets,
        };
        corpus::assert_refused(async |url| {
            let sent = sender.post(&url, &message).await;
            sent.map(drop).map_err(|error| error.to_string())
        })
        .await;
    }

    #[tokio::test]
    async fn webhook_in_private_network_is_not_accepted() {
        let sender = WebhookSender::new(&corpus::corpus_dialer(&[]));
        corpus::assert_refused(async |url| {
            let checked = sender.check_address(&url).await;
            checked.map_err(|error| error.to_string())
        })
        .await;
    }
}
