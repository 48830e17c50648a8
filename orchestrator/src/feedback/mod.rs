//! Forwarding of user feedback to its recipients.

mod forwarder;
mod supervisor;

pub use forwarder::{ForwardError, Forwarder, ForwarderError};
pub use supervisor::{FeedbackSupervisor, FeedbackWaits};
