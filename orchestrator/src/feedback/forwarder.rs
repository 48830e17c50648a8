use std::time::Duration;

use lettre::{AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor, message::Mailbox};
use portolan_dial::{DialError, Dialer};
use portolan_domain::FeedbackItem;
use url::Url;

/// How long one attempt may take.
const TIMEOUT: Duration = Duration::from_secs(20);

/// The target of feedback.
#[derive(Clone)]
pub enum Forwarder {
    Mail(Box<Mail>),
    Webhook(Webhook),
}

/// By mail through an SMTP server.
#[derive(Clone)]
pub struct Mail {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
    to: Mailbox,
}

/// By POST with the feedback as JSON; the header `idempotency-key` is the feedback's id.
#[derive(Clone)]
pub struct Webhook {
    dialer: Dialer,
    url: Url,
}

/// The settings do not make a forwarder.
#[derive(Debug, thiserror::Error)]
pub enum ForwarderError {
    #[error("{0} is not an SMTP address: write smtps://user:password@host or smtp://host:port")]
    Server(String),
    #[error("{0} is not a mail address")]
    Address(String),
}

/// It did not arrive; it is tried again.
#[derive(Debug, thiserror::Error)]
pub enum ForwardError {
    #[error("the mail server rejected the message: {0}")]
    Mail(#[from] lettre::transport::smtp::Error),
    #[error("the mail cannot be written: {0}")]
    Message(#[from] lettre::error::Error),
    #[error("couldn't reach the webhook: {0}")]
    Webhook(#[from] DialError),
    #[error("the webhook answered {0}")]
    Refused(u16),
}

impl Forwarder {
    /// `server` is `smtps://user:password@host`, or `smtp://host:port` for one on this machine.
    pub fn mail(server: &str, from: &str, to: &str) -> Result<Self, ForwarderError> {
        let transport = AsyncSmtpTransport::<Tokio1Executor>::from_url(server)
            // Without what the address says, which may hold a password.
            .map_err(|_| ForwarderError::Server("the SMTP setting".into()))?
            .timeout(Some(TIMEOUT))
            .build();
        let mailbox = |text: &str| {
            text.parse()
                .map_err(|_| ForwarderError::Address(text.to_owned()))
        };
        Ok(Self::Mail(Box::new(Mail {
            transport,
            from: mailbox(from)?,
            to: mailbox(to)?,
        })))
    }

    pub fn webhook(dialer: &Dialer, url: Url) -> Self {
        let dialer = dialer.with_timeout(TIMEOUT);
        Self::Webhook(Webhook { dialer, url })
    }

    /// Sends one; a receiver detects duplicates by its id.
    pub async fn forward(&self, item: &FeedbackItem) -> Result<(), ForwardError> {
        match self {
            Self::Mail(mail) => {
                mail.transport.send(mail.build_message(item)?).await?;
            }
            Self::Webhook(webhook) => {
                let key = [("idempotency-key", item.feedback.id.to_string())];
                let response = webhook.dialer.post_json(&webhook.url, &key, item).await?;
                if !response.status().is_success() {
                    return Err(ForwardError::Refused(response.status().as_u16()));
                }
            }
        }
        Ok(())
    }
}

impl Mail {
    fn build_message(&self, item: &FeedbackItem) -> Result<Message, ForwardError> {
        let feedback = &item.feedback;
        let text = |name: &str| {
            feedback.metadata[name]
                .as_str()
                .unwrap_or_default()
                .to_owned()
        };
        let sender = item
            .user
            .as_ref()
            .and_then(|user| user.email.clone())
            .unwrap_or_else(|| text("email"));
        let mut message = Message::builder()
            .from(self.from.clone())
            .to(self.to.clone())
            .message_id(Some(format!("<{}@feedback.portolan>", feedback.id)))
            .subject(format!("Feedback from {}", one_line(&text("route"))));
        // An address that no mail can go to stays readable in the text.
        if let Ok(mailbox) = sender.parse::<Mailbox>() {
            message = message.reply_to(mailbox);
        }
        let body = format!(
            "{}\n\n-- \nFrom: {sender}\nRoute: {}\nId: {}\n",
            feedback.text,
            one_line(&text("route")),
            feedback.id
        );
        Ok(message.body(body)?)
    }
}

/// A header has no line breaks, and not much room.
fn one_line(text: &str) -> String {
    text.chars()
        .map(|character| {
            if character.is_control() {
                ' '
            } else {
                character
            }
        })
        .take(100)
        .collect()
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use portolan_dial::corpus;
    use portolan_domain::{Feedback, FeedbackStatus};
    use serde_json::json;
    use uuid::Uuid;

    use super::*;

    #[tokio::test]
    async fn feedback_webhook_in_private_network_is_not_dialled() {
        let item = FeedbackItem {
            feedback: Feedback {
                id: Uuid::nil(),
                user_id: None,
                text: "Thank you".into(),
                metadata: json!({}),
                status: FeedbackStatus::New,
                created_at: DateTime::UNIX_EPOCH,
            },
            user: None,
            reply: None,
            replied_at: None,
        };
        let dialer = corpus::corpus_dialer(&[]);
        corpus::assert_refused(async |url| {
            let webhook = Forwarder::webhook(&dialer, url);
            let sent = webhook.forward(&item).await;
            sent.map_err(|error| error.to_string())
        })
        .await;
    }
}
