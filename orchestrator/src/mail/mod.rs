//! Emails and text messages: a durable queue in the store, SMTP and a webhook, or a
//! mailbox in memory for development.

mod mailbox;
mod notifier;
mod outbox;
mod outbox_supervisor;
mod smtp;
mod webhook;

pub use mailbox::{Mailbox, OutgoingMessage};
pub use notifier::{DeliveryError, Notifier};
pub use outbox::{FirstResult, Outbox, Seal};
pub use outbox_supervisor::{DrainOutbox, MessagesWait, OutboxSupervisor};
pub use smtp::{Email, Smtp};
pub use webhook::SmsWebhook;
