use actix_web::{
    HttpRequest,
    web::{Data, Json},
};

use super::BillingPage;
use crate::http::{App, caller::SignedIn, problem::Problem};

/// Opens the payment provider's page on which the caller changes the plan, pays and reads invoices.
pub async fn open_portal(
    app: Data<App>,
    request: HttpRequest,
    caller: Result<SignedIn, Problem>,
) -> Result<Json<BillingPage>, Problem> {
    let billing = app.billing()?;
    let SignedIn(caller) = caller?;
    let site = app.site_of(&request)?;
    let page = billing.open_portal(caller.principal(), &site).await?;
    Ok(Json(BillingPage { url: page.url }))
}
