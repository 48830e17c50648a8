use actix_web::web::{Data, Json, Path};
use portolan_blocks::ChartKind;
use portolan_domain::Annotation;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;
use uuid::Uuid;

use super::answer::ChartAnswer;
use crate::{
    charts::RequestedQuery,
    http::{App, caller::Caller, problem::Problem},
    services::{
        Principal,
        charts::{ChartChange, Error, UpdatedChart},
    },
};

/// Missing fields stay unchanged.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct UpdateChart {
    title: Option<String>,
    description: Option<String>,
    kind: Option<ChartKind>,
    spec: Option<Value>,
    query: Option<RequestedQuery>,
    encoding_notes: Option<Vec<String>>,
    annotations: Option<Vec<Annotation>>,
    /// Why it was changed.
    note: Option<String>,
    /// The version that was looked at when this was written.
    base_version: Option<u32>,
}

/// Changes a chart: a new version, unless it is the same chart after all.
pub async fn update_chart(
    app: Data<App>,
    caller: Caller,
    chart_id: Path<Uuid>,
    body: Json<UpdateChart>,
) -> Result<Json<ChartAnswer>, Problem> {
    let body = body.into_inner();
    let change = ChartChange {
        title: body.title,
        description: body.description,
        kind: body.kind,
        spec: body.spec,
        query: body.query,
        encoding_notes: body.encoding_notes,
        annotations: body.annotations,
        note: body.note,
        base_version: body.base_version,
    };
    match store_change(&app, caller.principal(), *chart_id, change).await {
        Ok((chart, version)) => Ok(Json(app.chart_answer(true, chart, version).await?)),
        Err(error @ Error::Stale(_)) => {
            let current = app.newest_version(*chart_id).await?;
            Err(Problem::from(error).with_current(&current))
        }
        Err(error) => Err(error.into()),
    }
}

async fn store_change(
    app: &App,
    caller: Principal,
    chart_id: Uuid,
    change: ChartChange,
) -> Result<UpdatedChart, Error> {
    let charts = &app.use_cases.charts;
    let rows = charts.run_changed_query(caller, chart_id, &change).await?;
    app.store
        .transact(async |unit| {
            charts
                .update_chart(unit, caller, chart_id, change, rows)
                .await
        })
        .await
}
