use actix_web::web::{Data, Json, Path, Query};
use portolan_query::{QueryResult, TableFile};
use schemars::JsonSchema;
use serde::Deserialize;
use uuid::Uuid;

use crate::http::{App, caller::Caller, problem::Problem};

#[derive(Debug, Deserialize, JsonSchema)]
pub struct SourceRows {
    /// From 1 to 1,000.
    limit: Option<u64>,
    offset: Option<u64>,
}

/// Rows of a source, in the order of the file.
pub async fn source_rows(
    app: Data<App>,
    caller: Caller,
    source_id: Path<Uuid>,
    query: Query<SourceRows>,
) -> Result<Json<QueryResult>, Problem> {
    let limit = query.limit.unwrap_or(100).clamp(1, 1_000);
    let offset = query.offset.unwrap_or(0);
    let source = app.source_of(&caller, *source_id).await?;
    let object_path = source
        .object_path
        .filter(|_| source.profile.is_some())
        .ok_or_else(|| Problem::not_found("table in this source"))?;
    let path = app
        .reader
        .objects
        .local_path(&object_path)
        .await
        .map_err(Problem::internal)?;
    let file = TableFile {
        name: source.sql_name.clone(),
        path: path.display().to_string(),
    };
    let sql = format!(
        "SELECT * FROM \"{}\" LIMIT {limit} OFFSET {offset}",
        source.sql_name
    );
    let rows = app
        .reader
        .queries
        .query(&sql, &[file])
        .await
        .map_err(|failure| Problem::unavailable(failure.message))?;
    Ok(Json(rows))
}
