use super::{Mailbox, PostKind, PostedMessage, SmsWebhook, Smtp};

/// The ways to people that are set up.
#[derive(Clone)]
pub struct Post {
    pub smtp: Option<Smtp>,
    pub sms: Option<SmsWebhook>,
    /// Takes what has no other way; None where strangers could read it.
    pub mailbox: Option<Mailbox>,
}

#[derive(Debug, thiserror::Error)]
pub enum PostError {
    #[error(
        "the SMTP setting is not an SMTP address: write smtps://user:password@host or smtp://host:port"
    )]
    Server,
    #[error("{0} is not a mail address")]
    Sender(String),
    #[error("the recipient's address cannot be written to")]
    Recipient,
    #[error("it was not taken: {0}")]
    Failed(String),
}

impl Post {
    pub fn can_send(&self, kind: PostKind) -> bool {
        let has_way = match kind {
            PostKind::Mail => self.smtp.is_some(),
            PostKind::Sms => self.sms.is_some(),
        };
        has_way || self.mailbox.is_some()
    }

    /// Nobody waits for it: how long it takes would tell who has an account. What fails is in the
    /// log, without the text.
    pub fn send(&self, message: PostedMessage) {
        match (message.kind, &self.smtp, &self.sms) {
            (PostKind::Mail, Some(smtp), _) => {
                let smtp = smtp.clone();
                tokio::spawn(async move {
                    let subject = message.subject.unwrap_or_default();
                    let sent = smtp.send(&message.to, &subject, &message.text).await;
                    note(message.kind, sent);
                });
            }
            (PostKind::Sms, _, Some(sms)) => {
                let sms = sms.clone();
                tokio::spawn(async move {
                    let sent = sms.send(message.id, &message.to, &message.text).await;
                    note(message.kind, sent);
                });
            }
            _ => {
                if let Some(mailbox) = &self.mailbox {
                    mailbox.add(message);
                }
            }
        }
    }
}

fn note(kind: PostKind, sent: Result<(), PostError>) {
    if let Err(error) = sent {
        tracing::error!(post.kind = ?kind, error.cause = %error, "a message was not sent");
    }
}
