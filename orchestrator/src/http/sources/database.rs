use actix_web::web::{Data, Json};
use portolan_databases::{DatabaseLogin, FoundTable};
use portolan_sources::ReadError;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::create::{read_problem, took_too_long};
use crate::http::{App, caller::Caller, problem::Problem};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ListDatabaseTables {
    database: DatabaseLogin,
}

/// Tables and views that the database user may read, in the order of their names.
#[derive(Debug, Serialize, JsonSchema)]
pub struct DatabaseTables {
    items: Vec<FoundTable>,
}

/// Tests a connection and lists its tables; nothing of it is kept.
pub async fn list_database_tables(
    app: Data<App>,
    _caller: Caller,
    body: Json<ListDatabaseTables>,
) -> Result<Json<DatabaseTables>, Problem> {
    let limit = app.limits.upload_time;
    let listed = tokio::time::timeout(limit, app.reader.database_tables(&body.database)).await;
    let items = listed
        .map_err(|_| took_too_long(limit))?
        .map_err(|failure| read_problem(ReadError::Failed(failure)))?;
    Ok(Json(DatabaseTables { items }))
}
