use actix_web::{
    HttpResponse,
    web::{Data, Json},
};
use portolan_blocks::{ChartBlock, ChartKind};
use portolan_charts::{ChartRequest, Kind};
use portolan_questions::from_stored_for;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use super::annotations;
use crate::{
    charts::{WantedQuery, check_over_rows},
    http::{App, caller::Caller, problem::Problem},
    model::{Annotation, ChartVersion, VersionReason},
    store::{NewChart, NewVersion},
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
    query: Option<WantedQuery>,
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
    annotations::check(&body.annotations)?;
    let draws_rows = Kind::of(body.kind).is_some_and(|kind| kind.draws_rows);
    let wanted = body.query.filter(|_| draws_rows);
    let rows = match &wanted {
        Some(wanted) => Some(app.maker.rows(caller.user_id, wanted).await?),
        None => None,
    };
    let plan = wanted
        .and_then(|wanted| wanted.plan)
        .zip(rows.as_ref())
        .filter(|(plan, rows)| from_stored_for(plan, &rows.query.sql, &rows.tables).is_some())
        .map(|(plan, _)| plan);
    let request = ChartRequest {
        kind: body.kind,
        title: body.title,
        description: body.description,
        spec: body.spec,
        encoding_notes: body.encoding_notes,
        choices: Vec::new(),
    };
    let fits = check_over_rows(&request, rows.as_ref().map(|rows| &rows.data))?;
    let (data, query, sources) = match rows {
        Some(rows) => (Some(rows.data), Some(rows.query), rows.sources),
        None => (None, None, Vec::new()),
    };
    let version = ChartVersion {
        chart: ChartBlock {
            chart_id: app.ids.id(),
            version: 1,
            kind: fits.kind,
            title: fits.title,
            description: fits.description,
            spec: fits.spec,
            data,
            query,
            encoding_notes: fits.encoding_notes,
            choices: Vec::new(),
            plan,
        },
        reason: VersionReason::Edited,
        note: None,
        annotations: body.annotations,
        sources,
        created_at: app.clock.now(),
    };
    let new = NewChart {
        user_id: caller.user_id,
        first: NewVersion {
            chart: &version.chart,
            reason: version.reason,
            note: None,
            annotations: &version.annotations,
            sources: &version.sources,
        },
        now: version.created_at,
    };
    app.store.create_chart(&new).await?;
    let chart = app.store.chart(version.chart.chart_id).await?;
    Ok(HttpResponse::Created().json(app.chart_answer(true, chart, version).await?))
}
