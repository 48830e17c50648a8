//! Emails and text messages: a durable queue in the store, SMTP and a webhook, or a
//! mailbox in memory for development.

mod mailbox;
mod outbox;
mod outbox_supervisor;
mod post;
mod smtp;
mod webhook;

pub use crate::model::PostKind;
pub use mailbox::{Mailbox, PostedMessage};
pub use outbox::{FirstResult, Outbox, Seal};
pub use outbox_supervisor::{DrainOutbox, MessagesWait, OutboxSupervisor};
pub use post::{Post, PostError};
pub use smtp::{Email, Smtp};
pub use webhook::SmsWebhook;
