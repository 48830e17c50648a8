//! What the grammar understands, and that what it makes is safe.

#![expect(
    clippy::unwrap_used,
    reason = "a test ends where something is not as it should be"
)]

mod headers;
mod queries;
mod statements;
