//! The columns of a table: names, types and repairs, edited by its owner.

use actix_web::{
    http::StatusCode,
    web::{Data, Json, Path},
};
use portolan_databases::is_remote_kind;
use portolan_query::ColumnEdit;
use portolan_sources::original_of;
use schemars::JsonSchema;
use serde::Deserialize;
use uuid::Uuid;

use super::{create::read_problem, get::SourceAnswer};
use crate::http::{App, caller::Caller, problem::Problem};

/// All edits of a table's columns; a column without one is as the file has it.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct EditColumns {
    edits: Vec<ColumnEdit>,
}

/// Replaces the edits of a table's columns. Answers and charts from then on use the new names and types; charts that were
/// drawn before keep their rows until they are refreshed.
pub async fn edit_columns(
    app: Data<App>,
    caller: Caller,
    source_id: Path<Uuid>,
    body: Json<EditColumns>,
) -> Result<Json<SourceAnswer>, Problem> {
    let source = app.source_of(&caller, *source_id).await?;
    if is_remote_kind(&source.kind) {
        return Err(Problem::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            "source_is_database",
            "The columns of a table in a database or an object store can't be edited here. Rename or convert them there.",
        ));
    }
    let original = original_of(&source).ok_or_else(refuse_without_table)?;
    let edits = original
        .check(body.into_inner().edits)
        .map_err(|invalid| Problem::invalid(&invalid.path, &invalid.message))?;
    let edited = app
        .reader
        .edit_columns(&source, edits)
        .await
        .map_err(read_problem)?;
    let kept = app.store.keep_edited_table(&source, &edited).await;
    if !matches!(kept, Ok(true)) {
        app.reader.discard_replaced(&edited, &source).await;
    }
    if !kept? {
        return Err(Problem::conflict(
            "source_changed",
            "the table has changed: reload it, then repeat your change",
        ));
    }
    app.reader.discard_replaced(&source, &edited).await;
    Ok(Json(edited.into()))
}

fn refuse_without_table() -> Problem {
    Problem::new(
        StatusCode::UNPROCESSABLE_ENTITY,
        "source_without_table",
        "Only tables have columns. Choose a source that is a table.",
    )
}
