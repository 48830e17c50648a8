use actix_web::web::{Data, Json};
use portolan_blocks::{ChartData, ChartKind, ChartQuery};
use portolan_charts::ChartError as Fault;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;

use crate::{
    charts::RequestedQuery,
    http::{App, caller::Caller, problem::Problem},
    services::charts::{Preview, PreviewRequest},
};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PreviewChart {
    kind: ChartKind,
    spec: Value,
    query: Option<RequestedQuery>,
    /// A chart of the caller: its rows are drawn again where its query is the same, or is not said.
    chart_id: Option<Uuid>,
}

/// A chart that is not kept.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "ChartPreview")]
#[serde(rename_all = "camelCase")]
pub struct PreviewAnswer {
    pub kind: ChartKind,
    /// The normalized specification; the given one if it can't be drawn.
    pub spec: Value,
    pub data: Option<ChartData>,
    pub query: Option<ChartQuery>,
    pub encoding_notes: Vec<String>,
    /// The faults, at JSON pointers into the request; empty if the chart can be drawn.
    pub errors: Vec<FaultAnswer>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "ChartFault")]
pub struct FaultAnswer {
    path: String,
    message: String,
}

impl From<Fault> for FaultAnswer {
    fn from(fault: Fault) -> Self {
        Self {
            path: fault.path,
            message: fault.message,
        }
    }
}

/// Previews a chart: runs its query and checks it without storing anything.
pub async fn preview_chart(
    app: Data<App>,
    caller: Caller,
    body: Json<PreviewChart>,
) -> Result<Json<PreviewAnswer>, Problem> {
    let charts = &app.use_cases.charts;
    let request = body.into_inner().into();
    let preview = charts.preview_chart(caller.principal(), request).await?;
    Ok(Json(preview.into()))
}

impl From<PreviewChart> for PreviewRequest {
    fn from(body: PreviewChart) -> Self {
        Self {
            kind: body.kind,
            spec: body.spec,
            query: body.query,
            chart_id: body.chart_id,
        }
    }
}

impl From<Preview> for PreviewAnswer {
    fn from(preview: Preview) -> Self {
        let faults = preview.faults.into_iter();
        Self {
            kind: preview.kind,
            spec: preview.spec,
            data: preview.data,
            query: preview.query,
            encoding_notes: preview.encoding_notes,
            errors: faults.map(FaultAnswer::from).collect(),
        }
    }
}
