use actix_web::{
    HttpResponse,
    web::{Data, Path},
};
use uuid::Uuid;

use crate::http::{App, caller::Caller, problem::Problem};

/// Deletes a chart with all its versions; the chat that drew it keeps its block.
pub async fn delete_chart(
    app: Data<App>,
    caller: Caller,
    chart_id: Path<Uuid>,
) -> Result<HttpResponse, Problem> {
    app.store.delete_chart(*chart_id, caller.user_id).await?;
    Ok(HttpResponse::NoContent().finish())
}
