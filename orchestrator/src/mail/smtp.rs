use std::time::Duration;

use chrono::{DateTime, Utc};
use lettre::{
    AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor,
    message::{Mailbox as Address, MultiPart, SinglePart},
    transport::smtp::{
        Error,
        response::{Category, Severity},
    },
};
use uuid::Uuid;

use super::DeliveryError;

/// How long one step of an attempt may take.
const TIMEOUT: Duration = Duration::from_secs(20);

/// A mail server.
#[derive(Clone)]
pub struct Smtp {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Address,
}

/// An email in both of its forms.
#[derive(Clone, Copy, Debug)]
pub struct Email<'a> {
    /// Names it in `Message-ID`, the same in each attempt.
    pub id: Uuid,
    pub to: &'a str,
    pub subject: &'a str,
    pub text: &'a str,
    pub html: &'a str,
    pub created_at: DateTime<Utc>,
}

impl Smtp {
    /// `server` is `smtps://user:password@host`, or `smtp://host:port` for one on this machine.
    /// Must be called inside a runtime.
    pub fn new(server: &str, from: &str) -> Result<Self, DeliveryError> {
        let transport = AsyncSmtpTransport::<Tokio1Executor>::from_url(server)
            // Without what the address says, which may hold a password.
            .map_err(|_| DeliveryError::Server)?
            .timeout(Some(TIMEOUT))
            .build();
        let from = from
            .parse()
            .map_err(|_| DeliveryError::Sender(from.to_owned()))?;
        Ok(Self { transport, from })
    }

    /// Connects and signs in, and sends nothing.
    pub async fn test(&self) -> Result<(), DeliveryError> {
        match self.transport.test_connection().await {
            Ok(true) => Ok(()),
            Ok(false) => Err(DeliveryError::Failed("the server sent no greeting".into())),
            Err(error) => Err(DeliveryError::Failed(error.to_string())),
        }
    }

    /// Returns once the server has accepted the email.
    pub async fn send(&self, email: Email<'_>) -> Result<(), DeliveryError> {
        let message = self.build_message(email)?;
        match self.transport.send(message).await {
            Ok(_) => Ok(()),
            Err(error) if is_final(&error) => Err(DeliveryError::Refused(error.to_string())),
            Err(error) => Err(DeliveryError::Failed(error.to_string())),
        }
    }

    /// The same bytes in each attempt.
    fn build_message(&self, email: Email<'_>) -> Result<Message, DeliveryError> {
        let to = email.to.parse().map_err(|_| DeliveryError::Recipient)?;
        let parts = MultiPart::alternative()
            .boundary(email.id.simple().to_string())
            .singlepart(SinglePart::plain(email.text.to_owned()))
            .singlepart(SinglePart::html(email.html.to_owned()));
        Message::builder()
            .from(self.from.clone())
            .to(to)
            .subject(email.subject)
            .date(email.created_at.into())
            .message_id(Some(format!("<{}@{}>", email.id, self.from.email.domain())))
            .multipart(parts)
            .map_err(|error| DeliveryError::Refused(error.to_string()))
    }
}

/// Returns whether the server refuses this recipient or content permanently. Other permanent errors, such as
/// wrong credentials, are the operator's to fix, and the email waits for that.
fn is_final(error: &Error) -> bool {
    error.status().is_some_and(|code| {
        code.severity == Severity::PermanentNegativeCompletion
            && code.category == Category::MailSystem
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn retried_email_is_byte_identical() {
        let smtp = Smtp::new("smtp://127.0.0.1:9", "Charts <charts@example.com>").unwrap();
        let email = Email {
            id: Uuid::from_u128(7),
            to: "zoë@example.com",
            subject: "Confirm – now",
            text: "Hello",
            html: "<p>Hello</p>",
            created_at: "2026-11-20T12:00:00Z".parse().unwrap(),
        };
        let [one, two] = [(), ()].map(|()| smtp.build_message(email).unwrap().formatted());
        assert_eq!(one, two);
        let text = String::from_utf8(one).unwrap();
        for part in [
            "Message-ID: <00000000-0000-0000-0000-000000000007@example.com>",
            "Date: Fri, 20 Nov 2026 12:00:00 +0000",
            "multipart/alternative",
            "Content-Type: text/plain; charset=utf-8",
            "Content-Type: text/html; charset=utf-8",
        ] {
            assert!(text.contains(part), "{part} in {text}");
        }
    }
}
