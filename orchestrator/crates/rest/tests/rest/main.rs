//! Tests of the grammar, and of the safety of its statements.

#![expect(
    clippy::unwrap_used,
    reason = "a test ends where something is not as it should be"
)]

mod headers;
mod queries;
mod statements;
