use actix_web::web::{Data, Json, Path};
use portolan_domain::{Author, Page, VersionSummary};
use schemars::JsonSchema;
use serde::Serialize;
use uuid::Uuid;

use crate::http::{App, caller::Caller, problem::Problem};

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "ChartVersion")]
pub struct VersionAnswer {
    #[serde(flatten)]
    version: VersionSummary,
    author: Author,
}

/// All versions of one of the caller's charts, newest first.
pub async fn list_versions(
    app: Data<App>,
    caller: Caller,
    chart_id: Path<Uuid>,
) -> Result<Json<Page<VersionAnswer>>, Problem> {
    let chart = app.own_chart(&caller, *chart_id).await?;
    // Only its owner changes a chart.
    let author = app.author(chart.user_id).await?;
    let versions = app.store.chart_versions(chart.id).await?.into_iter();
    Ok(Json(Page {
        items: versions
            .map(|version| VersionAnswer {
                version,
                author: author.clone(),
            })
            .collect(),
        next_cursor: None,
    }))
}
