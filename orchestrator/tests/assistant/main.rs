//! The assistant's turns and models, over a real socket and with a real query worker.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod built_in;
mod faults;
mod holds;
mod provider;
mod resume;
mod support;
mod turns;
