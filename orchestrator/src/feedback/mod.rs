//! What people tell us, on its way to whoever reads it.

mod forwarder;
mod supervisor;

pub use forwarder::{ForwardError, Forwarder, ForwarderError};
pub use supervisor::{FeedbackSupervisor, FeedbackWaits};
