//! A scripted model endpoint that can misbehave, for tests and benches; and a scripted Stripe.
//!
//! Speaks OpenAI's chat completions, streaming or not, and its responses, streaming only. What it answers is a [`AnswerPlan`]: the
//! server's own, or one that the request names by model (`mock:tokens=50,interval=20`), by
//! `[[mock …]]` in the last user message, or by an `x-mock` header, each over the one before.

mod body;
mod chunks;
mod fixtures;
mod plan;
mod request;
mod responses;
mod server;
mod stats;
mod story;
mod stripe;

pub use fixtures::{Fixture, all_fixtures};
pub use plan::{
    AnswerPlan, ErrorBody, Fault, PlanError, ScriptedCall, ScriptedReply, UsageReporting,
};
pub use server::MockUpstream;
pub use stats::StatsSnapshot;
pub use stripe::{MockStripe, StripeDelivery};
