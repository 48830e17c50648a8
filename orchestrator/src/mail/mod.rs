//! Mails and text messages to people: by SMTP and a webhook, or into a box that only somebody at
//! this machine can read.

mod mailbox;
mod post;
mod smtp;
mod webhook;

pub use mailbox::{Mailbox, PostKind, PostedMessage};
pub use post::{Post, PostError};
pub use smtp::Smtp;
pub use webhook::SmsWebhook;
