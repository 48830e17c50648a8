//! The assistant's turns and models, over a real socket and with a real query worker.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod built_in;
mod checked_charts;
mod completion;
mod conformance;
mod connection;
mod documents;
mod failover;
mod faults;
mod holds;
mod limits;
mod litellm;
mod numbers;
#[path = "../../crates/query-worker/tests/engine/overflows.rs"]
mod overflows;
mod pages;
mod prompt_cost;
mod provider;
mod responses;
mod resume;
mod support;
mod turns;
