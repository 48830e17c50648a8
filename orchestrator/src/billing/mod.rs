//! The payment provider: Stripe's REST API.

mod stripe;

pub use stripe::{CheckoutPage, Stripe, StripeError, StripeEvent, StripeSubscription};
