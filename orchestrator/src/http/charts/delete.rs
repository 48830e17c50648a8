use actix_web::{
    HttpResponse,
    web::{Data, Path},
};
use uuid::Uuid;

use crate::{
    http::{App, caller::Caller, problem::Problem},
    services::charts,
};

/// Deletes a chart with all its versions; the chat that drew it keeps its block.
pub async fn delete_chart(
    app: Data<App>,
    caller: Caller,
    chart_id: Path<Uuid>,
) -> Result<HttpResponse, Problem> {
    let caller = caller.principal();
    app.store
        .transact(async |unit| charts::delete_chart(unit, caller, *chart_id).await)
        .await?;
    Ok(HttpResponse::NoContent().finish())
}
