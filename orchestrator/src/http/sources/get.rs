use actix_web::web::{Data, Json, Path};
use chrono::{DateTime, Utc};
use portolan_blocks::Cell;
use portolan_documents::DocumentProfile;
use portolan_domain::{Source, SourceStatus};
use portolan_query::{ColumnEdit, ColumnType, TableProfile, reading::Metadata};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use uuid::Uuid;

use crate::http::{App, caller::Caller, problem::Problem};

/// A source as the API shows it: what it is, and what is in its columns.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Source")]
#[serde(rename_all = "camelCase")]
pub struct SourceAnswer {
    id: Uuid,
    name: String,
    kind: String,
    status: SourceStatus,
    #[serde(skip_serializing_if = "Option::is_none")]
    detail: Option<String>,
    /// The address of the page.
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<String>,
    row_count: Option<u64>,
    columns: Vec<ColumnAnswer>,
    /// Edits of the columns: repairs that were made when the file was read, and the owner's own.
    #[serde(skip_serializing_if = "Option::is_none")]
    edits: Option<Vec<ColumnEdit>>,
    /// The table's name in SQL.
    table: Option<String>,
    /// Of a text: its title, outline and size.
    #[serde(skip_serializing_if = "Option::is_none")]
    document: Option<DocumentProfile>,
    /// The metadata of a page or a PDF: title, author, site, published, language, pages …
    #[serde(skip_serializing_if = "Option::is_none")]
    metadata: Option<Metadata>,
    created_at: DateTime<Utc>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "SourceColumn")]
#[serde(rename_all = "camelCase")]
struct ColumnAnswer {
    name: String,
    #[serde(rename = "type")]
    column_type: ColumnType,
    nulls: u64,
    distinct: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Cell>")]
    min: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Cell>")]
    max: Option<Value>,
    /// Whether the total of its values is a figure of its own, as of sales; rates, prices and stocks are averaged instead.
    is_additive: bool,
}

impl SourceAnswer {
    pub fn id(&self) -> Uuid {
        self.id
    }
}

impl From<Source> for SourceAnswer {
    fn from(source: Source) -> Self {
        let profile = source.profile;
        Self {
            id: source.id,
            name: source.name,
            kind: source.kind,
            status: source.status,
            detail: source.detail,
            url: source.url,
            row_count: source.row_count,
            edits: source.original.map(|original| original.edits),
            table: profile.is_some().then_some(source.sql_name),
            columns: profile.map(columns_of).unwrap_or_default(),
            document: source.document,
            metadata: source.metadata,
            created_at: source.created_at,
        }
    }
}

fn columns_of(profile: TableProfile) -> Vec<ColumnAnswer> {
    let additive = portolan_questions::additive_columns(&profile);
    let columns = profile.columns.into_iter().zip(additive);
    columns
        .map(|(column, is_additive)| ColumnAnswer {
            name: column.name,
            column_type: column.column_type,
            nulls: column.nulls,
            distinct: column.distinct,
            min: column.min,
            max: column.max,
            is_additive,
        })
        .collect()
}

/// One of the caller's sources.
pub async fn get_source(
    app: Data<App>,
    caller: Caller,
    source_id: Path<Uuid>,
) -> Result<Json<SourceAnswer>, Problem> {
    Ok(Json(app.source_of(&caller, *source_id).await?.into()))
}
