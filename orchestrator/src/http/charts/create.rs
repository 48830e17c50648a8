use actix_web::{
    HttpResponse,
    web::{Data, Json},
};
use portolan_blocks::ChartKind;
use portolan_domain::Annotation;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use crate::{
    charts::RequestedQuery,
    http::{App, caller::Caller, problem::Problem},
    services::charts::ChartDraft,
};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CreateChart {
    kind: ChartKind,
    #[serde(default = "untitled")]
    title: String,
    #[serde(default)]
    description: String,
    spec: Value,
    /// For the kinds that draw rows.
    query: Option<RequestedQuery>,
    #[serde(default)]
    encoding_notes: Vec<String>,
    #[serde(default)]
    annotations: Vec<Annotation>,
}

fn untitled() -> String {
    "Untitled chart".to_owned()
}

/// Makes a chart by hand; the server runs its query.
pub async fn create_chart(
    app: Data<App>,
    caller: Caller,
    body: Json<CreateChart>,
) -> Result<HttpResponse, Problem> {
    let body = body.into_inner();
    let draft = ChartDraft {
        kind: body.kind,
        title: body.title,
        description: body.description,
        spec: body.spec,
        query: body.query,
        encoding_notes: body.encoding_notes,
        annotations: body.annotations,
    };
    let (caller, charts) = (caller.principal(), &app.use_cases.charts);
    let version = charts.draw_draft(caller, draft).await?;
    let chart = app
        .store
        .transact(async |unit| charts.create_chart(unit, caller, &version).await)
        .await?;
    Ok(HttpResponse::Created().json(app.chart_answer(true, chart, version).await?))
}
