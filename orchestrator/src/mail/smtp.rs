use std::time::Duration;

use lettre::{
    AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor, message::Mailbox as Address,
};

use super::PostError;

/// How long one attempt may take.
const TIMEOUT: Duration = Duration::from_secs(20);

/// A mail server.
#[derive(Clone)]
pub struct Smtp {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Address,
}

impl Smtp {
    /// `server` is `smtps://user:password@host`, or `smtp://host:port` for one on this machine.
    pub fn new(server: &str, from: &str) -> Result<Self, PostError> {
        let transport = AsyncSmtpTransport::<Tokio1Executor>::from_url(server)
            // Without what the address says, which may hold a password.
            .map_err(|_| PostError::Server)?
            .timeout(Some(TIMEOUT))
            .build();
        let from = from
            .parse()
            .map_err(|_| PostError::Sender(from.to_owned()))?;
        Ok(Self { transport, from })
    }

    pub async fn send(&self, to: &str, subject: &str, text: &str) -> Result<(), PostError> {
        let to = to.parse().map_err(|_| PostError::Recipient)?;
        let message = Message::builder()
            .from(self.from.clone())
            .to(to)
            .subject(subject)
            .body(text.to_owned())
            .map_err(|error| PostError::Failed(error.to_string()))?;
        match self.transport.send(message).await {
            Ok(_) => Ok(()),
            Err(error) => Err(PostError::Failed(error.to_string())),
        }
    }
}
