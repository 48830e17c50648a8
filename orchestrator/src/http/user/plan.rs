use actix_web::web::{Data, Json};
use portolan_chat_actors::notify_settled;
use portolan_domain::AccountPlan;
use portolan_store::StoreError;

use crate::http::{App, caller::Caller, problem::Problem};

/// The caller's tier and credits, exact at this moment.
pub async fn get_plan(app: Data<App>, caller: Caller) -> Result<Json<AccountPlan>, Problem> {
    let accounts = &app.use_cases.accounts;
    let plan = accounts.read_plan(&app.store, caller.principal());
    Ok(Json(plan.await?))
}

/// Ends the plan with its period; until then everything stays.
pub async fn cancel_plan(app: Data<App>, caller: Caller) -> Result<Json<AccountPlan>, Problem> {
    let plan = match set_cancellation(&app, &caller, true).await? {
        Some(plan) => plan,
        None => {
            let canceled = app.store.cancel_plan(caller.user_id, app.clock.now());
            canceled.await.map_err(|error| match error {
                StoreError::Conflict(cause) => Problem::conflict("nothing_to_cancel", cause),
                error => error.into(),
            })?
        }
    };
    notify_settled(&app.usage, caller.user_id);
    Ok(Json(plan))
}

/// Withdraws a cancellation; does nothing if there is none.
pub async fn resume_plan(app: Data<App>, caller: Caller) -> Result<Json<AccountPlan>, Problem> {
    let plan = match set_cancellation(&app, &caller, false).await? {
        Some(plan) => plan,
        None => {
            let now = app.clock.now();
            app.store.resume_plan(caller.user_id, now).await?
        }
    };
    notify_settled(&app.usage, caller.user_id);
    Ok(Json(plan))
}

/// Cancels a paid subscription or takes that back; None if the plan isn't paid for.
async fn set_cancellation(
    app: &App,
    caller: &Caller,
    is_canceled: bool,
) -> Result<Option<AccountPlan>, Problem> {
    let Some(billing) = &app.use_cases.billing else {
        return Ok(None);
    };
    let changed = billing.set_cancellation(caller.principal(), is_canceled);
    Ok(changed.await?)
}
