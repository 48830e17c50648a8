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
    let source = app.store.delete_source(*source_id, caller.user_id).await?;
    for object_path in source.object_paths() {
        app.reader
            .objects
            .delete(object_path)
            .await
            .map_err(Problem::internal)?;
    }
    Ok(HttpResponse::NoContent().finish())
}
