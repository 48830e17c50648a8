use actix_web::web::{Data, Json};
use portolan_blocks::{ChartData, ChartKind, ChartQuery};
use portolan_charts::{ChartError as Fault, ChartRequest, Kind};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;

use crate::{
    charts::{ChartError, WantedQuery, check_over_rows},
    http::{App, caller::Caller, problem::Problem},
    store::StoreError,
};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PreviewChart {
    kind: ChartKind,
    spec: Value,
    query: Option<WantedQuery>,
    /// A chart of the caller: its rows are drawn again where its query is the same, or is not said.
    chart_id: Option<Uuid>,
}

/// A chart that is not kept.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "ChartPreview")]
#[serde(rename_all = "camelCase")]
pub struct PreviewAnswer {
    pub kind: ChartKind,
    /// As it would be stored; as it was sent where it cannot be drawn.
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

/// Shows what a chart would be: runs its query, checks it, and keeps nothing.
pub async fn preview_chart(
    app: Data<App>,
    caller: Caller,
    body: Json<PreviewChart>,
) -> Result<Json<PreviewAnswer>, Problem> {
    let body = body.into_inner();
    let draws_rows = Kind::of(body.kind).is_some_and(|kind| kind.draws_rows);
    let mut answer = PreviewAnswer {
        kind: body.kind,
        spec: body.spec,
        data: None,
        query: None,
        encoding_notes: Vec::new(),
        errors: Vec::new(),
    };
    if draws_rows {
        match rows(&app, &caller, body.query, body.chart_id).await {
            Ok(rows) => (answer.data, answer.query) = rows.unzip(),
            Err(ChartError::Invalid(faults)) => {
                answer.errors = faults.0.into_iter().map(FaultAnswer::from).collect();
                return Ok(Json(answer));
            }
            Err(error) => return Err(error.into()),
        }
    }
    answer.check()?;
    Ok(Json(answer))
}

impl PreviewAnswer {
    /// Brings the specification into the form that is stored, or says what is wrong with it.
    pub fn check(&mut self) -> Result<(), Problem> {
        let request = ChartRequest {
            kind: self.kind,
            // Texts are checked when they are kept.
            title: "Preview".to_owned(),
            description: String::new(),
            spec: self.spec.clone(),
            encoding_notes: Vec::new(),
            choices: Vec::new(),
        };
        match check_over_rows(&request, self.data.as_ref()) {
            Ok(fits) => self.spec = fits.spec,
            Err(ChartError::Invalid(faults)) => {
                self.errors
                    .extend(faults.0.into_iter().map(FaultAnswer::from));
            }
            Err(error) => return Err(error.into()),
        }
        Ok(())
    }
}

async fn rows(
    app: &App,
    caller: &Caller,
    wanted: Option<WantedQuery>,
    chart_id: Option<Uuid>,
) -> Result<Option<(ChartData, ChartQuery)>, ChartError> {
    let known = match chart_id {
        Some(chart_id) => {
            let chart = app.store.chart(chart_id).await?;
            if chart.user_id != caller.user_id {
                return Err(StoreError::NotFound("chart").into());
            }
            let version = app.store.chart_version(chart_id, None).await?;
            version.chart.data.zip(version.chart.query)
        }
        None => None,
    };
    match (wanted, known) {
        (None, known) => Ok(known),
        (Some(wanted), Some((data, query)))
            if query.sql == wanted.sql && query.source_ids == wanted.source_ids =>
        {
            Ok(Some((data, query)))
        }
        (Some(wanted), _) => {
            let rows = app.maker.rows(caller.user_id, &wanted).await?;
            Ok(Some((rows.data, rows.query)))
        }
    }
}
