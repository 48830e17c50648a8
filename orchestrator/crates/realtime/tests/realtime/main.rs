//! Tests of the protocol's parts.

#![expect(
    clippy::unwrap_used,
    reason = "a test ends where something is not as it should be"
)]

mod allowance;
mod changes;
mod filters;
mod frames;
mod presence;
mod requests;
