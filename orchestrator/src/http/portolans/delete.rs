use actix_web::{
    HttpResponse,
    web::{Data, Path},
};
use uuid::Uuid;

use crate::{
    http::{App, caller::Caller, problem::Problem},
    services::portolans,
};

/// Deletes a document; the charts in it stay.
pub async fn delete_portolan(
    app: Data<App>,
    caller: Caller,
    portolan_id: Path<Uuid>,
) -> Result<HttpResponse, Problem> {
    let caller = caller.principal();
    app.store
        .transact(async |unit| portolans::delete_portolan(unit, caller, *portolan_id).await)
        .await?;
    Ok(HttpResponse::NoContent().finish())
}
