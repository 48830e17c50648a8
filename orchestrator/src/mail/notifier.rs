use portolan_domain::MessageKind;

use super::{Email, Mailbox, OutgoingMessage, SmsWebhook, Smtp};

/// The transports that are set up.
#[derive(Clone)]
pub struct Notifier {
    pub smtp: Option<Smtp>,
    pub sms: Option<SmsWebhook>,
    /// Takes what has no transport; None where strangers could read it.
    pub mailbox: Option<Mailbox>,
}

#[derive(Debug, thiserror::Error)]
pub enum DeliveryError {
    #[error(
        "the SMTP setting is not an SMTP address: write smtps://user:password@host or smtp://host:port"
    )]
    Server,
    #[error("{0} is not a mail address")]
    Sender(String),
    #[error("the recipient's address can't receive mail")]
    Recipient,
    /// May succeed later.
    #[error("temporarily rejected: {0}")]
    Failed(String),
    #[error("permanently rejected: {0}")]
    Refused(String),
}

impl DeliveryError {
    /// Returns whether another attempt would end in the same way.
    pub fn is_final(&self) -> bool {
        matches!(self, Self::Recipient | Self::Refused(_))
    }
}

impl Notifier {
    pub fn can_send(&self, kind: MessageKind) -> bool {
        self.has_transport(kind) || self.mailbox.is_some()
    }

    /// Returns whether messages of this kind leave this machine.
    pub fn has_transport(&self, kind: MessageKind) -> bool {
        match kind {
            MessageKind::Mail => self.smtp.is_some(),
            MessageKind::Sms => self.sms.is_some(),
        }
    }

    /// Makes one attempt.
    pub async fn deliver(&self, message: &OutgoingMessage) -> Result<(), DeliveryError> {
        match (message.kind, &self.smtp, &self.sms) {
            (MessageKind::Mail, Some(smtp), _) => {
                let email = Email {
                    id: message.id,
                    to: &message.to,
                    subject: message.subject.as_deref().unwrap_or_default(),
                    text: &message.text,
                    html: message.html.as_deref().unwrap_or_default(),
                    created_at: message.sent_at,
                };
                smtp.send(email).await
            }
            (MessageKind::Sms, _, Some(sms)) => {
                sms.send(message.id, &message.to, &message.text).await
            }
            _ => Err(DeliveryError::Failed("no transport is set up".into())),
        }
    }
}
