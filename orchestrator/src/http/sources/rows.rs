use actix_web::web::{Data, Json, Path, Query};
use portolan_query::{QueryResult, TableFile};
use serde::Deserialize;
use uuid::Uuid;

use crate::http::{App, caller::Caller, page::PageQuery, problem::Problem};

#[derive(Debug, Deserialize)]
pub struct SourceRows {
    limit: Option<u32>,
    offset: Option<u64>,
}

/// Rows of a source, in the order of the file.
pub async fn source_rows(
    app: Data<App>,
    caller: Caller,
    source_id: Path<Uuid>,
    query: Query<SourceRows>,
) -> Result<Json<QueryResult>, Problem> {
    let limit = PageQuery::new(query.limit, None)?.limit();
    let offset = query.offset.unwrap_or(0);
    let source = app.source_of(&caller, *source_id).await?;
    let table = source
        .table
        .ok_or_else(|| Problem::not_found("table in this source"))?;
    let path = app
        .reader
        .objects
        .local_path(&table.object_key)
        .await
        .map_err(Problem::internal)?;
    let file = TableFile {
        name: table.profile.name.clone(),
        path: path.display().to_string(),
    };
    let sql = format!(
        "SELECT * FROM \"{}\" LIMIT {limit} OFFSET {offset}",
        table.profile.name
    );
    let rows = app
        .reader
        .queries
        .query(&sql, &[file])
        .await
        .map_err(|failure| Problem::unavailable(failure.message))?;
    Ok(Json(rows))
}
