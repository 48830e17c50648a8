use actix_web::web::{Data, Json};

use crate::{
    http::{App, caller::Caller, problem::Problem},
    model::AccountPlan,
};

/// The caller's tier and credits, exact at this moment.
pub async fn get_plan(app: Data<App>, caller: Caller) -> Result<Json<AccountPlan>, Problem> {
    Ok(Json(app.store.plan(caller.user_id, app.clock.now()).await?))
}
