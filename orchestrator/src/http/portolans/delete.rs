use actix_web::{
    HttpResponse,
    web::{Data, Path},
};
use uuid::Uuid;

use crate::http::{App, caller::Caller, problem::Problem};

/// Deletes a document; the charts in it stay.
pub async fn delete_portolan(
    app: Data<App>,
    caller: Caller,
    portolan_id: Path<Uuid>,
) -> Result<HttpResponse, Problem> {
    app.store
        .delete_portolan(*portolan_id, caller.user_id)
        .await?;
    Ok(HttpResponse::NoContent().finish())
}
