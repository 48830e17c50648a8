use actix_web::web::{Data, Json};
use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::Serialize;

use super::checkout::Interval;
use crate::{
    http::{App, caller::SignedIn, problem::Problem},
    services::billing::BillingState,
};

/// `GET /api/billing/subscription`.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SubscriptionAnswer {
    /// Null for an account that pays nothing.
    subscription: Option<SubscriptionItem>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Subscription")]
#[serde(rename_all = "camelCase")]
pub struct SubscriptionItem {
    plan_name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    interval: Option<Interval>,
    paid_until: DateTime<Utc>,
    /// When it ends, if it was canceled.
    #[serde(skip_serializing_if = "Option::is_none")]
    ends_at: Option<DateTime<Utc>>,
    /// Whether a payment failed; the plan stays while the provider asks for it again.
    is_payment_missing: bool,
}

/// Returns the caller's subscription at the payment provider.
pub async fn get_subscription(
    app: Data<App>,
    caller: Result<SignedIn, Problem>,
) -> Result<Json<SubscriptionAnswer>, Problem> {
    let billing = app.billing()?;
    let SignedIn(caller) = caller?;
    let state = billing.read_subscription(caller.principal()).await?;
    Ok(Json(SubscriptionAnswer {
        subscription: state.map(SubscriptionItem::from),
    }))
}

impl From<BillingState> for SubscriptionItem {
    fn from(state: BillingState) -> Self {
        Self {
            plan_name: state.plan_name,
            interval: state.interval.map(Interval::from),
            paid_until: state.subscription.paid_until,
            ends_at: state.subscription.ends_at,
            is_payment_missing: state.subscription.status == "past_due",
        }
    }
}
