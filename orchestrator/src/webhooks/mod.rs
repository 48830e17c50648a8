//! Webhooks: events of users' accounts, sent to endpoints of their own.
//!
//! The store records an event with what it reports; the supervisor here sends it, signed as the
//! specification Standard Webhooks has it, until the endpoint accepts it.

mod seal;
mod sender;
mod supervisor;

pub use seal::SecretSeal;
pub use sender::WebhookSender;
pub use supervisor::{DeliveriesWait, DrainWebhooks, WebhookSupervisor};

use actix::Addr;

/// The way to the webhooks of users. Clones share it.
#[derive(Clone)]
pub struct Webhooks {
    pub seal: SecretSeal,
    pub sender: WebhookSender,
    supervisor: Addr<WebhookSupervisor>,
}

impl Webhooks {
    pub fn new(
        seal: SecretSeal,
        sender: WebhookSender,
        supervisor: Addr<WebhookSupervisor>,
    ) -> Self {
        Self {
            seal,
            sender,
            supervisor,
        }
    }

    /// Sends what is due without waiting for the next look.
    pub fn wake(&self) {
        // A full mailbox says the same already.
        let _ = self.supervisor.try_send(DeliveriesWait);
    }

    /// Finishes the attempts that run, and begins no more.
    pub async fn drain(&self) {
        // Without an actor nothing runs.
        let _ = self.supervisor.send(DrainWebhooks).await;
    }
}
