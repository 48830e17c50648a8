use actix_web::{
    HttpResponse,
    web::{Data, Path},
};
use uuid::Uuid;

use crate::http::{App, caller::Caller, problem::Problem};

/// Deletes a source with its rows; charts that were drawn from it keep theirs.
pub async fn delete_source(
    app: Data<App>,
    caller: Caller,
    source_id: Path<Uuid>,
) -> Result<HttpResponse, Problem> {
    let source = app.source_of(&caller, *source_id).await?;
    app.store.delete_source(source.id).await?;
    if let Some(table) = source.table {
        app.reader
            .objects
            .delete(&table.object_key)
            .await
            .map_err(Problem::internal)?;
    }
    Ok(HttpResponse::NoContent().finish())
}
