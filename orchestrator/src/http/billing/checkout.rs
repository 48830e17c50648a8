use actix_web::{
    HttpRequest,
    web::{Data, Json},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::BillingPage;
use crate::{
    http::{App, caller::SignedIn, problem::Problem},
    services::billing::BillingInterval,
};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OpenCheckout {
    tier: String,
    interval: Interval,
}

/// How often a plan is paid for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "BillingInterval")]
#[serde(rename_all = "lowercase")]
pub enum Interval {
    Month,
    Year,
}

impl From<Interval> for BillingInterval {
    fn from(interval: Interval) -> Self {
        match interval {
            Interval::Month => Self::Month,
            Interval::Year => Self::Year,
        }
    }
}

impl From<BillingInterval> for Interval {
    fn from(interval: BillingInterval) -> Self {
        match interval {
            BillingInterval::Month => Self::Month,
            BillingInterval::Year => Self::Year,
        }
    }
}

/// Opens the payment provider's page on which the caller subscribes to a plan.
pub async fn open_checkout(
    app: Data<App>,
    request: HttpRequest,
    caller: Result<SignedIn, Problem>,
    body: Result<Json<OpenCheckout>, actix_web::Error>,
) -> Result<Json<BillingPage>, Problem> {
    let billing = app.billing()?;
    let SignedIn(caller) = caller?;
    let OpenCheckout { tier, interval } = body
        .map_err(|_| Problem::invalid("body", "Send {tier, interval: month or year}."))?
        .into_inner();
    let site = app.site_of(&request)?;
    let page = billing.open_checkout(caller.principal(), &tier, interval.into(), &site);
    let url = page.await?.url;
    Ok(Json(BillingPage { url }))
}
