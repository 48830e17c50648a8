//! Paid plans. Without a key of the payment provider every route answers 503 `billing_disabled`.

mod checkout;
mod portal;
mod subscription;
mod webhook;

use actix_web::{
    HttpRequest,
    http::StatusCode,
    web::{self, Data, ServiceConfig},
};
use schemars::JsonSchema;
use serde::Serialize;

use super::{
    App,
    contract::{Routes, get, post, resource},
    problem::Problem,
};
use crate::services::billing::{self, BillingService};

pub fn routes(routes: &mut Routes<'_>) {
    routes
        .service(
            resource("/api/billing/checkout").route(
                post()
                    .to(checkout::open_checkout)
                    .about("Opens the payment provider's page for subscribing to a plan."),
            ),
        )
        .service(
            resource("/api/billing/portal").route(
                post()
                    .to(portal::open_portal)
                    .about("Opens the payment provider's page for managing a plan."),
            ),
        )
        .service(
            resource("/api/billing/subscription").route(
                get()
                    .to(subscription::get_subscription)
                    .about("Returns the caller's subscription at the payment provider."),
            ),
        )
        .service(
            resource("/api/billing/webhook").route(
                post()
                    .to(webhook::receive_event)
                    .about("Receives an event of the payment provider.")
                    .header(
                        "stripe-signature",
                        "The payment provider's signature of the event.",
                    )
                    .empty(204),
            ),
        );
}

/// Answers every other path below `/api/billing`.
pub fn unknown_calls(config: &mut ServiceConfig) {
    config.route(
        "/api/billing/{call:.*}",
        web::route().to(refuse_unknown_path),
    );
}

/// A page of the payment provider's to send the browser to.
#[derive(Debug, Serialize, JsonSchema)]
pub struct BillingPage {
    url: String,
}

async fn refuse_unknown_path(app: Data<App>) -> Result<&'static str, Problem> {
    app.billing()?;
    Err(Problem::not_found("billing call"))
}

impl App {
    /// Returns whether plans are sold here.
    pub fn is_billing_enabled(&self) -> bool {
        self.use_cases.billing.is_some()
    }

    /// Returns the use cases of paid plans, where plans are sold here.
    fn billing(&self) -> Result<&BillingService, Problem> {
        self.use_cases.billing.as_ref().ok_or_else(|| {
            Problem::new(
                StatusCode::SERVICE_UNAVAILABLE,
                "billing_disabled",
                "Plans aren't sold on this server. Ask the administrator to change your plan.",
            )
        })
    }

    /// Returns the address that the provider sends the browser back to.
    fn site_of(&self, request: &HttpRequest) -> Result<String, Problem> {
        let site = self.site.url_reached_by(request);
        site.ok_or_else(|| Problem::invalid("host", "The request has no host."))
    }
}

impl From<billing::Error> for Problem {
    fn from(error: billing::Error) -> Self {
        match error {
            billing::Error::Input(invalid) => invalid.into(),
            billing::Error::Subscribed => Self::conflict("already_subscribed", &error.to_string()),
            billing::Error::NoCustomer => Self::conflict("no_subscription", &error.to_string()),
            billing::Error::Signature(_) => Self::new(
                StatusCode::BAD_REQUEST,
                "bad_signature",
                format!("Not accepted: {error}."),
            ),
            billing::Error::Provider(error) => {
                tracing::error!(error.cause = %error, "payment provider failed");
                Self::new(
                    StatusCode::SERVICE_UNAVAILABLE,
                    "billing_unavailable",
                    "The payment provider didn't answer. You weren't charged. Try again in a moment.",
                )
            }
            billing::Error::Store(error) => error.into(),
        }
    }
}
